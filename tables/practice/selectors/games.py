"""Practice games as pages and API show them: the open game of a table, its seats, its hands."""

from django.db import connection

from casino.errors import N_, NotFound, Refusal
from tables.models import PracticeGame, PracticeHand, PracticeSeat
from tables.rules.blinds import Positions

# The open hand's actions are part of it: what is recorded in a hand leaves the table's own version alone.
_VERSION = """
SELECT tables_table.version || '-' || COALESCE(md5(hand.actions::text), '')
  FROM tables_table
  LEFT JOIN tables_practicegame practice ON practice.table_id = tables_table.id AND practice.closed_at IS NULL
  LEFT JOIN tables_practicehand hand ON hand.practice_id = practice.id AND hand.state = 'open'
 WHERE tables_table.id = %s
"""


def open_at(table_id: int) -> PracticeGame:
    """The table's practice game; refuses `no_practice`."""
    found = PracticeGame.objects.select_related("game", "table").filter(table_id=table_id, closed_at=None).first()
    if found is None:
        raise Refusal("no_practice", N_("This table is not played at with chips without value."))
    return found


def seats(practice: PracticeGame) -> list[PracticeSeat]:
    """The taken seats, by number."""
    return list(PracticeSeat.objects.filter(practice=practice, is_taken=True))


def last_positions(practice: PracticeGame) -> Positions | None:
    """Button and blinds of the last hand; None before the first."""
    if not practice.button_seat or not practice.small_blind_seat or not practice.big_blind_seat:
        return None
    return Positions(practice.button_seat, practice.small_blind_seat, practice.big_blind_seat)


def open_hand(practice: PracticeGame) -> PracticeHand | None:
    """The hand that is played now."""
    return PracticeHand.objects.filter(practice=practice, state=PracticeHand.State.OPEN).first()


def last_hand(practice: PracticeGame) -> PracticeHand | None:
    """The last hand that is over."""
    return PracticeHand.objects.filter(practice=practice).exclude(state=PracticeHand.State.OPEN).last()


def hand(practice_hand_id: int) -> PracticeHand:
    """A hand with its game and table; refuses `no_such_hand`."""
    rows = PracticeHand.objects.select_related("practice__table", "practice__game", "by")
    found = rows.filter(pk=practice_hand_id).first()
    if found is None:
        raise NotFound("no_such_hand", N_("Hand not found."))
    return found


def version(table_id: int) -> str:
    """Changes with every command at the table and every action in its hand."""
    with connection.cursor() as cursor:
        cursor.execute(_VERSION, [table_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def hand_version(practice_hand_id: int) -> str:
    """Changes with the hand's record."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT state || md5(actions::text) FROM tables_practicehand WHERE id = %s", [practice_hand_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""
