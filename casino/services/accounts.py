"""The accounts of others, as administrators handle them: what gives rights waits for a second person.

One administrator alone makes an account, takes roles away, locks somebody out, and gives the dealer's role
(`casino.roles.GIVEN_ALONE`).  Any other role, another house, a new password, another second factor for a lost one, and
letting somebody in again are a request, which another person approves: neither who asked nor whom it is about.  A new
password is a one-time one: told to the approver, who hands it over, and good for nothing but replacing it.

Somebody gives rights, or asks for them, to people none of whose houses is beyond their own (`other_houses`).
"""

import base64
from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

from casino import house_time, locks, membership, reasons, roles
from casino.errors import N_, NotAllowed, Refusal
from casino.models import AccountRequest, User
from casino.rows import existing
from casino.selectors.people import REQUESTS
from casino.services import decisions, second_factor, users
from casino.transactions import use_case

EDIT, APPROVE = REQUESTS.edits, REQUESTS.approves


@use_case(EDIT, password=True)
def open_account(
    *,
    username: str,
    full_name: str,
    role_names: Collection[str],
    house_ids: Collection[int] = (),
    language: str,
    reason: str,
    pin: str = "",
    staff_number: str = "",
    actor: User,
) -> User:
    """Create an account that cannot be signed in to; a dealer needs no more, since they use a PIN.

    `pin` may also be given later.  They work in the houses named, or else where the actor does.  Other roles are asked
    for, and with them a first password.  `staff_number`: where the house has such numbers; one
    person has one account.  Refuses `username_taken`, `staff_number_taken`, `role_unknown`, `roles_incompatible`, and a
    PIN as `users.set_pin` does.
    """
    reason = reasons.given(reason)
    houses = sorted(house_ids) or actor.house_ids
    users.check_roles(role_names)
    alone, asked = roles.GIVEN_ALONE.intersection(role_names), set(role_names) - roles.GIVEN_ALONE
    person = users.saved(
        username,
        None,
        full_name=full_name,
        staff_number=staff_number.strip(),
        roles=sorted(alone),
        house_ids=houses,
        language=language,
    )
    users.note_roles(person, alone, by=actor)
    if pin:
        users.give_pin(person, pin)
    if asked:
        _ask(person, role_names=asked, gives_password=True, reason=reason, actor=actor)
    return person


@use_case(EDIT, password=True)
def change_roles(*, user_id: int, role_names: Collection[str], reason: str, actor: User) -> User:
    """Take away at once the roles that are not named, and ask for those that are new.

    Refuses `own_roles`, `role_unknown`, `roles_incompatible`, and to ask for two things at a time (`request_open`).
    """
    reason = reasons.given(reason)
    users.check_roles(role_names)
    person = _person(user_id, actor)
    if actor.pk == person.pk:
        raise Refusal("own_roles", N_("You cannot change your own roles."))
    new = set(role_names) - set(person.roles)
    _save_roles(person, set(role_names) & (set(person.roles) | roles.GIVEN_ALONE), reason, actor)
    if asked := new - roles.GIVEN_ALONE:
        _ask(person, role_names=asked, reason=reason, actor=actor)
    return person


@use_case(EDIT, password=True)
def change_houses(*, user_id: int, house_ids: Collection[int], reason: str, actor: User) -> User:
    """Take away at once the houses of the actor's that are not named, and ask for those that are new.

    Refuses `own_houses`, to take away the last one (`houses_empty`), and two requests at a time (`request_open`).
    """
    reason = reasons.given(reason)
    person = locks.person(user_id)
    if actor.pk == person.pk:
        raise Refusal("own_houses", N_("Nobody can decide for themselves where they work."))
    if person.house_ids is None and actor.house_ids is not None:
        raise _other_houses()
    now = set(house_ids if person.house_ids is None else person.house_ids)
    kept = now & set(house_ids) | {house for house in now if not membership.works_in(actor, house)}
    if not kept:
        raise Refusal(
            "houses_empty", N_("A person must work in at least one house. Add the new one first, or lock them out.")
        )
    if kept != set(person.house_ids or ()):
        _save_houses(person, kept, reason)
    if new := set(house_ids) - now:
        _ask(person, house_ids=new, reason=reason, actor=actor)
    return person


@use_case(EDIT, password=True)
def ask_password(*, user_id: int, reason: str, actor: User) -> AccountRequest:
    """Ask for a new password for somebody else.  Refuses one's own (`own_account`) and `request_open`."""
    return _ask(_person(user_id, actor), gives_password=True, reason=reasons.given(reason), actor=actor)


@use_case(EDIT, password=True)
def ask_second_factor(*, user_id: int, reason: str, actor: User) -> AccountRequest:
    """Ask that somebody who lost theirs may set up another second factor.  Refuses one who has none, and as above."""
    person = _person(user_id, actor)
    if not second_factor.has(person):
        raise Refusal("no_second_factor", N_("This person has no second factor."))
    return _ask(person, drops_second_factor=True, reason=reasons.given(reason), actor=actor)


@use_case(EDIT)
def lock_out(*, user_id: int, reason: str, actor: User) -> User:
    """Forbid a user to sign in; their sessions and tokens end at once.  Refuses `own_account`."""
    reason = reasons.given(reason)
    person = locks.person(user_id)
    membership.require(actor, [(User, user_id)])
    _check_other(person, actor)
    person.is_active = False
    person._change_reason = reason[:100]  # type: ignore[attr-defined]  # noqa: SLF001 -- simple-history's name
    person.save(update_fields=["is_active"])
    users.sign_out(person)
    return person


@use_case(EDIT, password=True)
def sign_out(*, user_id: int, reason: str, actor: User) -> User:
    """End all sessions and tokens of a user, who may sign in again at once.  Refuses `own_account`."""
    reason = reasons.given(reason)
    person = locks.person(user_id)
    membership.require(actor, [(User, user_id)])
    _check_other(person, actor)
    person._change_reason = reason[:100]  # type: ignore[attr-defined]  # noqa: SLF001 -- simple-history's name
    person.save(update_fields=["is_active"])  # nothing but the line of history
    users.sign_out(person)
    return person


@use_case(EDIT, password=True)
def ask_to_let_in(*, user_id: int, reason: str, actor: User) -> AccountRequest:
    """Ask that a user who was locked out may sign in again.  Refuses one who may (`not_locked_out`)."""
    person = _person(user_id, actor)
    if person.is_active:
        raise Refusal("not_locked_out", N_("This user may sign in."))
    return _ask(person, lets_in=True, reason=reasons.given(reason), actor=actor)


@use_case(APPROVE, password=True, decides=REQUESTS)
def approve(*, account_request_id: int, seen: str, one_time_password: str = "", actor: User) -> AccountRequest:
    """Approve what another asked for, and give it; `one_time_password` is set where a password is asked for.

    Refuses `request_decided`, the person who asked and whom it is about (`two_people`), another request or person than
    was `seen` (`stale`), and roles that do not go together with those the person has by now (`roles_incompatible`).
    """
    request, person = _locked(account_request_id, actor)
    decisions.approve(REQUESTS, request, actor, seen)
    wanted = set(person.roles) | set(request.roles)
    users.check_roles(wanted)
    _save_roles(person, wanted, request.reason, actor)
    if request.house_ids and person.house_ids is not None:
        _save_houses(person, {*person.house_ids, *request.house_ids}, request.reason)
    if request.lets_in:
        person.is_active = True
        person.save(update_fields=["is_active"])
    if request.drops_second_factor:
        second_factor.drop(person)
    if request.gives_password:
        until = house_time.now() + timedelta(seconds=settings.ONE_TIME_PASSWORD_AGE)
        users.replace_password(person, one_time_password, one_time_until=until)
    return request


@use_case(APPROVE, decides=REQUESTS)
def decline(*, account_request_id: int, seen: str, actor: User) -> AccountRequest:
    """Decline a request, or take one's own back.  Refuses `request_decided`, and `stale`."""
    request, _about = _locked(account_request_id, actor)
    return decisions.decline(REQUESTS, request, actor, seen)


def one_time_password(key: str) -> str:
    """Sixteen letters and digits for a form's key: a form that is sent twice tells the same password both times."""
    digest = salted_hmac("casino.one_time_password", key, algorithm="sha256").digest()
    word = base64.b32encode(digest[:10]).decode().lower()
    return "-".join(word[at : at + 4] for at in range(0, len(word), 4))


def _ask(
    person: User,
    *,
    role_names: Collection[str] = (),
    house_ids: Collection[int] = (),
    gives_password: bool = False,
    drops_second_factor: bool = False,
    lets_in: bool = False,
    reason: str,
    actor: User,
) -> AccountRequest:
    _check_other(person, actor)
    if AccountRequest.objects.filter(person=person, decided_at=None).exists():
        raise Refusal("request_open", N_("A request about this person is already waiting for a decision."))
    return AccountRequest.objects.create(
        person=person,
        roles=sorted(role_names),
        house_ids=sorted(house_ids),
        gives_password=gives_password,
        drops_second_factor=drops_second_factor,
        lets_in=lets_in,
        reason=reason,
        asked_by=actor,
        asked_at=house_time.now(),
    )


def _check_other(person: User, actor: User) -> None:
    if person.pk == actor.pk:
        raise Refusal("own_account", N_("This is your own account: another administrator must do it."))


def _save_roles(person: User, role_names: Collection[str], reason: str, actor: User) -> None:
    if set(role_names) != set(person.roles):
        users.note_roles(person, set(role_names) - set(person.roles), by=actor)
        person.roles = sorted(role_names)
        person._change_reason = reason[:100]  # type: ignore[attr-defined]  # noqa: SLF001 -- simple-history's name
        person.save(update_fields=["roles"])


def _save_houses(person: User, house_ids: Collection[int], reason: str) -> None:
    person.house_ids = sorted(house_ids)
    person._change_reason = reason[:100]  # type: ignore[attr-defined]  # noqa: SLF001 -- simple-history's name
    person.save(update_fields=["house_ids"])


def _person(user_id: int, actor: User) -> User:
    """Lock somebody whose rights the actor may give: none of their houses is beyond the actor's."""
    person = locks.person(user_id)
    if not membership.oversees(actor, person):
        raise _other_houses()
    return person


def _other_houses() -> NotAllowed:
    return NotAllowed("other_houses", N_("This person works in houses where you do not."))


def _locked(account_request_id: int, actor: User) -> tuple[AccountRequest, User]:
    """Lock a request's person, then read the request.  Refuses `request_unknown`, and `other_houses`."""
    rows = AccountRequest.objects.filter(pk=account_request_id)
    person = _person(existing(rows.values_list("person_id", flat=True), REQUESTS.missing()), actor)
    request = rows.get()
    request.person = person
    if not all(membership.works_in(actor, house) for house in request.house_ids):
        raise _other_houses()
    return request, person
