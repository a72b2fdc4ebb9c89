"""Admission: a guest is identified and asked for, and nobody plays without a good answer of the day (domain §4.16).

A house always keeps out whom it banned itself.  With its policy switched on it also refuses whom the national file
names, who is too young, and who was not asked for today.
"""

from datetime import date
from typing import TYPE_CHECKING

from accounting.days.services import days
from accounting.models import GamingDay
from casino import house_time
from casino.errors import N_, Malformed, Refusal
from casino.transactions import outside, use_case
from tables import locks
from tables.guests.selectors import admission
from tables.guests.services.admission import ban_file_over_http
from tables.guests.services.admission.ban_file import Identity, Result
from tables.models import AdmissionCheck, AdmissionPolicy, Guest

if TYPE_CHECKING:
    from casino.models import User

DECIDES = "tables.ban_guest"
OLDEST_YEARS = 120
Source = AdmissionCheck.Source


@use_case("tables.admit_guest")
def identify(*, guest_id: int, birth_date: date, document: str, actor: "User") -> Guest:
    """Keep that somebody saw who the guest is, by which kind of document; its number is not kept.

    Refuses a birth date that cannot be (`birth_date_wrong`) and another kind of document.
    """
    return _identified(locks.guest(guest_id), birth_date, document, actor)


@use_case("tables.admit_guest")
def receive(*, guest_id: int, birth_date: date | None, document: str, actor: "User") -> AdmissionCheck:
    """What happens at the door, in one step: identify a guest who shows their papers, then ask for them.

    Without papers (no date, no document) the guest must be known already; refuses as `identify` and `check` do.
    """
    guest = locks.guest(guest_id)
    if birth_date is not None or document:
        if birth_date is None or not document:
            raise Refusal(
                "identity_required", N_("First establish who the guest is: date of birth and identity document.")
            )
        _identified(guest, birth_date, document, actor)
    return _asked(guest, actor)


def _identified(guest: Guest, birth_date: date, document: str, actor: "User") -> Guest:
    if document not in Guest.Document.values:
        raise Malformed("document_unknown", N_("Identify a guest by identity card, passport or residence permit."))
    today = house_time.today()
    if not 0 <= admission.years(birth_date, today) <= OLDEST_YEARS or birth_date > today:
        raise Refusal("birth_date_wrong", N_("This date of birth cannot be right."))
    guest.birth_date, guest.identified_with = birth_date, document
    guest.identified_at, guest.identified_by = house_time.now(), actor
    guest.save()
    return guest


@use_case("tables.admit_guest")
def check(*, guest_id: int, actor: "User") -> AdmissionCheck:
    """Ask whether a guest may be let in today: the house's own bans first, then the national file.

    The question takes `ban_file_over_http.SECONDS` at most, and no transaction is open meanwhile.  Refuses a guest who
    was not identified (`identity_required`): a name alone may be another person's.
    """
    return _asked(locks.guest(guest_id), actor)


def _asked(guest: Guest, actor: "User") -> AdmissionCheck:
    """The recorded answer for a guest who is locked: who they are, and the house's bans, are as of now.

    If the file named the guest to somebody else meanwhile, a question from before that is put again: its answer would
    otherwise count as the later one.
    """
    day = days.current(guest.house_id)
    if admission.is_banned(guest, day.date):
        return _kept(guest, day, Source.HOUSE, Result.BANNED, "", actor)
    if guest.identified_at is None or guest.birth_date is None:
        raise Refusal("identity_required", N_("First establish who the guest is: date of birth and identity document."))
    service = ban_file_over_http.of_the_house()
    if service is None:
        return _kept(guest, day, Source.BAN_FILE, Result.UNKNOWN, "", actor)
    identity = Identity(guest.name, guest.birth_date)
    answer = outside((identity, admission.last_ban(guest)), lambda: service.ask(identity))
    return _kept(guest, day, Source.BAN_FILE, answer.result, answer.reference, actor)


@use_case("tables.ban_guest")
def decide(*, guest_id: int, actor: "User") -> AdmissionCheck:
    """Let a guest in by a manager's word when the ban file did not answer; the manager's name is kept with it.

    Refuses where the house wants an answer (`admission_unknown`), and whenever there is one (`admission_answered`).
    """
    guest = locks.guest(guest_id)
    day = days.current(guest.house_id)
    policy = admission.policy(guest.house_id)
    if policy is None or policy.unanswered != AdmissionPolicy.Unanswered.MANAGER:
        raise Refusal(
            "admission_unknown", N_("This house admits nobody without an answer from the exclusion register.")
        )
    if admission.is_banned(guest, day.date):
        raise _banned()
    if admission.answer(guest, [day.pk]) is not None or not admission.was_silent(guest, day.pk):
        raise Refusal(
            "admission_answered",
            N_("Query the exclusion register first. A manager decides only when it does not answer."),
        )
    return _kept(guest, day, Source.MANAGER, Result.ADMITTED, "", actor)


def admitted(guest: Guest, *, day: GamingDay | None = None, paying_cents: int = 0) -> None:
    """Refuse a guest without a good check of the day; an inner step of what seats them or sells them an entry.

    `day`: what the table books into, which may still be yesterday's; a check of the open day is good for it too.
    Refusals: `guest_banned`, `too_young`, `identity_required`, `admission_unknown`; none says why the guest is banned.
    """
    policy = admission.policy(guest.house_id)
    if policy is None:
        if admission.is_banned(guest, day.date if day else house_time.today()):
            raise _banned()
        return
    today = days.current(guest.house_id) if day is None else day
    code = admission.standing(guest, policy, today).refusal
    if code == "too_young":
        raise Refusal("too_young", N_("Nobody under %(least_age)s may play here."), least_age=policy.least_age)
    if code == "guest_banned":
        raise _banned()
    known(guest, paying_cents, policy)
    if code == "identity_required":
        raise Refusal("identity_required", N_("First establish who the guest is: date of birth and identity document."))
    if code == "admission_unknown":
        raise Refusal(
            "admission_unknown",
            N_("The exclusion register has not been checked for this guest today, or did not respond."),
        )


def known(guest: Guest, paying_cents: int, policy: AdmissionPolicy | None = None) -> None:
    """Refuse money from the set amount on from a guest nobody has identified (GwG §10 (5)); an inner step."""
    policy = policy or admission.policy(guest.house_id)
    if policy is None or paying_cents < policy.identified_from_cents or guest.identified_at is not None:
        return
    raise Refusal(
        "identity_required",
        N_("From %(from_cents)s up, the guest must be identified."),
        amount_cents=paying_cents,
        from_cents=policy.identified_from_cents,
    )


def _banned() -> Refusal:
    return Refusal("guest_banned", N_("This guest may not play."))


def _kept(
    guest: Guest, day: GamingDay, source: AdmissionCheck.Source, result: Result, reference: str, actor: "User"
) -> AdmissionCheck:
    return AdmissionCheck.objects.create(
        guest=guest,
        gaming_day=day,
        source=source,
        result=result.value,
        reference=reference,
        at=house_time.now(),
        by=actor,
    )
