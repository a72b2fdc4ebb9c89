"""Who may ask what: every address and method, and the roles that are let through.

`tests/matrix.txt` is the specification: one line for each address and method.  The columns are nobody signed in, then
dealer, floor, cage, manager, auditor, administrator, integrator: a role's letter where it is let through, `.` where it
is refused, `o` where nobody has to sign in.  `python -m tests.matrix` prints it, with the addresses that have no line.

A request is let through when it is not refused for lack of a sign-in or of a role; what is asked for does not exist.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from rest_framework.test import APIClient

from casino.models import User
from casino.roles import Role
from tests import addresses

FILE = Path(__file__).with_name("matrix.txt")
LETTERS = dict(zip(Role, "DFCMAXI", strict=True))
NOWHERE = "987654321"
HEADING = f"# {'method':6} {'oDFCMAXI':8} address"
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
            for address, pattern in addresses.every()
            for method in _methods(address, pattern.callback)
        }
    )


def expected() -> dict[Door, str]:
    """The lines of the specification."""
    lines = (line.split(maxsplit=2) for line in FILE.read_text().splitlines() if line and not line.startswith("#"))
    return {Door(address[1:], method): letters for method, letters, address in lines}


def written(cells: dict[Door, str]) -> str:
    """The specification as text."""
    lines = [f"  {door.method:6} {letters} /{door.address}" for door, letters in sorted(cells.items())]
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


def client_of(role: Role | None) -> APIClient:
    """A browser of somebody with this role alone; None: of nobody."""
    client = APIClient(raise_request_exception=False)
    if role is not None:
        client.force_login(User.objects.create_user(f"only-{role}", roles=[role.value], language="en"))
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
