"""Tournaments: announced, sold, drawn, seated, timed.

Every command locks the tournament's row first (ladder: tournament → table → … ), so commands on one tournament run one
after the other.  The rules are `tables.rules.tournaments`; the money is `accounting.tournaments.services.tournaments`.
"""
