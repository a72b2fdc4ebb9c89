"""A month's tips by hand and by the program, and what holds of every distribution.

The rules of the examples are those that courts had to decide on; amounts and people are made up, and computed by hand.
"""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accounting.policy.tronc import booking, distribution, terms
from accounting.policy.tronc.distribution import Given, Member
from casino.errors import Malformed, Refusal

GAMING = {"code": "gaming", "name": "Gaming and cash", "quota_bp": 7_500}
OTHERS = {"code": "others", "name": "Others", "quota_bp": 2_500}
EVERYBODY = {"code": "all", "name": "Everybody", "quota_bp": 10_000}
INSURANCE = {"code": "insurance", "name": "Employer's share of social insurance", "basis": "BAG 5 AZR 69/97"}
MONTH = 9_600
"""160 hours."""


def function(code: str, points_hundredths: int, group: str = "all", **more: int) -> dict[str, Any]:
    return {"code": code, "name": code.title(), "group": group, "points_hundredths": points_hundredths, **more}


def rules(**changes: Any) -> dict[str, Any]:
    return {
        "groups": [EVERYBODY],
        "functions": [function("croupier", 2_000), function("trainee", 800)],
        "full_minutes": MONTH,
        **changes,
    }


def shared(data: dict[str, Any], takings_cents: int, *members: Member, carried_cents: int = 0, **deductions: int):
    return distribution.distribute(terms.parse(data), Given(takings_cents, carried_cents, deductions, members))


def shares(found: distribution.Distribution) -> list[int]:
    return [one.share_cents for one in found.shares]


class TestWorkedByHand:
    def test_three_quarters_go_to_gaming_and_cash(self):
        """LAG Hamm 10 TaBV 153/01: 75 % of the tronc to the staff of gaming and cash, 25 % to the others.

        40,000.00 less 6,000.00 of social insurance: 34,000.00, of which 25,500.00 and 8,500.00.
        Gaming: 20 + 20 + 12 = 52 points, one is 490.384615…: 9,807.6923, 9,807.6923, 5,884.6153; the cent that is left
        goes to the largest remainder, the third.  Others: 10 + 5 = 15 points: 5,666.6666 and 2,833.3333, one cent is
        left for the first.
        """
        data = rules(
            groups=[GAMING, OTHERS],
            functions=[
                function("croupier", 2_000, "gaming"),
                function("cashier", 1_200, "gaming"),
                function("reception", 1_000, "others"),
                function("wardrobe", 500, "others"),
            ],
            deductions=[INSURANCE],
        )
        people = [
            Member(1, "croupier", 0, MONTH),
            Member(2, "croupier", 0, MONTH),
            Member(3, "cashier", 0, MONTH),
            Member(4, "reception", 0, MONTH),
            Member(5, "wardrobe", 0, MONTH),
        ]
        found = shared(data, 4_000_000, *people, insurance=600_000)
        assert [one.quota_cents for one in found.groups] == [2_550_000, 850_000]
        assert shares(found) == [980_769, 980_769, 588_462, 566_667, 283_333]
        assert [one.remainder_cents for one in found.shares] == [0, 0, 1, 1, 0]

    def test_a_levy_and_insurance_come_first(self):
        """SpielbG RLP 1985 § 6, BAG 5 AZR 363/98: a levy to the Land, then the employer's share of social insurance.

        12,345.67, levy of 5 %: 617.2835, so 617.28.  Less 2,000.01: 9,728.38.  28 points: 20 are 6,948.8428…, 8 are
        2,779.5371…; the cent that is left goes to the larger remainder, the second.
        """
        data = rules(deductions=[INSURANCE], levy={"rate_bp": 500, "basis": "SpielbG RLP § 6"})
        people = Member(1, "croupier", 0, MONTH), Member(2, "trainee", 0, MONTH)
        found = shared(data, 1_234_567, *people, insurance=200_001)
        assert (found.levy_cents, found.shared_cents) == (61_728, 972_838)
        assert shares(found) == [694_884, 277_954]

    def test_the_value_of_a_point_is_rounded_down_and_the_rest_carried(self):
        """LAG Frankfurt 5 Sa 220/96: insurance is taken out before the value of a point is computed.

        50,000.00 and 0.57 from the month before, less 8,765.43: 41,235.14.  20 + 20 + 8 × ½ = 44 points; a point is
        937.1622…, so 937.16.  20 points are 18,743.20, 4 are 3,748.64; 0.10 go into the next month.
        """
        data = rules(deductions=[INSURANCE], remainder="carry_forward")
        people = Member(1, "croupier", 0, MONTH), Member(2, "croupier", 0, MONTH), Member(3, "trainee", 0, MONTH // 2)
        found = shared(data, 5_000_000, *people, carried_cents=57, insurance=876_543)
        assert found.groups[0].value_cents == 93_716
        assert shares(found) == [1_874_320, 1_874_320, 374_864]
        assert found.carried_cents == 10

    def test_a_guaranteed_pay_is_advanced_and_paid_back(self):
        """A collectively agreed least pay is the house's to make up, and comes back from better months.

        First month: 3,000.00 by 20 and 8 points: 2,142.857 and 857.142.  The trainee is guaranteed 1,200.00 for 160
        hours and worked 120: 900.00, so the house advances 42.86.  Second month: 5,000.00: 3,571.43 and 1,428.57 for
        160 hours each, 228.57 above 1,200.00; of that the 42.86 are kept, and 1,385.71 paid.
        """
        data = rules(
            functions=[function("croupier", 2_000), function("trainee", 800, guarantee_cents=120_000)],
            full_minutes=MONTH,
            guarantee_minutes=MONTH,
        )
        first = shared(data, 300_000, Member(1, "croupier", 0, MONTH * 3 // 4), Member(2, "trainee", 0, MONTH * 3 // 4))
        assert shares(first) == [214_286, 85_714]
        assert [(one.advance_cents, one.payable_cents) for one in first.shares] == [(0, 214_286), (4_286, 90_000)]
        second = shared(data, 500_000, Member(1, "croupier", 0, MONTH), Member(2, "trainee", 0, MONTH, 4_286))
        assert shares(second) == [357_143, 142_857]
        assert [(one.recouped_cents, one.payable_cents) for one in second.shares] == [(0, 357_143), (4_286, 138_571)]

    def test_one_tronc_of_several_houses_by_points_an_hour(self):
        """SpielbG NW 1974 § 7 (2), LAG Hamm 14 Sa 1680/95: all share, whatever their own house took.

        Two houses took 7,000.00 and 1,000.00.  15 points an hour, from ten years of service on 2 more: 86 h are 1,290
        points, 100 h with twelve years 1,700, 40 h 20 min 605: 3,595 together.  8,000.00 ÷ 3,595 is 2.225312…: the
        shares are 2,870.6536…, 3,783.0319…, 1,346.3143…; the cent that is left goes to the largest remainder, the
        third.
        """
        data = rules(
            functions=[function("dealer", 1_500)],
            full_minutes=60,
            seniority=[{"from_years": 10, "add_hundredths": 200}],
            houses=[{"code": "aachen"}],
        )
        people = (
            Member(1, "dealer", 9, 86 * 60),
            Member(2, "dealer", 12, 100 * 60),
            Member(3, "dealer", 0, 40 * 60 + 20),
        )
        found = shared(data, 700_000 + 100_000, *people)
        assert found.groups[0].weight == 3_595 * 100 * 60
        assert [one.rounded_cents for one in found.shares] == [287_065, 378_303, 134_631]
        assert shares(found) == [287_065, 378_303, 134_632]


DRAWN_RULES = st.builds(
    rules,
    groups=st.just([GAMING, OTHERS]),
    functions=st.just(
        [
            function("croupier", 2_000, "gaming", guarantee_cents=90_000),
            function("dealer", 1_250, "gaming"),
            function("reception", 700, "others", guarantee_cents=1_000),
        ]
    ),
    full_minutes=st.sampled_from([60, MONTH]),
    is_capped=st.booleans(),
    remainder=st.sampled_from(["largest_remainder", "carry_forward"]),
    seniority=st.sampled_from([None, [{"from_years": 3, "add_hundredths": 50}]]),
    levy=st.sampled_from([None, {"rate_bp": 500, "basis": "law"}]),
    deductions=st.just([INSURANCE]),
    guarantee_minutes=st.sampled_from([0, MONTH]),
    recoup_bp=st.sampled_from([2_500, 10_000]),
)


@st.composite
def months(draw: st.DrawFn) -> Given:
    """A month with somebody in each group."""
    functions = ["croupier", "reception", *draw(st.lists(st.sampled_from(["croupier", "dealer", "reception"])))]
    members = [
        Member(number, code, draw(st.integers(0, 20)), draw(st.integers(1, 15_000)), draw(st.integers(-2_000, 50_000)))
        for number, code in enumerate(functions, start=1)
    ]
    takings_cents = draw(st.integers(0, 10_000_000))
    return Given(
        takings_cents,
        draw(st.integers(0, 500)),
        {"insurance": draw(st.integers(0, takings_cents // 2))},
        members,
    )


class TestEveryDistribution:
    @given(DRAWN_RULES, months())
    def test_shares_all_to_the_cent(self, data, month):
        found = distribution.distribute(terms.parse(data), month)
        into = month.takings_cents + month.carried_cents
        out = found.levy_cents + month.deductions_cents["insurance"] + sum(shares(found)) + found.carried_cents
        assert into == out
        assert all(one.share_cents >= 0 <= one.payable_cents for one in found.shares)
        if data["remainder"] == "largest_remainder":
            assert found.carried_cents == 0

    @given(DRAWN_RULES, months())
    def test_gives_nobody_with_more_points_less_than_somebody_of_the_group_with_fewer(self, data, month):
        found = distribution.distribute(terms.parse(data), month)
        for one in found.shares:
            for other in found.shares:
                if one.group == other.group and one.weight > other.weight:
                    assert one.share_cents >= other.share_cents

    @given(DRAWN_RULES, months(), st.data())
    def test_gives_nobody_less_for_more_attendance(self, data, month, drawn):
        assume(data["remainder"] == "largest_remainder")
        rule = terms.parse(data)
        number = drawn.draw(st.integers(0, len(month.members) - 1))
        more = list(month.members)
        more[number] = replace(more[number], minutes=more[number].minutes + drawn.draw(st.integers(1, 5_000)))
        before = distribution.distribute(rule, month).shares[number]
        after = distribution.distribute(rule, replace(month, members=more)).shares[number]
        assert after.share_cents >= before.share_cents

    @given(DRAWN_RULES, months(), st.randoms())
    def test_does_not_depend_on_the_order(self, data, month, random):
        rule = terms.parse(data)
        mixed = list(month.members)
        random.shuffle(mixed)
        assert distribution.distribute(rule, month) == distribution.distribute(rule, replace(month, members=mixed))

    @given(DRAWN_RULES, months(), months())
    def test_a_correction_moves_the_difference_of_two_whole_runs(self, data, month, corrected):
        rule = terms.parse(data)
        before, after = (
            booking.flows(distribution.distribute(rule, one), "2026-11", "2026-12") for one in (month, corrected)
        )
        first, further = booking.moves({}, before), booking.moves(before, after)
        at_once = booking.moves({}, after)
        assert sums([*first, *further]) == sums(at_once)
        assert all(move.amount_cents > 0 for move in [*first, *further, *at_once])
        assert booking.moves(after, after) == []

    @given(DRAWN_RULES)
    def test_its_rules_read_and_written_are_the_same(self, data):
        rule = terms.parse(data)
        assert terms.parse(terms.dump(rule)) == rule


def sums(moves) -> dict[str, int]:
    found: dict[str, int] = {}
    for move in moves:
        found[move.source] = found.get(move.source, 0) - move.amount_cents
        found[move.destination] = found.get(move.destination, 0) + move.amount_cents
    return {name: cents for name, cents in found.items() if cents}


def test_what_was_paid_out_and_is_taken_back_is_owed():
    needed = [booking.Move("share/7", "tronc/2026-11", 500), booking.Move("tronc/2026-11", "share/8", 500)]
    assert booking.lent(needed, {"share/7": 200}) == [booking.Move("bank/advance-7", "share/7", 300)]


class TestRefused:
    def refused(self, data: dict[str, Any], takings_cents: int, *members: Member, **deductions: int) -> Refusal:
        with pytest.raises(Refusal) as refusal:
            shared(data, takings_cents, *members, **deductions)
        return refusal.value

    def test_points_that_sum_to_nothing(self):
        refusal = self.refused(rules(), 1_000)
        assert (refusal.code, refusal.facts["group"]) == ("no_points", "Everybody")

    def test_a_group_with_a_quota_and_without_points(self):
        data = rules(groups=[GAMING, OTHERS], functions=[function("a", 100, "gaming"), function("b", 100, "others")])
        assert self.refused(data, 1_000, Member(1, "a", 0, 60)).facts == {"group": "Others", "quota_cents": 250}

    def test_somebody_without_a_shift(self):
        refusal = self.refused(rules(), 1_000, Member(2, "trainee", 0, 0), Member(1, "croupier", 0, 60))
        assert (refusal.code, refusal.facts) == ("no_attendance", {"people": "2"})

    def test_deductions_above_the_tips(self):
        data = rules(deductions=[INSURANCE], levy={"rate_bp": 500, "basis": "law"})
        refusal = self.refused(data, 1_000, Member(1, "croupier", 0, 60), insurance=951)
        assert (refusal.code, refusal.facts) == ("deductions_above_tips", {"above_cents": 1})

    def test_a_deduction_without_a_legal_basis(self):
        """BAG 5 AZR 454/96 and others: the levy for not employing disabled people is the house's own to pay."""
        refusal = self.refused(rules(deductions=[INSURANCE]), 1_000, Member(1, "croupier", 0, 60), disabled=1)
        assert (refusal.code, refusal.facts["known"]) == ("deduction_without_basis", "insurance")

    def test_a_function_that_the_rules_do_not_name(self):
        assert self.refused(rules(), 1_000, Member(1, "cook", 0, 60)).code == "no_such_function"

    @pytest.mark.parametrize(
        ("changes", "pointer"),
        [
            ({"groups": [GAMING]}, "/groups"),
            ({"groups": [GAMING, GAMING]}, "/groups/1/code"),
            ({"functions": [function("a", 100, "nobody")]}, "/functions/0/group"),
            ({"functions": [function("a", 0)]}, "/functions/0/points_hundredths"),
            ({"functions": [function("A b", 1)]}, "/functions/0/code"),
            ({"full_minutes": 0}, "/full_minutes"),
            ({"seniority": [{"from_years": 3, "add_hundredths": 2}, {"from_years": 2, "add_hundredths": 3}]},
             "/seniority/1/from_years"),
            ({"deductions": [{**INSURANCE, "basis": " "}]}, "/deductions/0/basis"),
            ({"levy": {"rate_bp": 500}}, "/levy/basis"),
            ({"remainder": "mine"}, "/remainder"),
            ({"recoup_bp": 0}, "/recoup_bp"),
            ({"houses": [{"code": ""}]}, "/houses/0/code"),
            ({"point_value": 3}, "/point_value"),
        ],
    )  # fmt: skip
    def test_rules_that_say_nothing_or_two_things(self, changes, pointer):
        with pytest.raises(Malformed) as refusal:
            terms.parse(rules(**changes))
        assert (refusal.value.code, refusal.value.facts["field"]) == ("bad_terms", pointer)
