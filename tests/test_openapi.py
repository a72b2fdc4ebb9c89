"""The API's description: kept in `tests/schema.yaml`, and true of what the API answers."""

import re
from functools import cache
from typing import Any

import jsonschema
import pytest
import yaml
from django.test import override_settings
from django.utils.translation import override
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.validation import validate_schema

from accounting.findings.services import findings
from accounting.models import ReportDelivery
from accounting.policy.laws import LAWS
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.services import accounts
from tests import builders, matrix
from tests.accounting.api.tronc_story import a_tronc_is_shared
from tests.accounting.jackpots import jackpots
from tests.api_client import Api, addresses
from tests.builders import Evening, user
from tests.databases import rolled_back
from tests.described import EVERYWHERE, KEPT, by_address, whole
from tests.evening_story import an_evening
from tests.signing import AUTHORITY
from tests.stories import month
from tests.tables.dealers.api.rota_story import dealers_take_turns
from tests.tables.floor.api.absence_story import somebody_walks
from tests.tables.floor.api.moving_story import guests_move
from tests.tables.floor.api.waiting_story import a_list_is_called
from tests.tables.practice.practice_story import a_hand_is_practised
from tests.tables.tournaments.api.tournament_story import dealt_and_agreed, from_first_to_last, on_to_another

REFRESH = "make schema"
NOT_DESCRIBED = {
    ("/api/docs/", "get"): "the description as a page",
    ("/api/v1/schema/", "get"): "the description itself",
}


@cache
def described() -> str:
    """The description as it is now, in English, as YAML."""
    GENERATOR_STATS.reset()
    with override("en"):
        schema = SchemaGenerator().get_schema(request=None, public=True)
        text: bytes = OpenApiYamlRenderer().render(schema, renderer_context={})
    return text.decode()


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(described(), yaml.CSafeLoader)
    return found


@pytest.fixture(scope="module")
def schema(written: dict[str, Any]) -> dict[str, Any]:
    return whole(written)


def test_a_change_of_the_contract_is_seen_in_review():
    assert KEPT.read_text() == described(), f"The API has changed. If it is meant: {REFRESH}"


@pytest.mark.release("half a minute in the validator; the gate compares with the kept description, which is valid")
def test_it_is_valid_openapi(written):
    validate_schema(written)


def test_nothing_had_to_be_guessed(schema):
    assert schema["openapi"].startswith("3.1")
    assert dict(GENERATOR_STATS._warn_cache) == dict(GENERATOR_STATS._error_cache) == {}


def test_every_operation_has_a_name_words_and_its_problems(schema):
    names = []
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            names.append(operation["operationId"])
            assert operation.get("description", operation["summary"]), (method, path)
            assert 8 <= len(operation.get("summary", "")) <= 120, (method, path)
            statuses = set(operation["responses"])
            assert "401" in statuses or path.endswith("/auth/token/"), (method, path)
            if "{" in path:
                assert "404" in statuses, (method, path)
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert set(answer["content"]) == {"application/problem+json"}, (method, path)
    assert len(names) == len(set(names))
    assert not [name for name in names if name[-1].isdecimal()]


def test_a_view_that_reads_and_writes_says_what_each_does(schema):
    tables = schema["paths"]["/api/v1/tables/"]
    assert tables["get"]["summary"] == "The tables, by code"
    assert tables["post"]["summary"] == "Set up another table"
    rules = schema["paths"]["/api/v1/houses/{id}/waiting-rules/"]
    assert rules["patch"]["summary"] == "Change some of it"


def test_the_head_names_what_every_address_may_answer(schema):
    assert {int(status) for status in re.findall(r"\b4\d\d\b", schema["info"]["description"])} == EVERYWHERE


def test_the_matrix_and_the_description_name_the_same_operations(schema):
    assert matrix.of_the_api().keys() - by_address(schema).keys() == NOT_DESCRIBED.keys()
    assert by_address(schema).keys() - matrix.of_the_api().keys() == set()


def test_an_operation_that_is_closed_to_somebody_documents_how_it_refuses(schema):
    """401 and a security scheme where the matrix wants a sign-in, 403 where a role is not let through."""
    described_there = by_address(schema)
    for asked, letters in matrix.of_the_api().items():
        if asked in NOT_DESCRIBED:
            continue
        operation, is_open = described_there[asked], "o" in letters
        assert ({} in operation["security"]) is is_open, asked
        assert is_open or "401" in operation["responses"], asked
        if set(matrix.LETTERS.values()) - set(letters):
            assert "403" in operation["responses"], asked


def closed(node: Any) -> Any:
    """The description with every object closed, so that an answer may hold nothing that is not described."""
    if isinstance(node, dict):
        shut = {name: closed(inner) for name, inner in node.items()}
        if "properties" in node and "additionalProperties" not in node:
            shut["additionalProperties"] = False
        return shut
    return [closed(inner) for inner in node] if isinstance(node, list) else node


class Described:
    """Compares answers with the description; `checked` are the operations that were asked."""

    def __init__(self, schema: Any) -> None:
        self.paths, strict = schema["paths"], closed(schema)
        self.strict = strict["paths"]
        self.validator = jsonschema.Draft202012Validator({"components": strict["components"]})
        self.checked: set[str] = set()

    def check(self, operation: str, answer: Any) -> Any:
        method, path = next(
            (method, path)
            for path, operations in self.paths.items()
            for method, one in operations.items()
            if one["operationId"] == operation
        )
        content = self.strict[path][method]["responses"][str(answer.status_code)]["content"]
        body = answer.json()
        self.validator.evolve(schema=content["application/json"]["schema"]).validate(body)
        self.checked.add(operation)
        return body


@pytest.mark.django_db
def test_answers_are_what_is_described(schema):
    """Faces and shapes are written apart; here they meet."""
    described = Described(schema)
    with rolled_back():
        revenue_is_stated(described.check)
    with rolled_back():
        a_tronc_is_shared(described.check)
    evening, check = builders.evening(), described.check
    an_evening(evening, check)
    for story in (a_list_is_called, guests_move, somebody_walks, from_first_to_last, dealt_and_agreed, on_to_another):
        story(evening, check)
    dealers_take_turns(evening, check)
    an_audit(evening, check)
    rules_are_proposed(evening, check)
    rights_and_clocks_take_two(check)
    check("approvals_list", Api(evening.manager).get("approvals/"))
    check("approvals_count_retrieve", Api(evening.manager).get("approvals/count/"))
    a_jackpot_falls(evening, check)
    a_hand_is_practised(evening, check)
    reads = {
        operation["operationId"]
        for operations in schema["paths"].values()
        for method, operation in operations.items()
        if method == "get"
        and not any(made in operation["operationId"] for made in ("reports", "phh", "bundle", "jobs_file"))
    }
    assert reads - described.checked <= {"jobs_retrieve"}


def rights_and_clocks_take_two(check: Any) -> None:
    """A role and a clock: one of each is approved, another declined."""
    admin, second = user("admin", "asking-admin"), Api(user("admin", "second-admin"))
    for at, step in (("11:00", "approve"), ("10:00", "decline")):
        asked = Api(admin).post("clock-changes/", {"time_zone": "Europe/Vienna", "rolls_over_at": at})
        row = check("clock_changes_create", asked)
        check("clock_changes_list", second.get("clock-changes/"))
        check("clock_changes_retrieve", second.get(f"clock-changes/{row['id']}/"))
        check(f"clock_changes_{step}", second.post(f"clock-changes/{row['id']}/{step}/", {"seen": row["seen"]}))
    for number, step in enumerate(("approve", "decline")):
        accounts.open_account(
            username=f"anna-{number}", full_name="", role_names=["cage"], language="en", reason="hired", actor=admin
        )
        [row, *_before] = check("account_requests_list", second.get("account-requests/"))["results"]
        check("account_requests_retrieve", second.get(f"account-requests/{row['id']}/"))
        check(f"account_requests_{step}", second.post(f"account-requests/{row['id']}/{step}/", {"seen": row["seen"]}))


def revenue_is_stated(check: Any) -> None:
    """A closed gaming day is stated, under levy terms and a key that two people gave."""
    evening = month.month(1).evening
    floor, manager, second = (Api(person) for person in (evening.floor, evening.manager, evening.second_manager))
    terms = {"terms": dict(LAWS["nrw"]), "valid_from": "2026-01-01"}
    row = check("levy_terms_create", manager.post("levy-terms/", terms))
    check("levy_terms_approve", second.post(f"levy-terms/{row['id']}/approve/", {"seen": row["seen"]}))
    check("levy_terms_list", manager.get("levy-terms/"))
    check("levy_terms_retrieve", manager.get(f"levy-terms/{row['id']}/"))
    key = {"authority": "Finanzaufsicht", "public_key": AUTHORITY.public_key.hex()}
    row = check("authority_keys_create", manager.post("authority-keys/", key))
    auditor = Api(user("auditor"))
    check("authority_keys_approve", auditor.post(f"authority-keys/{row['id']}/approve/", {"seen": row["seen"]}))
    check("authority_keys_list", manager.get("authority-keys/"))
    check("authority_keys_retrieve", manager.get(f"authority-keys/{row['id']}/"))
    with override_settings(MAIL_IS_SET_UP=True):
        body = {"span": "day", "address": "a@b.example"}
        row = check("report_subscriptions_create", manager.post("report-subscriptions/", body))
    ReportDelivery.objects.create(subscription_id=row["id"], first="2026-10-05", tries=8, last_at=house_time.now())
    check("report_subscriptions_list", manager.get("report-subscriptions/"))
    check(
        "report_subscriptions_send_again",
        manager.post(f"report-subscriptions/{row['id']}/send-again/", {"first": "2026-10-05"}),
    )
    check("report_subscriptions_end", manager.post(f"report-subscriptions/{row['id']}/end/"))
    row = check("statements_create", floor.post("statements/", {"period": "day", "first": "2026-10-05"}))
    sealed = check("statements_confirm", manager.post(f"statements/{row['id']}/confirm/", {"seen": row["seen"]}))
    signature = {"signature": AUTHORITY.sign(sealed["message"].encode()).hex()}
    check("statements_countersign", floor.post(f"statements/{row['id']}/countersign/", signature))
    check("statements_list", manager.get("statements/"))
    check("statements_retrieve", manager.get(f"statements/{row['id']}/"))


def rules_are_proposed(evening: Evening, check: Any) -> None:
    """A rule set of the house, declined by another."""
    manager, second = Api(evening.manager), Api(evening.second_manager)
    body = {"name": "Own", "base": "house/1", "switches": {"odd_chip": "all_to_first"}}
    row = check("rule_sets_create", manager.post("rule-sets/", body))
    assert row["key"] == "house/1;odd_chip=all_to_first"
    check("rule_sets_list", manager.get("rule-sets/"))
    check("rule_sets_retrieve", manager.get(f"rule-sets/{row['id']}/"))
    check(
        "rule_sets_decline", second.post(f"rule-sets/{row['id']}/decline/", {"reason": "not yet", "seen": row["seen"]})
    )


def a_jackpot_falls(evening: Evening, check: Any) -> None:
    """A splash pot: claimed, approved, on a slip."""
    manager, second, floor = Api(evening.manager), Api(evening.second_manager), Api(evening.floor)
    cage = Api(evening.cage)
    body = {"code": "splash", "name": "Splash", "kind": "splash"}
    fund = check("funds_create", manager.post("funds/", body))["id"]
    row = check("funds_terms", manager.post(f"funds/{fund}/terms/", {"terms": {"every_table": True}}))
    check("fund_terms_approve", second.post(f"fund-terms/{row['id']}/approve/", {"seen": row["seen"]}))
    gift = {"kind": "gift", "amount_cents": 5_000, "reason": "for the weekend"}
    row = check("funds_payments", manager.post(f"funds/{fund}/payments/", gift))
    check("fund_payments_approve", second.post(f"fund-payments/{row['id']}/approve/", {"seen": row["seen"]}))
    check("funds_list", manager.get("funds/"))
    check("funds_retrieve", manager.get(f"funds/{fund}/"))
    table = evening.table(evening.game(recording="summary"), code="J1", dealt=False)
    evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2, actor=evening.second_manager).hand.pk
    claim = check(
        "jackpot_claims_create", floor.post("jackpot-claims/", {"hand": hand, "fund": fund, "dealt_in": [1, 2]})
    )
    check("jackpot_claims_list", floor.get("jackpot-claims/"))
    check("jackpot_claims_retrieve", floor.get(f"jackpot-claims/{claim['id']}/"))
    check(
        "jackpot_claims_approve",
        manager.post(f"jackpot-claims/{claim['id']}/approve/", {"seen": claim["seen"]}),
    )
    slips = check("jackpot_slips_list", manager.get("jackpot-slips/"))["results"]
    check("jackpot_slips_retrieve", manager.get(f"jackpot-slips/{slips[0]['id']}/"))
    payee = {"guest": evening.guest("Anna Weber").number, "reason": "the winner leaves tonight"}
    for answer in ("decline", "approve"):
        row = check("jackpot_slips_payee", cage.post(f"jackpot-slips/{slips[0]['id']}/payee/", payee))
        check(f"jackpot_payees_{answer}", second.post(f"jackpot-payees/{row['id']}/{answer}/", {"seen": row["seen"]}))


def an_audit(evening: Evening, check: Any) -> None:
    """Something was found; it is given to somebody and decided, and the three figures are matched."""
    verdict = Verdict(Rule.BOX_SHORT, "drop:4", -300, "T07", facts={"booked_cents": 5_000, "is_inside_band": None})
    findings.note(evening.house.pk, evening.day.pk, [verdict], house_time.now())
    manager = Api(evening.manager)
    [row] = check("findings_list", manager.get("findings/"))["results"]
    check("findings_runs_list", manager.get("findings/runs/"))
    at = f"findings/{row['id']}"
    row = check("findings_assign", manager.post(f"{at}/assign/", {"owner": evening.manager.pk}))
    decision = {"seen": row["seen"], "resolution": "justified", "comment": "seen"}
    check("findings_resolve", manager.post(f"{at}/resolve/", decision))
    row = check("findings_retrieve", manager.get(f"{at}/"))
    back = {"decision_number": row["decision_number"], "seen": [row["seen"]], "reason": "the wrong box"}
    check("findings_decisions_take_back", manager.post("findings/decisions/take-back/", back))
    late = Verdict(Rule.LATE_SYNC, "hand:4", 0, "T07", hand_id=4)
    findings.note(evening.house.pk, evening.day.pk, [late], house_time.now())
    ids = [one["id"] for one in manager.get("findings/", rule="LATE_SYNC").json()["results"]]
    check("findings_runs_assign", manager.post("findings/runs/assign/", {"findings": ids, "owner": None}))
    check("reports_match_retrieve", manager.get("reports/match/"))


@pytest.mark.django_db
def test_the_examples_are_bodies_that_are_read():
    builders.evening()  # the one house is meant where none is named
    views = {getattr(pattern.callback, "cls", None) for pattern in addresses()}
    shown = 0
    for view in views:
        for body in getattr(view, "examples", {}).values():
            view._input.run_validation(body)
            shown += 1
    assert shown >= 10
