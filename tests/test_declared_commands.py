"""A command that only passes on names its service; what it reads is what that service takes, by the same names.

Whether it asks for the password is said once, at the use case, and holds at every door.
"""

import ast
import sys
from inspect import Parameter, getsource, isfunction, signature
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from django.contrib import admin
from django.forms import ModelChoiceField
from django.urls import reverse
from rest_framework.fields import empty

from accounting.days.pages.house import OfHouse
from casino.admin.actions import Action, ActionsAdmin
from casino.api.commands import Command
from casino.api.confirming import FIELD
from casino.pages.views import Command as PageCommand
from tests import house_inputs, syntax
from tests.addresses import every
from tests.api_client import addresses
from tests.rooms import PACKAGES
from tests.syntax import kept

pytestmark = pytest.mark.source

NAMED = {Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD}


def passing_on() -> dict[type[Command], set[str]]:
    """The commands of the API that leave `run` to its base class, with the arguments of their addresses."""
    found = {}
    for pattern in addresses():
        view = getattr(pattern.callback, "cls", None)
        if isinstance(view, type) and issubclass(view, Command) and view.run is Command.run:
            found[view] = {view._target if name == "pk" else name for name in pattern.pattern.converters}
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


def actions() -> list[Action]:
    """Every action of the back office."""
    pages = [page for page in admin.site._registry.values() if isinstance(page, ActionsAdmin)]
    return [action for page in pages for action in (*page.list_actions, *page.object_actions)]


def given_by(action: Action) -> set[str]:
    """The arguments that an action gives its service: those it computes, else the row's id and what is in its form."""
    if action.arguments is not None:
        return set(action.arguments(MagicMock(), MagicMock()))
    fields = {name: field for name, field in action.form.base_fields.items() if name not in {"key", "version"}}
    typed = {f"{name}_id" if isinstance(field, ModelChoiceField) else name for name, field in fields.items()}
    return typed | {action.row_id} - {""} | {"version"} & set(signature(action.service).parameters)


def test_what_an_action_of_the_back_office_gives_is_what_its_service_takes() -> None:
    """A page's command there is that command: it gives what the page gives."""
    own = [action for action in actions() if action.page is PageCommand]
    for action in own:
        seen = set() if action.service.decides is None else {"seen"}
        signature(action.service).bind(**dict.fromkeys(given_by(action) | seen | {"actor"}))
    assert len(own) > 20
    assert {action.page for action in actions()} - {PageCommand}, "some are the pages' own"


def views() -> list[type[Any]]:
    """The class of every view of ours that is sent something."""
    found = [getattr(one.callback, name, None) for _path, one in every() for name in ("cls", "view_class")]
    ours = [view for view in found if isinstance(view, type) and view.__module__.partition(".")[0] in PACKAGES]
    return [view for view in ours if {"post", "patch", "put", "delete"} & set(dir(view))]


@kept
def named_in(module: str, name: str) -> list[Any]:
    """The use cases that the source of a class names; none where it was not written but made."""
    written = syntax.nodes(syntax.tree(Path(str(sys.modules[module].__file__))))
    bodies = [node for node in written if isinstance(node, ast.ClassDef) and node.name == name]
    pairs = [node for body in bodies for node in ast.walk(body) if isinstance(node, ast.Attribute)]
    owners = [(getattr(sys.modules[module], ast.unparse(node.value), None), node.attr) for node in pairs]
    return [service for owner, attr in owners if hasattr(service := getattr(owner, attr, None), "asks_password")]


def reached(view: type[Any]) -> list[Any]:
    """The use cases that the source of a view names, and that of the classes it builds on."""
    ours = [one for one in view.__mro__ if one.__module__.partition(".")[0] in PACKAGES]
    return [service for one in ours for service in named_in(one.__module__, one.__name__)]


def pages() -> list[type[PageCommand]]:
    """The class of every command on a page."""
    return [view for view in views() if issubclass(view, PageCommand)]


def called_by_the_back_office() -> set[Any]:
    """The use cases that the modules of the back office name."""
    ours = {one.__module__ for page in admin.site._registry.values() for one in type(page).__mro__}
    modules = [sys.modules[name] for name in ours if name.partition(".")[0] in PACKAGES]
    written = [(module, node) for module in modules for node in ast.walk(ast.parse(getsource(module)))]
    pairs = [(module, node) for module, node in written if isinstance(node, ast.Attribute)]
    owners = [(getattr(module, ast.unparse(node.value), None), node.attr) for module, node in pairs]
    found = [getattr(owner, attr, None) for owner, attr in owners]
    found += [value for module in modules for value in vars(module).values()]
    return {one for one in found if isfunction(one) and hasattr(one, "asks_password")}


def test_what_the_back_office_can_do_a_page_can_do_too() -> None:
    """People work on pages, which speak of their work; the back office is for rows."""
    found = called_by_the_back_office()
    on_a_page = {service for view in pages() for service in reached(view)}
    assert {f"{service.__module__}.{service.__name__}" for service in found - on_a_page} == set()
    assert len(found) > 30


def test_a_command_of_a_page_names_the_one_use_case_it_calls() -> None:
    """Its permission and its password are asked for as the use case says, and both doors are compared by it."""
    assert [f"{view.__module__}.{view.__name__}" for view in pages() if not hasattr(view, "service")] == []
    declared = {view: {vars(base).get("service") for base in view.__mro__} for view in pages()}
    others = {f"{view.__module__}.{view.__name__}": set(reached(view)) - declared[view] for view in pages()}
    assert {name: services for name, services in others.items() if services} == {}


def test_what_a_page_takes_from_its_address_its_service_takes() -> None:
    wrong = {
        f"{view.__module__}.{view.__name__}": set(view.in_address) - set(signature(view.service).parameters)
        for view in pages()
        if view.target in (PageCommand.target, OfHouse.target)
    }
    assert {name: names for name, names in wrong.items() if names} == {}
    assert len(wrong) > 150


def test_every_door_asks_for_the_password_where_its_use_case_says_so() -> None:
    """Also a view that calls the use case itself; a use case that asks has a door."""
    asking = {view for view in views() if getattr(view, "requires_password", False)}
    assert asking == {view for view in views() if any(service.asks_password for service in reached(view))}
    named = {view.service for view in asking} | {one.service for one in actions() if one.service.asks_password}
    assert named == {service for service in house_inputs.use_cases() if service.asks_password}
    assert len(named) >= 40


@pytest.mark.parametrize("door", [Command, PageCommand])
def test_no_command_says_it_instead(door: type[Any]) -> None:
    with pytest.raises(AssertionError, match="its use case says it"):
        type("Wrong", (door,), {"requires_password": True})


def test_a_name_that_the_service_does_not_take_is_found() -> None:
    class Wrong(Command):
        @staticmethod
        def service(*, guest_id: int, reason: str, actor: object) -> None: ...

    assert sorted(mistakes(Wrong, {"pk"})) == [
        "Wrong gives pk",
        "Wrong may leave out guest_id",
        "Wrong may leave out reason",
    ]


def test_a_page_s_command_leads_somewhere() -> None:
    """It computes where to, or names a page that needs no argument."""
    named = {
        view for view in pages() if (view.run, view.get_success_url) == (PageCommand.run, PageCommand.get_success_url)
    }
    assert [view.__name__ for view in named if not view.leads_to] == []
    assert all(reverse(view.leads_to) for view in named)
    assert len(named) >= 15


def test_what_a_page_s_command_says_as_an_attribute_is_read() -> None:
    """No class between it and the base computes the same with a method of its own, unless that reads it too."""
    reads = {"in_address": "target", "leads_to": "back", "success": "done"}
    dead = {
        f"{view.__module__}.{view.__name__}.{attribute}"
        for view in pages()
        for attribute, method in reads.items()
        if -1 < _first(view, attribute) < _first(view, method)
        and f"self.{attribute}" not in getsource(view.__mro__[_first(view, method)])
    }
    assert dead == set()


def _first(view: type, name: str) -> int:
    """How far from the view the class stands that defines it; -1: only the base does."""
    return next((at for at, one in enumerate(view.__mro__) if one is not PageCommand and name in vars(one)), -1)
