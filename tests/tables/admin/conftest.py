"""The pages' room serves the back office too."""

from tests.tables.pages.conftest import browser, room

__all__ = ["browser", "room"]
