"""A guest comes to a seat, changes it, leaves it: the steps that floor, moves and lists share."""
