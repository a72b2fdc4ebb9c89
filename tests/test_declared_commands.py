"""A command that only passes on names its service; what it reads is what that service takes, by the same names."""

from collections.abc import Iterable
from inspect import Parameter, signature
from typing import Any

from rest_framework.fields import empty

from casino.api.commands import Command
from casino.api.confirming import FIELD
from casino.pages.views import Command as PageCommand
from tests.addresses import every
from tests.api_client import addresses

NAMED = {Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD}


def passing_on() -> dict[type[Command], set[str]]:
    """The commands of the API that leave `run` to its base class, with the arguments of their addresses."""
    found = {}
    for pattern in addresses():
        view = getattr(pattern.callback, "cls", None)
        if isinstance(view, type) and issubclass(view, Command) and view.run is Command.run:
            found[view] = {view.target if name == "pk" else name for name in pattern.pattern.converters}
    return found


def mistakes(view: type[Command], path: set[str]) -> list[str]:
    """Where what the command gives is not what its service takes."""
    fields: list[Any] = list(view._input.fields.values())
    inputs = [field for field in fields if field.source != FIELD]  # the password is not passed on
    given = {field.source for field in inputs} | path | {"actor"}
    sure = {field.source for field in inputs if field.required or field.default is not empty} | path | {"actor"}
    taken = {name: one for name, one in signature(view.service).parameters.items() if one.kind in NAMED}
    needed = {name for name, one in taken.items() if one.default is Parameter.empty}
    return [f"{view.__name__} gives {name}" for name in given - set(taken)] + [
        f"{view.__name__} may leave out {name}" for name in needed - sure
    ]


def test_what_the_api_passes_on_is_what_the_service_takes() -> None:
    found = passing_on()
    assert [one for view, path in found.items() for one in mistakes(view, path)] == []
    assert len(found) >= 6


def services(views: Iterable[Any], base: type[Any]) -> dict[str, set[Any]]:
    """By the name of each declared service, what its commands say of the password."""
    found: dict[str, set[Any]] = {}
    for view in views:
        if isinstance(view, type) and issubclass(view, base) and (service := getattr(view, "service", None)):
            demand = vars(view).get("requires_password", getattr(view, "requires_password", False))
            found.setdefault(f"{service.__module__}.{service.__name__}", set()).add(bool(demand))
    return found


def test_a_page_asks_for_the_password_where_the_api_does() -> None:
    api = services((getattr(pattern.callback, "cls", None) for pattern in addresses()), Command)
    pages = services((getattr(pattern.callback, "view_class", None) for _path, pattern in every()), PageCommand)
    assert {name: pages[name] for name in pages if name in api and pages[name] != api[name]} == {}
    assert len(pages.keys() & api.keys()) >= 60


def test_a_name_that_the_service_does_not_take_is_found() -> None:
    class Wrong(Command):
        @staticmethod
        def service(*, guest_id: int, reason: str, actor: object) -> None: ...

    assert sorted(mistakes(Wrong, {"pk"})) == [
        "Wrong gives pk",
        "Wrong may leave out guest_id",
        "Wrong may leave out reason",
    ]
