"""The dispute bundle: whole, the same each time, and checkable with nothing but itself."""

import hashlib
import json
import tomllib
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.utils import translation

from accounting.days.services import days as money_days
from accounting.models import House
from casino.errors import Refusal
from tables.audit.services import bundles, days
from tables.floor.services import seats, tables
from tables.hands.services import corrections, hands, recording
from tables.hands.services.recording import Summary
from tables.log.services import rulings
from tables.models import Hand
from tables.rules.actions import Action, Kind
from tests import builders, databases, forging
from tests.deciding import looking
from tests.tables.hands.playing import FOLD, act, settle, start

pytestmark = pytest.mark.django_db


def with_a_dispute():
    """A raise that was taken back, a ruling, and a void after it was settled.

    The guests' numbers are no row's id: a session is named in the record, and must not be taken for a guest.
    """
    evening = builders.evening()
    evening.numbers[0] = 7_000_000
    table = evening.table()
    evening.sit(table, 40_000, 40_000, 40_000)
    recorded = act(evening, start(evening, table), Action(Kind.RAISE, to_cents=1_000))
    recorded = hands.undo(hand_id=recorded.hand.pk, version=recorded.hand.version, actor=evening.dealer)
    recorded = settle(evening, act(evening, recorded, Action(Kind.RAISE, to_cents=1_200), FOLD, FOLD))
    ruling = "Sitz 2 wollte mitgehen: zu spät."
    rulings.record(table_id=table, hand_id=recorded.hand.pk, text=ruling, actor=evening.floor)
    hands.void(hand_id=recorded.hand.pk, version=recorded.hand.version, reason="wrong seat", actor=evening.floor)
    return evening


built, evening = databases.shared(with_a_dispute)


@pytest.fixture
def table(evening):
    return evening.house.tables.get(code="T07").pk


@pytest.fixture
def disputed(table):
    return Hand.objects.get(table_id=table)


@pytest.fixture
def corrected(evening):
    """A summary keyed wrong and mended after the close; the day is sealed."""
    table = evening.table(evening.game(recording="summary"), code="T08", float_cents=0, dealt=False)
    evening.sit(table, 40_000, 40_000)
    wrong = recording.record_summary(
        table_id=table, version=evening.version(table), summary=Summary(30_000, True, 2), actor=evening.floor
    ).hand
    leave(evening, table, 40_000, 38_500)
    return corrections.correct(
        hand_id=wrong.pk, version=1, summary=Summary(20_000, True, 2), reason="pot misread", actor=evening.manager
    ).hand


def leave(evening, table, *stacks_cents):
    """Everybody leaves with what he has, and the table is closed."""
    for seat, cents in enumerate(stacks_cents, 1):
        version = evening.version(table)
        seats.cash_out(table_id=table, version=version, seat=seat, counted_cents=cents, actor=evening.floor)
    tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor)


def unpacked(evening, hand, **options):
    bundle = bundles.of_hand(hand_id=hand.pk, actor=evening.manager, **options)
    with ZipFile(BytesIO(bundle.content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


def check(files):
    """What a third party does, from the recipe in the file; gives how many entries and seals were checked."""
    for line in files["SHA256SUMS"].decode().splitlines():
        digest, name = line.split("  ")
        assert sha256(files[name]) == digest
    case = json.loads(files["hand.json"])
    texts = {hand["id"]: hand["evidence_text"] for hand in case["hands"]}
    for entry in case["entries"]:
        number, own = (value.to_bytes(8, "big") for value in (entry["number"], entry["id"]))
        assert sha256(bytes.fromhex(entry["previous"]), number, own, entry["content"].encode()) == entry["digest"]
        content = json.loads(entry["content"])
        if content[3] in {"hand", "misdeal"}:
            assert sha256(texts[int(content[4].removeprefix("hand:"))].encode()) == content[11]
    for seal in case["seals"]:
        lines = [f"{seal['house']} {seal['number']} {seal['gaming_day']} {seal['previous']}"]
        lines += [f"{name} {last} {digest}" for name, (last, digest) in sorted(seal["heads"].items())]
        assert sha256("\n".join(lines).encode()) == seal["digest"]
        for entry in case["entries"]:
            assert entry["number"] <= seal["heads"][entry["book"]][0]
    return len(case["entries"]), len(case["seals"])


def test_a_third_party_can_check_it_alone(evening, disputed, corrected):
    assert check(unpacked(evening, disputed)) == (2, 0)
    assert check(unpacked(evening, corrected)) == (5, 0)  # original, lent, reversal, new, given back


def test_with_the_seal_once_the_day_is_closed(evening, table):
    leave(evening, table, 40_000, 40_000, 40_000)
    table = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table, 40_000, 40_000)
    hand = recording.record_summary(
        table_id=table, version=evening.version(table), summary=Summary(20_000, True, 2), actor=evening.dealer
    ).hand
    leave(evening, table, 40_000, 39_000)
    evening.close_day()
    assert check(unpacked(evening, hand)) == (1, 1)


def test_the_seal_before_is_the_houses_own(evening, table):
    """Another house, the first by its id, was sealed before; a day opened again has a second seal after its first."""
    next_door = House.objects.create(pk=evening.house.pk - 1, code="dus", name="Duisburg")
    day = money_days.open_day(house_id=next_door.pk, actor=evening.manager)
    days.close_day(day_id=day.pk, actor=evening.manager)
    leave(evening, table, 40_000, 40_000, 40_000)
    table = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table, 40_000, 40_000)
    hand = recording.record_summary(
        table_id=table, version=evening.version(table), summary=Summary(20_000, True, 2), actor=evening.dealer
    ).hand
    leave(evening, table, 40_000, 39_000)
    evening.close_day()
    asked = money_days.ask_reopening(day_id=evening.day.pk, reason="a box was forgotten", actor=evening.manager)
    looking(money_days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)
    forging.close(evening)
    assert check(unpacked(evening, hand)) == (1, 2)


@pytest.mark.parametrize("spoil", [("fold", "call"), ("1200", "1300"), ("void", "good")])
def test_a_changed_copy_is_found_out(evening, disputed, spoil):
    files = unpacked(evening, disputed)
    files["hand.json"] = files["hand.json"].decode().replace(*spoil).encode()
    with pytest.raises(AssertionError):
        check(files)


def test_everything_is_in_it(evening, disputed):
    files = unpacked(evening, disputed)
    assert list(files) == ["SHA256SUMS", "hand.html", "hand.json", "hand.phh"]
    case = json.loads(files["hand.json"])
    (hand,) = case["hands"]
    assert [(row["kind"], row["live"], row["actor_name"]) for row in hand["actions"]] == [
        ("raise", False, "dealer"),
        ("undo", False, "dealer"),
        ("raise", True, "dealer"),
        ("fold", True, "dealer"),
        ("fold", True, "dealer"),
    ]
    assert [ruling["text"] for ruling in case["rulings"]] == ["Sitz 2 wollte mitgehen: zu spät."]
    assert [(entry["code"], entry["reason"]) for entry in case["entries"]] == [("hand", ""), ("reversal", "wrong seat")]
    assert hand["schedule"]["terms"]["rate_bp"] == 500
    assert tomllib.loads(files["hand.phh"].decode())["actions"]
    with translation.override("en"):
        html = unpacked(evening, disputed)["hand.html"].decode()
    for text in ("wrong seat", "Sitz 2 wollte mitgehen", case["entries"][1]["digest"], "has been undone", "rate_bp"):
        assert text in html
    assert "<script" not in html
    assert "http" not in html


def test_a_correction_shows_original_reversal_and_new_from_either_end(evening, corrected):
    for hand in (corrected, corrected.corrects):
        files = unpacked(evening, hand)
        case = json.loads(files["hand.json"])
        assert [(one["id"], one["state"], one["corrects"]) for one in case["hands"]] == [
            (corrected.corrects_id, "void", None),
            (corrected.pk, "settled", corrected.corrects_id),
        ]
        codes = [entry["code"] for entry in case["entries"]]
        assert codes == ["hand", "correction", "reversal", "hand", "correction"]
        assert "hand.phh" not in files


def test_guests_are_seats_unless_their_numbers_are_asked_for(evening, disputed):
    plain = b"".join(unpacked(evening, disputed).values())
    asked = unpacked(evening, disputed, with_numbers=True)
    (hand,) = json.loads(asked["hand.json"])["hands"]
    assert len(hand["guests"]) == 3
    for number in hand["guests"].values():
        assert f'"{number}"'.encode() not in plain
        assert f'"{number}"'.encode() in asked["hand.phh"]
        assert number.encode() in asked["hand.html"]
    assert b"Guest 1" not in plain + b"".join(asked.values())


def test_the_same_state_gives_the_same_bytes(evening, disputed):
    copies = {}
    for language in ("de", "en", "de"):
        with translation.override(language):
            bundle = bundles.of_hand(hand_id=disputed.pk, actor=evening.manager)
        assert copies.setdefault(language, bundle) == bundle
        assert f'lang="{language}"'.encode() in bundle.content
    assert copies["de"] != copies["en"]


def test_a_hand_that_is_being_played(evening, table):
    recorded = start(evening, table)
    assert check(unpacked(evening, recorded.hand)) == (0, 0)


def test_refusals(evening, disputed):
    for actor, hand_id, code in ((evening.dealer, disputed.pk, "not_allowed"), (evening.manager, 4711, "no_such_hand")):
        with pytest.raises(Refusal, match=code):
            bundles.of_hand(hand_id=hand_id, actor=actor)
