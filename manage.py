#!/usr/bin/env python3
"""The house's one command line. Begin with `python3 manage.py up`; `python3 manage.py test` runs the tests."""

import os
import sys

from casino import interpreter


def main() -> None:
    """Make sure of Python, of the packages and of the servers that the command needs, and run it."""
    interpreter.need(sys.argv, may_restart=os.environ.get("CASINO_ENV") != "production")
    from casino import bootstrap  # noqa: PLC0415 -- an older Python cannot read it

    bootstrap.enter(sys.argv)
    from casino.management import command_line  # noqa: PLC0415 -- the packages are there only now

    raise SystemExit(command_line.run(sys.argv))


if __name__ == "__main__":
    main()
