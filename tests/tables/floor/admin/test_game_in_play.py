"""The back office is no side door: a game that is played keeps its terms, and terms take a second person."""

from django.urls import reverse

from accounting.models import RakeSchedule, ScheduleVersion
from casino.models import User
from tables.models import Game
from tests.tables.admin.test_admin import PASSWORD, Browser, act
from tests.tables.pages.conftest import Room


def form_of(game: Game) -> dict[str, object]:
    """The form as the page shows it."""
    return {
        "house": game.house_id, "name": game.name, "variant": game.variant, "betting": game.betting, "is_active": "on",
        "small_blind_cents": "2", "big_blind_cents": "4", "ante_cents": "0", "chip_cents": "1",
        "rule_set": game.rule_set, "min_buy_in_cents": "100", "max_buy_in_cents": "400", "recording": game.recording,
        "rake_schedule": game.rake_schedule_id, "rebuy_allowed": "on", "last_hands": "3",
    }  # fmt: skip


def test_a_game_in_play_changes_its_name_alone(room: Room, browser: Browser) -> None:
    client = browser(room.floor)
    room.set_up("T1", "summary")
    game = room.games["summary"]
    change = reverse("admin:tables_game_change", args=[game.pk])
    easier = RakeSchedule.objects.create(house=room.house, name="Nichts")
    for changes in ({"rake_schedule": easier.pk}, {"big_blind_cents": "8"}, {"min_buy_in_cents": "200"}):
        answer = client.post(change, form_of(game) | changes | {"reason": "a try"})
        assert answer.status_code == 422, changes
        assert "played or planned at T1" in answer.content.decode()
    assert client.post(change, form_of(game) | {"name": "PLO deep", "reason": "as guests call it"}).status_code == 302
    after = Game.objects.get(pk=game.pk)
    assert (after.name, after.rake_schedule_id, after.big_blind_cents) == ("PLO deep", game.rake_schedule_id, 400)


def test_the_first_terms_wait_for_a_second_manager(room: Room, browser: Browser) -> None:
    author = User.objects.create_user("author", password=PASSWORD, roles=["manager"])
    client = browser(author)
    address = reverse("admin:accounting_rakeschedule_do", args=["new"])
    fields = {"house": room.house.pk, "name": "Nichts", "terms": '{"kind": "fixed", "amount_cents": 0}', "key": "k1"}
    when = {"valid_from_0": "2026-01-01", "valid_from_1": "12:00"}
    assert client.post(address, fields | when).status_code == 303
    version = ScheduleVersion.objects.get(schedule__name="Nichts")
    assert (version.state, version.approved_by) == ("proposed", None)
    answer = act(client, "accounting_scheduleversion", version.pk, "approve", password=PASSWORD)
    assert answer.status_code == 403
    assert "This takes another person" in answer.content.decode()
    version.refresh_from_db()
    assert version.state == "proposed"
