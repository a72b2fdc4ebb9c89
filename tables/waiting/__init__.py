"""Waiting lists: who waits for which game, who is called, who walks in."""
