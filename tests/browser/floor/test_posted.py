"""The posted rules on paper: one language is a page, both are two."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from casino.models import User
from tests import builders
from tests.browser.conftest import Sit
from tests.tables.pages.conftest import Room


@pytest.fixture
def manager(room: Room) -> User:
    return builders.user("manager", "posting")


@pytest.mark.parametrize(("asked", "pages"), [("?language=de", 1), ("?language=en", 1), ("", 2)])
def test_the_sheet_is_short_enough_to_be_posted(sit: Sit, room: Room, manager: User, asked: str, pages: int) -> None:
    page = sit(manager).open(reverse("policy:rules", args=[room.games["summary"].pk]) + asked)
    printed = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    assert len(printed) == pages
    assert "Hold'em" in printed[0].extract_text(), "the rules begin below the heading"
