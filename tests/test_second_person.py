"""What takes a second person, all subjects alike: who decides, on what they saw, once; by service, API and page.

The subjects are found from the code: each model that names two people has duties (`settings.DUTIES`), or stands in
`FREE` with the reason why one person may be both.
"""

import copy
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.forms.models import model_to_dict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse
from pytest_django import DjangoDbBlocker

from accounting.proof.services import duty_proofs
from casino import membership
from casino.errors import Refusal
from casino.models import User
from casino.pages.decisions import Decide
from casino.pages.views import Command as PageCommand
from casino.selectors import decisions
from casino.selectors.decisions import Matter
from casino.transactions import UseCase
from tests import addresses, builders, databases, duties_table, elsewhere
from tests.api_client import Api, problem
from tests.api_client import addresses as api_addresses
from tests.builders import Evening
from tests.deciding import address_of, argument_of, looking
from tests.second_person import Case, cage, claims, clocks, erasures, funds, log, people, revenue, rules, tronc

pytestmark = pytest.mark.django_db

PASSWORD = "vier Könige und ein Ass"
ROOMS = (cage, claims, clocks, erasures, funds, log, people, revenue, rules, tronc)
CASES = [case for room in ROOMS for case in room.CASES]

FREE: dict[str, str] = {
    "accounting.GamingDay": "whoever opened a day may close it; reopening it takes two (`Reopening`)",
    "tables.Session": "whoever opened a table may close it; what it is short takes two",
    "tables.PracticeGame": "chips without value: nothing depends on who closes it",
    "tables.Down": "a dealer who is pushed, and whoever pushed them: an entry of the rota",
    "tables.KeptChips": "chips picked up and brought back are both on the books",
    "tables.HouseBan": "a ban only keeps out; the history has who lifted it",
    "tables.FloorCall": "a dealer's call and the answer: no money moves",
    "tables.Qualification": "an entry of what a dealer can deal",
    "tables.Shift": "entries of the rota",
    "tables.DealerBreak": "an entry of the rota",
    "tables.Incident": "whom it is for, and who wrote it",
    "tables.IncidentNote": "whom it is for, and who wrote it",
    "tables.MoveRequest": "a guest's wish: no money moves",
    "tables.MustMove": "which table feeds which",
    "tables.SeatDraw": "a draw whose seed was announced before (the draw proves itself)",
    "tables.StakeStep": "a plan that its author may cancel",
    "tables.PlannedOpening": "a plan that its author may cancel",
}
"""Models that name two people who may be one, each with the reason."""

NOT_IN_THE_INBOX: dict[str, str] = {
    "Alarm": "it rings in the bar until somebody has seen it",
    "Box of a table": "whoever counts next is told at the count desk; nobody has asked for anything",
    "Boxes of a jackpot fund": "whoever counts next is told at the count desk; nobody has asked for anything",
    "Finding": "the audit asks, not a person; findings have a list of their own",
    "Hand taken back": "nothing waits: it is taken back at once",
    "Jackpot slip": "two people have decided; it waits for the guest",
    "Legal hold": "nothing waits: it stands until it is lifted",
    "Prize": "it waits for the guest",
    "Round taken back": "nothing waits: it is taken back at once",
    "Settlement of a tournament": "the check list of the tournament waits for it",
}
"""Duties of which nothing waits for a second person in the list of all that waits, each with the reason."""


def people_of(model: type[Model]) -> list[str]:
    """The columns of a model that name a person."""
    return [one.name for one in model._meta.concrete_fields if one.related_model is User]


def unnamed() -> list[str]:
    """The models that name two people, and neither duties nor a reason say which of them may be the same."""
    named = {one.model for one in decisions.duties()}
    return sorted(
        model._meta.label
        for model in apps.get_models()
        if len(people_of(model)) > 1 and not hasattr(model, "history_id")
        if model not in named and model._meta.label not in FREE
    )


def doors(service: UseCase[..., Any]) -> Iterator[tuple[str, str]]:
    """The addresses where the service is called: of the API, of the back office, of the pages."""
    for pattern in api_addresses():
        if getattr(getattr(pattern.callback, "cls", None), "service", None) is service:
            yield "api", str(pattern.pattern)
    for model, registered in admin.site._registry.items():
        for action in getattr(registered, "object_actions", ()):
            if action.service is service:
                yield "admin", f"admin/{model._meta.app_label}/{model._meta.model_name}/<id:pk>/do/{action.name}/"
    for path, pattern in addresses.every():
        view = getattr(pattern.callback, "view_class", None)
        if isinstance(view, type) and issubclass(view, PageCommand) and getattr(view, "service", None) is service:
            yield "page", path


def posted(where: str, address: str, person: User, row: Model, seen: str, given: dict[str, Any]) -> tuple[int, str]:
    """The answer to a decision by API, back office or page: its status, and the code of the API's refusal."""
    path = address_of(address, row)
    if where == "api":
        answer = Api(person).post(path, {"seen": seen, **given})
        return problem(answer) if answer.status_code >= 400 else (answer.status_code, "")
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(person)
    form = client.get(f"/{path}").context["form"]
    hidden = {"key": form["key"].value(), "seen": seen}
    answer = client.post(f"/{path}", {**hidden, "password": PASSWORD, **given})
    return answer.status_code, ""


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.matter.name)
def case(request: pytest.FixtureRequest) -> Case:
    given: Case = request.param
    return given


@pytest.fixture(scope="module")
def built(case: Case, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Evening]:
    """The house of a case, made once for all its tests."""
    with django_db_blocker.unblock(), databases.rolled_back():
        made = (case.evening or builders.evening)()
        for name in (case.asker, case.decider):
            builders.with_password(getattr(made, name), PASSWORD)
        yield made


@pytest.fixture
def evening(built: Evening, db: None) -> Evening:
    return copy.deepcopy(built)


def now(row: Model) -> dict[str, Any]:
    """What of a row a refused decision must leave as it was."""
    return model_to_dict(type(row)._default_manager.get(pk=row.pk))


def refused(code: str, row: Model, call: Callable[..., Any], **values: Any) -> Refusal:
    """The refusal; nothing of the row has changed."""
    before = now(row)
    with pytest.raises(Refusal) as error:
        call(**values)
    assert error.value.code == code
    assert now(row) == before
    return error.value


def without_checks(model: type[Model]) -> None:
    """Drop the table's own checks, which would refuse what is planted; the test's transaction brings them back."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'c'", [model._meta.db_table]
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"ALTER TABLE {model._meta.db_table} DROP CONSTRAINT {name}")


def test_every_model_that_names_two_people_says_which_of_them_may_be_the_same() -> None:
    assert unnamed() == []
    named = {one.model._meta.label for one in decisions.duties()}
    assert [label for label in FREE if label in named or len(people_of(apps.get_model(label))) < 2] == []


def test_the_page_about_security_says_it() -> None:
    """Written by `python -m tests.duties_table`."""
    said = duties_table.DOCUMENT.read_text(encoding="utf-8")
    assert duties_table.document(said) == said


def test_what_is_not_in_the_inbox_says_why() -> None:
    assert sorted(one.name for one in decisions.duties() if not isinstance(one, Matter)) == sorted(NOT_IN_THE_INBOX)


def test_every_matter_has_a_case_here() -> None:
    assert sorted(one.name for one in decisions.matters()) == sorted(case.matter.name for case in CASES)


def test_nobody_decides_on_what_they_asked_for_nor_unseen_nor_twice(case: Case, evening: Evening) -> None:
    asker, decider = getattr(evening, case.asker), getattr(evening, case.decider)
    row = case.ask(evening)
    target, given = argument_of(case.approve), dict(case.approving)
    seen = case.matter.seen(type(row)._default_manager.get(pk=row.pk))
    assert seen == case.matter.seen(row), "what was written is not what is read"
    refused("two_people", row, looking(case.approve), **{target: row.pk}, actor=asker, **given)
    for wrong in ("", "0" * 32):
        refused("stale", row, case.approve, **{target: row.pk}, seen=wrong, actor=decider, **given)
        if case.decline is not None:
            refused("stale", row, case.decline, **{target: row.pk}, seen=wrong, actor=decider, **case.declining)
    if case.change is not None:
        case.change(evening, row)
        refused("stale", row, case.approve, **{target: row.pk}, seen=seen, actor=decider, **given)
        row = type(row)._default_manager.get(pk=row.pk)
    else:
        # Who could change it past the application changes what is seen.
        assert case.matter.seen(row) == seen
    stranger = elsewhere.stranger(elsewhere.settled())
    refused("not_found", row, looking(case.approve), **{target: row.pk}, actor=stranger, **given)
    if case.decline is not None:
        refused("not_found", row, looking(case.decline), **{target: row.pk}, actor=stranger, **case.declining)
    looking(case.approve)(**{target: row.pk}, actor=decider, **given)
    assert not case.matter.is_open(type(row)._default_manager.get(pk=row.pk))
    done = now(row)
    for service, values in ((case.approve, given), (case.decline, dict(case.declining))):
        if service is None:
            continue
        with pytest.raises(Refusal) as error:
            looking(service)(**{target: row.pk}, actor=decider, **values)
        assert error.value.status == 422
        assert now(row) == done


def test_api_page_and_back_office_refuse_it_alike(case: Case, evening: Evening) -> None:
    asker, decider = getattr(evening, case.asker), getattr(evening, case.decider)
    row = case.ask(evening)
    found = list(doors(case.approve))
    assert {where for where, _address in found} - {"admin"} == {"api", "page"}, found
    before, given = now(row), dict(case.approving)
    for where, address in found:
        seen = case.matter.seen(type(row)._default_manager.get(pk=row.pk))
        assert posted(where, address, decider, row, "0" * 32, given)[0] == 409
        status, code = posted(where, address, asker, row, seen, given)
        assert (status, code or "two_people") == (403, "two_people")
        assert now(row) == before
    where, address = found[-1]
    seen = case.matter.seen(type(row)._default_manager.get(pk=row.pk))
    assert posted(where, address, decider, row, seen, given)[0] in {200, 302, 303}
    assert not case.matter.is_open(type(row)._default_manager.get(pk=row.pk))


def test_the_back_office_shows_what_it_decides_on(case: Case, evening: Evening) -> None:
    """A row that has changed since is refused, and the form that comes back names the row as it is shown now."""
    decider = getattr(evening, case.decider)
    for address in [address for where, address in doors(case.approve) if where == "admin"]:
        row = case.ask(evening)
        client = Client(headers={"Accept-Language": "en"})
        client.force_login(decider)
        path = f"/{address_of(address, row)}"
        page = client.get(path)
        form = page.context["form"]
        assert form.initial["seen"] == case.matter.seen(row)
        assert 'class="readonly"' in page.text
        answer = client.post(path, {"key": form["key"].value(), "seen": "0" * 32, "password": PASSWORD})
        assert (answer.status_code, answer.context["form"].data["seen"]) == (409, case.matter.seen(row))
        again = {name: answer.context["form"].data[name] for name in ("key", "seen")}
        assert client.post(path, {**again, "password": PASSWORD}).status_code == 303
        assert not case.matter.is_open(type(row)._default_manager.get(pk=row.pk))


def test_the_asker_may_withdraw_it(case: Case, evening: Evening) -> None:
    if case.decline is None:
        assert not case.matter.declines, "nobody declines it"
        return
    row = case.ask(evening)
    asker = getattr(evening, case.asker)
    looking(case.decline)(**{argument_of(case.decline): row.pk}, actor=asker, **case.declining)
    assert not case.matter.is_open(type(row)._default_manager.get(pk=row.pk))


def test_it_waits_in_the_list(case: Case, evening: Evening) -> None:
    """For whom, since when, may I, why not; and one statement counts."""
    asker, decider = getattr(evening, case.asker), getattr(evening, case.decider)
    before = decisions.count(decider), decisions.count(asker)
    row = case.ask(evening)
    assert (decisions.count(decider), decisions.count(asker)) == (before[0] + 1, before[1])
    with CaptureQueriesContext(connection) as asked:
        decisions.count(decider)
    assert len(asked) == 1
    with CaptureQueriesContext(connection) as asked:
        decisions.waiting(decider)
    assert len(asked) <= 1 + len({one.matter.name for one in decisions.waiting(decider)})
    [mine] = [one for one in decisions.waiting(asker) if one.matter is case.matter]
    [theirs] = [one for one in decisions.waiting(decider) if one.matter is case.matter]
    assert (mine.row.pk, theirs.row.pk) == (row.pk, row.pk)
    assert mine.why_not is not None
    assert mine.why_not.code == "two_people"
    assert theirs.why_not is None
    assert theirs.asked_by == asker
    assert theirs.about
    [told] = [one for one in Api(decider).get("approvals/").json() if one["kind"] == case.matter.kind]
    assert (told["id"], told["may_decide"], told["why_not"], told["asked_by"]) == (row.pk, True, None, asker.pk)
    assert told["seen"] == case.matter.seen(type(row)._default_manager.get(pk=row.pk))
    [told] = [one for one in Api(asker).get("approvals/").json() if one["kind"] == case.matter.kind]
    assert (told["may_decide"], told["why_not"]["code"]) == (False, "two_people")
    assert Api(decider).get("approvals/count/").json() == {"count": before[0] + 1}


def test_it_is_decided_from_the_inbox(case: Case, evening: Evening) -> None:
    """The page of all that waits says what is asked, to whom it is for and to whom not; a decision leads back to it."""
    asker, decider = Client(), Client()
    asker.force_login(getattr(evening, case.asker))
    decider.force_login(getattr(evening, case.decider))
    row = case.ask(evening)
    address = f"{reverse(case.matter.page, args=[row.pk])}?from=approvals"
    page = decider.get("/approvals/")
    [line] = [one for one in page.context["mine"] if one.matter is case.matter]
    assert (line.address, line.why_not) == (address, "")
    assert f'href="{address}"' in page.text
    waiting = decisions.count(getattr(evening, case.decider))
    assert f"<title>({waiting}) " in page.text
    [line] = [one for one in asker.get("/approvals/").context["others"] if one.matter is case.matter]
    assert line.waiting.why_not.code == "two_people"
    assert line.why_not in unescape(asker.get("/approvals/").text)
    assert address not in asker.get("/approvals/").text
    shown = decider.get(address)
    form = shown.context["form"]
    assert shown.context["told"] == line.told
    hidden = {"key": form["key"].value(), "seen": form.initial["seen"], "password": PASSWORD}
    answer = decider.post(address, {**hidden, **case.approving})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/approvals/")
    assert [one for one in decider.get("/approvals/").context["mine"] if one.matter is case.matter] == []
    assert row.pk in [one.row.pk for one in decider.get("/approvals/").context["decided"] if one.matter is case.matter]


def test_every_matter_is_declined_at_its_page_or_nowhere() -> None:
    views = {one.matter.name: resolve(reverse(one.matter.page, args=[1])).func for one in CASES}
    assert all(issubclass(view.view_class, Decide) for view in views.values())
    without = {one.name for one in decisions.matters() if not one.declines}
    assert without == {
        "Count of a window",  # counting again and trading on drop it
        "Handover sheet",  # it stands as it was signed, until the next sheet
    }
    for matter in decisions.matters():
        if matter.declines:
            declined = resolve(reverse(matter.declines, args=[1])).func.view_class
            assert issubclass(declined, Decide)
            assert declined.matter is matter


def test_the_proof_finds_one_person_in_two_parts(case: Case, evening: Evening) -> None:
    row = case.ask(evening)
    looking(case.approve)(**{argument_of(case.approve): row.pk}, actor=getattr(evening, case.decider), **case.approving)
    assert case.matter.broken() == []
    columns = case.matter.persons
    asker, decider = columns[case.matter.asker], columns[case.matter.decider]
    table = type(row)._meta.db_table
    without_checks(type(row))
    builders.past_the_guards(f"UPDATE {table} SET {decider}_id = {asker}_id WHERE id = %s", row.pk)
    assert (row.pk, case.matter.asker, case.matter.decider) in case.matter.broken()
    assert (table, row.pk) in {(one.book, one.number) for one in duty_proofs.prove()}


def test_a_planted_subject_without_its_checks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    [label, *_rest] = [one.model._meta.label for one in decisions.matters()]
    monkeypatch.setattr(decisions, "duties", lambda: ())
    assert label in unnamed()


def test_what_decides_is_a_use_case_that_says_so() -> None:
    """Each matter has a use case that approves it, by its own permission, and one that declines or withdraws it."""
    for case in CASES:
        assert case.approve.decides is case.matter
        assert case.decline is None or case.decline.decides is case.matter
        assert case.approve.permission == case.matter.approves
        assert isinstance(case.matter, Matter)
        assert case.matter.model in membership.named().values()
