"""An evening over the API, from the first table to the close; `check` compares each answer with the description."""

from typing import Any

from casino.models import User
from tables.guests.services.admission import policies
from tests.api_client import Api
from tests.builders import Evening, user
from tests.tables.api.playing import settle, to_showdown
from tests.tables.floor.api.terms_story import an_evening_with_terms


def an_evening(evening: Evening, check: Any) -> None:
    """Every kind of answer once, the rare ones too: a pause, an undo, a reversal, a summary."""
    floor, dealer = Api(evening.floor), Api(evening.dealer)
    table = check("tables_create", floor.post("tables/", {"code": "T07", "seats": 9}))
    game = evening.game()
    at = f"tables/{table['id']}"
    check("tables_open", floor.post(f"{at}/open/", {"version": 1, "game": game.pk, "float_cents": 50_000}))
    check("tables_dealer", floor.post(f"{at}/dealer/", {"version": 2, "dealer": evening.dealer.pk}))
    evening.sit(table["id"], 40_000, 40_000, 40_000)
    version = evening.version(table["id"])
    hand = check("tables_hands", dealer.post(f"{at}/hands/", {"version": version}))
    finished = to_showdown(dealer, hand)
    undone = check("hands_undo", dealer.post(f"hands/{hand['id']}/undo/", {"version": finished["version"]}))
    body = {"version": undone["version"], "kind": "show", "seat": 3, "cards": "Kd Kc"}
    finished = check("hands_actions", dealer.post(f"hands/{hand['id']}/actions/", body))
    check("hands_retrieve", dealer.get(f"hands/{hand['id']}/"))
    settled = settle(dealer, finished, tips=[{"seat": 2, "amount_cents": 100}])
    check("hands_retrieve", dealer.get(f"hands/{hand['id']}/"))
    body = {"version": settled["version"], "reason": "wrong winner"}
    check("hands_void", floor.post(f"hands/{hand['id']}/void/", body))
    pool = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.sit(pool, 40_000, 40_000)
    body = {"version": evening.version(pool), "pot_cents": 4_000, "flop_seen": True, "dealt_in": 2, "winners": [1]}
    recorded = check("tables_hands_record", floor.post(f"tables/{pool}/hands/record/", body))
    body = body | {"version": recorded["version"], "reason": "one chip more", "pot_cents": 4_100}
    check("hands_correct", Api(evening.manager).post(f"hands/{recorded['id']}/correct/", body))
    check("tables_rulings", floor.post(f"tables/{pool}/rulings/", {"hand": recorded["id"], "text": "Recorded again."}))
    check("rulings_list", floor.get("rulings/"))
    the_floor_s_log(evening, pool, check)
    rounds(evening, check)
    check("guests_create", floor.post("guests/", {"number": "1", "name": "A"}))
    admission(evening, check)
    an_evening_with_terms(evening, check)
    check("games_update", floor.patch(f"games/{evening.game().pk}/", {"raise_cap": 3}))
    the_cage(evening, table["id"], check)
    a_close(evening, pool, check)
    every_reading(evening, table["id"], game.pk, check)


def the_floor_s_log(evening: Evening, table: int, check: Any) -> None:
    """Somebody calls, somebody goes; an incident is followed up; one hands over, another takes over."""
    floor, manager = Api(evening.floor), Api(evening.manager)
    for _once in range(2):
        call = check("tables_calls", floor.post(f"tables/{table}/calls/", {"kind": "ruling"}))
    check("floor_calls_take", floor.post(f"floor-calls/{call['id']}/take/"))
    check("floor_calls_answer", floor.post(f"floor-calls/{call['id']}/answer/", {"text": "Call stands."}))
    check("floor_calls_list", floor.get("floor-calls/"))
    row = check("incidents_create", floor.post("incidents/", {"kind": "other", "text": "It rained in."}))
    check("incidents_notes", floor.post(f"incidents/{row['id']}/notes/", {"text": "Dry again."}))
    check("incidents_list", floor.get("incidents/"))
    sheet = check("hand_overs_create", floor.post("hand-overs/", {"notes": "Watch seat 4."}))
    check("hand_overs_confirm", manager.post(f"hand-overs/{sheet['id']}/confirm/", {"seen": sheet["seen"]}))
    check("hand_overs_retrieve", floor.get(f"hand-overs/{sheet['id']}/"))
    check("hand_overs_list", floor.get("hand-overs/"))


def admission(evening: Evening, check: Any) -> None:
    """A guest is identified and asked for, nobody answers, and a manager keeps him out."""
    floor, manager, guest = Api(evening.floor), Api(evening.manager), evening.guest()
    at = f"guests/{guest.pk}"
    check("guests_admission_retrieve", floor.get(f"{at}/admission/"))
    check("guests_identify", floor.post(f"{at}/identify/", {"birth_date": "1990-02-28", "document": "passport"}))
    policies.put(house_id=evening.house.pk, is_on=True, unanswered="manager", actor=user("admin"))
    policy = f"houses/{evening.house.pk}/admission-policy/"
    check("houses_admission_policy_retrieve", floor.get(policy))
    wider = {"least_age": 18, "reason": "the law of the Land"}
    check("houses_admission_policy_update", Api(User.objects.get(username="admin")).patch(policy, wider))
    check("guests_check", floor.post(f"{at}/check/"))
    check("guests_admit", manager.post(f"{at}/admit/"))
    check("guests_admission_retrieve", floor.get(f"{at}/admission/"))
    check("admission_checks_list", floor.get("admission-checks/"))
    ban = check("house_bans_create", manager.post("house-bans/", {"guest": guest.pk, "reason": "hit the dealer"}))
    check("house_bans_lift", manager.post(f"house-bans/{ban['id']}/lift/"))
    check("house_bans_list", floor.get("house-bans/"))
    hold = check("legal_holds_create", manager.post("legal-holds/", {"guest": guest.pk, "reason": "for a court"}))
    check("legal_holds_list", manager.get("legal-holds/"))
    lift = {"reason": "it is over", "seen": hold["seen"]}
    check("legal_holds_lift", Api(evening.second_manager).post(f"legal-holds/{hold['id']}/lift/", lift))
    asked = check("erasures_create", manager.post("erasures/", {"guest": evening.guest().pk, "reason": "by letter"}))
    check("erasures_list", manager.get("erasures/"))
    check("erasures_decline", manager.post(f"erasures/{asked['id']}/decline/", {"seen": asked["seen"]}))
    policies.put(house_id=evening.house.pk, is_on=False, actor=User.objects.get(username="admin"))


def rounds(evening: Evening, check: Any) -> None:
    """A table against the house: a round, a false deal, a void."""
    floor = Api(evening.floor)
    table = evening.table(evening.banked_game(), code="E1", float_cents=100_000, dealt=False)
    evening.sit(table, 40_000)
    at = f"tables/{table}/rounds"
    check("tables_rounds_false_deal", floor.post(f"{at}/false-deal/", {"version": 3, "cause": "wrong_count"}))
    boxes = [{"box": 1, "seat": 1, "bets": {"ante": 1_000, "flop": 1_000}, "comparison": "ties", "category": "pair"}]
    done = check("tables_rounds_record", floor.post(f"{at}/record/", {"version": 4, "boxes": boxes}))
    body = {"version": done["version"], "reason": "wrong box"}
    check("rounds_void", Api(evening.manager).post(f"rounds/{done['id']}/void/", body))
    check("rounds_retrieve", floor.get(f"rounds/{done['id']}/"))
    check("rounds_list", floor.get("rounds/"))
    for by in ("day", "table", "shift"):
        check("reports_bank_retrieve", floor.get("reports/bank/", by=by))


def the_cage(evening: Evening, table: int, check: Any) -> None:
    """A window sells and redeems, sends a fill, and is counted short."""
    floor, cage = Api(evening.floor), Api(evening.cage)
    window = check("windows_create", cage.post("windows/", {"code": "W1", "name": "Kasse"}))
    check("windows_list", floor.get("windows/"))
    at = f"windows/{window['id']}"
    check("windows_open", cage.post(f"{at}/open/", {"chips": {"100": 500}, "cash_cents": 10_000}))
    sale = {"amount_cents": 5_000, "chips": {"100": 50}, "guest": evening.guest().number}
    check("windows_sell", cage.post(f"{at}/sell/", sale))
    check("windows_redeem", cage.post(f"{at}/redeem/", {"amount_cents": 1_000}))
    fill = {"kind": "fill", "table": table, "window": window["id"], "chips": {"100": 20}}
    slip = check("slips_create", floor.post("slips/", fill))
    check("slips_carry_out", cage.post(f"slips/{slip['id']}/carry-out/", {"seen": slip["seen"]}))
    check("slips_print", cage.post(f"slips/{slip['id']}/print/"))
    other = check("slips_create", cage.post("slips/", fill | {"kind": "change", "chips_back": {"500": 4}}))
    decision = {"seen": other["seen"], "reason": "not needed"}
    check("slips_cancel", floor.post(f"slips/{other['id']}/cancel/", decision))
    check("slips_list", floor.get("slips/", state="done"))
    check("slips_retrieve", floor.get(f"slips/{slip['id']}/"))
    count = {"chips": {"100": 440}, "cash_cents": 13_999, "explanation": "a cent is missing"}
    check("windows_close", cage.post(f"{at}/close/", count))
    check("windows_retrieve", floor.get(f"{at}/"))


def a_close(evening: Evening, table: int, check: Any) -> None:
    """A table's boxes are taken and one is counted; what keeps the day open."""
    floor, cage, manager = Api(evening.floor), Api(evening.cage), Api(evening.manager)
    check("tables_drop", floor.post(f"tables/{table}/drop/", {"version": evening.version(table)}))
    box = check("drops_list", floor.get("drops/", kind="rake"))["results"][0]
    check("drops_retrieve", cage.get(f"drops/{box['id']}/"))
    check("drops_count", cage.post(f"drops/{box['id']}/count/", {"chips": {"100": 1}}))
    check("drops_count", Api(evening.second_cage).post(f"drops/{box['id']}/count/", {"chips": {"100": 1}}))
    check("drops_retrieve", cage.get(f"drops/{box['id']}/"))
    check("gaming_days_checklist_list", manager.get(f"gaming-days/{evening.day.pk}/checklist/"))
    check("gaming_days_terms_list", manager.get(f"gaming-days/{evening.day.pk}/terms/"))
    check("reopenings_list", manager.get("reopenings/"))


def every_reading(evening: Evening, table: int, game: int, check: Any) -> None:
    """Every list and every row of it."""
    manager = Api(evening.manager)
    for operation, path in (
        ("tables_list", "tables/"),
        ("tables_retrieve", f"tables/{table}/"),
        ("hands_list", "hands/"),
        ("games_list", "games/"),
        ("games_retrieve", f"games/{game}/"),
        ("games_rules_retrieve", f"games/{game}/rules/"),
        ("games_rules_retrieve", f"games/{evening.banked_game().pk}/rules/"),
        ("guests_list", "guests/"),
        ("guests_retrieve", f"guests/{evening.guest().pk}/"),
        ("dealers_list", "dealers/"),
        ("houses_list", "houses/"),
        ("houses_retrieve", f"houses/{evening.house.pk}/"),
        ("gaming_days_list", "gaming-days/"),
        ("gaming_days_retrieve", f"gaming-days/{evening.day.pk}/"),
        ("rake_schedules_list", "rake-schedules/"),
        ("rake_schedules_retrieve", f"rake-schedules/{evening.schedule.schedule_id}/"),
        ("ledger_entries_list", "ledger/entries/"),
        ("ledger_places_list", "ledger/places/"),
        ("ledger_books_list", "ledger/books/"),
        ("ledger_proof_retrieve", "ledger/proof/"),
    ):
        check(operation, manager.get(path))
    entry = manager.get("ledger/entries/", code="hand").json()["results"][0]["id"]
    check("ledger_entries_retrieve", manager.get(f"ledger/entries/{entry}/"))
