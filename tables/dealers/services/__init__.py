"""The dealers' rota: shifts, breaks, qualifications, the house's rules of it, and pushes down a whole line."""
