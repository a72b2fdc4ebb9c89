"""Forms and buttons of the tournament pages, as a browser sends them."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tables.models import Entrant
from tests.tables.tournament import Event


def to(name: str, *parts: object) -> str:
    return reverse(f"tournaments:{name}", args=parts)


def send(client: Client, address: str, **fields: object) -> Any:
    """Fill in the form at an address and send it."""
    html = client.get(address).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(key|version)" value="([^"]*)"', html))
    assert "key" in hidden, html
    return client.post(address, {**hidden, **fields})


def tap(client: Client, made: Event, name: str, *parts: object, **fields: object) -> Any:
    """A button on the director's page."""
    key = f"{name} {made.row.version} {parts} {fields}"
    return client.post(to(name, made.id, *parts), {"key": key, "version": made.row.version, **fields})


def sold(made: Event, *names: str) -> None:
    for name in names:
        made.enter(made.evening.guest(name))


def running(made: Event, *names: str, tables: int = 1) -> None:
    sold(made, *(names or ("Weber", "Rossi", "Nguyen", "Okafor")))
    made.start(tables)


def named(made: Event, name: str) -> Entrant:
    """The entrant of that guest who still plays, or came in last."""
    found = Entrant.objects.filter(tournament_id=made.id, guest__name=name).order_by("-number").first()
    assert found is not None, name
    return found
