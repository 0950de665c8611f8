"""The lab: games of any variant, bots, matches, protocols."""
