"""What taps make of a round against the house, without its page: the script alone, in an empty one."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from casino import environment

SCRIPT = environment.ROOT / "casino/static/casino/keyed_round.js"
FACTS: dict[str, Any] = {
    "session": 1,
    "dealt": 0,
    "boxes": 3,
    "guests": {"1": "Anna", "2": "Boris"},
    "is_full": False,
    "least": 500,
    "equals": [],
    "implied": {"flop": 2},
    "ways": [{"bets": {"flop": 2}, "words": ["Flop"]}, {"bets": {}, "words": ["Fold"], "folded": True}],
    "sides": [
        {"spot": "bonus", "name": "Bonus", "lost_by_fold": True},
        {"spot": "trips", "name": "Trips", "lost_by_fold": False},
    ],
    "last": {},
}
FLOP, FOLD = 0, 1
# Each step is a tap that undo takes back, or what the round does by itself.
KEYED = """([facts, steps]) => {
    const round = keyedRound(facts);
    round.begin(facts.last);
    for (const [name, ...given] of steps) {
        if (round.changes.includes(name)) round.change(name, ...given); else round[name](...given);
    }
    const { state, choosing, target } = round;
    const rest = Object.fromEntries(["same", "fold", "lost"].map((kind) => [kind, round.restOf(kind)]));
    return { state, choosing, target, rest, body: round.asBody() };
}"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    page.add_script_tag(path=SCRIPT)
    yield page
    page.close()


def keyed(page: Page, *steps: tuple[object, ...], **facts: object) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(KEYED, [FACTS | facts, [list(step) for step in steps]])
    return found


def ante(box: int, *, side: str = "") -> list[tuple[object, ...]]:
    """A box of 10 euros, and a side bet of 5."""
    return [("pick", box), ("chip", "1000"), *([("layOn", side), ("chip", "500")] if side else [])]


def test_undo_brings_nobody_back_who_has_left(page: Page) -> None:
    left = FACTS | {"guests": {"2": "Boris"}}
    found = keyed(page, *ante(1), ("tip", "200"), ("chip", "500"), ("adopt", left, 1), ("undo",))
    box = found["state"]["boxes"]["1"]
    assert (box["ante"], box["seat"]) == (1_000, None)
    assert found["state"]["tip"] == {"cents": 0, "seat": None}


def test_a_round_taken_back_begins_with_the_ante_of_its_box(page: Page) -> None:
    draft = keyed(page, *ante(1), ("way", FLOP))["state"]
    found = keyed(page, ("pick", 3), ("layOn", "bonus"), ("fill", draft))
    assert (found["choosing"], found["target"]) == (False, "ante"), "nobody sits before box 3: its guest was asked for"
    assert found["state"]["boxes"]["1"]["way"] == FLOP


def test_a_guest_who_left_is_not_in_a_round_taken_back(page: Page) -> None:
    draft = keyed(page, *ante(1), ("way", FLOP))["state"]
    found = keyed(page, ("fill", draft), guests={"2": "Boris"})
    assert found["state"]["boxes"]["1"]["seat"] is None


def test_a_dealer_who_qualifies_after_all_takes_the_hands_of_losers(page: Page) -> None:
    steps = [*ante(1), ("unqualified",), ("outcome", "loses"), ("category", "pair"), *ante(2), ("category", "flush")]
    assert keyed(page, *steps)["body"]["boxes"][0]["category"] == "pair"
    one, two = keyed(page, *steps, ("unqualified",))["body"]["boxes"]
    assert (one["comparison"], "category" in one) == ("loses", False)
    assert (two["comparison"], two["category"]) == ("wins", "flush")


@pytest.mark.parametrize(("spot", "is_kept"), [("bonus", False), ("trips", True)])
def test_folding_keeps_of_the_side_bets_what_a_fold_does_not_lose(page: Page, spot: str, is_kept: bool) -> None:
    said = [*ante(1, side=spot), ("way", FLOP), ("category", "pair"), ("side", spot, "flush")]
    assert keyed(page, *said)["body"]["boxes"][0]["side"] == {spot: "flush"}
    folded = keyed(page, *said, ("pick", 1), ("way", FOLD))["body"]["boxes"][0]
    assert folded.get("side", {}) == ({spot: "flush"} if is_kept else {})


def test_the_rest_is_offered_where_it_changes_something(page: Page) -> None:
    bets_alone = [*ante(2), ("way", FLOP), *ante(1), ("way", FLOP)]
    assert keyed(page, *bets_alone)["rest"]["same"] == [], "nothing more is said of the box before"
    folds = [*ante(2, side="trips"), ("way", FOLD), *ante(1), ("category", "pair")]
    assert keyed(page, *folds)["rest"]["same"] == [], "the other box has folded, and lacks its side bet"
    wins = [*ante(2), ("way", FLOP), *ante(1), ("category", "pair")]
    assert keyed(page, *wins)["rest"]["same"] == [2]
