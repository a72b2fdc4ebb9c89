"""Who may ask what: every address and method, and the roles that are let through.

`tests/matrix.txt` is the specification: one line for each address and method, and for each action of the back office.
The columns are nobody signed in, then dealer, floor, cage, manager, auditor, administrator, integrator, works council
(B): a role's letter where it is let through, `.` where it is refused, `o` where nobody has to sign in.  Then the house:
`x` where the address names a row, which for people of another house is not there (404), `=` where it names none and
answers about the houses of whoever asks, `o` where nobody has to sign in.  `python -m tests.matrix` prints it, with the
addresses that have no line.

A request is let through when it is not refused for lack of a sign-in or of a role; what is asked for does not exist.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import transaction
from rest_framework.test import APIClient

from casino import membership
from casino.admin.actions import ActionsAdmin
from casino.models import User
from casino.roles import Role
from tests import addresses
from tests.described import as_address

FILE = Path(__file__).with_name("matrix.txt")
LETTERS = dict(zip(Role, "DFCMAXIB", strict=True))
NOWHERE = "987654321"
HEADING = f"# {'method':6} {'oDFCMAXIB':9} h address"
OTHER_HOUSE = "x"
ACTION = "<slug:action>/"
_METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE")


@dataclass(frozen=True, slots=True, order=True)
class Door:
    """One method of one address, as the resolver writes it."""

    address: str
    method: str

    @property
    def path(self) -> str:
        """An address that names nothing that exists."""
        return addresses.filled(self.address, NOWHERE)


def doors() -> list[Door]:
    """Every address of the resolver with every method that its view takes, in order."""
    return sorted(
        {
            Door(address, method)
            for named, pattern in addresses.every()
            for address in _commands(named)
            for method in _methods(address, pattern.callback)
        }
    )


def _commands(address: str) -> list[str]:
    """The address of each action of the back office, where one pattern is for all of them; else the address alone."""
    if not address.endswith(ACTION):
        return [address]
    _admin, app, model, *row = address.split("/")[:-3]
    page = admin.site._registry[apps.get_model(app, model)]
    assert isinstance(page, ActionsAdmin)
    return [address.replace(ACTION, f"{one.name}/") for one in (page.object_actions if row else page.list_actions)]


def expected() -> dict[Door, str]:
    """The roles in the lines of the specification."""
    return {Door(address[1:], method): letters for method, letters, _house, address in _lines()}


def of_the_api() -> dict[tuple[str, str], str]:
    """Each address and method below `/api/`, as the API's description names them, and who is let through."""
    return {
        (as_address(door.address), door.method.lower()): letters
        for door, letters in expected().items()
        if door.address.startswith("api/")
    }


def houses() -> dict[Door, str]:
    """The houses in the lines of the specification."""
    return {Door(address[1:], method): house for method, _letters, house, address in _lines()}


def house_of(door: Door, letters: str) -> str:
    """What the specification says of the house: the back office names a row by `object_id`."""
    if "o" in letters:
        return "o"
    if door.address.startswith("admin/"):
        return OTHER_HOUSE if "<path:object_id>" in door.address and _is_of_a_house(door.address) else "="
    names = {name for name, _argument in addresses.ARGUMENT.findall(door.address)}
    return OTHER_HOUSE if names & membership.named().keys() else "="


def _is_of_a_house(address: str) -> bool:
    _admin, app, model, *_rest = address.split("/")
    if app == "r":  # Django's redirect to an object's own page, which none of ours has
        return False
    found = apps.get_model(app, model)
    return membership.house_path(found) is not None or found is User


def _lines() -> Iterator[list[str]]:
    lines = FILE.read_text().splitlines()
    return (line.split(maxsplit=3) for line in lines if line and not line.startswith("#"))


def written(cells: dict[Door, str]) -> str:
    """The specification as text."""
    lines = [
        f"  {door.method:6} {letters} {house_of(door, letters)} /{door.address}"
        for door, letters in sorted(cells.items())
    ]
    return "\n".join([HEADING, *lines]) + "\n"


def is_let_through(door: Door, client: APIClient) -> bool:
    """Ask, undo whatever came of it, and say whether the door was open."""
    signed_in = client.cookies.copy()
    undone = transaction.atomic()
    undone._from_testcase = True  # as Django marks a test's own: durable blocks may begin in it
    with undone:
        answer = client.generic(
            door.method, door.path, b"{}" if door.address.startswith("api/") else b"",
            content_type="application/json" if door.address.startswith("api/") else "application/x-www-form-urlencoded",
            headers={"Idempotency-Key": "matrix", "Accept-Language": "en"},
        )  # fmt: skip
        transaction.set_rollback(True)
    client.cookies = signed_in  # also after the door that signs out
    return not _is_refused(answer)


def _is_refused(answer: Any) -> bool:
    if answer.status_code == 401:
        return True
    if answer.status_code == 302:
        return any(door in answer["Location"] for door in ("/login/?next=", "/tablet/?next=", "/admin/login/"))
    if answer.status_code != 403:
        return False
    if answer["Content-Type"] == "application/problem+json":
        problem = answer.json()
        return problem["code"] == "not_allowed" and problem["facts"].keys() <= {"permission", "roles"}
    text = answer.content.decode()
    return "Your role does not allow this" in text or "You may not do this" in text


def client_of(*roles: Role) -> APIClient:
    """A browser of somebody with these roles alone; without any: of nobody."""
    client = APIClient(raise_request_exception=False)
    if roles:
        client.force_login(User.objects.create_user("only-" + "-".join(roles), roles=[*roles], language="en"))
    return client


def _methods(address: str, view: Any) -> list[str]:
    kind = getattr(view, "cls", None) or getattr(view, "view_class", None)
    if address.startswith("admin/") or kind is None:
        return ["GET", "POST"]
    return [one for one in _METHODS if one.lower() in kind.http_method_names and hasattr(kind, one.lower())]


def main() -> None:
    import django

    django.setup()
    cells = expected()
    print(written(cells), end="")
    missing = [door for door in doors() if door not in cells]
    print(
        f"# {len(cells)} lines, {len(missing)} missing",
        *(f"#   {one.method} /{one.address}" for one in missing),
        sep="\n",
    )


if __name__ == "__main__":
    main()
