"""A Friday night, acted: guests who come, wait, play and go; tables that open and break; dealers who rotate.

Everything happens through the services that people use, on a clock of its own, from a seed.
"""
