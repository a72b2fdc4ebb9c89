"""What the floor does: tables, seats, waiting, moving, absence, guests, dealers, the log."""
