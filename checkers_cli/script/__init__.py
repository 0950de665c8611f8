"""The input language (text to actions) and the transcript (events to text)."""
