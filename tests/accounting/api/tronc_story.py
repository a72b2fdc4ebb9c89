"""A month's tronc over HTTP, in one go: rules, a member, the day's record, the distribution, its shares, the payout."""

from typing import Any

from tests.api_client import Api
from tests.stories import tips
from tests.stories.tips import TERMS


def a_tronc_is_shared(check: Any) -> None:
    """One day of October is recorded, distributed and paid out, each step by two; `check` compares each answer."""
    with tips.shown(tips.begun()) as month:
        evening = month.evening
        month.day(0, closes=False)
        evening.make_ready()
        cage, manager, second = (Api(person) for person in (evening.cage, evening.manager, evening.second_manager))
        rules = check("tronc_rules_create", manager.post("tronc-rules/", {"terms": TERMS, "valid_from": "2026-12-01"}))
        check("tronc_rules_retrieve", manager.get(f"tronc-rules/{rules['id']}/"))
        check("tronc_rules_approve", second.post(f"tronc-rules/{rules['id']}/approve/", {"seen": rules["seen"]}))
        check("tronc_rules_list", manager.get("tronc-rules/"))
        member = {"person": month.old_hand.pk, "function": "dealer", "hired_on": "2014-10-01"}
        member = check("tronc_members_create", manager.post("tronc-members/", member | {"valid_from": "2026-12-01"}))
        check("tronc_members_confirm", second.post(f"tronc-members/{member['id']}/confirm/", {"seen": member["seen"]}))
        check("tronc_members_retrieve", manager.get(f"tronc-members/{member['id']}/"))
        check("tronc_members_list", manager.get("tronc-members/"))
        record = check("tip_records_create", cage.post("tip-records/", {"gaming_day": evening.day.pk}))
        check("tip_records_sign", manager.post(f"tip-records/{record['id']}/sign/", {"seen": record["seen"]}))
        check("tip_records_retrieve", cage.get(f"tip-records/{record['id']}/"))
        check("tip_records_list", cage.get("tip-records/"))
        month.close(evening.day)
        month.november()
        credit = {"person": month.reception.pk, "minutes": 1_200, "credited_for": "other_work"}
        run = check("tronc_runs_create", manager.post("tronc-runs/", {"month": "2026-10-01", "credited": [credit]}))
        check("tronc_runs_confirm", second.post(f"tronc-runs/{run['id']}/confirm/", {"seen": run["seen"]}))
        check("tronc_runs_retrieve", manager.get(f"tronc-runs/{run['id']}/"))
        check("tronc_runs_list", manager.get("tronc-runs/"))
        [own] = check("tronc_shares_list", Api(evening.dealer).get("tronc-shares/"))["results"]
        check("tronc_shares_retrieve", Api(evening.dealer).get(f"tronc-shares/{own['id']}/"))
        payout = check("tronc_payouts_create", manager.post("tronc-payouts/"))
        check("tronc_payouts_pay", second.post(f"tronc-payouts/{payout['id']}/pay/", {"seen": payout["seen"]}))
        check("tronc_payouts_retrieve", manager.get(f"tronc-payouts/{payout['id']}/"))
        check("tronc_payouts_list", manager.get("tronc-payouts/"))
