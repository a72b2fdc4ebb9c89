"""The pages' room serves the back office too."""

from tests.tables.pages.conftest import browser, built, room

__all__ = ["browser", "built", "room"]
