"""Decisions in tests: a second person looks at the row as it is now, then decides."""

import re
from collections.abc import Callable
from inspect import signature
from typing import Any

from django.db.models import Model
from django.test import Client

from casino import membership
from tests.addresses import ARGUMENT


def looking(service: Callable[..., Any]) -> Callable[..., Any]:
    """The service for somebody who has just looked: `seen` is what the row shows now, or nothing where it is not."""

    def decide(**values: Any) -> Any:
        decides: Any = service.decides  # type: ignore[attr-defined]
        return service(seen=shown(decides, values[argument_of(service)]), **values)

    return decide


def argument_of(service: Callable[..., Any]) -> str:
    """The argument that names the row which a service decides on."""
    decides: Any = service.decides  # type: ignore[attr-defined]
    return next(
        name
        for name in signature(service).parameters
        if name.endswith("_id") and membership.named().get(name.removesuffix("_id")) is decides.model
    )


def address_of(pattern: str, row: Model) -> str:
    """The address of a row that is decided on: each argument is the row itself, a row that it is of, or its column."""

    def value(found: re.Match[str]) -> str:
        model = membership.named().get(found[1])
        if not found[2].endswith("pk"):
            return str(getattr(row, found[2]))
        if model is None or isinstance(row, model):
            return str(row.pk)
        return next(str(getattr(row, one.attname)) for one in row._meta.concrete_fields if one.related_model is model)

    return ARGUMENT.sub(value, pattern)


def hidden(form: Any) -> dict[str, Any]:
    """What a browser sends of a form by itself: its key, and what the page showed."""
    return {name: form.initial[name] for name in ("key", "seen") if name in form.initial}


def shown(decides: Any, pk: int) -> str:
    """What a row shows now (`seen`); nothing where there is no such row."""
    row = decides.model._default_manager.filter(pk=pk).first()
    return "" if row is None else str(decides.seen(row))


def seen_at(client: Client, address: str) -> str:
    """What the page shows of the row that is decided on there."""
    seen: str = client.get(address).context["form"].initial["seen"]
    return seen
