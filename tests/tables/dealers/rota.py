"""A house that keeps a rota, for the tests of dealers."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from casino import house_time
from casino.models import User
from tables.dealers.services import downs, qualifications, shifts
from tables.models import DealerBreak, Down, Qualification, Shift
from tables.play.services import house_rules
from tables.rules.rota.skills import SKILLS
from tables.rules.rota.terms import RotaRules
from tests import builders
from tests.builders import Evening


@dataclass
class Rota:
    """The rota of an evening: its dealers, and who deals where; `integrator` acts on whatever is current."""

    evening: Evening
    integrator: User
    people: dict[str, User] = field(default_factory=dict)

    @property
    def house_id(self) -> int:
        return self.evening.house.pk

    def keep_rota(self, **rules: object) -> None:
        """Switch the rota on."""
        house_rules.change(
            house_id=self.house_id, rules=RotaRules, changes={"is_on": True, **rules}, actor=self.evening.floor
        )

    def hire(self, name: str, *, skills: Iterable[str] = SKILLS, here: bool = True) -> User:
        """A dealer who is here and may deal everything, unless said otherwise."""
        person = builders.user("dealer", name)
        qualifications.put(house_id=self.house_id, dealer_id=person.pk, skills=skills, actor=self.evening.floor)
        if here:
            shifts.come(house_id=self.house_id, dealer_id=person.pk, actor=self.evening.floor)
        self.people[name] = person
        return person

    def push(self, table: int, dealer: User, **more: object) -> int:
        """One push."""
        return downs.push(table_id=table, version=None, dealer_id=dealer.pk, actor=self.integrator, **more)

    def wanted(self, *pairs: tuple[int, User]) -> list[downs.Wanted]:
        """A line as the page sends it."""
        return [downs.Wanted(table, self.evening.version(table), dealer.pk) for table, dealer in pairs]

    def line(self, *pairs: tuple[int, User]) -> list[str]:
        """Push it; the codes of the refused."""
        return self.pushed(self.wanted(*pairs))

    def pushed(self, pushes: list[downs.Wanted]) -> list[str]:
        """Push a line that was drawn up before; the codes of the refused."""
        outcomes = downs.push_line(house_id=self.house_id, pushes=pushes, actor=self.evening.floor)
        return [one.refusal.code if one.refusal else "done" for one in outcomes]

    def deals(self) -> dict[str, str]:
        """Who deals where now."""
        rows = Down.objects.filter(ended_at=None).select_related("table", "dealer")
        return {row.table.code: row.dealer.username for row in rows}


def backdate(shift: Shift, minutes: int) -> None:
    """The dealer came so long ago."""
    at = house_time.now() - timedelta(minutes=minutes)
    Shift.objects.filter(pk=shift.pk).update(came_at=at, begins_at=at, ends_at=at + timedelta(hours=10))


def came_ago(dealer: User, minutes: int) -> None:
    """The dealer came so long ago, and is still here."""
    backdate(Shift.objects.get(dealer=dealer, went_at=None), minutes)


def rested_ago(dealer: User, *, begins: int, minutes: int) -> DealerBreak:
    """A break that began so long ago and took so long."""
    at = house_time.now() - timedelta(minutes=begins)
    shift = Shift.objects.get(dealer=dealer, went_at=None)
    return DealerBreak.objects.create(
        shift=shift,
        dealer=dealer,
        started_at=at,
        back_at=at + timedelta(minutes=minutes),
        ended_at=at + timedelta(minutes=minutes),
        sent_by=dealer,
    )


def everything() -> list[object]:
    """All that a refused command must leave as it is."""
    return [list(model.objects.order_by("pk").values()) for model in (Shift, DealerBreak, Qualification, Down)]
