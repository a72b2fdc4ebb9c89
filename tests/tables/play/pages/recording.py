"""A browser at the only table of a tournament, where hands are recorded."""

from django.test import Client

from tables.dealers.services import downs
from tables.models import Entrant, TournamentHand, TournamentTable
from tables.rules.tournaments.shipped import TURBO
from tests.builders import Evening
from tests.html import flat
from tests.tables.tournaments.pages.tournaments import named, sold, to
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament


def at_one_table(evening: Evening) -> SoldTournament:
    """Weber, Rossi and Nguyen at one table with 4,000 each, blinds 50/100; its dealer is there."""
    tournament = sold_tournament(evening, structure=TURBO)
    sold(tournament, "Weber", "Rossi", "Nguyen")
    tournament.start(1)
    table = tournament.tables[0]
    downs.push(table_id=table, version=evening.version(table), dealer_id=evening.dealer.pk, actor=evening.floor)
    return tournament


class Recording:
    """A browser at the only table of a tournament: sends what its buttons would send."""

    def __init__(self, tournament: SoldTournament, client: Client) -> None:
        self.tournament, self.client, self.table = tournament, client, tournament.tables[0]
        self.taps = 0

    @property
    def hand(self) -> TournamentHand:
        return TournamentHand.objects.latest("number")

    def html(self, name: str, *parts: object) -> str:
        answer = self.client.get(to(name, self.tournament.id, *parts))
        assert answer.status_code == 200, answer.content.decode()
        return flat(answer.content.decode())

    def page(self) -> str:
        return self.html("hand", self.hand.number)

    def start(self, **fields: object):
        self.taps += 1
        form = {"key": f"start-{self.taps}", "version": self.tournament.row.version, **fields}
        return self.client.post(to("start-hand", self.tournament.id, self.table), form)

    def send(self, command: str, **fields: object):
        """One button of the hand: the key of this showing, the number of actions that is current."""
        self.taps += 1
        form = {"key": f"tap-{self.taps}", "version": len(self.hand.actions), **fields}
        return self.client.post(to(f"{command}-hand", self.tournament.id, self.hand.number), form)

    def act(self, kind: str, **fields: object) -> None:
        answer = self.send("act", kind=kind, **fields)
        assert answer.status_code == 303, answer.content.decode()

    def begin(self, name: str = "Weber") -> None:
        assert self.start(button_seat=named(self.tournament, name).seat).status_code == 303

    def refused(self, answer: object, sentence: str, status: int = 422) -> None:
        """It is said, and nothing changed."""
        assert answer.status_code == status  # type: ignore[attr-defined]
        assert sentence in answer.content.decode()  # type: ignore[attr-defined]


def kept(tournament: SoldTournament) -> list[object]:
    """All that a hand could change."""
    hands = list(TournamentHand.objects.order_by("pk").values_list("pk", "state", "actions", "result"))
    players = list(Entrant.objects.order_by("pk").values_list("pk", "state", "chips", "place", "seat"))
    tables = list(TournamentTable.objects.values_list("button_seat", "small_blind_seat", "big_blind_seat"))
    return [tournament.row.version, tournament.row.state, hands, players, tables]


def lose_all(at: Recording) -> None:
    """All three all-in; Weber wins with aces, Rossi and Nguyen lose 4,000 each."""
    for _player in range(3):
        at.act("all_in")
    for board in ("2c 7d 9h", "Js", "Qd"):
        at.act("board", cards=board)
    holes = {"Weber": "As Ah", "Rossi": "Ks Kh", "Nguyen": "4s 4h"}
    while not at.client.get(to("hand", at.tournament.id, at.hand.number)).context["settle_form"]:
        asked = at.client.get(to("hand", at.tournament.id, at.hand.number)).context["showdown"][0]
        at.act("show", seat=asked["seat"], cards=holes[asked["name"]])
