"""A house's own rule set: proposed by one, replayed over the last month, approved by another, taken by a game."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounting.models import House
from casino.errors import NotFound, Refusal
from casino.models import Job, SecurityEvent, User
from casino.pages.forms import new_key
from casino.services import jobs
from tables.games.selectors import rule_sets as rule_set_selector
from tables.games.selectors import rule_words
from tables.games.services import games, rule_sets
from tables.hands.services import hands, rule_replays
from tables.models import Game, HouseRuleSet
from tables.rules.actions import Action, Kind
from tables.rules.rule_sets import SWITCHES, USUAL
from tests import builders, databases
from tests.api_client import Api
from tests.builders import Evening, with_password
from tests.deciding import looking
from tests.html import flat
from tests.tables.hands.playing import FOLD, act, folded_round, settle, start
from tests.tables.pages.conftest import Room, browser, room
from tests.tables.pages.conftest import built as room_built

__all__ = ["browser", "room", "room_built"]
pytestmark = pytest.mark.django_db

SECRET = "a long enough password"
ONE_RAISE = {"raise_cap": "1", "raise_cap_everywhere": "yes"}
KEY = "house/1;raise_cap=1;raise_cap_everywhere=yes"


def made() -> Evening:
    """A table with three guests at no-limit 1/2."""
    evening = builders.evening()
    evening.sit(evening.table(), 20_000, 20_000, 20_000)
    return evening


built, evening = databases.shared(made)


def proposal(evening: Evening, *, actor: User | None = None) -> HouseRuleSet:
    return rule_sets.propose(
        house_id=evening.house.pk, name="Hausregeln", base="house/1", switches=ONE_RAISE, actor=actor or evening.manager
    )


def replayed(row: HouseRuleSet, actor: User) -> Job:
    """Ask for the replay, and do the worker's work."""
    job = jobs.ask(kind="rule_replay", params={"rule_set": row.pk}, actor=actor)
    assert jobs.run_next()
    job.refresh_from_db()
    return job


def two_raises(evening: Evening, table: int) -> None:
    recorded = start(evening, table)
    raises = [Action(Kind.RAISE, None, 600), Action(Kind.RAISE, None, 2_000), FOLD, FOLD]
    settle(evening, act(evening, recorded, *raises))


def test_from_the_proposal_to_the_table(evening: Evening) -> None:
    table = evening.house.tables.get().pk
    folded_round(evening, table)
    two_raises(evening, table)
    row = proposal(evening)
    assert (row.version, row.state, row.key) == (1, "proposed", KEY)
    job = replayed(row, evening.manager)
    assert job.state == "done", job.error
    counts = {name: job.result[name] for name in ("hands", "same", "not_allowed", "other_money", "goes_on")}
    assert counts == {"hands": 2, "same": 1, "not_allowed": 1, "other_money": 0, "goes_on": 0}
    (told,) = job.result["differing"]
    assert (told["number"], told["action"], told["outcome"]) == (2, 2, "not_allowed")
    looking(rule_sets.approve)(rule_set_id=row.pk, actor=evening.second_manager)
    assert SecurityEvent.objects.filter(kind="terms", about="Hausregeln v1").count() == 1
    game = evening.game(rule_set=KEY)
    other = evening.table(game, code="T08", dealt=False)
    evening.sit(other, 20_000, 20_000, 20_000)
    recorded = hands.start(table_id=other, version=evening.version(other), actor=evening.floor)
    assert recorded.hand.setup["rule_set"] == KEY
    hand_id = recorded.hand.pk
    raised = hands.act(hand_id=hand_id, version=1, action=Action(Kind.RAISE, None, 600), actor=evening.floor)
    with pytest.raises(Refusal):
        hands.act(
            hand_id=hand_id, version=raised.hand.version, action=Action(Kind.RAISE, None, 2_000), actor=evening.floor
        )


class TestTwoPeople:
    def refused(self, code: str, command: Callable[..., object], **given: object) -> None:
        before = list(HouseRuleSet.objects.values())
        with pytest.raises(Refusal, match=code):
            command(**given)
        assert list(HouseRuleSet.objects.values()) == before

    def test_nobody_approves_their_own(self, evening: Evening) -> None:
        row = proposal(evening)
        replayed(row, evening.manager)
        self.refused("two_people", looking(rule_sets.approve), rule_set_id=row.pk, actor=evening.manager)

    def test_nor_before_the_last_month_was_replayed(self, evening: Evening) -> None:
        row = proposal(evening)
        self.refused("rules_not_replayed", looking(rule_sets.approve), rule_set_id=row.pk, actor=evening.second_manager)
        jobs.ask(kind="rule_replay", params={"rule_set": row.pk}, actor=evening.manager)
        self.refused("rules_not_replayed", looking(rule_sets.approve), rule_set_id=row.pk, actor=evening.second_manager)

    def test_it_is_decided_once(self, evening: Evening) -> None:
        row = proposal(evening)
        looking(rule_sets.decline)(rule_set_id=row.pk, reason="too strict", actor=evening.second_manager)
        self.refused("rules_decided", looking(rule_sets.approve), rule_set_id=row.pk, actor=evening.second_manager)
        self.refused("rules_decided", looking(rule_sets.decline), rule_set_id=row.pk, actor=evening.manager)

    def test_the_floor_withdraws_only_its_own(self, evening: Evening) -> None:
        row = proposal(evening)
        self.refused("not_allowed", looking(rule_sets.decline), rule_set_id=row.pk, actor=evening.floor)
        own = rule_sets.propose(
            house_id=evening.house.pk,
            name="Andere",
            base="tda/1",
            switches={"run_it_twice": "yes"},
            actor=evening.floor,
        )
        assert looking(rule_sets.decline)(rule_set_id=own.pk, actor=evening.floor).state == "declined"

    def test_the_database_says_so_too(self, evening: Evening) -> None:
        row = proposal(evening)
        now = row.proposed_at
        wrongs: list[dict[str, object]] = [
            {"state": "approved", "decided_by": evening.manager, "decided_at": now},
            {"state": "approved"},
            {"key": "house/1;run_it_twice=yes"},
        ]
        for wrong in wrongs:
            with pytest.raises(IntegrityError), transaction.atomic():
                HouseRuleSet.objects.filter(pk=row.pk).update(**wrong)
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.update(rule_set=KEY)
        with pytest.raises(IntegrityError), transaction.atomic():
            row.delete()


class TestProposals:
    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"switches": {}}, "nothing_switched"),
            ({"switches": {"dead_button": "yes"}}, "nothing_switched"),
            ({"switches": {"odd_chip": "heads"}}, "unknown_switch"),
            ({"base": "house/9"}, "unknown_rule_set"),
            ({"base": KEY}, "unknown_rule_set"),
            ({"name": " "}, "rules_nameless"),
        ],
    )
    def test_what_is_no_proposal(self, evening: Evening, changes: dict[str, object], code: str) -> None:
        given = {"name": "Hausregeln", "base": "house/1", "switches": ONE_RAISE} | changes
        with pytest.raises(Refusal, match=code):
            rule_sets.propose(house_id=evening.house.pk, actor=evening.manager, **given)
        assert HouseRuleSet.objects.count() == 0

    def test_a_reason_has_its_length(self, evening: Evening) -> None:
        row = proposal(evening)
        with pytest.raises(Refusal, match="reason_too_long"):
            looking(rule_sets.decline)(rule_set_id=row.pk, reason="x" * 201, actor=evening.manager)
        assert HouseRuleSet.objects.get().state == "proposed"
        looking(rule_sets.decline)(rule_set_id=row.pk, reason="x" * 200, actor=evening.manager)

    @pytest.mark.parametrize("decide", [rule_sets.approve, rule_sets.decline])
    def test_rules_that_are_not_there(self, evening: Evening, decide: Callable[..., object]) -> None:
        proposal(evening)
        with pytest.raises(NotFound, match="no_such_rule_set"):
            looking(decide)(rule_set_id=4711, actor=evening.second_manager)
        with pytest.raises(NotFound, match="no_such_rule_set"):
            rule_set_selector.one(4711)
        assert HouseRuleSet.objects.get().state == "proposed"

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"month": 7}, "unknown_field"),
            ({"rule_set": 4711}, "no_such_rule_set"),
            ({"rule_set": "7"}, "no_such_rule_set"),
            ({"rule_set": True}, "no_such_rule_set"),
        ],
    )
    def test_no_replay_of_what_is_not_there(self, evening: Evening, changes: dict[str, object], code: str) -> None:
        params = {"rule_set": proposal(evening).pk} | changes
        with pytest.raises(Refusal, match=code):
            jobs.ask(kind="rule_replay", params=params, actor=evening.manager)
        assert not Job.objects.exists()

    def test_no_replay_for_somebody_of_another_house(self, evening: Evening) -> None:
        row = proposal(evening)
        other = House.objects.create(code="dus", name="Duisburg")
        stranger = User.objects.create_user("stranger", roles=["manager"], house_ids=[other.pk])
        with pytest.raises(NotFound, match="no_such_rule_set"):
            jobs.ask(kind="rule_replay", params={"rule_set": row.pk}, actor=stranger)
        assert not Job.objects.exists()

    def test_one_at_a_time_and_each_a_new_version(self, evening: Evening) -> None:
        row = proposal(evening)
        with pytest.raises(Refusal, match="proposal_open"):
            proposal(evening)
        looking(rule_sets.decline)(rule_set_id=row.pk, actor=evening.manager)
        second = proposal(evening)
        assert second.version == 2
        replayed(second, evening.manager)
        looking(rule_sets.approve)(rule_set_id=second.pk, actor=evening.second_manager)
        with pytest.raises(Refusal, match="rules_unchanged"):
            proposal(evening)

    def test_a_game_takes_only_approved_rules(self, evening: Evening) -> None:
        proposal(evening)
        count = Game.objects.count()
        with pytest.raises(Refusal, match="rules_not_approved"):
            evening.game(rule_set=KEY)
        game = evening.game()
        with pytest.raises(Refusal, match="rules_not_approved"):
            games.edit(game_id=game.pk, changes={"rule_set": KEY}, actor=evening.floor)
        assert Game.objects.count() == count + 1

    def test_the_replay_reads_no_other_rules_and_no_voided_hand(self, evening: Evening) -> None:
        table = evening.house.tables.get().pk
        folded_round(evening, table)
        row = rule_sets.propose(
            house_id=evening.house.pk, name="TDA", base="tda/1", switches={"run_it_twice": "yes"}, actor=evening.manager
        )
        assert rule_replays.replay(row, lambda _done, _total: None)["hands"] == 0


@pytest.mark.parametrize("word", [{"yes": 1}, ["yes"], None, 1, True])
def test_what_is_no_word_is_refused(evening: Evening, word: object) -> None:
    body = {"name": "Hausregeln", "base": "house/1", "switches": {"odd_chip": word}}
    answer = Api(evening.manager).post("rule-sets/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert HouseRuleSet.objects.count() == 0


def test_pages_from_the_form_to_the_signature(room: Room, browser: Callable[..., Client]) -> None:
    first = with_password(room.manager, SECRET)
    second = with_password(User.objects.create_user("m2", full_name="Max Two", roles=["manager"]), SECRET)
    one, two = browser(first), browser(second)
    answer = one.post(
        "/management/rule-sets/new/",
        {"key": new_key(), "version": "", "name": "Hausregeln", "base": USUAL, "odd_chip": "all_to_first"},
    )
    row = HouseRuleSet.objects.get()
    page = f"/management/rule-sets/{row.pk}/"
    assert answer["Location"] == page
    html = flat(one.get(page).content.decode())
    assert "Odd chips go to: the first winner left of the button" in html
    assert "Not replayed yet" in html
    assert one.post(f"{page}replay/", {"key": new_key(), "version": ""}).status_code == 303
    assert jobs.run_next()
    assert "Hands replayed" in two.get(page).content.decode()
    assert "approve/" not in one.get(page).content.decode()
    shown = two.get(f"{page}approve/")
    assert "Hands replayed" in shown.content.decode(), "what is approved on"
    form = {"key": new_key(), "version": "", "seen": shown.context["form"].initial["seen"]}
    assert two.post(f"{page}approve/", {**form, "password": "wrong"}).status_code >= 400
    assert two.post(f"{page}approve/", {**form, "password": SECRET}).status_code == 303
    assert "approved" in flat(one.get("/management/rule-sets/").content.decode())
    filled = one.get(f"/management/rule-sets/new/?from={row.pk}").content.decode()
    assert '<option value="all_to_first" selected>' in filled


def test_the_next_version_may_begin_with_an_older_shipped_set(room: Room, browser: Callable[..., Client]) -> None:
    """The form offers the newest of each shipped set, and the one that the house's own is built on."""
    row = rule_sets.propose(
        house_id=room.house.pk, name="Alt", base="house/1", switches={"odd_chip": "all_to_first"}, actor=room.manager
    )
    looking(rule_sets.decline)(rule_set_id=row.pk, actor=room.manager)
    client = browser(room.manager)
    page = "/management/rule-sets/new/"
    assert 'value="house/1"' not in client.get(page).content.decode()
    again = f"{page}?from={row.pk}"
    assert '<option value="house/1" selected>' in client.get(again).content.decode()
    sent = {"key": new_key(), "version": "", "name": "Alt", "base": "house/1", "odd_chip": "all_to_first"}
    assert client.post(again, sent).status_code == 303


def test_every_rule_stands_under_one_heading_of_the_page() -> None:
    named = [name for _title, names in rule_words.GROUPS for name in names]
    assert sorted(named) == sorted(SWITCHES)
