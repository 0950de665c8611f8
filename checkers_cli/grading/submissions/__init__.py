"""From a folder of downloads to the files of each submission."""
