"""The dealers' rota: shifts, breaks, qualifications, the house's rules, and pushes of single tables or a line."""
