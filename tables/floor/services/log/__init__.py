"""What is written down: floor calls, rulings, incidents, the hand-over."""
