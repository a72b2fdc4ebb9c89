"""Builders for tests: people, a house and an evening, all made through the services that people use.

docs/testing.md lists the words of all builders.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Model

from accounting.cage.services import counts, windows
from accounting.days.services import days
from accounting.models import Drop, GamingDay, House, Place, ScheduleVersion, WindowShift
from accounting.models.houses import usual_denominations
from accounting.rake.services import schedules
from casino import house_time
from casino.models import User
from casino.services import users
from tables.audit.services import audits
from tables.audit.services import days as table_days
from tables.dealers.services import downs
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.guests.services import guests
from tables.models import Game, Guest, Table
from tables.play.selectors import tables as table_views
from tables.play.selectors.tables import TableView
from tests import kept_rows
from tests.deciding import looking

NO_RAKE = {"kind": "fixed", "amount_cents": 0}
FIVE_PERCENT = {
    "kind": "percent",
    "rate_bp": 500,
    "cap_cents": 1_500,
    "no_flop_no_drop": True,
    "rounding": "down",
    "chip_cents": 100,
}


# Who works in the house: the attribute of `Evening`, the role, the user name.
HIRED = (
    ("floor", "floor", "floor"),
    ("dealer", "dealer", "dealer"),
    ("manager", "manager", "manager"),
    ("second_manager", "manager", "second-manager"),
    ("cage", "cage", "cage"),
    ("second_cage", "cage", "second-cage"),
)


def user(role: str, username: str | None = None) -> User:
    """A person with one role; the user name is the role's unless given."""
    return users.create(username=username or role, password=None, full_name="", role_names=[role])


def with_password(person: User, password: str) -> User:
    """A person who can sign in with this password from now on."""
    person.set_password(password)
    person.save()
    return person


def close_window(actor: User, second: User, **count: Any) -> WindowShift:
    """One person counts a window (arguments of `windows.close_window`), another confirms."""
    counted = windows.close_window(**count, actor=actor)
    return looking(windows.confirm_window)(window_shift_id=counted.pk, actor=second)


@dataclass
class Evening:
    """A house with its people, its gaming day, and what a test adds to it."""

    house: House
    day: GamingDay | None
    floor: User
    dealer: User
    manager: User
    second_manager: User
    cage: User
    second_cage: User
    schedule: ScheduleVersion
    numbers: list[int] = field(default_factory=lambda: [100])

    def game(self, **changes: object) -> Game:
        """A no-limit Texas game of 1/2 euros, recorded action by action, unless changed."""
        form: dict[str, object] = {
            "name": f"NLHE {self._number()}",
            "variant": "texas",
            "betting": "no_limit",
            "small_blind_cents": 100,
            "big_blind_cents": 200,
            "min_buy_in_cents": 4_000,
            "rake_schedule_id": self.schedule.schedule_id,
            "recording": "every_action",
        }
        return games.create(house_id=self.house.pk, terms=GameForm(**(form | changes)), actor=self.floor)

    def banked_game(self, **changes: object) -> Game:
        """Easy Hold'em with antes of 5 to 100 euros, recorded by its outcome, unless changed."""
        form: dict[str, object] = {
            "name": f"Easy {self._number()}",
            "variant": "easy_holdem",
            "rule_set": "easy-holdem/1",
            "min_box_cents": 500,
            "max_box_cents": 10_000,
            "max_side_cents": 2_500,
            "min_buy_in_cents": 500,
            "recording": "summary",
        }
        return games.create(house_id=self.house.pk, terms=GameForm(**(form | changes)), actor=self.floor)

    def table(self, game: Game | None = None, *, code: str = "T07", float_cents: int = 0, dealt: bool = True) -> int:
        """An open table with the evening's dealer at it."""
        row: Table = tables.create(house_id=self.house.pk, code=code, seats=9, actor=self.floor)
        tables.open_table(
            table_id=row.pk, version=1, game_id=(game or self.game()).pk, float_cents=float_cents, actor=self.floor
        )
        if dealt:
            self.push(row.pk)
        return row.pk

    def push(self, table_id: int, dealer: User | None = None) -> None:
        """Send a dealer to a table: the evening's, unless another is named."""
        dealer_id = (dealer or self.dealer).pk
        downs.push(table_id=table_id, version=self.version(table_id), dealer_id=dealer_id, actor=self.floor)

    def guest(self, name: str = "Guest", number: str = "") -> Guest:
        """A guest with this card number, or the next one."""
        number = number or str(self._number())
        return guests.register(house_id=self.house.pk, number=number, name=name, actor=self.floor)

    def sit(
        self, table_id: int, *stacks_cents: int, first: int = 1, guests: Sequence[Guest] = (), reason: str = ""
    ) -> list[Guest]:
        """Seat guests with these buy-ins on the seats from `first` on; with a reason past who waits.

        `guests`: who they are, one for each buy-in; new ones if nobody is named.
        """
        assert len(guests) in (0, len(stacks_cents))
        seated = []
        for number, cents in enumerate(stacks_cents):
            seat = first + number
            guest = guests[number] if guests else self.guest(f"Guest {seat}")
            seats.sit(
                table_id=table_id,
                version=self.version(table_id),
                seat=seat,
                guest_id=guest.pk,
                buy_in_cents=cents,
                reason=reason,
                actor=self.floor,
            )
            seated.append(guest)
        return seated

    def open_day(self) -> GamingDay:
        """Open the house's next gaming day, which is the evening's from now on."""
        self.day = days.open_day(house_id=self.house.pk, actor=self.manager)
        return self.day

    def count_boxes(self) -> None:
        """Two people count what is booked: an honest house."""
        for row in Drop.objects.filter(gaming_day__house=self.house, counted_at=None):
            for person in (self.cage, self.second_cage):
                counts.count(drop_id=row.pk, found=pieces(row.booked_cents), actor=person)

    def sign_terms(self) -> None:
        """A second manager approves whatever terms were proposed."""
        for version in ScheduleVersion.objects.filter(schedule__house=self.house, state="proposed"):
            looking(schedules.approve)(version_id=version.pk, actor=self.second_manager)

    def terms(self, name: str, terms: dict[str, object] | None = None) -> ScheduleVersion:
        """Another schedule in force since yesterday, signed by two."""
        since = house_time.now() - timedelta(days=1)
        return signed(self.house.pk, name, terms or FIVE_PERCENT, since, self.manager, self.second_manager)

    def make_ready(self) -> None:
        """Boxes counted, terms signed, hands audited: all of the check list but the tables."""
        self.count_boxes()
        self.sign_terms()
        audits.audit(day_id=self.day.pk, actor=self.manager)

    def close_day(self) -> GamingDay:
        """The day made ready and closed by its check list."""
        self.make_ready()
        return table_days.close_day(day_id=self.day.pk, actor=self.manager)

    def view(self, table_id: int) -> TableView:
        """The table as it stands."""
        return table_views.view(table_id)

    def version(self, table_id: int) -> int:
        """The table's version as it stands."""
        return Table.objects.values_list("version", flat=True).get(pk=table_id)

    def _number(self) -> int:
        self.numbers[0] += 1
        return self.numbers[0]


def signed(
    house_id: int, name: str, terms: dict[str, object], since: datetime, author: User, second: User
) -> ScheduleVersion:
    """Terms that one wrote and another approved, at the moment from which they count."""
    at = min(since, house_time.now())
    with house_time.shown_by(lambda: at):
        version = schedules.publish(house_id=house_id, name=name, terms=terms, valid_from=since, actor=author)
        return looking(schedules.approve)(version_id=version.pk, actor=second)


@kept_rows.rebuilt
def evening(
    terms: dict[str, object] | None = None,
    *,
    code: str = "wi",
    schedule: str = "Taxe",
    people: Mapping[str, User] | None = None,
    opener: User | None = None,
    opens: bool = True,
) -> Evening:
    """A house whose gaming day has just been opened, with a schedule in force.

    `people`: who works there, by their attribute of `Evening`; everybody else is hired.  `opener` writes the schedule
    and opens the day; the manager unless somebody else is named.  With `opens=False` the first day is still to come.
    """
    house = House.objects.create(code=code, name="Spielbank")
    working = dict(people or {})
    for attribute, role, username in HIRED:
        if attribute not in working:
            working[attribute] = user(role, username)
    opener = opener or working["manager"]
    day = days.open_day(house_id=house.pk, actor=opener) if opens else None
    yesterday = house_time.now() - timedelta(days=1)
    version = signed(house.pk, schedule, terms or FIVE_PERCENT, yesterday, opener, working["second_manager"])
    return Evening(house=house, day=day, schedule=version, **working)


def past_the_guards(statement: str, *values: object) -> None:
    """What an older system may have written, or the database's owner: no trigger and no constraint sees it."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement, values)
        cursor.execute("SET session_replication_role = DEFAULT")


def pieces(cents: int) -> dict[str, int]:
    """Chips worth so much, the largest first (a remainder below the smallest chip cannot be paid)."""
    counted = {}
    for denomination in sorted(usual_denominations(), reverse=True):
        counted[str(denomination)], cents = divmod(cents, denomination)
    assert not cents, "no chip is that small"
    return counted


def counts_of(models: Iterable[type[Model]]) -> dict[str, int]:
    """How many rows of each of them there are, asked in one statement."""
    asked = list(models)
    with connection.cursor() as cursor:
        tables = (one._meta.db_table for one in asked)
        cursor.execute("SELECT " + ", ".join(f'(SELECT count(*) FROM "{table}")' for table in tables))
        return dict(zip((one.__name__ for one in asked), cursor.fetchone(), strict=True))


def balances(prefix: str = "") -> dict[str, int]:
    """Balances of all places that are not empty."""
    rows = Place.objects.filter(name__startswith=prefix).exclude(balance_cents=0)
    return dict(rows.values_list("name", "balance_cents"))
