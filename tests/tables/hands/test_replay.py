"""Real hands through the dealers' services: they agree with the rooms, every chip is found again, twice is once."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounting.models import Assessment, Entry
from accounting.proof.services import proofs
from casino import environment
from casino.errors import NotAllowed, Refusal
from tables.floor.services import seats
from tables.hands.services import imports
from tables.hands.services.recording import HandDetails
from tables.models import Hand, Sitting, Table
from tables.rules import records
from tests import builders
from tools import printed

REAL = environment.ROOT.parent / "shared" / "hands" / "real.jsonl.gz"
TAGS = ("side_pots", "several_winners", "dead_blind", "extra_post", "heads_up", "ante", "all_in", "uncalled")
OF_EACH = 7
#: The one of the allow-listed hands that our rules refuse for what the room printed.
BLIND_AS_DEAD_MONEY = "Winamax-9260931-103-1479198677"

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def real() -> list[dict]:
    if not REAL.exists():
        pytest.skip(f"the real hands are not on this machine ({REAL})")
    with gzip.open(REAL, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def chosen(real) -> list[dict]:
    """Some hands of every tag, in both games and all three bettings, and one that is on the allow-list."""
    found = {}
    for tag in TAGS:
        found |= {record["id"]: record for record in [one for one in real if tag in one["tags"]][:OF_EACH]}
    for game, limit in (("texas", "FL"), ("texas", "PL"), ("omaha", "PL")):
        same = [one for one in real if (one["game"], one["limit"]) == (game, limit)]
        found |= {record["id"]: record for record in same[:3]}
    found |= {record["id"]: record for record in real if record["id"] == BLIND_AS_DEAD_MONEY}
    return list(found.values())


@pytest.fixture
def hands_file(tmp_path, chosen):
    return written(tmp_path / "hands.jsonl", chosen)


def written(path: Path, hands: list[dict]) -> Path:
    path.write_text("\n".join(json.dumps(record) for record in hands), encoding="utf-8")
    return path


def replay(*files: Path, **options) -> dict:
    out = StringIO()
    call_command("replay", *files, processes=1, as_json=True, stdout=out, **options)
    return json.loads(out.getvalue().splitlines()[-1])


def test_real_hands_agree_and_every_chip_is_found_again(chosen, hands_file):
    figures = replay(hands_file)
    assert figures == {"hands": len(chosen), "agree": len(chosen) - 1, "allowed": 1, "differ": []}
    assert Hand.objects.count() == len(chosen)
    assert proofs.prove().ok
    # What the rooms took, as they printed it, and nothing else has left the guests' pockets.
    taken = sum(sum(one["truth"]["fees"].values()) for one in chosen)
    assert taken > 0
    assert builders.balances() == {"guests/R1": -taken, "count/room": taken}  # each session's box was taken
    assert sum(Assessment.objects.values_list("taken_cents", flat=True)) == taken
    assert not Sitting.objects.filter(left_at=None).exists()


def test_of_a_hand_that_our_rules_refuse_the_outcome_is_recorded(chosen, hands_file):
    replay(hands_file)
    print_ = next(one for one in chosen if one["id"] == BLIND_AS_DEAD_MONEY)
    hand = Hand.objects.get(client_uuid=uuid_of(BLIND_AS_DEAD_MONEY))
    assert (hand.recording, hand.state, hand.actions.count()) == ("summary", "settled", 0)
    assert hand.result["pot_cents"] == print_["truth"]["total_pot"] == 800
    assert hand.result["rake"]["taken_cents"] == print_["truth"]["fees"]["rake"] == 52
    # Seat 5 posted 3.00, bet 8.00 that nobody called, and collected 8.00 less 0.52; seats 2 to 4 paid 2.00, 1.00, 2.00.
    left = Sitting.objects.filter(session=hand.session, sat_at__gte=hand.session.opened_at, min_buy_in_cents=1)
    assert dict(left.values_list("seat", "cashed_out_cents")) == {
        1: 44_597, 2: 39_911 - 200, 3: 11_892 - 100, 4: 20_000 - 200, 5: 5_743 - 300 + 748
    }  # fmt: skip


def test_what_guests_are_left_with_is_what_the_rooms_printed(real):
    """Over all printed hands: nothing appears, nothing is lost, nobody has less than nothing."""
    for record in real:
        if "uncalled_not_printed" not in record["flags"]:
            left = printed.left_cents(record)
            stacks = sum(player["stack"] for player in record["players"])
            assert sum(left.values()) + sum(record["truth"]["fees"].values()) == stacks, record["id"]
            assert min(left.values()) >= 0, record["id"]


def test_the_set_up_is_the_record_s_own(chosen, hands_file):
    replay(hands_file)
    dead = next(one for one in chosen if "dead_blind" in one["tags"] and one["id"] != BLIND_AS_DEAD_MONEY)
    expected = records.convert(dead)
    hand = Hand.objects.get(setup__button_seat=dead["button"], client_uuid=uuid_of(dead["id"]))
    assert {seat["seat"]: seat["stack_cents"] for seat in hand.setup["seats"]} == {
        player["seat"]: player["stack"] for player in dead["players"]
    }
    assert "dead" in {post[0] for seat in hand.setup["seats"] for post in seat.get("posts", [])}
    assert hand.actions.count() == len(expected.actions)


def uuid_of(record_id: str):
    from tools import replaying

    return replaying.uuid_of(record_id)


@pytest.mark.release("replays the file once more; the gate replays it once")
def test_a_second_replay_reads_what_was_stored(chosen, hands_file):
    first = replay(hands_file)
    entries = Entry.objects.count()
    assert replay(hands_file) == first
    assert Entry.objects.count() == entries
    assert Hand.objects.count() == len(chosen)


@pytest.mark.release("replays the file once more; the gate replays it once")
def test_a_replay_that_was_interrupted_goes_on(chosen, hands_file, monkeypatch):
    from tools import replaying

    def interrupted(table):
        raise KeyboardInterrupt

    monkeypatch.setattr(replaying.ReplayTable, "close", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replay(hands_file, limit=3)
    monkeypatch.undo()
    assert replay(hands_file)["hands"] == len(chosen)
    assert Hand.objects.count() == len(chosen)


def test_a_print_that_we_do_not_agree_with_is_named_and_fails(tmp_path, chosen):
    good, bad = chosen[0], json.loads(json.dumps(chosen[1]))
    bad["truth"]["total_pot"] += 1
    out = StringIO()
    with pytest.raises(CommandError, match="1 hands differ"):
        call_command("replay", written(tmp_path / "bad.jsonl", [good, bad]), processes=1, as_json=True, stdout=out)
    *told, figures = out.getvalue().splitlines()
    assert json.loads(figures) == {"hands": 2, "agree": 1, "allowed": 0, "differ": [bad["id"]]}
    assert any(bad["id"] in line and "total_pot" in line for line in told)


@pytest.mark.parametrize("text", ["not json", "[1, 2]", '{"room": "x"}'])
def test_a_file_that_holds_no_hands_is_refused(tmp_path, text):
    path = tmp_path / "hands.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match="line 1"):
        call_command("replay", path, processes=1)
    assert not Table.objects.exists()


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("replay", tmp_path / "nowhere.jsonl.gz", processes=1)


class TestAHandFromAnotherSystem:
    """`imports.record_visit`: the set-up is the record's, the chips are ours."""

    @pytest.fixture
    def record(self, real):
        return records.convert(
            next(one for one in real if one["tags"] == ["uncalled"] and one["truth"]["fees"].get("rake"))
        )

    @pytest.fixture
    def evening(self):
        return builders.evening(builders.NO_RAKE)

    def opened(self, evening, record) -> int:
        terms = record.setup.terms
        game = evening.game(
            variant=terms.variant.value,
            betting=terms.betting.value,
            chip_cents=1,
            small_blind_cents=terms.small_blind_cents,
            big_blind_cents=terms.big_blind_cents,
            min_buy_in_cents=terms.big_blind_cents,
        )
        return evening.table(game)

    def seated(self, evening, record) -> int:
        table = self.opened(evening, record)
        for one in record.setup.seats:
            seats.sit(
                table_id=table,
                version=evening.version(table),
                seat=one.seat,
                guest_id=evening.guest().pk,
                buy_in_cents=one.stack_cents,
                actor=evening.floor,
            )
        return table

    def visit(self, evening, table: int, record, actions, *, actor=None, rake_cents: int = 0):
        return imports.record_visit(
            table_id=table,
            version=evening.version(table),
            guest_ids={one.seat: evening.guest().pk for one in record.setup.seats},
            setup=record.setup,
            actions=actions,
            details=HandDetails(rake_cents=rake_cents, reason="as the room took it"),
            actor=actor or evening.manager,
        )

    def test_is_booked_and_everybody_leaves_with_what_is_left(self, evening, record):
        table = self.opened(evening, record)
        taken = record.facts.taken_cents
        recorded = self.visit(evening, table, record, record.actions, rake_cents=taken)
        stacks = recorded.hand.result["stacks"]
        assert sum(stacks.values()) + taken == sum(one.stack_cents for one in record.setup.seats)
        assert {str(one.seat): one.cashed_out_cents for one in Sitting.objects.all()} == stacks
        assert builders.balances() == {"guests/T07": -taken, "rake/T07": taken}

    def test_is_refused_at_a_table_of_another_game(self, evening, record):
        table = evening.table(evening.game(variant="omaha", betting="pot_limit"))
        with pytest.raises(Refusal) as refused:
            self.visit(evening, table, record, record.actions)
        assert refused.value.code == "game_differs"
        assert not Hand.objects.exists()

    def test_is_not_a_dealer_s_to_record(self, evening, record):
        table = self.opened(evening, record)
        with pytest.raises(NotAllowed) as refused:
            self.visit(evening, table, record, record.actions, actor=evening.dealer)
        assert refused.value.facts["roles"] == ["manager", "integrator"]
        assert not Hand.objects.exists()

    def test_a_visit_is_refused_while_others_sit_there(self, evening, record):
        table = self.seated(evening, record)
        before = builders.balances(), Entry.objects.count(), Sitting.objects.count()
        with pytest.raises(Refusal) as refused:
            self.visit(evening, table, record, record.actions)
        assert refused.value.code == "guests_seated"
        assert (builders.balances(), Entry.objects.count(), Sitting.objects.count()) == before

    def test_a_visit_leaves_nothing_behind_when_the_hand_is_refused(self, evening, record):
        table = self.opened(evening, record)
        with pytest.raises(Refusal) as refused:
            self.visit(evening, table, record, record.actions[:-1])
        assert refused.value.code == "hand_not_over"
        assert builders.balances() == {}
        assert not Entry.objects.exists()
        assert not Sitting.objects.exists()
