"""Terms are read strictly: a misspelt cap must not become a missing cap."""

import pytest

from accounting.policy import rake
from accounting.policy.terms import JSON, Kind
from casino.errors import Malformed

PERCENT: dict[str, JSON] = {"kind": "percent", "rate_bp": 500}
STEP: dict[str, JSON] = {"from_cents": 5_000, "total_cents": 400}
FUND: dict[str, JSON] = {"fund": "promo", "steps": [STEP]}
TIME: dict[str, JSON] = {"kind": "time", "amount_cents": 600, "period_minutes": 30}


def steps(*given: JSON) -> dict[str, JSON]:
    return {"kind": "steps", "steps": list(given)}


def test_equal_terms_are_equal_json() -> None:
    spelt_out = rake.parse(PERCENT | {"rounding": "down", "chip_cents": 1, "cap_cents": None, "no_flop_no_drop": False})
    assert rake.dump(spelt_out) == PERCENT
    assert spelt_out.kind is Kind.PERCENT


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (None, "/"),
        ([], "/"),
        ({}, "/kind"),
        ({"kind": "rake"}, "/kind"),
        ({"kind": ["percent"]}, "/kind"),
        ({"kind": "percent"}, "/rate_bp"),
        (PERCENT | {"rate_bp": 0}, "/rate_bp"),
        (PERCENT | {"rate_bp": 10_001}, "/rate_bp"),
        (PERCENT | {"rate_bp": 5.0}, "/rate_bp"),
        (PERCENT | {"rate_bp": "500"}, "/rate_bp"),
        (PERCENT | {"rate_bp": True}, "/rate_bp"),
        (PERCENT | {"cap": 600}, "/cap"),
        (PERCENT | {"amount_cents": 600}, "/amount_cents"),
        (PERCENT | {"cap_cents": -1}, "/cap_cents"),
        (PERCENT | {"cap_cents": 10**20}, "/cap_cents"),
        (PERCENT | {"cap_cents": 50, "chip_cents": 100}, "/cap_cents"),
        (PERCENT | {"chip_cents": 0}, "/chip_cents"),
        (PERCENT | {"rounding": "half-even"}, "/rounding"),
        (PERCENT | {"no_flop_no_drop": "yes"}, "/no_flop_no_drop"),
        (PERCENT | {"caps": []}, "/caps"),
        (PERCENT | {"caps": "2:100"}, "/caps"),
        (PERCENT | {"caps": [{"players": 3, "cap_cents": 100}]}, "/caps"),
        (PERCENT | {"caps": [{"players": 2, "cap_cents": 1}, {"players": 2, "cap_cents": 2}]}, "/caps/1/players"),
        (PERCENT | {"caps": [{"players": 2, "cap_cents": 1, "note": ""}]}, "/caps/0/note"),
        (PERCENT | {"a/b~c": 1}, "/a~1b~0c"),
        (steps(), "/steps"),
        (steps("50:4"), "/steps/0"),
        (steps({"from_cents": 5_000}), "/steps/0/total_cents"),
        (steps(STEP | {"add_cents": 4}), "/steps/0/total_cents"),
        (steps(STEP, {"from_cents": 5_000, "add_cents": 400}), "/steps/1/from_cents"),
        (steps(STEP, {"from_cents": 9_000, "total_cents": 400}), "/steps/1/total_cents"),
        ({"kind": "increment", "amount_cents": 500}, "/per_cents"),
        ({"kind": "increment", "amount_cents": 500, "per_cents": 0}, "/per_cents"),
        ({"kind": "fixed"}, "/amount_cents"),
        (TIME | {"period_minutes": 0}, "/period_minutes"),
        (TIME | {"cap_cents": 600}, "/cap_cents"),
        (TIME | {"bomb_pots_free": True}, "/bomb_pots_free"),
        (PERCENT | {"bomb_pots_free": 1}, "/bomb_pots_free"),
        (PERCENT | {"jackpot": 100}, "/jackpot"),
        (PERCENT | {"jackpot": FUND | {"fund": "bad beat"}}, "/jackpot/fund"),
        (PERCENT | {"jackpot": FUND | {"fund": 7}}, "/jackpot/fund"),
        (PERCENT | {"jackpot": FUND | {"min_players": 1}}, "/jackpot/min_players"),
        (PERCENT | {"jackpot": FUND | {"steps": [STEP | {"x": 1}]}}, "/jackpot/steps/0/x"),
    ],
)
def test_malformed_terms_point_to_the_field(data: JSON, field: str) -> None:
    with pytest.raises(Malformed) as refused:
        rake.parse(data)
    refusal = refused.value
    assert (refusal.code, refusal.facts["field"]) == ("bad_terms", field)
    assert str(refusal)
