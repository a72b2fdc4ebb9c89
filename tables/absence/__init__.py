"""Guests who left their chips: picked up, kept, handed out."""
