"""Jackpot funds: their money and terms, what two people sign, the counts of their boxes, and the slips."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.cage.selectors import boxes
from accounting.days.api.fields import CENTS_SCHEMA, ChipsField, HouseField, KindField
from accounting.days.services import guests
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.selectors.jackpots import PAYEES, PAYMENTS, SLIPS, TERMS, FundView
from accounting.jackpots.services import awards, counting, funds, payees, payments
from accounting.models import Fund, FundDrop, FundMove, FundTerms, JackpotPayee, JackpotSlip
from accounting.policy.jackpots import MOST_DAYS, MOST_PLAYERS
from casino.api.commands import Command, Decision
from casino.api.fields import Body, CentsField, IdField, ObjectField, ReasonField, TextField
from casino.api.reading import IdFilter, Row, Rows, RowsAndNew, filter_set, reader
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes

_RATE: Final[dict[str, Any]] = {"type": "integer", "minimum": 0, "maximum": 10_000}
TERMS_SCHEMA: Final[dict[str, Any]] = {
    "title": "JackpotTerms",
    "type": "object",
    "additionalProperties": False,
    "description": "When the fund falls, and who shares in it; the shares of loser, winner and table make 10,000. "
    "`qualifying`: the lowest hand that counts, as five cards. `fixed_cents`: the amount that falls, instead of "
    "`falls_bp` of what is posted.",
    "properties": {
        "falls_bp": _RATE | {"minimum": 1},
        "fixed_cents": CENTS_SCHEMA,
        "loser_bp": _RATE,
        "winner_bp": _RATE,
        "table_bp": _RATE,
        "qualifying": {"type": "string"},
        "both_cards": {"type": "boolean"},
        "pocket_pair": {"type": "boolean"},
        "least_dealt_in": {"type": "integer", "minimum": 2, "maximum": MOST_PLAYERS},
        "least_pot_cents": CENTS_SCHEMA,
        "seed_cents": CENTS_SCHEMA,
        "reserve_bp": _RATE,
        "must_fall_cents": CENTS_SCHEMA,
        "claim_days": {"type": "integer", "minimum": 1, "maximum": MOST_DAYS},
        "tax_bp": _RATE,
        "tax_from_cents": CENTS_SCHEMA,
        "every_table": {"type": "boolean"},
    },
    "example": {"qualifying": "Ah As Ad Tc Th", "loser_bp": 5000, "winner_bp": 2500, "table_bp": 2500},
}


@extend_schema_field(TERMS_SCHEMA)
class JackpotTermsField(ObjectField):
    """Terms of a fund; `accounting.policy.jackpots` reads what is in them."""


class FundTermsSerializer(Serializer):
    """A version of a fund's posted rules."""

    takes = Takes(FundTerms, "id version terms state proposed_by proposed_at decided_by decided_at")
    terms = JackpotTermsField(help_text="Without what is usual.")
    decided_by = RelatedId(allow_null=True, help_text="Of approved terms never the person who proposed them.")
    seen = Seen(TERMS)


class FundMoveSerializer(Serializer):
    """Money that two people move."""

    takes = Takes(FundMove, "id fund kind state amount_cents to_fund reason asked_by decided_by entry")
    amount_cents = serializers.SerializerMethodField(help_text="Of a closing that waits: what its fund holds now.")
    seen = Seen(PAYMENTS)

    def get_amount_cents(self, row: FundMove) -> int:
        return selector.moved_cents(row)


class FundDropSerializer(Serializer):
    """The boxes of a fund taken from the tables, as their reader may see them."""

    id = serializers.IntegerField(source="drop.id")
    fund = serializers.IntegerField(source="drop.fund_id")
    gaming_day = serializers.IntegerField(source="drop.gaming_day_id")
    posted_cents = serializers.IntegerField(
        source="booked_cents", allow_null=True, help_text="For anybody who may count the boxes: null until settled."
    )
    taken_by = serializers.IntegerField(source="drop.taken_by_id")
    taken_at = serializers.DateTimeField(source="drop.taken_at")
    counts_done = serializers.IntegerField(
        help_text="How many people have counted them; two counts that differ need a third."
    )
    counted_cents = serializers.IntegerField(
        source="drop.counted_cents", allow_null=True, help_text="Null until two people agree."
    )
    reserved_cents = serializers.IntegerField(source="drop.reserved_cents")
    explanation = serializers.CharField(source="drop.explanation", allow_blank=True)
    seen = Seen(boxes.FUND_BOXES, source="drop")


class JackpotPayeeSerializer(Serializer):
    """Another guest whom the winner of a slip names before two people."""

    takes = Takes(JackpotPayee, "id slip guest reason state proposed_by proposed_at decided_by decided_at")
    guest = serializers.CharField(help_text="The number on their card.")
    decided_by = RelatedId(allow_null=True, help_text="Of an approved payee never the person who asked.")
    seen = Seen(PAYEES)


class JackpotSlipSerializer(Serializer):
    """One guest's share of a jackpot."""

    takes = Takes(
        JackpotSlip,
        "id house fund number claim table seat role amount_cents tax_cents state due_until window done_by entry",
    )
    number = serializers.IntegerField(help_text="Gapless within the house.")
    claim = serializers.CharField(source="subject")
    table = serializers.CharField(source="table_code", help_text="The table's code.")
    tax_cents = serializers.IntegerField(help_text="Withheld, to be paid over.")
    payees = JackpotPayeeSerializer(
        many=True, help_text="Whom the winner named, the newest first; one is not declined."
    )
    seen = Seen(SLIPS)


class FundSerializer(Serializer):
    """A jackpot fund with its money; the players' whatever happens to it."""

    id = serializers.IntegerField(source="fund.id")
    house = serializers.IntegerField(source="fund.house_id")
    code = serializers.CharField(source="fund.code")
    name = serializers.CharField(source="fund.name")
    kind = serializers.ChoiceField(Fund.Kind.choices, source="fund.kind")
    closed_at = serializers.DateTimeField(source="fund.closed_at", allow_null=True)
    posted_cents = serializers.IntegerField(help_text="The amount on the wall.")
    reserve_cents = serializers.IntegerField()
    owed_cents = serializers.IntegerField(help_text="Approved shares that are not paid yet.")
    withheld_cents = serializers.IntegerField(help_text="Tax that is not paid over yet.")
    uncounted_cents = serializers.IntegerField(help_text="Posted by hands, and not taken to be counted yet.")
    terms = FundTermsSerializer(source="versions", many=True, help_text="All versions, the newest first.")
    payments = FundMoveSerializer(source="moves", many=True, help_text=f"The last {selector.SHOWN}, the newest first.")


class Funds(RowsAndNew):
    """The jackpot funds. Open one: it pays nothing before two people have signed its terms."""

    permission = selector.FUNDS
    queryset = Fund.objects.all()
    filterset_class = filter_set(Fund, house=IdFilter("house_id"), kind=ChoiceFilter(choices=Fund.Kind.choices))
    service = funds.open_fund
    output = FundSerializer
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "A bad beat": {"code": "bad-beat", "name": "Bad-Beat-Jackpot", "kind": "bad_beat"}
    }

    class Input(Body):
        """Name and kind, and the code by which rake schedules name the fund."""

        house = HouseField()
        code = TextField(max_length=20)
        name = TextField(max_length=60)
        kind = KindField(Fund.Kind.choices)

    def page(self, rows: Any) -> list[FundView]:
        return [selector.one(row.pk, actor=reader(self.request)) for row in rows]

    def shown(self, result: Fund) -> FundView:
        return selector.one(result.pk, actor=reader(self.request))


class OneFund(Row):
    """One fund."""

    permission = selector.FUNDS
    queryset = Fund.objects.all()
    output = FundSerializer

    def found(self, pk: int) -> FundView:
        return selector.one(pk, actor=reader(self.request))


class ProposeTerms(Command):
    """Propose terms of a fund; they are in force when a second person has approved them."""

    service = funds.propose_terms
    output = FundTermsSerializer
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {"Aces full of tens beaten": {"terms": TERMS_SCHEMA["example"]}}

    class Input(Body):
        terms = JackpotTermsField()


class ApproveTerms(Decision):
    """Approve terms that somebody else has proposed."""

    service = funds.approve_terms
    output = FundTermsSerializer


class DeclineTerms(Decision):
    """Decline terms, or withdraw one's own."""

    service = funds.decline_terms
    output = FundTermsSerializer


class AskPayment(Command):
    """Ask for a seed, a gift of the house, or for tax to be paid over; another person approves it."""

    service = payments.ask_payment
    output = FundMoveSerializer

    class Input(Body):
        """What is to move, and why."""

        kind = KindField([kind.value for kind in FundMove.Kind if kind != FundMove.Kind.CLOSING])
        amount_cents = CentsField(min_value=1)
        reason = ReasonField()


class AskClosing(Command):
    """Ask for a fund to be closed; all it holds goes to another fund."""

    service = payments.ask_closing
    output = FundMoveSerializer

    class Input(Body):
        """The fund that gets the money, and why."""

        to_fund = IdField()
        reason = ReasonField()


class ApprovePayment(Command):
    """Approve what somebody else asked for: the money moves now."""

    service = payments.approve_payment
    output = FundMoveSerializer


class DeclinePayment(Decision):
    """Decline a payment, or withdraw one's own request."""

    service = payments.decline_payment
    output = FundMoveSerializer


class _OnBoxes(Command):
    """A command about boxes of a fund; answers with them as this person may see them."""

    output = FundDropSerializer

    def shown(self, result: FundDrop) -> boxes.Shown[FundDrop]:
        return boxes.shown(result, actor=reader(self.request))


class TakeBoxes(_OnBoxes):
    """Take the boxes of a fund from the tables, with what was posted since the last time."""

    service = counting.take_boxes


class CountBoxes(_OnBoxes):
    """Count the boxes of a fund. Two people count them, neither knowing the other's figures, nor what was posted."""

    service = counting.count_boxes

    class Input(Body):
        """Pieces by denomination in cents."""

        chips = ChipsField(source="found")


class ExplainBoxes(_OnBoxes):
    """Say why something else was counted than posted."""

    service = counting.explain_boxes
    idempotent = False

    class Input(Body):
        explanation = ReasonField()


class JackpotSlips(Rows):
    """The slips of jackpots, the newest first."""

    permission = selector.PERMISSION
    ordering = ("-number", "-id")
    queryset = JackpotSlip.objects.all()
    filterset_class = filter_set(
        JackpotSlip,
        house=IdFilter("house_id"),
        fund=IdFilter("fund_id"),
        state=ChoiceFilter(choices=JackpotSlip.State.choices),
    )
    output = JackpotSlipSerializer

    def get_queryset(self) -> QuerySet[JackpotSlip]:
        return JackpotSlip.objects.prefetch_related("payees").order_by("-number")


class OneJackpotSlip(Row):
    """One slip of a jackpot."""

    permission = selector.PERMISSION
    queryset = JackpotSlip.objects.all()
    output = JackpotSlipSerializer


class PaySlip(Command):
    """Pay a share in cash at a window, less the tax withheld: to its winner, or to the payee whom they named."""

    service = awards.pay
    output = JackpotSlipSerializer

    class Input(Body):
        """The window, and the number on the card of the guest who is paid."""

        window = IdField()
        guest = TextField(max_length=guests.GUEST_MOST)


class LapseSlip(Command):
    """Give a share that nobody has fetched in time back to its fund."""

    service = awards.lapse
    output = JackpotSlipSerializer


class NamePayee(Command):
    """Ask that a share may be paid to another guest, whom its winner names at a window; another person approves it."""

    service = payees.name
    output = JackpotPayeeSerializer
    idempotent = False

    class Input(Body):
        """The number on the payee's card, and who fetches the share and why, without a name."""

        guest = TextField(max_length=guests.GUEST_MOST)
        reason = ReasonField()


class ApprovePayee(Decision):
    """Approve, as the second witness, the payee whom a winner named."""

    service = payees.approve
    output = JackpotPayeeSerializer


class DeclinePayee(Decision):
    """Decline a payee, or withdraw one's own request."""

    service = payees.decline
    output = JackpotPayeeSerializer


urlpatterns = [
    path("funds/", Funds.as_view(), name="funds"),
    path("funds/<fund:pk>/", OneFund.as_view(), name="fund"),
    path("funds/<fund:pk>/terms/", ProposeTerms.as_view(), name="fund-terms"),
    path("funds/<fund:pk>/payments/", AskPayment.as_view(), name="fund-payments"),
    path("funds/<fund:pk>/close/", AskClosing.as_view(), name="fund-close"),
    path("funds/<fund:pk>/take/", TakeBoxes.as_view(), name="fund-take"),
    path("fund-terms/<fund_terms:pk>/approve/", ApproveTerms.as_view(), name="fund-terms-approve"),
    path("fund-terms/<fund_terms:pk>/decline/", DeclineTerms.as_view(), name="fund-terms-decline"),
    path("fund-payments/<fund_move:pk>/approve/", ApprovePayment.as_view(), name="fund-payment-approve"),
    path("fund-payments/<fund_move:pk>/decline/", DeclinePayment.as_view(), name="fund-payment-decline"),
    path("fund-drops/<fund_drop:pk>/count/", CountBoxes.as_view(), name="fund-drop-count"),
    path("fund-drops/<fund_drop:pk>/explain/", ExplainBoxes.as_view(), name="fund-drop-explain"),
    path("jackpot-slips/", JackpotSlips.as_view(), name="jackpot-slips"),
    path("jackpot-slips/<jackpot_slip:pk>/", OneJackpotSlip.as_view(), name="jackpot-slip"),
    path("jackpot-slips/<jackpot_slip:pk>/pay/", PaySlip.as_view(), name="jackpot-slip-pay"),
    path("jackpot-slips/<jackpot_slip:pk>/lapse/", LapseSlip.as_view(), name="jackpot-slip-lapse"),
    path("jackpot-slips/<jackpot_slip:pk>/payee/", NamePayee.as_view(), name="jackpot-slip-payee"),
    path("jackpot-payees/<jackpot_payee:pk>/approve/", ApprovePayee.as_view(), name="jackpot-payee-approve"),
    path("jackpot-payees/<jackpot_payee:pk>/decline/", DeclinePayee.as_view(), name="jackpot-payee-decline"),
]
