"""What hands and rounds stand on: tables as they are, stakes, pools, counted stacks, calls, time charges."""
