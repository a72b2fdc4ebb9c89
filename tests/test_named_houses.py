"""Whatever names a house asks whether the person works there: each way to name one is found in the code, and tried.

A way that a test here does not know, or that lets a stranger in, fails it.
"""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import reverse
from rest_framework import serializers

from accounting.models import House
from accounting.reports.services.exports import EXPORT_JOB
from casino import membership
from casino.errors import NotFound, Refusal
from casino.models import Job, User
from casino.roles import Role
from casino.services import jobs
from tests import addresses, builders, databases, elsewhere, house_inputs
from tests.api_client import Api, problem
from tests.builders import Evening
from tests.house_inputs import Way
from tests.stories.tips import TERMS
from tests.test_houses import counts

pytestmark = [pytest.mark.django_db, pytest.mark.source]

REFUSED = {(404, "no_such_house"), (404, "not_found")}
"""By the field, or before the use case runs."""

FORMS = {
    "accounting.rake.admin.schedules.NewScheduleForm.house": "/admin/accounting/rakeschedule/do/new/",
    "casino.admin.people.HousesForm.houses": "/admin/casino/user/{person}/do/houses/",
    "casino.admin.people.NewUserForm.houses": "/admin/casino/user/do/new/",
    "casino.pages.people.accounts.HousesForm.house_ids": "/people/{person}/houses/",
    "tables.play.admin.forms.OpenDayForm.house": "/admin/accounting/gamingday/do/open/",
}
"""Forms whose field takes the houses of the person alone, with their page."""
TERMS_FORM = "accounting.tronc.pages.rules.RulesForm.houses"
"""Codes typed as text: the service asks (`test_the_page_of_the_rules_of_a_tronc`)."""

PARAMS: Mapping[str, Mapping[str, Any]] = {
    "audit": {"day": "today"},
    "books": {"from": "2026-11-01", "to": "2026-11-02"},
    "book_rows": {"from": "2026-11-01", "to": "2026-11-02", "file": "x"},
    "export": {"report": "rake"},
}
"""What these kinds of jobs need besides the house."""

CONSOLE = {"audit house", "changehouse code", "createhouse code", "createuser house", "exportbooks house"}
"""The machine's operator names every house there; no person who signs in is asked for."""

READ_BY_NAME = {
    "casino/pages/houses.py",  # asks `houses_of`: tests/test_houses.py
    "tables/board/pages/display.py",  # the screens on the wall are public
}

LOOKED_UP = {
    "accounting/management/commands/exportbooks.py",  # the console
    "accounting/days/selectors/days.py",  # `within` the actor's houses
    "accounting/days/selectors/houses.py",  # `coded` takes the actor; `public` is for the screens on the wall
    "accounting/tronc/services/proofs.py",  # the proof reads every house
    "casino/membership.py",
    "tools/management/commands/demo.py",
    "tools/replaying.py",
}
"""Where the code of a house becomes the house."""

built, evening = databases.shared(builders.evening)


@pytest.fixture
def other(evening: Evening) -> House:
    """Another house, where the evening's people do not work."""
    return elsewhere.settled()


@pytest.fixture
def stranger(other: House) -> User:
    """Somebody with every role, who does not work in the evening's house."""
    return elsewhere.stranger(other)


@pytest.fixture
def central(other: House, evening: Evening) -> User:
    """Somebody with every role in both houses."""
    return User.objects.create_user(
        "central", roles=[role.value for role in Role], house_ids=[other.pk, evening.house.pk], language="en"
    )


def naming(body: serializers.Serializer, way: Way, named: House, own: House) -> dict[str, Any]:
    """A body with what it needs, of one's own house, that names the other one at the end of the way."""
    sent = {name: house_inputs.value_of(field) for name, field in body.fields.items() if field.required}
    sent |= {"house": own.pk} if "house" in body.fields else {}
    if len(way) == 1:
        return sent | {way[0]: named.pk}
    [outer, inner] = way  # terms name houses by their codes
    return sent | {outer: {**sent[outer], inner: [{"code": named.code}]}}


def answers(api: Api, evening: Evening, dealer: User, own: House) -> dict[tuple[str, Way], tuple[int, str]]:
    """What somebody is answered who names the evening's house in each way in each body."""
    found = {}
    for address, body in house_inputs.bodies():
        for way in house_inputs.ways(body()):
            path = addresses.filled(address, str(dealer.pk)).removeprefix("/api/v1/")
            answer = api.post(path, naming(body(), way, evening.house, own))
            found[address, way] = problem(answer) if answer.status_code >= 400 else (answer.status_code, "")
    return found


def test_each_body_of_the_api(evening: Evening, other: House, stranger: User, central: User) -> None:
    dealer = User.objects.create_user("both", roles=["dealer"], house_ids=[other.pk, evening.house.pk])
    theirs, before = Api(stranger), counts()
    refused = answers(theirs, evening, dealer, other)
    after = counts()
    assert {key: answer for key, answer in refused.items() if answer not in REFUSED} == {}
    assert {name: rows for name, rows in after.items() if rows != before[name]} == {}
    assert ("api/v1/tronc-rules/", ("terms", "houses")) in refused
    assert len(refused) > 20
    let_in = answers(Api(central), evening, dealer, other)
    assert {key for key, answer in let_in.items() if answer in REFUSED} == set(), "they work there"


def queries() -> list[str]:
    """Each address of the API whose query takes a house."""
    found = []
    for address, pattern in addresses.every():
        view: Any = getattr(pattern.callback, "cls", None)
        filters = getattr(getattr(view, "filterset_class", None), "base_filters", {})
        names = [*filters, *(one.name for one in getattr(view, "parameters", ()))]
        if any(map(house_inputs.names_house, names)):
            found.append(addresses.filled(address, "1").removeprefix("/api/v1/"))
    return found


def test_each_query_of_the_api(evening: Evening, stranger: User) -> None:
    """A list has no rows of the house, a report is refused."""
    api, found = Api(stranger), queries()
    assert len(found) > 30
    for path in found:
        answer = api.get(path, house=evening.house.pk)
        shown: Any = answer.json()
        assert shown.get("results") == [] or problem(answer) in REFUSED, (path, shown)


def test_each_kind_of_job(evening: Evening, stranger: User, central: User) -> None:
    assert evening.day is not None
    for kind in settings.JOB_KINDS:
        asked = {**PARAMS.get(kind, {}), "house": evening.house.code}
        if "day" in asked:
            asked["day"] = str(evening.day.date)
        with pytest.raises(Refusal):
            jobs.ask(kind=kind, params=asked, actor=stranger)
        assert not Job.objects.exists()
    for kind in ("audit", "export", "books"):
        asked = {**PARAMS[kind], "house": evening.house.code}
        if "day" in asked:
            asked["day"] = str(evening.day.date)
        assert jobs.ask(kind=kind, params=asked, actor=central).house == evening.house


def test_a_kind_of_job_that_does_not_ask_itself(
    evening: Evening, stranger: User, central: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house of a job's parameters is checked where jobs are made, whatever its kind reads."""
    kind = jobs.JobKind(permission=EXPORT_JOB.permission, read=lambda asked, _actor: asked, work=lambda *_: {})
    monkeypatch.setattr(jobs, "kind_named", lambda _name: kind)
    with pytest.raises(NotFound, match="no_such_house"):
        jobs.ask(kind="any", params={"house": evening.house.code}, actor=stranger)
    assert jobs.ask(kind="any", params={"house": evening.house.code}, actor=central).house == evening.house


def test_each_use_case(evening: Evening, stranger: User) -> None:
    """An argument that names a house is its id, and is asked before the use case runs."""
    asked = 0
    for service in house_inputs.use_cases():
        parameters = inspect.signature(service).parameters
        named = [name for name in parameters if house_inputs.names_house(name)]
        assert set(named) <= set(membership.arguments(service)), service
        if named and "actor" in parameters:
            [name] = named
            house = evening.house.pk
            given = {**dict.fromkeys(parameters), name: [house] if name.endswith("s") else house, "actor": stranger}
            with pytest.raises(NotFound, match="not_found"):
                service(**given)
            asked += 1
    assert asked > 30


def said_at(client: Client, path: str, values: Mapping[str, Any]) -> Sequence[str]:
    """The fields of a form that are refused."""
    answer: Any = client.post(path, values)
    context = answer.context or {}
    form = context["adminform"].form if "adminform" in context else context.get("form")
    return [] if form is None else list(form.errors)


def test_each_form(evening: Evening, other: House, stranger: User, central: User) -> None:
    assert house_inputs.form_fields() == {*FORMS, TERMS_FORM}
    person = User.objects.create_user("anna", roles=["dealer"], house_ids=[other.pk])
    before = counts()
    for name, page in FORMS.items():
        field, path = name.rpartition(".")[2], page.format(person=person.pk)
        values = {field: evening.house.pk}
        assert evening.house.name not in elsewhere.browser(stranger).get(path).content.decode(), path
        assert field in said_at(elsewhere.browser(stranger), path, values), path
        assert field not in said_at(elsewhere.browser(central), path, values), path
    assert counts()["casino.AccountRequest"] == before["casino.AccountRequest"]


def test_each_row_that_the_back_office_adds(evening: Evening, stranger: User, central: User) -> None:
    request = RequestFactory().get("/")
    request.user = central
    labels = house_inputs.back_office(request)
    assert len(labels) >= 5
    for label in labels:
        path = reverse(f"admin:{label.lower().replace('.', '_')}_add")
        assert "house" in said_at(elsewhere.browser(stranger), path, {"house": evening.house.pk}), label
        assert "house" not in said_at(elsewhere.browser(central), path, {"house": evening.house.pk}), label


def test_the_page_of_the_rules_of_a_tronc(evening: Evening, stranger: User, central: User) -> None:
    values = {
        "valid_from": "2026-12", "full_minutes": "60", "electronic": "none", "remainder": "largest_remainder",
        "groups": "all; All; 100", "functions": "dealer; Dealer; all; 15", "houses": evening.house.code, "key": "k",
    }  # fmt: skip
    before, page = counts(), "/tronc/rules/propose/"
    assert elsewhere.browser(stranger).post(page, values).status_code == 404
    assert counts() == before
    client = elsewhere.browser(central)
    client.post("/houses/", {"house": House.objects.get(code="bb").pk})
    assert client.post(page, values).status_code == 303


def test_terms_that_can_name_a_house() -> None:
    """Only those of a tronc; tests/accounting/tronc/test_tronc_of_houses.py asks who decides on them.

    The hours are no terms: the room reads them from its rows for a house that is known, and nobody sends them.
    """
    hours = {f"accounting.policy.tronc.hours.{name}.house_id" for name in ("Span", "Worked")}
    assert house_inputs.terms() == {"accounting.policy.tronc.terms.Terms.houses"} | hours
    assert "houses" not in TERMS


def test_everything_else_that_names_a_house_is_known() -> None:
    assert house_inputs.command_options() == CONSOLE
    assert house_inputs.read_by_name() == READ_BY_NAME
    assert house_inputs.looked_up_by_code() == LOOKED_UP


def test_a_field_that_names_a_house_is_found() -> None:
    class Inner(serializers.Serializer):
        further_house = serializers.IntegerField()

    class Outer(serializers.Serializer):
        rows = Inner(many=True)
        household = serializers.CharField()

    assert list(house_inputs.ways(Outer())) == [("rows", "further_house")]
