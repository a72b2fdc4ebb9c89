"""The locks of the game side, always taken in one order.

Tournament → waiting list (by id) → table (by id) → dealer (by id) → game → hand → `accounting.locks`.

PostgreSQL reads a row again after waiting for its lock, but not the rows joined to it; so a lock reads only its own
row, and a use case loads everything else after it (`selectors`).  Waiting ends after the connection's lock_timeout with
`Busy`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import connection

from casino.errors import N_, Malformed, NotFound, Refusal, Stale
from casino.roles import Actor, permits
from tables.models import Erasure, Game, Guest, Hand, HandOver, HouseBan, LegalHold, Tournament, WaitingList
from tables.models.columns import column_names, from_columns

if TYPE_CHECKING:
    from casino.models import User

_TABLES = (
    "SELECT id, house_id, code, seats, version, is_active FROM tables_table WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
)
_GUEST = "SELECT * FROM tables_guest WHERE id = %s AND house_id = %s FOR KEY SHARE"
_HAND_FIELDS = column_names(Hand)
# The table's code and dealer do not change with the hand, so they may be read together with the lock.
_HAND = f"""
SELECT {", ".join(_HAND_FIELDS)},
       (SELECT code FROM tables_table t WHERE t.id = table_id),
       (SELECT down.dealer_id FROM tables_down down WHERE down.table_id = hand.table_id AND down.ended_at IS NULL)
  FROM tables_hand hand WHERE id = %s FOR UPDATE
"""  # noqa: S608 -- names of our model's columns


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A table that nobody else can act on until the transaction ends."""

    id: int
    house_id: int
    code: str
    seats: int
    version: int
    is_active: bool


def tournament(tournament_id: int) -> Tournament:
    """Lock a tournament; refuses `no_such_tournament`.  Callers then check the client's version (`check_version`)."""
    found = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if found is None:
        raise NotFound("no_such_tournament", N_("Tournament not found."))
    return found


def waiting_lists(list_ids: Iterable[int]) -> dict[int, WaitingList]:
    """Lock several waiting lists in one order; refuses `no_such_list`."""
    wanted = sorted(set(list_ids))
    rows = WaitingList.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
    found = {row.pk: row for row in rows}
    if len(found) != len(wanted):
        raise NotFound("no_such_list", N_("Waiting list not found."))
    return found


def tables(table_ids: Iterable[int]) -> dict[int, LockedTable]:
    """Lock several tables in one order; refuses `no_such_table`."""
    wanted = sorted(set(table_ids))
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, [wanted])
        rows = {row[0]: LockedTable(*row) for row in cursor.fetchall()}
    if len(rows) != len(wanted):
        raise NotFound("no_such_table", N_("Table not found."))
    return rows


def table(table_id: int, *, version: int | None, actor: Actor) -> LockedTable:
    """Lock a table that the client has seen at `version`; refuses `no_such_table`, `stale`, `version_required`."""
    row = tables([table_id])[table_id]
    check_version(version, row.version, actor)
    return row


@dataclass(frozen=True, slots=True)
class LockedHand:
    """A hand that nobody else can act on until the transaction ends, with its table's code and present dealer."""

    hand: Hand
    table_code: str
    dealer_id: int | None


def hand(hand_id: int) -> LockedHand:
    """Lock a hand; refuses `no_such_hand`.  Callers then check the client's version (`check_version`)."""
    with connection.cursor() as cursor:
        cursor.execute(_HAND, [hand_id])
        row = cursor.fetchone()
    if row is None:
        raise NotFound("no_such_hand", N_("Hand not found."))
    *values, table_code, dealer_id = row
    found = from_columns(Hand, _HAND_FIELDS, values)
    return LockedHand(found, table_code, dealer_id)


def dealers(dealer_ids: Iterable[int]) -> "dict[int, User]":
    """Lock several people in one order, so that nobody else sends them anywhere; refuses `no_such_dealer`.

    Rows that they record meanwhile, which point to them, do not wait for this lock.
    """
    wanted = sorted(set(dealer_ids))
    rows = get_user_model().objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    found = {row.pk: row for row in rows}
    if len(found) != len(wanted):
        raise NotFound("no_such_dealer", N_("Dealer not found."))
    return found


def game(game_id: int) -> Game:
    """Lock a game whose terms are being changed, or that is being put on a table; refuses `no_such_game`.

    Hands of the game, whose rows point to it, do not wait for this lock.
    """
    found = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    if found is None:
        raise NotFound("no_such_game", N_("Game not found."))
    return found


def guest(guest_id: int) -> Guest:
    """Lock a guest whose identity is recorded or asked about; refuses `no_such_guest` and `guest_merged`.

    Outside the ladder: nothing else is locked with it, and rows that point to the guest do not wait for it.
    """
    return refuse_merged(Guest.objects.select_for_update(no_key=True).filter(pk=guest_id).first())


def guest_stays(guest_id: int, house_id: int) -> Guest:
    """A guest of the house who is not merged into another until the transaction ends; anybody else may do the same.

    Refuses `no_such_guest`, and `guest_merged` with the number that leads on.
    """
    return refuse_merged(next(iter(Guest.objects.raw(_GUEST, [guest_id, house_id])), None))


def duplicates(guest_ids: Iterable[int]) -> dict[int, Guest]:
    """Lock guests of whom one is merged into another, by id: a transaction that is about to seat one waits.

    Refuses `no_such_guest`.
    """
    wanted = sorted(set(guest_ids))
    found = {row.pk: row for row in Guest.objects.select_for_update().filter(pk__in=wanted).order_by("pk")}
    if len(found) != len(wanted):
        raise NotFound("no_such_guest", N_("Guest not found."))
    return found


def refuse_merged(found: Guest | None) -> Guest:
    """The guest that was found; refuses `no_such_guest`, `guest_erased` and `guest_merged`."""
    if found is None:
        raise NotFound("no_such_guest", N_("Guest not found."))
    if found.erased_at is not None:
        raise Refusal(
            "guest_erased", N_("%(guest)s was erased. Register a returning guest as a new one."), guest=found.name
        )
    if found.merged_into is not None:
        raise Refusal(
            "guest_merged",
            N_("%(guest)s was merged into guest number %(number)s. Use that one."),
            guest=found.name,
            number=found.merged_into.number,
            guest_id=found.merged_into_id,
        )
    return found


def erasure(erasure_id: int) -> Erasure:
    """Lock an erasure that is being decided, before its guest; refuses `no_such_erasure`."""
    found = Erasure.objects.select_for_update(no_key=True).filter(pk=erasure_id).first()
    if found is None:
        raise NotFound("no_such_erasure", N_("Request not found."))
    return found


def legal_hold(hold_id: int) -> LegalHold:
    """Lock a legal hold that is being lifted; refuses `no_such_hold` and `hold_lifted`."""
    found = LegalHold.objects.select_for_update(no_key=True).filter(pk=hold_id).first()
    if found is None:
        raise NotFound("no_such_hold", N_("Legal hold not found."))
    if found.lifted_at is not None:
        raise Refusal("hold_lifted", N_("This legal hold has already been lifted."))
    return found


def house_ban(ban_id: int) -> HouseBan | None:
    """Lock a house ban that is being lifted; outside the lock order, since nothing else is locked with it."""
    return HouseBan.objects.select_for_update().filter(pk=ban_id).first()


def hand_over(hand_over_id: int) -> HandOver | None:
    """Lock a signed hand-over that is being confirmed; outside the lock order too."""
    return HandOver.objects.select_for_update().filter(pk=hand_over_id).first()


def check_version(seen: int | None, current: int, actor: Actor) -> None:
    """Refuse an action on another version than the client's (`stale`), and one without (`version_required`).

    Only an integrator may leave the version out, and so act on the current one.
    """
    if seen is None:
        if not permits(actor, "accounting.act_without_version"):
            raise Malformed("version_required", N_("Give the version you saw."))
    elif seen != current:
        raise Stale("stale", N_("This has since changed. Please look again."), seen=seen, version=current)
