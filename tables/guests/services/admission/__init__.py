"""Who may be let in: the national ban file behind one port, the house's own bans, age and identity (domain §4.16)."""
