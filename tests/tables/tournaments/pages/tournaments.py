"""Forms and buttons of the tournament pages, as a browser sends them."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tables.models import Entrant
from tests.tables.tournaments.tournament import SoldTournament

PASSWORD = "correct horse battery"


def to(name: str, *parts: object) -> str:
    return reverse(f"tournaments:{name}", args=parts)


def send(client: Client, address: str, **fields: object) -> Any:
    """Fill in the form at an address and send it."""
    html = client.get(address).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(key|version|seen)" value="([^"]*)"', html))
    assert "key" in hidden, html
    return client.post(address, {**hidden, **fields})


def tap(client: Client, tournament: SoldTournament, name: str, *parts: object, **fields: object) -> Any:
    """A button on the director's page."""
    key = f"{name} {tournament.row.version} {parts} {fields}"
    return client.post(to(name, tournament.id, *parts), {"key": key, "version": tournament.row.version, **fields})


def sold(tournament: SoldTournament, *names: str) -> None:
    for name in names:
        tournament.enter(tournament.evening.guest(name))


def running(tournament: SoldTournament, *names: str, tables: int = 1) -> None:
    sold(tournament, *(names or ("Weber", "Rossi", "Nguyen", "Okafor")))
    tournament.start(tables)


def named(tournament: SoldTournament, name: str) -> Entrant:
    """The entrant of that guest who still plays, or came in last."""
    found = Entrant.objects.filter(tournament_id=tournament.id, guest__name=name).order_by("-number").first()
    assert found is not None, name
    return found
