"""A house with one of everything that the books do not say, its day closed and sealed, for tests of tampering."""

from datetime import timedelta

from django_otp.plugins.otp_totp.models import TOTPDevice

from accounting.days.services import days
from accounting.findings.services import findings
from accounting.models import Finding, GamingDay
from accounting.reports.services import rollups
from casino import house_time
from casino.models import LoginEvent, RecoveryCode, SecurityEvent, StoredAnswer
from casino.models.logins import LoginKind
from casino.models.security import SecurityKind
from casino.services import accounts, alarms, security, users
from tables.absence.services import keeping
from tables.audit.services import days as table_days
from tables.dealers.services import qualifications, shifts
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.guests.services import guests
from tables.guests.services.admission import bans
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.log.services import floor_calls, incidents
from tables.models import Acknowledgement, AdmissionCheck, KeptChips, Prize
from tables.prizes.services import eliminations, prizes
from tables.prizes.services.eliminations import Out
from tables.rules.tournaments.shipped import TURBO
from tables.tournaments.services import chips
from tables.waiting.services import entries
from tests import builders
from tests.builders import Evening
from tests.deciding import looking
from tests.tables.tournaments.tournament import EURO, SoldTournament, desk, sold_tournament
from tools.evening.clock import Clock

PASSWORD = "a long one for the safe"


def house() -> Evening:
    """Opened, played, closed and sealed; the next day is open, and a tournament with unpaid prizes goes on in it."""
    clock = Clock(house_time.now() - timedelta(days=3))
    with house_time.shown_by(clock.now):
        evening = builders.evening()
        _people(evening)
        _guests(evening)
        _played(evening, clock)
        _contest(evening)
        rollups.roll_up()
        builders.close_window(
            evening.cage,
            evening.second_cage,
            window_id=desk(evening),
            chips=builders.pieces(1_000 * EURO),
            cash_cents=builders.balances("cash/")["cash/K9"],
        )
        _closed_twice(evening, clock)
    return evening


def _people(evening: Evening) -> None:
    """A new auditor by two administrators, somebody locked out and let in again, a wrong password, alarms seen."""
    first, second = builders.user("admin"), builders.user("admin", "second-admin")
    auditor = accounts.open_account(
        username="prüfer", full_name="Petra Prüfer", role_names=["auditor"], language="de", reason="neu", actor=first
    )
    request = auditor.account_requests.get()
    looking(accounts.approve)(account_request_id=request.pk, one_time_password="once-and-no-more", actor=second)
    auditor.refresh_from_db()
    users.set_password(password=PASSWORD, actor=auditor)
    accounts.lock_out(user_id=auditor.pk, reason="weg", actor=first)
    looking(accounts.approve)(
        account_request_id=accounts.ask_to_let_in(user_id=auditor.pk, reason="zurück", actor=first).pk,
        one_time_password="",
        actor=second,
    )
    for ok in (False, True):
        LoginEvent.objects.create(user=auditor, username="prüfer", kind=LoginKind.PASSWORD, ok=ok)
    RecoveryCode.objects.create(user=auditor, number=1, code_hash="not this one")
    TOTPDevice.objects.create(user=auditor, name="telephone")
    StoredAnswer.objects.create(actor=auditor, key="k", request="POST /", digest=bytes(32), status=200, answer="{}")
    event = security.note(SecurityKind.MISSES, "prüfer", user=None)
    looking(alarms.see)(alarm_id=event.pk, actor=evening.manager)
    assert SecurityEvent.objects.filter(kind=SecurityKind.ROLE).exists()


def _guests(evening: Evening) -> None:
    guest, double = (
        guests.register(house_id=evening.house.pk, name="Uwe Doppelt", number=number, actor=evening.floor)
        for number in ("G-1", "G-2")
    )
    guests.merge(guest_id=guest.pk, duplicate_id=double.pk, reason="dieselbe Karte", actor=evening.floor)
    ban = bans.ban(guest_id=guest.pk, reason="Streit", actor=evening.manager)
    bans.lift(ban_id=ban.pk, actor=evening.manager)
    AdmissionCheck.objects.create(
        guest=guest, gaming_day=evening.day, source="ban_file", result="admitted", at=house_time.now(), by=evening.floor
    )


def _played(evening: Evening, clock: Clock) -> None:
    """A table with two hands, a guest whose chips are kept, a call, an incident, an alarm; its dealer's evening."""
    game = evening.game(recording="summary")
    games.edit(game_id=game.pk, changes={"max_buy_in_cents": 90_000}, actor=evening.floor)
    qualifications.put(
        house_id=evening.house.pk, dealer_id=evening.dealer.pk, skills=["texas/no_limit"], actor=evening.manager
    )
    shifts.come(house_id=evening.house.pk, dealer_id=evening.dealer.pk, actor=evening.floor)
    table = evening.table(game, float_cents=50_000)
    evening.sit(table, 40_000, 40_000)
    summary = Summary(20_000, True, 2, tip_cents=200, rake_cents=500, reason="chip unit")
    for _ in range(2):
        clock.forward(clock.at + timedelta(minutes=3))
        recording.record_summary(table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer)
    call = floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer)
    floor_calls.take(call_id=call.pk, actor=evening.floor)
    floor_calls.answer(call_id=call.pk, text="gilt", actor=evening.floor)
    incidents.record(kind="cards", text="Ass geknickt", table_id=table, measures=["deck"], actor=evening.floor)
    Acknowledgement.objects.create(
        house=evening.house, table_id=table, kind="late", mark="x", since=clock.at, reason="gesehen", at=clock.at,
        by=evening.floor,
    )  # fmt: skip
    seats.away(table_id=table, version=evening.version(table), seat=2, actor=evening.floor)
    keeping.pick_up(
        table_id=table, version=evening.version(table), seat=2, counted_cents=39_000, reason="weg", actor=evening.floor
    )
    clock.forward(clock.at + timedelta(minutes=3))
    seats.cash_out(table_id=table, version=evening.version(table), seat=1, counted_cents=39_600, actor=evening.floor)
    keeping.hand_out(kept_id=_kept(), actor=evening.floor)
    tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=50_000, actor=evening.floor)
    entries.join(game_id=game.pk, guest_id=evening.guest("Wartet").pk, actor=evening.floor)
    shifts.go(dealer_id=evening.dealer.pk, actor=evening.floor)


def _kept() -> int:
    return KeptChips.objects.get().pk


def _contest(evening: Evening) -> SoldTournament:
    """Three players, two out, the champion's prize not paid."""
    tournament = sold_tournament(evening, structure=TURBO, bounty_cents=10 * EURO)
    for number in range(3):
        tournament.enter(evening.guest(f"Spieler {number}"))
    tournament.start(1)
    first, second, third = tournament.seated()
    prizes.fix(**tournament.seen, early=True, actor=evening.floor)
    chips.count(**tournament.seen, counts={one.pk: one.chips for one in tournament.seated()}, actor=evening.floor)
    for loser in (third, second):
        eliminations.eliminate(**tournament.seen, outs=[Out(loser.pk, (first.pk,))], actor=evening.floor)
    paid = Prize.objects.filter(tournament=tournament.id, kind="bounty").first()
    assert paid is not None
    looking(prizes.pay)(prize_id=paid.pk, window_id=tournament.window, actor=evening.cage)
    return tournament


def _closed_twice(evening: Evening, clock: Clock) -> None:
    """Closed, opened again by two, closed again; another day after that, so that histories of the close are sealed."""
    _close(evening)
    asked = days.ask_reopening(day_id=evening.day.pk, reason="Box vergessen", actor=evening.manager)
    looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)
    _close(evening)
    clock.forward(clock.at + timedelta(days=1))
    evening.open_day()
    _close(evening)
    assert GamingDay.objects.filter(state="closed").count() == 2


def _close(evening: Evening) -> None:
    evening.make_ready()
    for finding in Finding.objects.filter(house=evening.house, state=Finding.State.OPEN):
        looking(findings.resolve)(
            finding_id=finding.pk, resolution="justified", comment="seen", actor=evening.second_manager
        )
    table_days.close_day(day_id=evening.day.pk, actor=evening.manager)
