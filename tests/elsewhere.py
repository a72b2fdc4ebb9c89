"""What somebody of another house is shown: every address with rows of a house where they do not work."""

from collections.abc import Iterator, Sequence

from django.apps import apps
from django.db.models import Model
from django.test import Client

from accounting.models import House
from casino import membership
from casino.models import User
from casino.roles import Role
from tables.games.pages import games
from tables.models import Game, Guest, Tournament
from tests import addresses, matrix

OTHER_ARGUMENTS = {
    "first": "2026-11-21", "seat": 1, "number": 1, "print": 1, "kind": "push", "mark": "1", "name": "x", "person": 1,
}  # fmt: skip
SHUT = (403, 404)


def settled() -> House:
    """Everybody who is there works in the house that is there; returns a second house, where nothing is yet."""
    [house] = House.objects.all()
    User.objects.filter(house_ids=None).update(house_ids=[house.pk])
    return House.objects.create(code="bb", name="Baden-Baden")


def stranger(house: House) -> User:
    """Somebody with every role, in this house alone."""
    return User.objects.create_user(
        "stranger", roles=[role.value for role in Role], house_ids=[house.pk], language="en"
    )


def browser(person: User) -> Client:
    """Their browser."""
    client = Client(raise_request_exception=False, headers={"Accept-Language": "en", "Idempotency-Key": "elsewhere"})
    client.force_login(person)
    return client


def rows_of(model: type[Model], house: House) -> Sequence[int]:
    """The first and the last row that is of another house; what is about nobody, as an alarm, is of every house."""
    rows = model._default_manager.order_by("pk")
    if (people := membership.houses_path(model)) is not None:
        others = rows.filter(**{f"{people}__isnull": False}).exclude(**{f"{people}__contains": [house.pk]})
    else:
        others = rows.exclude(**{str(membership.house_path(model)): house.pk})
    ids = others.values_list("pk", flat=True)
    return sorted({ids[0], ids[len(ids) - 1]}) if ids else []


def doors(house: House) -> Iterator[tuple[matrix.Door, list[str]]]:
    """Each door that names rows, with its paths for rows of the other house (none where there is no row)."""
    for door, mark in matrix.houses().items():
        if mark == matrix.OTHER_HOUSE and not door.address.startswith("admin/"):
            yield door, list(_paths(door.address, house))


def _paths(address: str, house: House) -> Iterator[str]:
    for which in (0, -1):
        found, is_there = address, True
        for name, argument in addresses.ARGUMENT.findall(address):
            model = membership.named().get(name)
            ids = rows_of(model, house) if model else [OTHER_ARGUMENTS[argument]]
            is_there = is_there and bool(ids)
            if ids:
                found = found.replace(f"<{name}:{argument}>", str(ids[which]))
        if is_there:
            yield f"/{found}"


def back_office(house: House) -> Iterator[str]:
    """Each page of the back office about one row, of the other house."""
    for door, mark in matrix.houses().items():
        if mark != matrix.OTHER_HOUSE or not door.address.startswith("admin/"):
            continue
        _admin, app, name, *_rest = door.address.split("/")
        model = apps.get_model(app, name)
        for pk in rows_of(model, house):
            filled = door.address.replace("<path:object_id>", str(pk)).replace("<slug:action>", "void")
            yield "/" + filled.replace("(?P<version_id>[^/]+)", "1")


def words() -> set[str]:
    """Names by which a page of the first house would be known."""
    names = {name for model in (Guest, Game, Tournament) for name in model.objects.values_list("name", flat=True)}
    people = User.objects.exclude(full_name="").exclude(username="stranger").values_list("full_name", flat=True)
    houses = House.objects.exclude(code="bb").values_list("name", flat=True)
    # What the pages offer to every house as the name of a new game says nothing of this one.
    offered = {template.name for template in games.TEMPLATES.values()}
    return {name for name in (*names, *people, *houses) if len(name) > 4} - offered


def lists() -> Iterator[str]:
    """Each address that is read by somebody who signed in, and names no row."""
    for door, letters in matrix.expected().items():
        if door.method == "GET" and "o" not in letters and "<" not in door.address and "(" not in door.address:
            yield door.path
