"""The front door: scripts in, transcripts out; golden files; the tree as a picture."""
