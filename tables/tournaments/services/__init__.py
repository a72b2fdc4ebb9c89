"""Tournaments: announced, sold, drawn, played to a champion, paid and settled.

Every command locks the tournament's row first (ladder: tournament → table → … ), so what happens in one tournament
happens one after the other.  The law is `tables.rules.tournaments`; the money is `accounting.services.tournaments`.
"""
