"""What happens when things break: processes are killed under load, and a model outside says what must be booked.

`python -m tests.faults` prints the table; a share of it is a test of the release lane.
"""
