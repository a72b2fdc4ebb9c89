"""What the house itself does: people, signing in, long work, forgetting old answers."""
