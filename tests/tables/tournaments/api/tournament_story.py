"""A tournament over HTTP from its announcement to the settled books, every command and every reading once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from tables.models import Table
from tests.api_client import Api
from tests.builders import Evening
from tests.tables.tournaments.tournament import EURO, desk

Check = Callable[[str, HttpResponse], Any]
SET = {"25": 80, "100": 80, "500": 40, "1000": 30, "5000": 10}


def answered(_operation: str, answer: HttpResponse) -> Any:
    """The body of what was done."""
    assert answer.status_code in {200, 201}, answer.content
    return answer.json()


@dataclass
class Story:
    """One tournament and its people; `check` sees every answer and gives its body."""

    evening: Evening
    check: Check = answered
    id: int = 0
    window: int = 0
    version: int = 0

    @property
    def at(self) -> str:
        return f"tournaments/{self.id}"

    @property
    def floor(self) -> Api:
        return Api(self.evening.floor)

    @property
    def manager(self) -> Api:
        return Api(self.evening.manager)

    @property
    def cage(self) -> Api:
        return Api(self.evening.cage)

    def look(self) -> dict[str, Any]:
        """The tournament as it stands; what is done next carries its version."""
        seen: dict[str, Any] = self.check("tournaments_retrieve", self.floor.get(f"{self.at}/"))
        self.version = seen["version"]
        return seen

    def do(self, what: str, *, by: Api | None = None, **body: Any) -> Any:
        """A command on it, with the version just seen."""
        self.look()
        name = f"tournaments_{what}".replace("/", "_").replace("-", "_")
        return self.check(name, (by or self.floor).post(f"{self.at}/{what}/", {"version": self.version, **body}))

    def rows(self, what: str, **query: Any) -> list[dict[str, Any]]:
        """A list below it, read by who may see money too."""
        name = f"tournaments_{what}_list".replace("-", "_")
        found: list[dict[str, Any]] = self.check(name, self.manager.get(f"{self.at}/{what}/", **query))["results"]
        return found

    def enter(self, name: str = "Guest") -> dict[str, Any]:
        body = {"guest": self.evening.guest(name).pk, "window": self.window}
        made: dict[str, Any] = self.check("tournaments_enter", self.manager.post(f"{self.at}/enter/", body))
        return made

    def sell(self, what: str, entrant: int, **body: Any) -> dict[str, Any]:
        name = f"entrants_{what}".replace("-", "_")
        made: dict[str, Any] = self.check(
            name, self.manager.post(f"entrants/{entrant}/{what}/", {"window": self.window, **body})
        )
        return made

    def stacks(self) -> dict[int, int]:
        """Chips by entrant, of those who still play."""
        return {one["id"]: one["chips"] for one in self.rows("entrants", state="seated")}

    def announce(self, **terms: Any) -> None:
        """The house's evening structure, changed once, registration open, its window too."""
        templates = self.check("tournaments_structures_list", self.floor.get("tournaments/structures/"))
        body: dict[str, Any] = {
            "code": "TURM", "name": "Freitag", "starts_at": "2026-11-27T20:00:00+01:00", "buy_in_cents": 100 * EURO,
            "fee_cents": 10 * EURO, "re_buy_cents": 50 * EURO, "add_on_cents": 50 * EURO, "bounty_cents": 20 * EURO,
            "structure": templates[0]["structure"], "chip_set": SET,
        }  # fmt: skip
        self.id = self.check("tournaments_create", self.floor.post("tournaments/", body | terms))["id"]
        self.window = desk(self.evening)
        change = {"version": 1, "name": "Freitagsturnier"}
        changed = self.check("tournaments_update", self.floor.patch(f"{self.at}/", change))
        assert (changed["name"], changed["buy_in_cents"]) == ("Freitagsturnier", body["buy_in_cents"])
        self.do("open-registration")

    def furnish(self, count: int) -> list[int]:
        """So many more tables."""
        first = Table.objects.count()
        return [
            int(self.floor.post("tables/", {"code": f"M{number}", "seats": 9}).json()["id"])
            for number in range(first, first + count)
        ]

    def push(self, table: int) -> None:
        """The evening's dealer to a table."""
        body = {"version": self.evening.version(table), "dealer": self.evening.dealer.pk}
        assert self.floor.post(f"tables/{table}/dealer/", body).status_code == 200

    def begin(self, entries: int = 6) -> None:
        """Sold, one given back, the set found complete, drawn at two tables, dealt."""
        for number in range(entries):
            self.enter(f"Guest {number}")
        ill = self.enter("Ill")
        assert self.check(
            "entrants_withdraw", self.manager.post(f"entrants/{ill['entrant']}/withdraw/", {"reason": "fell ill"})
        )["state"] == "withdrawn"  # fmt: skip
        self.do("check-chip-set", when="start", found=SET)
        self.do("draw-seats", tables=self.furnish(2))
        self.do("clock/start")


def sold_and_moved(story: Story) -> None:
    """A re-buy, a table more, somebody moved by hand, buttons said, the clock set, all chips counted."""
    first = min(story.stacks())
    story.sell("re-buy", first, holding=4_000)
    (third,) = story.furnish(1)
    story.do("add-tables", tables=[third])
    story.do("move", entrant=first, to_table=third, to_seat=9, reason="wheelchair")
    story.do("buttons", buttons=[{"table": third, "button_seat": 1, "small_blind_seat": 2, "big_blind_seat": 3}])
    story.do("clock/pause")
    story.do("clock/resume")
    story.do("clock/move", item=4, remaining_ms=600_000)
    story.sell("add-on", first)
    story.do("clock/adjust", by_ms=-60_000)
    story.check("tournaments_clock_retrieve", story.floor.get(f"{story.at}/clock/"))
    story.check("tournaments_outlook_retrieve", story.floor.get(f"{story.at}/outlook/"))
    story.do("balance")
    stacks = [{"entrant": entrant, "chips": chips} for entrant, chips in story.stacks().items()]
    story.do("count-chips", stacks=stacks)
    story.do("clock/move", item=5)


def played_out(story: Story) -> None:
    """Prizes fixed, everybody put out but the champion (once taken back), hand for hand at the end."""
    story.do("check-chip-set", when="re_entry", found=SET)
    story.check("tournaments_payout_tables_list", story.floor.get("tournaments/payout-tables/"))
    story.do("fix-prizes")
    champion, *others = sorted(story.stacks())
    story.do("hand-for-hand", on=True)
    for place, entrant in enumerate(reversed(others)):
        story.do("eliminate", outs=[{"entrant": entrant, "won_by": [champion]}])
        if place == 0:
            story.do("undo-elimination")
            story.do("eliminate", outs=[{"entrant": entrant, "won_by": [champion], "chips_before": 4_000}])


def paid_and_settled(story: Story) -> None:
    """Every prize paid once, the set found complete, the books closed."""
    for prize in story.rows("prizes"):
        if prize["amount_cents"]:
            paid = story.cage.post(f"prizes/{prize['id']}/pay/", {"window": story.window, "seen": prize["seen"]})
            story.check("prizes_pay", paid)
    story.do("check-chip-set", when="end", found=SET | {"25": 79}, explanation="one under a table, seen on video")
    story.do("settle", by=story.manager)


def dealt_and_agreed(evening: Evening, check: Check = answered) -> Story:
    """Two hands recorded, the smallest chips raced off, and a deal of all who are left."""
    story = Story(evening, check)
    story.announce(code="DEAL", chip_set={}, bounty_cents=0)
    for name in ("Ada", "Ben"):
        story.enter(name)
    (table,) = story.furnish(1)
    story.do("draw-seats", tables=[table])
    story.do("clock/start")
    button = story.rows("tables")[0]["seats"][0]["seat"]
    misdealt = story.do("deal-hand", table=table, button_seat=button)
    void = story.floor.post(f"tournament-hands/{misdealt['id']}/void/", {"reason": "a card was exposed"})
    assert check("tournament_hands_void", void)["state"] == "void"
    hand = story.do("deal-hand", table=table)
    for what, body in (("actions", {"kind": "fold"}), ("undo", {}), ("actions", {"kind": "fold"}), ("settle", {})):
        answer = story.floor.post(f"tournament-hands/{hand['id']}/{what}/", {"version": hand["version"], **body})
        hand = check(f"tournament_hands_{what}", answer)
    assert hand["state"] == "settled"
    check("tournament_hands_retrieve", story.floor.get(f"tournament-hands/{hand['id']}/"))
    seats = [{"seat": one["seat"], "pieces": 4} for one in story.rows("tables")[0]["seats"]]
    story.do("race-chips", table=table, denomination=25, next_denomination=100, seats=seats)
    story.do("clock/move", item=5)
    story.do("fix-prizes")
    proposed = {"method": "icm", "played_for_cents": 20 * EURO}
    check("tournaments_propose_deal", story.floor.post(f"{story.at}/propose-deal/", proposed))
    story.do("agree-on-deal", **proposed)
    for what in ("hands", "chip-races", "deals"):
        assert story.rows(what), what
    return story


def on_to_another(evening: Evening, check: Check = answered) -> Story:
    """A satellite's seat is awarded, and the survivors of a flight go on, to the same final."""
    final = Story(evening, check)
    final.announce(code="FINAL", chip_set={}, bounty_cents=0)
    satellite, flight = Story(evening, check), Story(evening, check)
    satellite.announce(code="SAT", chip_set={}, bounty_cents=0, seat_for=final.id)
    flight.announce(code="1A", chip_set={}, bounty_cents=0, final=final.id)
    for number, story in enumerate((satellite, flight)):
        for name in ("Ada", "Ben", "Cem"):
            story.enter(f"{name} {number}")
        story.do("draw-seats", tables=final.furnish(1))
        story.do("clock/start")
        story.do("clock/move", item=5)
        story.do("fix-prizes")
    first, *others = sorted(satellite.stacks())
    for entrant in reversed(others):
        satellite.do("eliminate", outs=[{"entrant": entrant, "won_by": [first]}])
        if satellite.look()["state"] == "finished":
            break
    for prize in satellite.rows("prizes", kind="seat"):
        won = check("prizes_award_seat", satellite.floor.post(f"prizes/{prize['id']}/award-seat/"))
        assert (won["tournament"], won["kind"]) == (final.id, "seat_won")
    flight.do("advance")
    return final


def from_first_to_last(evening: Evening, check: Check = answered) -> Story:
    """From the announcement to the books, every list read at the end; another tournament is called off."""
    story = Story(evening, check)
    story.announce()
    story.begin()
    sold_and_moved(story)
    played_out(story)
    paid_and_settled(story)
    for what in ("entrants", "purchases", "tables", "seat-changes", "draws", "chip-counts", "chip-set-checks"):
        assert story.rows(what), what
    for what in ("eliminations", "prizes"):
        assert story.rows(what), what
    other = Story(evening, check)
    other.announce(code="AUS")
    other.enter()
    other.do("cancel", by=other.manager, reason="no guests")
    check("tournaments_list", story.floor.get("tournaments/"))
    return story
