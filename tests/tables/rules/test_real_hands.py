"""Real hands of other rooms, replayed: what they printed must be what we compute."""

import gzip
import json
from collections.abc import Mapping

import pytest

from casino import environment
from casino.errors import Malformed, Refusal
from tables.rules import hand, records
from tables.rules.agreement import REASONS, Difference, compare, reason_allowed
from tables.rules.records import RULE_SET_OF_ROOM, Recording
from tables.rules.rule_sets import TaxFrom, rule_set
from tests.tables.rules.agreement import explaining

REAL = environment.ROOT.parent / "shared" / "hands" / "real.jsonl.gz"

#: What is excused by name; any other hand that differs is a failure.
EXCUSED = {
    "PokerStars-191678512844": "fold_when_all_in",
    "Winamax-9260931-103-1479198677": "blind_as_dead_money",
}


def read() -> list[Mapping[str, object]]:
    if not REAL.exists():
        pytest.skip(f"the real hands are not on this machine ({REAL})")
    with gzip.open(REAL, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def hands() -> list[Mapping[str, object]]:
    return read()


def differences(recording: Recording) -> list[Difference]:
    try:
        state = hand.replay(recording.setup, recording.actions)
        return compare(recording.facts, hand.result(state))
    except Refusal as refusal:
        return [Difference("refused", None, refusal.code)]


def test_real_hands_agree_to_the_cent(hands: list[Mapping[str, object]]) -> None:
    """Winners, whole pot, uncalled bet and net per seat; at least 99.9 % without any excuse."""
    differing = {}
    for record in hands:
        recording = records.convert(record)
        found = differences(recording)
        if found:
            differing[recording.id] = (recording, found)
    assert {name: found for name, (_recording, found) in differing.items() if name not in EXCUSED} == {}
    for recording, _found in differing.values():
        assert reason_allowed(recording) == REASONS[EXCUSED[recording.id]]
    assert len(differing) <= len(hands) // 1000


@pytest.mark.parametrize("tag", ["dead_blind", "side_pots", "several_winners", "ante", "heads_up", "extra_post"])
def test_the_hard_kinds_of_hands_are_among_them(hands: list[Mapping[str, object]], tag: str) -> None:
    """A corpus without them would prove little."""
    tagged = [record for record in hands if tag in record["tags"]]  # type: ignore[operator]
    assert len(tagged) >= 77
    assert sum(not differences(records.convert(record)) for record in tagged) >= len(tagged) - 1


def test_the_network_charges_each_pot_what_it_adds_to_the_tax(hands: list[Mapping[str, object]]) -> None:
    """All taxed hands whose several pots are printed: the rate of each pot, main first, up to the cap; no other way."""
    explained: dict[TaxFrom, int] = dict.fromkeys(TaxFrom, 0)
    printed = 0
    for record in hands:
        recording = records.convert(record)
        if recording.facts.taken_cents and len(recording.facts.pots_cents) > 1:
            printed += 1
            found = hand.result(hand.replay(recording.setup, recording.actions))
            for way in explaining(recording.facts, found):
                explained[way] += 1
    print(f"of {printed} hands explained: {explained}")
    assert printed == 27
    assert explained == {TaxFrom.AS_DUE: 27, TaxFrom.MAIN_FIRST: 16, TaxFrom.BY_SIZE: 5}
    assert rule_set(RULE_SET_OF_ROOM["PokerStars"]).tax_from is TaxFrom.AS_DUE


def test_a_wrong_print_is_found(hands: list[Mapping[str, object]]) -> None:
    """The comparison can fail: one unit more in the pot, another winner, another uncalled bet."""
    record = next(record for record in hands if record["id"] == "FullTilt-29704801314")
    truth = record["truth"]
    assert isinstance(truth, dict)
    for change, what in (
        ({"total_pot": 5251}, {"total_pot"}),
        ({"collected": [{"seat": 2, "amount": 5000}, {"seat": 3, "amount": 50}]}, {"winners"}),
        ({"collected": [{"seat": 2, "amount": 5049}]}, {"net"}),
        ({"uncalled": [{"seat": 2, "amount": 5}]}, {"uncalled"}),
        ({"fees": {"rake": 6000}}, {"taken"}),
        ({"fees": {"rake": -1}}, {"taken"}),
    ):
        recording = records.convert({**record, "truth": {**truth, **change}})
        assert {difference.what for difference in differences(recording)} == what


def test_amounts_that_are_no_whole_units_are_malformed(hands: list[Mapping[str, object]]) -> None:
    truth = hands[0]["truth"]
    assert isinstance(truth, dict)
    for change in ({"total_pot": 52.5}, {"fees": {"rake": True}}, {"pots": [{"name": "main pot", "amount": "50"}]}):
        with pytest.raises(Malformed, match="record_unreadable"):
            records.convert({**hands[0], "truth": {**truth, **change}})


@pytest.mark.parametrize("record", [{}, {"id": "x"}, {"id": 1, "players": None, "stakes": [1]}])
def test_an_unreadable_record_is_malformed(record: dict[str, object]) -> None:
    with pytest.raises(Malformed) as caught:
        records.convert(record)
    assert caught.value.code == "record_unreadable"
