"""Guests: who they are, whether they may play, bans."""
