"""Refusals as sentences: money and lists as people read them, in their language."""

import os
from datetime import datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils.formats import date_format
from django.utils.translation import override

from casino import catalogues, wording
from casino.errors import Chips, Refusal, Word


def test_without_any_catalogue_the_start_says_so_and_with_an_older_one_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_paths: Path) -> None:
        raise OSError("nothing can be written here")

    monkeypatch.setattr(catalogues, "_compile", full)
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").touch()
    with pytest.raises(OSError, match="nothing can be written"):
        catalogues.compile_new(tmp_path)
    (folder / "django.mo").write_bytes(b"older")
    os.utime(folder / "django.mo", (0, 0))
    catalogues.compile_new(tmp_path)
    assert (folder / "django.mo").read_bytes() == b"older"


@pytest.mark.parametrize(
    ("cents", "german", "english"),
    [
        (0, "0,00", "0.00"),
        (5, "0,05", "0.05"),
        (99, "0,99", "0.99"),
        (124050, "1.240,50", "1,240.50"),
        (100_000_000_000, "1.000.000.000,00", "1,000,000,000.00"),
        (-124050, "−1.240,50", "−1,240.50"),
    ],
)
def test_money(cents: int, german: str, english: str) -> None:
    for language, words in (("de", german), ("en", english)):
        with override(language):
            assert wording.money(cents) == words
            assert Template("{% load house %}{{ cents|money }}").render(Context({"cents": cents})) == words


@pytest.mark.parametrize(
    ("cents", "german", "english"),
    [
        (100_000, "1.000", "1,000"),
        (50, "0,50", "0.50"),
        (10_000, "100", "100"),
        (1_050, "10,50", "10.50"),
        (0, "0", "0"),
    ],
)
def test_short_money_has_decimals_only_where_there_are_cents(cents: int, german: str, english: str) -> None:
    for language, words in (("de", german), ("en", english)):
        with override(language):
            assert wording.short_money(cents) == words


def test_no_amount_is_no_word() -> None:
    assert Template("{% load house %}{{ cents|money }}").render(Context({"cents": None})) == ""


@pytest.mark.parametrize(("language", "words"), [("de", "12.500"), ("en", "12,500")])
def test_chips_are_no_money(language: str, words: str) -> None:
    with override(language):
        assert wording.chips(12_500) == words
        assert wording.sentence(Refusal("x", "%(least_cents)s", least_cents=Chips(12_500))) == words
        shown = Template("{% load house %}{{ count|amount:unit }}")
        assert shown.render(Context({"count": 12_500, "unit": "chips"})) == words
        assert shown.render(Context({"count": 12_500, "unit": "money"})) == wording.money(12_500)
        assert shown.render(Context({"count": None, "unit": "chips"})) == ""


@pytest.mark.parametrize(
    ("language", "day", "moment", "short"),
    [("de", "24.11.2026", "24.11.2026 18:05", "24.11."), ("en", "2026-11-24", "2026-11-24 18:05", "11-24")],
)
def test_dates_are_those_of_a_house_in_europe(language: str, day: str, moment: str, short: str) -> None:
    """ISO 8601 in English: 11/24/2026 would be read as a month that is not there."""
    at = datetime(2026, 11, 24, 18, 5)  # noqa: DTZ001 -- shown as it stands
    with override(language):
        assert date_format(at, "SHORT_DATE_FORMAT") == day
        assert date_format(at, "SHORT_DATETIME_FORMAT") == moment
        assert wording.short_day(at) == short


def test_facts_fill_the_sentence() -> None:
    refusal = Refusal(
        "x", "%(least_cents)s, %(seat)s, %(kinds)s, 1 %%", least_cents=1000, seat=3, kinds=["fold", "call"]
    )
    with override("en"):
        assert wording.sentence(refusal) == "10.00, 3, fold or call, 1 %"
    with override("de"):
        assert wording.sentence(refusal) == "10,00, 3, fold oder call, 1 %"


def test_a_sentence_without_facts_may_hold_a_percent_sign() -> None:
    with override("en"):
        assert wording.sentence(Refusal("x", "1 % of the pot is customary.")) == "1 % of the pot is customary."


def test_a_word_of_ours_is_translated_and_amounts_are_listed_as_money() -> None:
    refusal = Refusal("x", "%(spot)s: %(wanted_cents)s", spot=Word("river bet"), wanted_cents=[1000, 2000])
    with override("en"):
        assert wording.sentence(refusal) == "river bet: 10.00 or 20.00"
    with override("de"):
        assert wording.sentence(refusal) == "River-Einsatz: 10,00 oder 20,00"
