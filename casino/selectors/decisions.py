"""What takes more than one person: who takes part in a row, which of them are never the same, and what waits::

    TERMS = Matter(
        model=LevyTerms,
        name=_("Levy terms"),
        about=lambda row: f"{row.terms['law']} v{row.version}",
        persons={PROPOSER: "proposed_by", APPROVER: "decided_by"},
        edits=EDITS,
        approves=APPROVES,
        page="management:levy-approve",
        declines="management:levy-decline",
        decided=lambda row: Refusal("terms_decided", _("These terms were decided already."), state=row.state),
    )

`Duties` says who takes part: nobody is two of them, unless `together` names the pair.  A `Matter` is one that waits for
its second person; it is in the list of all that waits.  Both are named in `settings.DUTIES`, stand in the selectors of
their room, and are the `decides` of the use cases that act on what somebody saw (`casino.transactions.use_case`).

Every decision names what was seen (`Duties.seen`): a digest of the row as it was shown.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, Generic, TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import BigIntegerField, Case, Exists, F, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string

from casino import membership, roles
from casino.errors import N_, NotAllowed, NotFound, Refusal, Word
from casino.models import User
from casino.rows import existing

DECIDED = 20
"""How much of what was decided is shown."""
RowType = TypeVar("RowType", bound=Model)
DutiesType = TypeVar("DutiesType", bound="Duties[Any]")


@dataclass(frozen=True, slots=True)
class Part:
    """What a person is to a row: a stable word, and what they are told who already are it."""

    word: str
    done: str


PROPOSER = Part("proposer", N_("you have proposed or asked for it"))
APPROVER = Part("approver", N_("you have decided on it"))
COUNTER = Part("counter", N_("you have counted it"))
TAKER = Part("taker", N_("you have taken it from its table"))
EXPLAINER = Part("explainer", N_("you have explained it"))
BRINGER = Part("bringer", N_("you have brought it"))
PAYER = Part("payer", N_("you have paid it"))
RECORDER = Part("recorder", N_("you have recorded what was dealt"))
BOOKER = Part("booker", N_("you have booked what was dealt"))
FIXER = Part("fixer", N_("you have fixed or agreed it"))
SETTLER = Part("settler", N_("you have settled it"))
SIGNER = Part("signer", N_("you have signed it"))
CONFIRMER = Part("confirmer", N_("you have confirmed it"))
SETTER = Part("setter", N_("you have set it"))
LIFTER = Part("lifter", N_("you have lifted it"))
REVERSER = Part("reverser", N_("you have taken it back"))
DEALER = Part("dealer", N_("you dealt the hand"))
SUBJECT = Part("subject", N_("it is about you"))
CAUSER = Part("causer", N_("you have caused it"))
SEER = Part("seer", N_("you have marked it as seen"))
CLAIMANT = Part("claimant", N_("you have entered the claim"))
AWARDER = Part("awarder", N_("you have approved the claim"))


def two_people(part: Part) -> NotAllowed:
    """The refusal of somebody who already is another person of the row."""
    return NotAllowed(
        "two_people", N_("This takes another person: %(because)s."), because=Word(part.done), part=part.word
    )


@dataclass(frozen=True, kw_only=True)
class Duties(Generic[RowType]):
    """The persons of a row: for each part the way to them, as queries write it (`hand__dealer`)."""

    model: type[RowType]
    name: str
    persons: Mapping[Part, str]
    together: frozenset[frozenset[Part]] = frozenset()
    """The pairs of parts that one person may be."""
    alone: Q | None = None
    """The rows for which the house allowed one person; a test of the whole row, kept with it for ever."""
    ways: Mapping[str, Subquery | Case] = field(default_factory=dict)
    """The ways in `persons` to people whom no column names, such as who booked an entry."""
    shows: Callable[[RowType], object] | None = None
    """What else of the row is shown to the person who decides, as JSON; its own columns always are."""

    def apart(self) -> list[tuple[Part, Part]]:
        """The pairs of parts that are never the same person."""
        return [pair for pair in combinations(self.persons, 2) if frozenset(pair) not in self.together]

    def others(self, part: Part) -> list[Part]:
        """The parts whose persons cannot be this one."""
        return [one if two is part else two for one, two in self.apart() if part in (one, two)]

    def taken(self, part: Part, actor: User) -> dict[str, Exists]:
        """For each part that keeps somebody from being this one: whether they are it, as annotations of rows."""
        rows = self._rows()
        return {
            f"is_{other.word}": Exists(rows.filter(pk=OuterRef("pk"), **{self.persons[other]: actor.pk}))
            for other in self.others(part)
        }

    def seen(self, row: RowType) -> str:
        """A digest of the row as it is shown: all its columns, and what it `shows` beside them.

        It is keyed: no figure that is hidden from its reader, as of a box still to be counted, can be guessed from it.
        """
        columns = {one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields}
        shown = [columns, None if self.shows is None else self.shows(row)]
        text = json.dumps(shown, sort_keys=True, default=_plain)
        return salted_hmac(__name__, text, algorithm="sha256").hexdigest()[:32]

    def broken(self) -> list[tuple[int, Part, Part]]:
        """The rows of which one person is two parts that are never the same: for the proof."""
        # Most rows have no second person yet; a column that says so spares the look at a way that is none.
        there = {part: {f"{path}__isnull": False} for part, path in self.persons.items() if path not in self.ways}
        return [
            (pk, one, two)
            for one, two in self.apart()
            for pk in self.rows_of(one, two)
            .filter(**there.get(one, {}), **there.get(two, {}), **{self.persons[one]: F(self.persons[two])})
            .order_by("pk")
            .values_list("pk", flat=True)
            .distinct()
        ]

    def rows_of(self, one: Part, two: Part) -> QuerySet[RowType]:
        """The rows of which these two are never the same."""
        every = self._rows()
        return every if self.alone is None else every.exclude(self.alone)

    def _rows(self) -> QuerySet[RowType]:
        rows: QuerySet[RowType] = self.model._default_manager.annotate(**self.ways)
        return rows


@dataclass(frozen=True, kw_only=True)
class Matter(Duties[RowType]):
    """What one person has asked for, and waits for a second one: its permissions, its page, its columns."""

    about: Callable[[RowType], str]
    edits: str
    approves: str
    page: str
    """The name of the address where it is decided."""
    declines: str = ""
    """The name of the address where it is declined; empty where one does not decline."""
    decided: Callable[[RowType], Refusal]
    asker: Part = PROPOSER
    decider: Part = APPROVER
    asked_at: str = "proposed_at"
    decided_at: str = "decided_at"
    waits: Mapping[str, object] = field(default_factory=lambda: {"state": "proposed"})
    """The condition on rows that wait, as queries write it: columns, `__in`, `__isnull`."""
    approved: Mapping[str, object] = field(default_factory=lambda: {"state": "approved"})
    declined: Mapping[str, object] = field(default_factory=lambda: {"state": "declined"})
    declined_apart: bool = False
    """Whether a decline has columns of its own (`declined_by`, `declined_at`): such a row was never decided."""
    related: tuple[str, ...] = ()
    missing: Callable[[], NotFound] = lambda: NotFound("not_found", N_("Not found."))
    """The refusal of a row that is not there."""
    within: Callable[[QuerySet[Any], User], QuerySet[Any]] = membership.within
    is_alarmed: bool = False
    """Whether an approval raises an alarm (`SecurityKind.TERMS`)."""

    def __post_init__(self) -> None:
        if self.declined_apart:
            object.__setattr__(self, "waits", {self.decided_at: None, "declined_at": None})
            object.__setattr__(self, "approved", {})
            object.__setattr__(self, "declined", {})

    def rows_of(self, one: Part, two: Part) -> QuerySet[RowType]:
        """Anybody may decline: the person who asked withdraws it, and a dealer may say that their hand was none."""
        rows = super().rows_of(one, two)
        return rows.exclude(**self.declined) if self.decider in {one, two} else rows

    @property
    def kind(self) -> str:
        """The word by which addresses and arguments name such a row (`levy_terms`)."""
        return next(name for name, model in membership.named().items() if model is self.model)

    def row(self, pk: int) -> RowType:
        """One row with the person who asked and what is `related`; refuses one that is not there."""
        rows = self.model._default_manager.select_related(self.persons[self.asker], *self.related)
        return existing(rows.filter(pk=pk), self.missing())

    def is_open(self, row: RowType) -> bool:
        """Whether the row waits for its second person."""
        return all(_holds(row, condition, value) for condition, value in self.waits.items())

    def house(self) -> F | Value:
        """The way to the house of the row; null where it is of none."""
        path = membership.house_path(self.model)
        return Value(None, output_field=BigIntegerField()) if path is None else F(path)

    def open(self, actor: User) -> QuerySet[RowType]:
        """What waits in the actor's houses."""
        return self.within(self.model._default_manager.filter(**self.waits), actor)

    def closed(self, actor: User) -> QuerySet[RowType]:
        """What a second person has decided in the actor's houses."""
        decided = {f"{self.decided_at}__isnull": False, f"{self.persons[self.decider]}__isnull": False}
        return self.within(self.model._default_manager.filter(**decided), actor)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of a matter as a list shows it."""

    matter: Matter[Any]
    row: Any

    @property
    def asked_by(self) -> User:
        """The person who asked."""
        person: User = getattr(self.row, self.matter.persons[self.matter.asker])
        return person

    @property
    def about(self) -> str:
        """What it is about."""
        return self.matter.about(self.row)


@dataclass(frozen=True, slots=True)
class Waiting(_Line):
    """One line of the list of all that waits; `why_not` is None for the person who may decide on it."""

    why_not: Refusal | None

    @property
    def kind(self) -> str:
        """The kind of the row."""
        return self.matter.kind

    @property
    def house_id(self) -> int | None:
        """The house of the row, where it is of one."""
        house: int | None = self.row.house_of
        return house

    @property
    def asked_at(self) -> datetime:
        """Since when it waits."""
        at: datetime = getattr(self.row, self.matter.asked_at)
        return at


@cache
def duties() -> tuple[Duties[Any], ...]:
    """All that takes more than one person."""
    return tuple(import_string(name) for name in settings.DUTIES)


def matters() -> list[Matter[Any]]:
    """All that waits for a second person."""
    return [one for one in duties() if isinstance(one, Matter)]


def are_for(actor: roles.Actor) -> bool:
    """Whether the person may ask for or decide on anything."""
    return bool(_theirs(actor))


def count(actor: User) -> int:
    """How much waits that somebody may decide on; one statement.

    Every page asks for it.  What takes longest is to write the statement, and it differs by roles and houses alone: it
    is written once for all who have the same, and the person put in.
    """
    houses = None if actor.house_ids is None else tuple(actor.house_ids)
    key = _Anybody(tuple(actor.roles), houses, actor.is_active)
    if key not in _counting:
        _counting[key] = _to_count(key)
    if (written := _counting[key]) is None:
        return 0
    statement, values = written
    with connection.cursor() as cursor:
        cursor.execute(statement, [actor.pk if value == _Anybody.pk else value for value in values])
        found: int = cursor.fetchone()[0]
    return found


def forget() -> None:
    """Drop the statements that were written: tests begin with another database, and other codes of houses."""
    for key in [one for one in _counting if one.house_ids is not None]:
        del _counting[key]


@dataclass(frozen=True, slots=True)
class _Anybody:
    """Anybody with these roles in these houses."""

    roles: tuple[str, ...]
    house_ids: tuple[int, ...] | None
    is_active: bool
    pk: ClassVar[int] = -1
    """No row's id: where it stands in a statement, the person's is put in."""


_counting: dict[_Anybody, tuple[str, tuple[Any, ...]] | None] = {}


def _to_count(anybody: Any) -> tuple[str, tuple[Any, ...]] | None:
    """The statement that counts for such people, and its values; None where nothing is theirs to decide."""
    parts = []
    for place, matter in enumerate(matters()):
        if roles.permits(anybody, matter.approves):
            taken = matter.taken(matter.decider, anybody)
            rows = matter.open(anybody).annotate(**taken).filter(**dict.fromkeys(taken, False))
            parts.append(rows.order_by().annotate(matter_place=Value(place)).values("matter_place", "pk"))
    if not parts:
        return None
    sql, values = parts[0].union(*parts[1:], all=True).query.sql_with_params()
    return f"SELECT count(*) FROM ({sql}) waiting", values  # noqa: S608 -- as Django wrote it, with its placeholders


def waiting(actor: User) -> list[Waiting]:
    """All that waits in somebody's houses and that they may ask for or decide on, the oldest first.

    One statement for all subjects, and one for each that has something.
    """
    found = [
        Waiting(matter, row, _why_not(matter, row, actor))
        for matter in _that_have(_theirs(actor), lambda one: one.open(actor))
        for row in matter.open(actor)
        .select_related(matter.persons[matter.asker], *matter.related)
        .annotate(house_of=matter.house(), **matter.taken(matter.decider, actor))
    ]
    return sorted(found, key=lambda line: line.asked_at)


@dataclass(frozen=True, slots=True)
class Decided(_Line):
    """One line of what was decided lately."""

    @property
    def decided_by(self) -> User:
        """The person who decided."""
        person: User = getattr(self.row, self.matter.persons[self.matter.decider])
        return person

    @property
    def decided_at(self) -> datetime:
        """When."""
        at: datetime = getattr(self.row, self.matter.decided_at)
        return at


def decided(actor: User) -> list[Decided]:
    """What was decided last in somebody's houses, of all that they may ask for or decide on; the latest first."""
    theirs = _that_have(_theirs(actor), lambda one: one.closed(actor))
    found = [
        Decided(matter, row)
        for matter in theirs
        for row in matter.closed(actor)
        .select_related(matter.persons[matter.asker], matter.persons[matter.decider], *matter.related)
        .order_by(f"-{matter.decided_at}")[:DECIDED]
    ]
    return sorted(found, key=lambda line: line.decided_at, reverse=True)[:DECIDED]


def with_rows() -> list[Duties[Any]]:
    """The duties of which there are rows; one statement."""
    return _that_have(duties(), lambda one: one.model._default_manager.all())


def _theirs(actor: roles.Actor) -> list[Matter[Any]]:
    return [one for one in matters() if roles.permits(actor, one.approves) or roles.permits(actor, one.edits)]


def _that_have(subjects: Sequence[DutiesType], rows: Callable[[DutiesType], QuerySet[Any]]) -> list[DutiesType]:
    """The subjects that have such rows, in their order: most have none, and need not be asked for more."""
    first = [rows(one).order_by().values_list(Value(place))[:1] for place, one in enumerate(subjects)]
    found = {place for (place,) in first[0].union(*first[1:], all=True)} if first else set()
    return [one for place, one in enumerate(subjects) if place in found]


def _why_not(matter: Matter[Any], row: Any, actor: User) -> Refusal | None:
    try:
        roles.require(actor, matter.approves)
    except Refusal as refusal:
        return refusal
    taken = (part for part in matter.others(matter.decider) if getattr(row, f"is_{part.word}"))
    return next((two_people(part) for part in taken), None)


def _holds(row: Model, condition: str, value: Any) -> bool:
    """Whether a row meets a condition of `Matter.waits`, without a query."""
    column, _dunder, lookup = condition.partition("__")
    found = getattr(row, column)
    if lookup == "in":
        return found in value
    return (found is None) == value if lookup == "isnull" else bool(found == value)


def _plain(value: object) -> str:
    """A column's value that JSON does not know, the same whether it was just written or read back."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return str(value)
