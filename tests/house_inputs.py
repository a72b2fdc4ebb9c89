"""Where a house can be named, found in the code: bodies, queries, forms, terms, jobs, use cases, commands."""

import ast
import inspect
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from django import forms
from django.contrib import admin
from django.core.management import get_commands, load_command_class
from django.http import HttpRequest
from rest_framework import serializers

from accounting.models import House
from casino.api.fields import Body
from tests import addresses, syntax
from tests.rooms import PACKAGES
from tests.syntax import kept

PURE = ("accounting/policy", "tables/rules")
"""Where terms are read: rules of the tronc, levies, schedules, jackpots, games, tournaments."""
Way = tuple[str, ...]


def names_house(name: str) -> bool:
    """Whether a name says that its value is a house: `house`, `houses`, `house_id`, `other_house`."""
    return bool({"house", "houses"} & set(name.split("_")))


def bodies() -> Iterator[tuple[str, type[Body]]]:
    """Each address of the API with each body that its view reads (of POST and of PATCH)."""
    for address, pattern in addresses.every():
        view = getattr(pattern.callback, "cls", None)
        for _name, value in inspect.getmembers(view, inspect.isclass):
            if issubclass(value, Body):
                yield address, value


def ways(field: Any, way: Way = ()) -> Iterator[Way]:
    """Each way to a house in a body, down through lists, objects and the described terms."""
    if isinstance(field, serializers.ListSerializer | serializers.ListField):
        yield from ways(field.child, way)
    elif isinstance(field, serializers.Serializer):
        for name, inner in field.fields.items():
            if names_house(name):
                yield (*way, name)
            yield from ways(inner, (*way, name))
    else:
        yield from _described(described(field), way)


def described(field: Any) -> Any:
    """How the description of the API says what a field of free JSON holds."""
    return getattr(field, "_spectacular_annotation", {}).get("field", {})


def _described(schema: Any, way: Way) -> Iterator[Way]:
    if not isinstance(schema, Mapping):
        return
    for name, inner in schema.get("properties", {}).items():
        if names_house(name):
            yield (*way, name)
        yield from _described(inner, (*way, name))
    for name in ("items", "additionalProperties"):
        yield from _described(schema.get(name), way)
    for name in ("oneOf", "anyOf", "allOf"):
        for inner in schema.get(name, ()):
            yield from _described(inner, way)


def form_fields() -> set[str]:
    """Each field of a form (of pages, of the back office's actions) that names a house."""
    return {
        f"{form.__module__}.{form.__qualname__}.{name}"
        for form in _below(forms.BaseForm)
        if form.__module__.partition(".")[0] in PACKAGES
        for name, field in getattr(form, "base_fields", {}).items()
        if names_house(name) or getattr(getattr(field, "queryset", None), "model", None) is House
    }


def _below(base: type[Any]) -> Iterator[type[Any]]:
    for one in base.__subclasses__():
        yield one
        yield from _below(one)


def back_office(request: HttpRequest) -> set[str]:
    """Each model whose rows the back office adds in a house."""
    return {
        model._meta.label
        for model, page in admin.site._registry.items()
        if page.has_add_permission(request) and any(map(names_house, page.get_form(request).base_fields))
    }


def terms() -> set[str]:
    """Each field of terms, of any pure dataclass, that names a house."""
    found = set()
    for module in modules(*PURE):
        for _name, value in inspect.getmembers(module, lambda one: isinstance(one, type) and is_dataclass(one)):
            found |= {f"{value.__module__}.{value.__qualname__}.{one.name}" for one in fields(value)}
    return {name for name in found if names_house(name.rpartition(".")[2])}


def use_cases() -> Iterator[Any]:
    """Every use case."""
    for module in modules(*(str(path) for room in PACKAGES for path in sorted(Path(room).rglob("services")))):
        for _name, service in inspect.getmembers(module, lambda one: hasattr(one, "asks_password")):
            if service.__module__ == module.__name__:
                yield service


def command_options() -> set[str]:
    """Each option of a management command of ours that names a house."""
    found = set()
    for name, app in get_commands().items():
        if isinstance(app, str) and app.partition(".")[0] in PACKAGES:
            parser: ArgumentParser = load_command_class(app, name).create_parser("manage.py", name)
            found |= {f"{name} {one.dest}" for one in parser._actions if names_house(one.dest) or one.dest == "code"}
    return found


def read_by_name() -> set[str]:
    """Modules of pages, the API and the back office that read a house from a request by its name, without a form."""
    gets = {path for path, call in _calls("get") if call.args and _is_house(call.args[0])}
    items = {path for path, node in _nodes(ast.Subscript) if _is_house(node.slice) and "request." in ast.unparse(node)}
    return {path for path in gets | items if {"pages", "api", "admin"} & set(Path(path).parts)}


def looked_up_by_code() -> set[str]:
    """Modules that turn the code of a house into the house themselves."""
    found = set()
    for verb in ("filter", "get", "exclude", "get_or_create"):
        for path, call in _calls(verb):
            words = {(keyword.arg or "").partition("__")[0] for keyword in call.keywords}
            of_houses = "House.objects" in ast.unparse(call.func) or "HOUSE_MODEL" in ast.unparse(call.func)
            linked = any((keyword.arg or "").startswith("house__code") for keyword in call.keywords)
            if linked or (of_houses and "code" in words):
                found.add(path)
    return found


def _is_house(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and names_house(node.value)


def _calls(verb: str) -> Iterator[tuple[str, ast.Call]]:
    for path, node in _nodes(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr == verb:
            yield path, node


def _nodes(kind: type[Any]) -> Iterator[tuple[str, Any]]:
    return ((path, node) for path, node in _read() if isinstance(node, kind))


@kept
def _read() -> list[tuple[str, ast.AST]]:
    """The calls and subscripts of our modules that hold the word house."""
    return [
        (path.as_posix(), node)
        for room in PACKAGES
        for path in sorted(Path(room).rglob("*.py"))
        if "migrations" not in path.parts and "ouse" in path.read_text(encoding="utf-8")
        for node in syntax.nodes(syntax.tree(path.resolve()))
        if isinstance(node, ast.Call | ast.Subscript)
    ]


def modules(*folders: str) -> Iterator[Any]:
    """The modules below these folders."""
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.py")):
            yield import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))


def value_of(field: serializers.Field) -> Any:
    """What a field takes; the example of its description where it has one."""
    schema = described(field)
    if "example" in schema:
        return schema["example"]
    if isinstance(field, serializers.ListField):
        return []
    if isinstance(field, serializers.ChoiceField):
        return next(iter(field.choices))
    if isinstance(field, serializers.IntegerField):
        return max(field.min_value or 0, 1)
    if isinstance(field, serializers.DateField):
        return "2026-12-01"
    if isinstance(field, serializers.TimeField):
        return "12:00"
    if isinstance(field, serializers.DateTimeField):
        return "2026-12-01T18:00:00+01:00"
    return "any" if isinstance(field, serializers.CharField) else {}
