"""Requests for accounts."""

from casino.models import AccountRequest, User
from casino.selectors.people import REQUESTS
from casino.services import accounts
from tests import builders
from tests.builders import Evening
from tests.second_person import Case


def evening() -> Evening:
    """An evening of a house that has an administrator."""
    made = builders.evening()
    made.admin = builders.user("admin")  # type: ignore[attr-defined]  # of this evening alone
    return made


def asked(evening: Evening) -> AccountRequest:
    accounts.change_roles(
        user_id=evening.dealer.pk,
        role_names=["dealer", "floor"],
        reason="runs tables too",
        actor=User.objects.get(username="admin"),
    )
    return AccountRequest.objects.get()


def change(evening: Evening, request: AccountRequest) -> None:
    """Take away what the person has: what is approved comes on top of something else."""
    accounts.change_roles(
        user_id=request.person_id, role_names=[], reason="deals no more", actor=User.objects.get(username="admin")
    )


CASES = [
    Case(
        matter=REQUESTS, ask=asked, approve=accounts.approve, decline=accounts.decline, asker="admin",
        decider="manager", change=change, evening=evening,
    )
]  # fmt: skip
