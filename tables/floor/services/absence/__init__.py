"""Absent guests' chips at cash tables: picked up, kept, handed out or taken in, and proved (domain §4.8)."""
