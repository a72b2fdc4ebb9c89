"""Makes `.venv` on a machine that has Python and nothing else. Standard library only: it runs before any package is there."""


def enter(argv: list[str]) -> None:
    """Run on inside `.venv`."""
