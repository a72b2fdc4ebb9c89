"""What an audit found: runs of findings, their owners, the decisions on them."""
