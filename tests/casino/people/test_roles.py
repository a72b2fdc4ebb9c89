"""Who may do what: the whole matrix, and the separation of duties that it stands for.

An administrator has no money rights (four eyes), an auditor writes nothing of money and play, a dealer only records.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from casino import roles
from casino.errors import NotAllowed
from casino.models import User
from casino.models.users import RoleName
from casino.roles import Role

# role letters: D dealer, F floor, C cage, M manager, A auditor, X admin, I integrator, B works council
MATRIX = {
    "tables.record_hand": "DF.M..I.",
    "tables.undo_action": "DF.M..I.",
    "tables.deal_anywhere": ".F.M..I.",
    "tables.void_hand": ".F.M..I.",
    "tables.import_hand": "...M..I.",
    "tables.record_ruling": ".F.M..I.",
    "tables.keep_log": ".F.M....",
    "tables.read_log": ".F.MA...",
    "tables.run_tournament": ".F.M..I.",
    "tables.sell_entry": "..CM....",
    "tables.settle_tournament": "...M....",
    "tables.open_table": ".F.M..I.",
    "tables.edit_table": ".F.M..I.",
    "tables.edit_game": ".F.M..I.",
    "tables.edit_guest": ".FCM..I.",
    "tables.admit_guest": ".FCM..I.",
    "tables.ban_guest": "...M....",
    "tables.erase_guest": "...M....",
    "tables.read_retention": "...MA...",
    "tables.seat_guest": ".F.M..I.",
    "tables.push_dealer": ".F.M..I.",
    "accounting.open_day": ".F.M..I.",
    "accounting.close_day": "...M....",
    "accounting.reopen_day": "...M....",
    "accounting.explain_variance": "...M....",
    "accounting.drop_box": ".F.M..I.",
    "accounting.run_window": "..CM....",
    "accounting.edit_schedule": ".F.M..I.",
    "accounting.approve_schedule": "...M....",
    "tables.edit_rules": ".F.M..I.",
    "tables.approve_rules": "...M....",
    "accounting.move_float": ".FCM..I.",
    "accounting.count_box": "..CM....",
    "accounting.reverse_entry": "...M....",
    "accounting.resolve_finding": "...M....",
    "accounting.view_ledger": ".FCMA.I.",
    "accounting.view_reports": ".F.MA.I.",
    "accounting.run_audit": "...MA...",
    "accounting.run_jobs": "...M..I.",
    "accounting.act_without_version": "......I.",
    "accounting.read_own_share": "DFCMA..B",
    "accounting.read_tronc": "...MA..B",
    "accounting.edit_tronc": "...M....",
    "accounting.approve_tronc": "...M....",
    "accounting.read_tips": "..CMA..B",
    "accounting.record_tips": "..CM....",
    "accounting.share_tronc": "...M....",
    "accounting.confirm_tronc": "...M....",
    "accounting.pay_tronc": "...M....",
    "accounting.edit_fund": "...M....",
    "accounting.approve_fund": "...M....",
    "tables.claim_jackpot": ".F.M..I.",
    "tables.approve_jackpot": "...M....",
    "accounting.sign_statement": ".F.M....",
    "accounting.confirm_statement": "...M....",
    "accounting.edit_levy": "...M....",
    "accounting.approve_levy": "...M....",
    "casino.confirm_authority_key": "....AX..",
    "casino.decline_authority_key": "...MAX..",
    "accounting.countersign": ".F.MA...",
    "tables.read_tables": "DFCMA.I.",
    "tables.read_hands": "DF.MA.I.",
    "tables.read_every_hand": ".F.MA.I.",
    "tables.read_guests": ".FCMA.I.",
    "tables.read_seating": ".F.MA.I.",
    "tables.read_rulings": ".F.MA.I.",
    "tables.read_dealers": ".F.MA.I.",
    "tables.read_tournaments": "DFCMA.I.",
    "accounting.read_days": ".FCMA.I.",
    "accounting.read_boxes": ".FCMA.I.",
    "casino.edit_user": ".....X..",
    "casino.approve_account": "...M.X..",
    "casino.review_access": "...MAX..",
    "casino.edit_device": ".F.M.XI.",
    "casino.edit_house": ".....X..",
    "casino.approve_house": "...M.X..",
    "casino.view_logins": "...MAX..",
}


@dataclass
class Person:
    roles: list[str]
    is_active: bool = True


@pytest.mark.parametrize("permission", sorted(roles.PERMISSIONS))
def test_the_whole_matrix(permission: str) -> None:
    row = "".join(
        letter if roles.permits(Person([role.value]), permission) else "."
        for letter, role in zip("DFCMAXIB", Role, strict=True)
    )
    assert row == MATRIX[permission]


def test_the_matrix_names_no_permission_that_is_nobodys() -> None:
    assert set(MATRIX) == roles.PERMISSIONS


def test_refusal_names_the_roles_that_may() -> None:
    with pytest.raises(NotAllowed) as refused:
        roles.require(Person(["dealer"]), "accounting.close_day")
    assert refused.value.code == "not_allowed"
    assert refused.value.facts == {"permission": "accounting.close_day", "roles": ["manager"]}


def test_a_misspelt_permission_is_our_mistake() -> None:
    with pytest.raises(AssertionError, match="void_hands"):
        roles.require(Person(["manager"]), "tables.void_hands")


@pytest.mark.parametrize(
    "person", [Person([]), Person(["boss"]), Person([role.value for role in Role], is_active=False)]
)
def test_without_a_known_role_or_having_left_nothing_is_allowed(person: Person) -> None:
    assert not any(roles.permits(person, permission) for permission in roles.PERMISSIONS)
    assert not any(roles.permits_app(person, app) for app in ("tables", "accounting", "casino"))


def test_rights_of_several_roles_add_up() -> None:
    both = Person(["auditor", "cage"])
    assert roles.permits(both, "accounting.count_box")
    assert roles.permits(both, "accounting.run_audit")


@pytest.mark.parametrize("verb", ["add", "change", "delete"])
@pytest.mark.parametrize("model", ["accounting.{}_entry", "accounting.{}_transfer", "tables.{}_hand", "casino.{}_job"])
def test_nobody_edits_books_and_hands_in_the_admin(verb: str, model: str) -> None:
    assert not any(roles.permits(Person([role.value]), model.format(verb)) for role in Role)


@pytest.mark.parametrize("model", ["tables.table", "tables.guest", "casino.user", "accounting.rakeschedule"])
def test_nobody_deletes(model: str) -> None:
    app, _dot, name = model.partition(".")
    assert not any(roles.permits(Person([role.value]), f"{app}.delete_{name}") for role in Role)


@pytest.mark.parametrize(
    ("permission", "letters"),
    [
        ("tables.view_hand", ".F.MA..."),
        ("accounting.view_entry", ".F.MA..."),
        ("tables.change_table", ".F.M...."),
        ("accounting.change_rakeschedule", ".F.M...."),
        ("accounting.change_window", "...M...."),
        ("casino.view_user", "...MAX.."),
        ("casino.change_user", ".....X.."),
        ("accounting.change_house", ".....X.."),
    ],
)
def test_model_permissions_of_the_admin(permission: str, letters: str) -> None:
    row = "".join(
        letter if roles.permits(Person([role.value]), permission) else "."
        for letter, role in zip("DFCMAXIB", Role, strict=True)
    )
    assert row == letters


def test_an_administrator_sees_no_money_and_no_play() -> None:
    admin = Person(["admin"])
    for model in ("accounting.view_entry", "accounting.view_transfer", "tables.view_hand", "tables.view_table"):
        assert not roles.permits(admin, model)
    money = {name for name in roles.PERMISSIONS if not name.startswith("casino.")}
    assert not any(roles.permits(admin, permission) for permission in money)


def test_every_role_has_a_word_on_screen() -> None:
    assert RoleName.values == [role.value for role in Role]


@pytest.mark.django_db
def test_a_user_answers_without_a_query(django_assert_num_queries: Any) -> None:
    user = User.objects.create_user("anna", roles=["floor"])
    with django_assert_num_queries(0):
        assert user.has_perm("tables.view_hand")
        assert user.has_perms(["tables.view_hand", "tables.change_table"])
        assert not user.has_perms(["tables.view_hand", "tables.delete_table"])
        assert user.has_module_perms("tables")
        assert not user.has_module_perms("auth")
        assert user.is_staff
        assert not user.is_superuser
