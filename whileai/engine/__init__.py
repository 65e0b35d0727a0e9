"""The part that waits: it opens stages, plays slots, and lands what finishes."""
