"""Which house a row is of, and who works there.

A person works in the houses of `User.house_ids`, or in every house where that is None.  Rows of other houses do not
exist for them: addresses, commands, lists and the back office answer as for an id that no row has.

Apps name their rows once (`name_rows`): `table` is then a converter of addresses (`<table:pk>`), and `table_id` an
argument of use cases, whose house is looked up before the use case runs.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from inspect import signature
from typing import Any, Protocol, TypeVar
from zoneinfo import ZoneInfo

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import Model, Q, QuerySet
from django.urls import register_converter
from django.utils.translation import gettext

from casino.errors import N_, NotAllowed, NotFound

ID = "[1-9][0-9]{0,17}"
"""An id in an address. Eighteen digits fit a bigint."""

CHOSEN = "house"
"""The session's key with the house that somebody who works in several has chosen."""

RowType = TypeVar("RowType", bound=Model)
_rows: dict[str, type[Model]] = {}
_known: dict[tuple[type[Model], int], int] = {}
"""The houses of rows that this process has asked for: a row's house never changes (a person's houses do)."""
_KNOWN_AT_MOST = 50_000


class Member(Protocol):
    """A user, as far as houses go."""

    @property
    def house_ids(self) -> Collection[int] | None:
        """The houses of the person; None: every house."""


class IdConverter:
    """`<id:pk>` in a path: an id that names no row of a house."""

    regex = ID

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(IdConverter, "id")


def name_rows(**rows: type[Model]) -> None:
    """Name rows for addresses (`<table:pk>`) and arguments (`table_id`, `table_ids`), when an app is ready."""
    for name, model in rows.items():
        assert _rows.setdefault(name, model) is model, f"{name} is named twice"
        register_converter(IdConverter, name)


def named() -> Mapping[str, type[Model]]:
    """The rows that have a name."""
    return _rows


def works_in(member: Member, house_id: int | None) -> bool:
    """Whether somebody works in a house; what is of no house is everybody's."""
    return member.house_ids is None or house_id is None or house_id in member.house_ids


def houses_of(member: Member) -> "QuerySet[Model]":
    """The houses where somebody works, those in operation first."""
    return within(apps.get_model(settings.HOUSE_MODEL)._default_manager.order_by("-is_active", "pk"), member)


def chosen(member: Member, session: Mapping[str, Any]) -> Any:
    """The house whose pages somebody sees: the one they chose (`/houses/`), else their first; None: they have none."""
    wanted, rows = session.get(CHOSEN), houses_of(member)
    return (rows.filter(pk=wanted).first() if wanted is not None else None) or rows.first()


def zone(member: Member, session: Mapping[str, Any]) -> ZoneInfo | None:
    """The time zone of that house; None (UTC) where there is none."""
    house = chosen(member, session)
    return ZoneInfo(house.time_zone) if house is not None else None


def works_in_every(member: Member) -> bool:
    """Whether somebody works in every house in operation."""
    rows = apps.get_model(settings.HOUSE_MODEL)._default_manager.filter(is_active=True)
    return member.house_ids is None or not rows.exclude(pk__in=member.house_ids).exists()


def require_every(member: Member) -> None:
    """Refuse what reads every house to somebody who does not work in all of them (`every_house_required`)."""
    if not works_in_every(member):
        raise NotAllowed(
            "every_house_required", N_("This covers every house: only people who work in all of them may see it.")
        )


def houses_coded(codes: Collection[str], member: Member | None) -> list[Any]:
    """The houses with these codes, in this order: how a code that somebody wrote becomes a house.

    The person who writes the codes is the member, and so is the person who decides on what names them.  None: nobody
    who signs in, as at the console, or to compute from what was decided.  Refuses (`no_such_house`) a code of no house,
    and one of a house where the member does not work.
    """
    rows = apps.get_model(settings.HOUSE_MODEL)._default_manager.filter(code__in=codes)
    found: dict[str, Any] = {house.code: house for house in (rows if member is None else within(rows, member))}
    if missing := ", ".join(sorted(set(codes) - found.keys())):
        raise NotFound(
            "no_such_house",
            N_("You work in no house with this code: %(houses)s. This is for people who work in each house it names."),
            houses=missing,
        )
    return [found[code] for code in codes]


def coded(codes: Collection[str]) -> list[int] | None:
    """The ids of the houses with these codes; where none is named, of every house there is (None: there is none yet).

    So somebody made at the console works in the houses of today, and not by themselves in one that is set up later.
    """
    houses = apps.get_model(settings.HOUSE_MODEL)._default_manager.order_by("pk").values_list("pk", flat=True)
    return [house.pk for house in houses_coded(codes, None)] or list(houses) or None


def oversees(member: Member, person: Member) -> bool:
    """Whether none of somebody's houses is beyond the member's."""
    if member.house_ids is None:
        return True
    return person.house_ids is not None and set(person.house_ids) <= set(member.house_ids)


@lru_cache(maxsize=256)
def house_path(model: type[Model]) -> str | None:
    """The shortest way of foreign keys to the house, as `table__house_id`; None where a row is of no house."""
    house = apps.get_model(settings.HOUSE_MODEL)
    if model is house:
        return "pk"
    ways: list[tuple[type[Model], str]] = [(model, "")]
    seen = {model}
    for at, way in ways:
        keys = [field for field in at._meta.concrete_fields if field.many_to_one or field.one_to_one]
        for field in keys:
            if field.related_model is house:
                return f"{way}{field.attname}"
        for field in keys:
            related = field.related_model
            if not field.null and isinstance(related, type) and related not in seen:
                seen.add(related)
                ways.append((related, f"{way}{field.name}__"))
    return None


def houses_path(model: type[Model]) -> str | None:
    """The way to the houses of the person whom a row is about (`PERSON` names them), as `person__house_ids`.

    None where it is about no person, and so of one house or of none.
    """
    if hasattr(model, "PERSON"):
        return f"{model.PERSON}__house_ids"
    return "house_ids" if hasattr(model, "house_ids") else None


def within(rows: "QuerySet[RowType]", member: Member) -> "QuerySet[RowType]":
    """The rows of somebody's houses; people are those who share one."""
    if member.house_ids is None:
        return rows
    if (people := houses_path(rows.model)) is not None:
        return rows.filter(Q(**{f"{people}__overlap": list(member.house_ids)}) | Q(**{people: None}))
    path = house_path(rows.model)
    return rows if path is None else rows.filter(**{f"{path}__in": member.house_ids})


def people_of(house_id: int) -> Q:
    """The condition on people who work in a house."""
    return Q(house_ids=None) | Q(house_ids__contains=[house_id])


def of_colleagues(member: Member) -> Q:
    """The condition on rows with a `user`: somebody who shares a house, or nobody."""
    if member.house_ids is None:
        return Q()
    mine = Q(user__house_ids__overlap=list(member.house_ids))
    return mine | Q(user=None) | Q(user__isnull=False, user__house_ids=None)


def names() -> dict[int, str]:
    """The names of all houses by id."""
    return dict(apps.get_model(settings.HOUSE_MODEL)._default_manager.order_by("pk").values_list("pk", "name"))


def house_names(house_ids: Collection[int] | None, known: Mapping[int, str] | None = None) -> str:
    """The names of houses in one text; `known`: those of `names`, if they were read already."""
    if house_ids is None:
        return gettext("every house")
    return ", ".join(name for house, name in (names() if known is None else known).items() if house in house_ids)


def require(member: Member, rows: Iterable[tuple[type[Model], int]]) -> None:
    """Refuse rows of houses where somebody does not work (`not_found`); rows that do not exist are not refused here."""
    wanted = list(rows)
    if member.house_ids is None or not wanted:
        return
    for found in _houses(wanted):
        houses = found if isinstance(found, list) else [found]
        if not any(works_in(member, house) for house in houses):
            raise NotFound("not_found", N_("Not found."))


def forget_rows() -> None:
    """Forget the houses of rows: this process goes on with another database."""
    _known.clear()


@lru_cache(maxsize=512)
def arguments(service: Callable[..., Any]) -> tuple[str, ...]:
    """The arguments of a service that name rows: `table_id`, `guest_ids`."""
    return tuple(name for name in signature(service).parameters if _row_of(name) is not None)


def given(names: Iterable[str], values: Mapping[str, Any]) -> list[tuple[type[Model], int]]:
    """The rows that the values of a service's `arguments` name; a mapping names its values."""
    rows: list[tuple[type[Model], int]] = []
    for name in names:
        value, model = values.get(name), _row_of(name)
        assert model is not None
        if isinstance(value, int):
            rows.append((model, value))
        elif value is not None:
            rows.extend((model, pk) for pk in (value.values() if isinstance(value, Mapping) else value))
    return rows


def in_address(route: str, values: Mapping[str, Any]) -> list[tuple[type[Model], int]]:
    """The rows that an address names; `route` as the resolver has it."""
    return [(_rows[name], values[argument]) for name, argument in _arguments_of(route)]


@lru_cache(maxsize=1024)
def _arguments_of(route: str) -> tuple[tuple[str, str], ...]:
    parts = (part.partition(">")[0].partition(":") for part in route.split("<")[1:])
    return tuple((name, argument) for name, _colon, argument in parts if name in _rows)


def _row_of(name: str) -> type[Model] | None:
    for ending in ("_id", "_ids"):
        if name.endswith(ending):
            return _rows.get(name.removesuffix(ending))
    return None


def _houses(rows: Sequence[tuple[type[Model], int]]) -> list[Any]:
    """The house of each row in one statement: an id, a person's list of ids, or None for a row that is not there."""
    found: dict[tuple[type[Model], int], Any] = {row: _known.get(row) for row in rows}
    if asked := [row for row, house in found.items() if house is None]:
        found.update(zip(asked, _ask(asked), strict=True))
        if len(_known) > _KNOWN_AT_MOST:
            _known.clear()
        _known.update((row, house) for row, house in found.items() if isinstance(house, int))
    return [found[row] for row in rows]


def _ask(rows: Sequence[tuple[type[Model], int]]) -> Sequence[Any]:
    columns = ", ".join(f"({_lookup(model)})" for model, _pk in rows)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns}", [pk for _model, pk in rows])
        found: Sequence[Any] | None = cursor.fetchone()
    assert found is not None
    return found


@lru_cache(maxsize=256)
def _lookup(model: type[Model]) -> str:
    path = houses_path(model) or house_path(model)
    assert path is not None, f"{model} is of no house"
    sql, _parameters = model._default_manager.filter(pk=1).order_by().values_list(path).query.sql_with_params()
    return str(sql)
