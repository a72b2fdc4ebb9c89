#!/usr/bin/env python3
"""The house's one command line. Begin with `python3 manage.py up`."""

import os
import sys

from casino import bootstrap


def main() -> None:
    """Make sure of the packages, then of the services the command needs, and run it."""
    bootstrap.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
