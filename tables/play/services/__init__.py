"""Use cases that hands and rounds share: stakes, missed blinds, counted stacks, calls for the floor, time charges."""
