"""Hands recorded at tables of a tournament: one hand, a table's list, who won and who was left without chips."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import connection

from casino.errors import N_, NotFound
from tables.models import Entrant, Tournament, TournamentHand, TournamentTable

SHOWN = 100
"""Hands on a page of the list."""

_TABLE = """
SELECT tournament.version || '-' || (SELECT version FROM tables_table WHERE id = %s)
  FROM tables_tournament tournament WHERE id = %s
"""
# A digest of the actions, since their number stays the same when one is undone and another recorded; and the clock's
# last event, for the level.
_HAND = """
SELECT state || md5(actions::text)
       || (SELECT max(number) FROM tables_clockevent event WHERE event.tournament_id = hand.tournament_id)
  FROM tables_tournamenthand hand WHERE tournament_id = %s AND number = %s
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A hand in the list: chips won by player, and players left without chips; both empty until it is settled."""

    hand: TournamentHand
    won: list[tuple[str, int]]
    broke: list[str]


def table_version(tournament_id: int, table_id: int) -> str:
    """Changes with any command on the tournament and any call from the table; empty where there is none."""
    return _one(_TABLE, table_id, tournament_id)


def hand_version(tournament_id: int, number: int) -> str:
    """Changes with the hand's record and with the clock; empty where there is none."""
    return _one(_HAND, tournament_id, number)


def tournament(house_id: int, tournament_id: int) -> Tournament:
    """A tournament of the house, without the permission that lists need; refuses `no_such_tournament`."""
    found = Tournament.objects.filter(house_id=house_id, pk=tournament_id).first()
    if found is None:
        raise NotFound("no_such_tournament", N_("Tournament not found."))
    return found


def one(row: Tournament, number: int) -> TournamentHand:
    """A recorded hand by its number; refuses `no_such_hand`."""
    hands = TournamentHand.objects.select_related("table__table", "by")
    found: TournamentHand | None = hands.filter(tournament=row, number=number).first()
    if found is None:
        raise NotFound("no_such_hand", N_("Hand not found."))
    return found


def open_at(table: TournamentTable) -> TournamentHand | None:
    """The table's open hand."""
    return TournamentHand.objects.filter(table=table, state=TournamentHand.State.OPEN).first()


def last_at(table: TournamentTable) -> TournamentHand | None:
    """The last finished hand at the table."""
    over = TournamentHand.objects.filter(table=table).exclude(state=TournamentHand.State.OPEN)
    return over.order_by("-number").first()


def players(played: TournamentHand) -> dict[int, Entrant]:
    """The hand's players, by seat."""
    found = Entrant.objects.filter(tournament=played.tournament_id, number__in=played.entrants.values())
    by_number = {one.number: one for one in found.select_related("guest")}
    return {int(seat): by_number[number] for seat, number in played.entrants.items()}


def codes(row: Tournament) -> list[str]:
    """Codes of the tables at which hands were recorded."""
    found = TournamentHand.objects.filter(tournament=row).order_by("table__table__code")
    return list(found.values_list("table__table__code", flat=True).distinct())


def listed(row: Tournament, code: str = "", before: int | None = None) -> list[Line]:
    """The latest hands first, of one table or of all; `before`: only those with a smaller number."""
    found = TournamentHand.objects.filter(tournament=row).select_related("table__table", "by").order_by("-number")
    if code:
        found = found.filter(table__table__code=code)
    if before is not None:
        found = found.filter(number__lt=before)
    names = dict(Entrant.objects.filter(tournament=row).values_list("number", "guest__name"))
    return [_line(one, names) for one in found[:SHOWN]]


def _line(played: TournamentHand, names: Mapping[int, str]) -> Line:
    stacks: Mapping[str, int] = played.result["stacks"] if played.result else {}
    began = {str(seat["seat"]): seat["stack_cents"] for seat in played.setup["seats"]}
    called = {seat: f"{seat} {names[number]}" for seat, number in played.entrants.items()}
    return Line(
        hand=played,
        won=[(called[seat], chips - began[seat]) for seat, chips in stacks.items() if chips > began[seat]],
        broke=[called[seat] for seat, chips in stacks.items() if not chips],
    )


def _one(sql: str, *facts: int) -> str:
    with connection.cursor() as cursor:
        cursor.execute(sql, facts)
        row = cursor.fetchone()
    return str(row[0]) if row else ""
