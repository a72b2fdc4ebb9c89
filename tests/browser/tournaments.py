"""Tournaments for every page: announced, taking entries, running with prizes fixed, finished and half paid."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from accounting.cage.selectors import windows
from accounting.cage.services import prints
from accounting.models import GamingDay, House, ScheduleVersion, Window
from casino import house_time
from casino.models import User
from tables.models import Entrant, Prize, Tournament, TournamentTable
from tables.prizes.services import eliminations, prizes
from tables.prizes.services.eliminations import Out
from tables.rules.actions import Action, Kind
from tables.rules.tournaments import codec
from tables.rules.tournaments.shipped import DEEP_STACK, EVENING, LIMIT, TURBO
from tables.rules.tournaments.structures import Structure
from tables.tournament_hands.services import playing
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.services import announcing, balance, chips, clock, seats
from tables.tournaments.services.announcing import Terms
from tests.builders import Evening
from tests.deciding import looking
from tests.tables.tournaments.tournament import EURO, SoldTournament

NAMES = ("Anton Weber", "Berta Rossi", "Cem Yilmaz", "Dana Nguyen", "Emil Okafor", "Fritzi Schmidt-Rottluff",
         "Gerd Kowalski", "Hanna Vogel", "Ines Albrecht", "Jan de Vries", "Klara Baumgartner", "Leo Max Freiherr",
         "Mia Petrova")  # fmt: skip


def evening_of(house: House) -> Evening:
    """The house's people as the builders want them."""
    people = {name: User.objects.get(username=name) for name in ("floor", "dealer", "manager", "cage")}
    return Evening(
        house, GamingDay.objects.latest("date"), people["floor"], people["dealer"], people["manager"],
        people["manager"], people["cage"], people["cage"], ScheduleVersion.objects.earliest("pk"), numbers=[9_000],
    )  # fmt: skip


def announced(evening: Evening, code: str, name: str, structure: Structure, **terms: object) -> SoldTournament:
    form: dict[str, object] = {
        "name": name, "starts_at": house_time.now() + timedelta(hours=1), "structure": codec.to_json(structure),
        "buy_in_cents": 100 * EURO, "fee_cents": 10 * EURO, "payout_unit_cents": 10 * EURO,
    }  # fmt: skip
    row = announcing.create(house_id=evening.house.pk, code=code, terms=Terms(**(form | terms)), actor=evening.floor)
    window: Window = windows.open_ones(evening.house.pk)[0]
    return SoldTournament(evening, row.pk, window.pk)


def opened(
    evening: Evening, code: str, name: str, structure: Structure, players: Sequence[str], **terms: object
) -> SoldTournament:
    tournament = announced(evening, code, name, structure, **terms)
    announcing.open_registration(**tournament.seen, actor=evening.floor)
    for player in players:
        tournament.enter(evening.guest(player))
    return tournament


def put_out(tournament: SoldTournament, loser: Entrant, winner: Entrant) -> None:
    eliminations.eliminate(**tournament.seen, outs=[Out(loser.pk, (winner.pk,))], actor=tournament.evening.floor)


def record(tournament: SoldTournament) -> None:
    """Three hands: a misdeal, one that all but one fold, both where the first entrant sits; elsewhere one in play."""
    here = tournament.seated()[0].table
    other = next(one.table for one in tournament.seated() if one.table_id != here.pk)
    for table, end in ((here, "misdeal"), (here, "folded"), (other, "")):
        last, players = seat_views.last(table), [one for one in tournament.seated() if one.table_id == table.pk]
        button = None if last else players[0].seat
        said = {"table_id": table.table_id, "button_seat": button, "actor": tournament.evening.floor}
        hand = playing.start(**tournament.seen, **said).pk
        table.refresh_from_db()
        for count in range(len(players) - 1 if end == "folded" else 1):
            playing.act(tournament_hand_id=hand, action=Action(Kind.FOLD), count=count, actor=tournament.evening.floor)
        if end == "misdeal":
            playing.void(tournament_hand_id=hand, reason="Karte lag offen", actor=tournament.evening.floor)
        elif end:
            playing.settle(tournament_hand_id=hand, count=len(players) - 1, actor=tournament.evening.floor)


def play(house: House) -> None:
    """All four."""
    evening = evening_of(house)
    announced(evening, "SO1", "Deep Stack Wochenende", DEEP_STACK, guarantee_cents=10_000 * EURO)
    opened(evening, "FR1", "Freitagsturnier", EVENING, NAMES[:3], re_buy_cents=50 * EURO, add_on_cents=50 * EURO)
    running = opened(
        evening, "DO1", "Bounty am Donnerstag", TURBO, NAMES, bounty_cents=20 * EURO, chip_set={"25": 800, "100": 800}
    )
    chips.check_set(**running.seen, when="start", found={"25": 800, "100": 800}, actor=evening.floor)
    running.start(2)
    first, second = (
        [one for one in running.seated() if one.table_id == table.pk]
        for table in TournamentTable.objects.filter(tournament=running.id)
    )
    few, many = sorted((first, second), key=len)
    put_out(running, few[0], few[1])
    chips.check_set(
        **running.seen, when="re_entry", found={"25": 799, "100": 800}, explanation="Einer liegt im Kasten",
        actor=evening.floor,
    )  # fmt: skip
    prizes.fix(**running.seen, early=True, actor=evening.floor)
    move = {"table_id": many[0].table.table_id if many[0].table else 0, "reason": "Rollstuhl"}
    free = seats.free_seats(TournamentTable.objects.get(table_id=move["table_id"]))
    seats.move(**running.seen, entrant_id=few[1].pk, seat=free[0], actor=evening.floor, **move)
    balance.balance(**running.seen, actor=evening.floor)
    clock.move(**running.seen, item=5, actor=evening.floor)
    record(running)
    clock.pause(**running.seen, actor=evening.floor)
    prints.record(house_id=house.pk, subject=f"purchase:{running.id}/1", actor=evening.manager)
    over = opened(evening, "MI1", "Limit am Mittwoch", LIMIT, NAMES[:4])
    over.start(1)
    prizes.fix(**over.seen, early=True, actor=evening.floor)
    winner, *losers = over.seated()
    for loser in losers:
        put_out(over, loser, winner)
    paid = looking(prizes.pay)(
        prize_id=Prize.objects.get(tournament_id=over.id, place=1).pk, window_id=over.window, actor=evening.manager
    )
    for subject in (f"prize:{paid.pk}", f"tournament:{over.id}"):
        prints.record(house_id=house.pk, subject=subject, actor=evening.manager)


def examples() -> Sequence[tuple[str, Mapping[str, Sequence[object]]]]:
    """What stands for the parts of their addresses."""
    by_code = dict(Tournament.objects.values_list("code", "pk"))
    to_come, selling, running, over = (by_code[code] for code in ("SO1", "FR1", "DO1", "MI1"))
    plays = Entrant.objects.filter(tournament=running, state="seated").earliest("pk")
    registered = Entrant.objects.filter(tournament=selling).earliest("pk")
    paid, unpaid = (
        Prize.objects.filter(tournament=over, paid_at__isnull=not is_paid).earliest("pk").pk
        for is_paid in (True, False)
    )
    at = "tournaments/<tournament:pk>/"
    assert plays.table
    return (
        (r"tournaments/new/like/", {"pk": [over]}),
        (r"tournaments/new/", {"name": ["evening", "limit"], "number": [1]}),
        (at + r"($|clock/|draws/|players/|payouts/$|statement/$)", {"pk": [to_come, selling, running, over]}),
        (at + r"(open|edit|structure)/", {"pk": [to_come]}),
        (at + r"(enter|draw|start|cancel|guest)/", {"pk": [selling]}),
        (at + r"entrants/<entrant:entrant>/withdraw/", {"pk": [selling], "entrant": [registered.pk]}),
        (at + r"entrants/", {"pk": [running], "entrant": [plays.pk]}),
        (at + r"tables/<table:table>/", {"pk": [running], "table": [plays.table.table_id]}),
        (at + r"hands/<int:number>/$", {"pk": [running], "number": [1, 2, 3]}),
        (at + r"hands/<int:number>/", {"pk": [running], "number": [3]}),
        (at + r"receipts/", {"pk": [running], "number": [1], "print": [1]}),
        (at + r"payouts/<prize:prize>/(pay|seat)/", {"pk": [over], "prize": [unpaid]}),
        (at + r"payouts/<prize:prize>/", {"pk": [over], "prize": [paid], "print": [1]}),
        (at + r"(statement|settle)/", {"pk": [over], "print": [1]}),
        (at, {"pk": [running]}),
    )
