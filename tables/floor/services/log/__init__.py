"""The floor's log: floor calls, rulings, incidents, hand-overs."""
