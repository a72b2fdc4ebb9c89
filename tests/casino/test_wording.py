"""Refusals as sentences: money and lists as people read them, in their language."""

import os
from datetime import date, datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from casino import catalogues, wording
from casino.api import rendering
from casino.errors import Chips, Dated, Minutes, Rate, Refusal, Seconds, Word


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
    [("de", "24.11.2026", "24.11.2026 18:05", "24.11."), ("en", "24 Nov 2026", "24 Nov 2026, 18:05", "24 Nov")],
)
def test_dates_are_those_of_a_house_in_europe(language: str, day: str, moment: str, short: str) -> None:
    """The month by its name in English: 11/24/2026 would be read as a month that is not there."""
    at = datetime(2026, 11, 24, 18, 5)  # noqa: DTZ001 -- shown as it stands
    with override(language):
        assert date_format(at, "SHORT_DATE_FORMAT") == day
        assert date_format(at, "SHORT_DATETIME_FORMAT") == moment
        assert wording.short_day(at) == short


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "T 21.11.2026, T 22.11.2026; November 2026; 21.11.2026 02:14; 20.11.2026; 10 h; 15 min; 2,50 %; 5 %"),
        (
            "en",
            "T 21 Nov 2026, T 22 Nov 2026; November 2026; 21 Nov 2026, 02:14; 20 Nov 2026; 10 h; 15 min; 2.50 %; 5 %",
        ),
    ],
)
def test_facts_that_are_times_are_shown_as_people_write_them_and_stay_as_machines_read_them(
    language: str, words: str
) -> None:
    facts = {
        "days": Dated("T 2026-11-21, T 2026-11-22"),
        "month": Dated("2026-11"),
        "at": Dated("2026-11-21T02:14+01:00"),
        "last": date(2026, 11, 20),
        "most_minutes": Minutes(600),
        "wait": Seconds(900),
        "rate": Rate(250),
        "most": Rate(500),
    }
    refusal = Refusal(
        "x", "%(days)s; %(month)s; %(at)s; %(last)s; %(most_minutes)s; %(wait)s; %(rate)s; %(most)s", **facts
    )
    with override(language), timezone.override("Europe/Berlin"):
        assert wording.sentence(refusal) == words
    assert rendering.render(refusal.facts) == (
        '{"days":"T 2026-11-21, T 2026-11-22","month":"2026-11","at":"2026-11-21T02:14+01:00","last":"2026-11-20",'
        '"most_minutes":600,"wait":900,"rate":250,"most":500}'
    )


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "0 min"), (8, "8 min"), (59, "59 min"), (60, "1 h"), (85, "1 h 25 min"), (1_440, "24 h")],
)
def test_a_length_of_time_does_not_look_like_a_time_of_day(minutes: int, words: str) -> None:
    assert wording.duration(minutes) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (40, "40 s"), (60, "1 min"), (65, "1 min 5 s"), (599, "9 min 59 s"), (640, "11 min"), (7_200, "2 h")],
)
def test_seconds_are_told_while_they_matter(seconds: int, words: str) -> None:
    assert wording.seconds(seconds) == words


@pytest.mark.parametrize(
    ("minutes", "english", "german"),
    [
        (0, "about 5 minutes", "etwa 5 Minuten"),
        (12, "about 10 minutes", "etwa 10 Minuten"),
        (57, "about 55 minutes", "etwa 55 Minuten"),
        (58, "about 1 hour", "etwa 1 Stunde"),
        (74, "about 1 hour", "etwa 1 Stunde"),
        (75, "about 1½ hours", "etwa 1½ Stunden"),
        (114, "about 2 hours", "etwa 2 Stunden"),
        (179, "about 3 hours", "etwa 3 Stunden"),
        (200, "about 3 hours", "etwa 3 Stunden"),
        (382, "about 6 hours", "etwa 6 Stunden"),
    ],
)
def test_an_estimate_is_as_exact_as_people_say_it(minutes: int, english: str, german: str) -> None:
    for language, words in (("en", english), ("de", german)):
        with override(language):
            assert wording.roughly(minutes) == words


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
