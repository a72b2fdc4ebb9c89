"""The prover of hands by itself, as PostgreSQL computes and as Python alone does: each kind of difference is named."""

from collections.abc import Iterator

import pytest

from accounting.models import Entry
from accounting.proof.services.proofs import Prover
from tables.audit.services import proofs
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tests import builders, databases
from tests.builders import Evening
from tests.forging import change

pytestmark = pytest.mark.django_db

ELSEWHERE = "its hand belongs to another table, house or gaming day"
ASSESSED = "its assessment is of another table, dealer or schedule version than its hand"
RECORDED = "its hand was changed after it was booked"
TWICE = "its hand, its assessment or its reversal is there twice"


def two_hands() -> Evening:
    """A hand that was settled and then void, and a settled one."""
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 40_000, 40_000)
    first, _second = [
        recording.record_summary(
            table_id=table, version=evening.version(table), summary=Summary(20_000, True, 2), actor=evening.dealer
        ).hand
        for _ in range(2)
    ]
    hands.void(hand_id=first.pk, version=first.version, reason="keyed twice", actor=evening.floor)
    return evening


built, evening = databases.shared(two_hands)


def told() -> list[tuple[int | None, str]]:
    """What either way of computing says of the table's book: they say the same."""
    computed, alone = ([(one.number, one.what) for one in prove()] for prove in _WAYS)
    assert computed == alone
    return computed


_WAYS = (proofs.prove, proofs.prove_independently)


@pytest.mark.parametrize(
    ("setting", "what"),
    [
        ("state = 'open', ended_at = NULL, result = NULL", "its hand is still in play"),
        ("state = 'void', void_reason = 'x'", "its hand is void, but it is not reversed"),
        ("house_id = house_id + 1", ELSEWHERE),
        ("gaming_day_id = gaming_day_id + 1", ELSEWHERE),
        ("dealer_id = (SELECT id FROM casino_user WHERE username = 'second-manager')", ASSESSED),
        ("schedule_version_id = 0", ASSESSED),
        ("started_at = 'infinity'", RECORDED),
        ("number = number + 5", RECORDED),
    ],
)
def test_a_settled_hand_is_what_its_entry_says(evening: Evening, setting: str, what: str) -> None:
    assert told() == []
    hand = Hand.objects.get(state="settled")
    change(f"UPDATE tables_hand SET {setting} WHERE id = %s", hand.pk)
    number = Entry.objects.get(reference=f"hand:{hand.pk}").number
    assert [said for at, said in told() if at == number] == [what]


def copied(table: str, where: str, **changes: str) -> Iterator[str]:
    """Statements by which a row is there twice, the copy changed; keys and constraints would not stop the owner."""
    yield f"CREATE TEMPORARY TABLE copied AS SELECT * FROM {table} WHERE {where}"
    yield "UPDATE copied SET " + ", ".join(f"{name} = {value}" for name, value in changes.items())
    yield f"INSERT INTO {table} SELECT * FROM copied"


@pytest.mark.parametrize(
    ("state", "key", "where"),
    [
        ("settled", "accounting_entry_reference_key", "id = {}"),
        ("void", "accounting_entry_reverses_id_key", "reverses_id = {}"),
    ],
)
def test_an_entry_that_is_booked_or_reversed_twice_is_named_once(
    evening: Evening, state: str, key: str, where: str
) -> None:
    entry = Entry.objects.get(reference=f"hand:{Hand.objects.get(state=state).pk}")
    change(f"ALTER TABLE accounting_entry DROP CONSTRAINT {key}")
    for statement in copied("accounting_entry", where.format(entry.pk), id="id + 5000", number="number + 5000"):
        change(statement)
    assert [number for number, what in told() if what == TWICE] == [entry.number]


@pytest.mark.parametrize("prove", _WAYS)
def test_a_hand_that_nobody_can_read_hides_none_before_it(evening: Evening, prove: Prover) -> None:
    """A number of five thousand digits: the prover ends there, and has named the hand before."""
    change("UPDATE tables_hand SET void_reason = 'x' WHERE state = 'void'")
    change(
        "UPDATE tables_hand SET result = jsonb_build_object('pot_cents', 10::numeric ^ 5000) WHERE state = 'settled'"
    )
    named: list[str] = []
    with pytest.raises(ValueError, match="digits"):
        named.extend(one.what for one in prove())
    assert named == ["its hand was void for another reason, or by somebody else"]
