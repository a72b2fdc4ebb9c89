"""Printed hands of other rooms, replayed in a house of their own through the dealers' services.

For each hand the guests sit down with the record's stacks, the hand is recorded, the rake is booked as the room took
it, and all cash out.  A hand is recorded only once, by its id: a second replay compares what was stored then.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from accounting.days.services import days
from accounting.models import GamingDay, House, Place, RakeSchedule
from accounting.rake.selectors.schedules import SCHEDULES
from accounting.rake.services import schedules
from casino import house_time
from casino.errors import Refusal
from casino.models import User
from casino.roles import Role
from casino.services import users
from casino.transactions import together
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.guests.services import guests
from tables.hands.selectors import hands as recorded_hands
from tables.hands.services import imports
from tables.hands.services.recording import HandDetails, Summary, record_summary
from tables.models import Game, Guest, Hand, Table
from tables.models.tables import SEATS_MAX
from tables.play.selectors import tables as table_views
from tables.rules import agreement, hand, records
from tables.rules.actions import Kind
from tables.rules.records import Recording

HOUSE = "replay"
ACTOR, SECOND = "replay", "replay-2"
REASON = "as the room took it"
AS_SUMMARY = "only its outcome is recorded"
#: No rake is due in this house: the rake taken comes from the records.
NOTHING_DUE: dict[str, object] = {"kind": "fixed", "amount_cents": 0}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for one hand: `agree`, `allowed` (with the reason) or `differ` (with the differences)."""

    id: str
    outcome: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """The replay's house as the tables need it: ids only, so that it can be passed to another process.

    `left_cents`: for hands of the allow-list, the stacks printed after the hand, by record id and seat.
    """

    house_id: int
    actor_id: int
    game_ids: Mapping[str, int]
    left_cents: Mapping[str, Mapping[int, int]]


def uuid_of(record_id: str) -> UUID:
    """The client's id of a record's hand."""
    return uuid5(NAMESPACE_URL, f"replay:{record_id}")


READERS: Final = [Role.MANAGER.value, Role.AUDITOR.value]
"""People with these roles read the hands of other rooms too."""


def open_house(recordings: Iterable[Recording], left_cents: Mapping[str, Mapping[int, int]]) -> Room:
    """The house with an open gaming day and a game for each room's terms; created where they are missing."""
    actor = User.objects.filter(username=ACTOR).first() or users.create(
        username=ACTOR, password=None, full_name="Replay", role_names=[Role.INTEGRATOR.value]
    )
    house, is_new = House.objects.get_or_create(code=HOUSE, defaults={"name": "Replay", "is_active": False})
    if is_new:
        for reader in User.objects.filter(roles__overlap=READERS, house_ids__isnull=False):
            users.join(username=reader.username, house_id=house.pk)
    if not GamingDay.objects.filter(house=house, state=GamingDay.State.OPEN).exists():
        days.open_day(house_id=house.pk, actor=actor)
    schedule_id = _schedule(house, actor)
    known = dict(Game.objects.filter(house=house).values_list("name", "pk"))
    for recording in recordings:
        for form in _forms(recording, schedule_id, as_summary=recording.id in left_cents):
            if form.name not in known:
                known[form.name] = games.create(house_id=house.pk, terms=form, actor=actor).pk
    return Room(house.pk, actor.pk, known, left_cents)


def _schedule(house: House, actor: User) -> int:
    found = RakeSchedule.objects.filter(house=house, name=REASON).values_list("pk", flat=True).first()
    if found is not None:
        return found
    second = User.objects.filter(username=SECOND).first() or users.create(
        username=SECOND, password=None, full_name="Replay", role_names=[Role.MANAGER.value]
    )
    version = schedules.publish(
        house_id=house.pk, name=REASON, terms=NOTHING_DUE, valid_from=house_time.now(), actor=actor
    )
    schedules.approve(version_id=version.pk, seen=SCHEDULES.seen(version), actor=second)
    return version.schedule_id


def game_name(recording: Recording) -> str:
    """One game for each variant, betting, stakes and house rules, in the record's units."""
    terms = recording.setup.terms
    bets = f" bets {terms.bet_cents(0)}/{terms.bet_cents(2)}" if terms.small_bet_cents else ""
    ante = f" ante {terms.ante_cents}" if terms.ante_cents else ""
    stakes = f"{terms.small_blind_cents}/{terms.big_blind_cents}{bets}{ante}"
    return f"{terms.variant.value} {terms.betting.value} {stakes} {recording.setup.rule_set}"


def summary_name(recording: Recording) -> str:
    """The game of hands of which only the outcome is recorded."""
    terms = recording.setup.terms
    return f"{terms.variant.value} {terms.betting.value} as summary"


def _forms(recording: Recording, schedule_id: int, *, as_summary: bool) -> Iterator[GameForm]:
    """The record's games.  Minimums are nominal: stacks come from the record, and one record has no small blind."""
    terms = recording.setup.terms
    plain = GameForm(
        name=game_name(recording),
        variant=terms.variant.value,
        betting=terms.betting.value,
        small_blind_cents=max(terms.small_blind_cents, 1),
        big_blind_cents=terms.big_blind_cents,
        ante_cents=terms.ante_cents,
        min_buy_in_cents=terms.big_blind_cents,
        rake_schedule_id=schedule_id,
        recording=Game.Recording.EVERY_ACTION.value,
        rule_set=recording.setup.rule_set,
        chip_cents=1,
    )
    yield plain
    if as_summary:
        yield replace(
            plain,
            name=summary_name(recording),
            small_blind_cents=1,
            big_blind_cents=1,
            ante_cents=0,
            min_buy_in_cents=1,
            recording=Game.Recording.SUMMARY.value,
        )


class ReplayTable:
    """One table of the replay's house with ten guests of its own; each process has one."""

    def __init__(self, room: Room, code: str) -> None:
        """Find or create the table and its guests; an interrupted replay has left it open."""
        self.room = room
        self.actor = User.objects.get(pk=room.actor_id)
        row = Table.objects.filter(house_id=room.house_id, code=code).first()
        self.table = row or tables.create(house_id=room.house_id, code=code, seats=SEATS_MAX, actor=self.actor)
        self.guests = {seat: self._guest(seat) for seat in range(1, SEATS_MAX + 1)}
        view = table_views.view(self.table.pk)
        self.game_id = view.session.game_id if view.session else None

    def _guest(self, seat: int) -> int:
        number = f"{self.table.code}-{seat}"
        found = Guest.objects.filter(house_id=self.room.house_id, number=number).values_list("pk", flat=True).first()
        return (
            found
            or guests.register(
                house_id=self.room.house_id, number=number, name=f"Guest seat {seat}", actor=self.actor
            ).pk
        )

    def play(self, recording: Recording) -> Verdict:
        """Record one hand and compare it; its guests sit down for it and cash out after it."""
        self._offer(self.room.game_ids[game_name(recording)])
        taken_cents = recording.facts.taken_cents
        details = HandDetails(
            rake_cents=taken_cents, reason=REASON if taken_cents else "", client_uuid=uuid_of(recording.id)
        )
        try:
            records.check_playable(recording)
            recorded = imports.record_visit(
                table_id=self.table.pk,
                version=None,
                guest_ids=self.guests,
                setup=recording.setup,
                actions=recording.actions,
                details=details,
                actor=self.actor,
            )
        except Refusal as refusal:
            what = f"refused as {refusal.code}, action {refusal.facts.get('number', '–')}"
            if recording.id not in self.room.left_cents:
                return _judged(recording, what)
            self._key(recording, self.room.left_cents[recording.id])
            return _judged(recording, f"{what}; {AS_SUMMARY}")
        assert recorded.state is not None
        return compared(recording, recorded.state)

    def _key(self, recording: Recording, left_cents: Mapping[int, int]) -> None:
        """Record only the outcome of a hand whose printed actions our rules refuse, in one transaction."""
        facts, table_id, actor = recording.facts, self.table.pk, self.actor
        summary = Summary(
            pot_cents=facts.total_cents,
            flop_seen=any(action.kind is Kind.BOARD for action in recording.actions),
            dealt_in=len(recording.setup.seats),
            rake_cents=facts.taken_cents,
            winners=tuple(sorted(facts.collected_cents)),
            reason=REASON if facts.taken_cents else "",
            client_uuid=uuid_of(recording.id),
        )
        self._offer(self.room.game_ids[summary_name(recording)])
        with together():
            for one in recording.setup.seats:
                seats.sit(
                    table_id=table_id,
                    version=None,
                    seat=one.seat,
                    guest_id=self.guests[one.seat],
                    buy_in_cents=one.stack_cents,
                    actor=actor,
                )
            record_summary(table_id=table_id, version=None, summary=summary, actor=actor)
            for seat, cents in left_cents.items():
                seats.cash_out(table_id=table_id, version=None, seat=seat, counted_cents=cents, actor=actor)

    def close(self) -> None:
        if self.game_id is not None:
            tables.close_table(table_id=self.table.pk, version=None, counted_float_cents=0, actor=self.actor)
            self.game_id = None

    def _offer(self, game_id: int) -> None:
        if self.game_id is None:
            tables.open_table(table_id=self.table.pk, version=None, game_id=game_id, float_cents=0, actor=self.actor)
        elif self.game_id != game_id:
            tables.change_game(table_id=self.table.pk, version=None, game_id=game_id, actor=self.actor)
        self.game_id = game_id


def compared(recording: Recording, state: hand.State) -> Verdict:
    """Our result compared with the room's print."""
    found = agreement.compare(recording.facts, hand.result(state))
    if not found:
        return Verdict(recording.id, "agree")
    what = "; ".join(f"{one.what}: printed {one.printed}, ours {one.ours}" for one in found)
    return _judged(recording, what)


def _judged(recording: Recording, what: str) -> Verdict:
    reason = agreement.reason_allowed(recording)
    return Verdict(recording.id, "differ" if reason is None else "allowed", f"{reason} ({what})" if reason else what)


def recorded_before(recordings: Sequence[Recording]) -> dict[str, int]:
    """Hands that are in the books already: record id → hand id."""
    names = {uuid_of(recording.id): recording.id for recording in recordings}
    rows = Hand.objects.filter(client_uuid__in=list(names)).values_list("client_uuid", "pk")
    return {names[uuid]: pk for uuid, pk in rows if uuid is not None}


def stored(recording: Recording, hand_id: int) -> Verdict:
    """Compare a hand as stored in the books, replayed from its rows."""
    recorded = recorded_hands.get(hand_id)
    return _judged(recording, AS_SUMMARY) if recorded.state is None else compared(recording, recorded.state)


def share(room: Room, code: str, recordings: Sequence[Recording], before: Mapping[str, int]) -> Iterator[Verdict]:
    """Play one table's share of the hands, or compare those recorded before."""
    table = ReplayTable(room, code)
    for recording in recordings:
        known = before.get(recording.id)
        yield table.play(recording) if known is None else stored(recording, known)
    table.close()


def shares(recordings: Sequence[Recording], count: int) -> list[list[Recording]]:
    """Split the hands into `count` shares of about the same size, hands of one game side by side."""
    in_order = iter(sorted(recordings, key=lambda recording: (game_name(recording), recording.id)))
    size, larger = divmod(len(recordings), count)
    return [list(islice(in_order, size + (number < larger))) for number in range(count)]


def chips_left(house_id: int) -> int:
    """Cents that lie on the house's tables: 0 after a complete replay."""
    return sum(
        Place.objects.filter(house_id=house_id, name__regex="^(seat|pool)/").values_list("balance_cents", flat=True)
    )
