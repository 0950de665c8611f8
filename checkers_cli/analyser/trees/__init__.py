"""The minimax tree as a picture: text, JSON, graphviz, SVG."""
