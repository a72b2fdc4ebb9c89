"""Guests who are away from a cash table: walking, absent buttons, chips picked up and kept (domain §4.8)."""
