"""What serves the makers of the product and shows it: the benchmark, the edge, real hands replayed, the demo, pictures.

No house needs it, so no package imports it: its commands (`management/`) use the packages as everybody else does.
"""
