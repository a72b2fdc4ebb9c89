"""The terms of a cash game over the evening: rising stakes, re-buys, sets of chips (seed 000).  Pure."""
