"""The grammar of the ledger's places: one spelling each, and nothing else is a place."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting import places
from accounting.models.ledger import OUTSIDE
from accounting.places import Kind, Place
from casino.errors import Malformed

SPELLINGS = [
    (places.seat("T07", 3), "seat/T07/3", Kind.SEAT),
    (places.pool("T07"), "pool/T07", Kind.POOL),
    (places.pot("T07"), "pot/T07", Kind.POT),
    (places.rake_box("T07"), "rake/T07", Kind.RAKE),
    (places.tip_box("T07"), "tips/T07", Kind.TIPS),
    (places.share(17), "share/17", Kind.SHARE),
    (places.guests("T07"), "guests/T07", Kind.GUESTS),
    (places.jackpot("bad-beat"), "jackpot/bad-beat", Kind.JACKPOT),
    (places.reserve("bad-beat"), "reserve/bad-beat", Kind.RESERVE),
    (places.won("bad-beat"), "won/bad-beat", Kind.WON),
    (places.withheld("bad-beat"), "withheld/bad-beat", Kind.WITHHELD),
    (places.table_float("T07"), "float/T07", Kind.FLOAT),
    (places.cage("W1"), "cage/W1", Kind.CAGE),
    (places.cash("W1"), "cash/W1", Kind.CASH),
    (places.bank("main"), "bank/main", Kind.BANK),
    (places.count_room(), "count/room", Kind.COUNT),
    (places.variance("T07"), "variance/T07", Kind.VARIANCE),
    (places.prizes("9"), "prizes/9", Kind.PRIZES),
    (places.fees("9"), "fees/9", Kind.FEES),
    (places.kept(17), "kept/17", Kind.KEPT),
    (places.tronc("2026-11"), "tronc/2026-11", Kind.TRONC),
]


@pytest.mark.parametrize(("built", "text", "kind"), SPELLINGS)
def test_each_place_has_one_spelling(built: str, text: str, kind: Kind) -> None:
    assert built == text
    assert places.kind(text) is kind
    assert str(places.parse(text)) == text


def test_every_kind_has_a_constructor() -> None:
    assert {kind for _, _, kind in SPELLINGS} == set(Kind)


def test_a_seat_is_known_by_table_and_number() -> None:
    assert places.parse("seat/T07/10") == Place(Kind.SEAT, "T07", 10)


def test_only_the_world_outside_may_owe_chips() -> None:
    negative = {text for _, text, _ in SPELLINGS if text.startswith(OUTSIDE)}
    assert negative == {"guests/T07", "bank/main", "variance/T07"}


@pytest.mark.parametrize("code", ["", " ", "T 7", "T/7", "-T7", "T07\n", "Tisch-fünf", "x" * 21, "٣", "../T07"])
@pytest.mark.parametrize("build", [places.pot, places.guests, places.jackpot, lambda code: places.seat(code, 1)])
def test_a_malformed_code_names_no_place(build: Callable[[str], str], code: str) -> None:
    with pytest.raises(Malformed) as refused:
        build(code)
    assert (refused.value.code, refused.value.facts["given"]) == ("bad_place_code", code)


@pytest.mark.parametrize("number", [-1, 0, 100])
def test_seats_count_from_one(number: int) -> None:
    with pytest.raises(Malformed):
        places.seat("T07", number)


@pytest.mark.parametrize("month", ["2026-13", "2026-00", "26-11", "2026-11-01", "T07", ""])
def test_the_tronc_is_of_a_calendar_month(month: str) -> None:
    with pytest.raises(Malformed):
        places.tronc(month)


@pytest.mark.parametrize(
    "text",
    ["", "pot", "pot/", "/T07", "pocket/T07", "pot/T07/3", "seat/T07", "seat/T07/", "seat/T07/0", "seat/T07/03",
     "seat/T07/٣", "seat//3", "POT/T07", "tronc/T07", "tips/T07 ", "seat/T07/3/4"],
)  # fmt: skip
def test_what_no_constructor_writes_is_no_place(text: str) -> None:
    with pytest.raises(Malformed):
        places.parse(text)


@given(st.text(max_size=30))
def test_whatever_parses_is_spelt_back_the_same(text: str) -> None:
    try:
        place = places.parse(text)
    except Malformed:
        return
    assert str(place) == text


@given(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9-]{0,19}", fullmatch=True), st.integers(1, 99))
def test_parsing_undoes_spelling(code: str, number: int) -> None:
    assert places.parse(places.seat(code, number)) == Place(Kind.SEAT, code, number)
    assert places.parse(places.pool(code)) == Place(Kind.POOL, code)
