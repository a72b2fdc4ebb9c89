"""Use cases of seating."""
