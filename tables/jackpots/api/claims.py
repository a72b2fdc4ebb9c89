"""Claims on jackpots: entering one, approving and declining it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from casino.api.commands import Command
from casino.api.fields import Body, IdField, ReasonField
from casino.api.reading import IdFilter, Row, RowsAndNew, filter_set, reader
from casino.api.rendering import Json
from casino.api.serializers import Seen, Serializer, Takes
from casino.models import User
from tables.jackpots.selectors import claims as selector
from tables.jackpots.selectors.claims import CLAIMS, Keyed
from tables.jackpots.services import claims
from tables.models import JackpotClaim
from tables.play.api.fields import MOST_SEATS, CardsField, SeatField, SeatsField
from tables.rules import cards


class ShareSerializer(Serializer):
    """One guest's share, as proposed."""

    role = serializers.CharField(help_text="`loser`, `winner` or `table`.")
    seat = serializers.IntegerField()
    guest = serializers.IntegerField()
    amount_cents = serializers.IntegerField()


class ClaimSerializer(Serializer):
    """A claim on a jackpot, with the shares that follow from hand and terms."""

    takes = Takes(
        JackpotClaim,
        "id house hand fund terms gaming_day state posted_cents falls_cents shares proposed_by proposed_at decided_by "
        "decided_at reason entry",
    )
    posted_cents = serializers.IntegerField(
        help_text="What was on the wall when it was entered, less what other claims have taken since."
    )
    falls_cents = serializers.IntegerField(help_text="Final with the approval.")
    shares = ShareSerializer(many=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was declined.")
    seen = Seen(CLAIMS)


class HeldBody(Body):
    """A hand that was shown."""

    seat = SeatField()
    cards = CardsField()

    class Meta:
        ref_name = "Held"


class Claims(RowsAndNew):
    """The claims on jackpots. Enter one: who shares, and how much, follows from the hand and the fund's terms.

    At a table that keeps summaries the body has the cards and who was dealt in; a recorded hand has none of them.
    """

    permission = selector.PERMISSION
    queryset = JackpotClaim.objects.none()
    filterset_class = filter_set(
        JackpotClaim,
        house=IdFilter("house_id"),
        fund=IdFilter("fund_id"),
        state=ChoiceFilter(choices=JackpotClaim.State.choices),
    )
    service = claims.enter
    output = ClaimSerializer
    idempotent = True
    examples: ClassVar[Mapping[str, Json]] = {
        "A hand whose every action was recorded": {"hand": 812, "fund": 3},
        "A hand of a table that keeps summaries": {
            "hand": 813,
            "fund": 4,
            "board": "9c 9d 4h 5s Kc",
            "hole": [{"seat": 1, "cards": "9h 9s"}],
            "dealt_in": [1, 2, 3, 4],
        },
    }

    class Input(Body):
        """The hand and the fund; the cards where the table keeps summaries."""

        hand = IdField()
        fund = IdField()
        board = CardsField(required=False)
        hole: ClassVar[Any] = serializers.ListSerializer(child=HeldBody(), required=False, max_length=MOST_SEATS)
        dealt_in = SeatsField(required=False)
        winners = SeatsField(required=False)

    def get_queryset(self) -> QuerySet[JackpotClaim]:
        return selector.rows(actor=reader(self.request))

    def run(self, values: Mapping[str, Any], *, actor: User) -> JackpotClaim:
        keyed = None
        if any(values.get(name) for name in ("board", "hole", "dealt_in", "winners")):
            keyed = Keyed(
                cards.format(cards.parse(values.get("board", ""))),
                {one["seat"]: cards.format(cards.parse(one["cards"])) for one in values.get("hole", ())},
                tuple(values.get("dealt_in", ())),
                tuple(values.get("winners", ())),
            )
        return claims.enter(hand_id=values["hand_id"], fund_id=values["fund_id"], keyed=keyed, actor=actor)


class OneClaim(Row):
    """One claim."""

    permission = selector.PERMISSION
    queryset = JackpotClaim.objects.none()
    output = ClaimSerializer

    def get_queryset(self) -> QuerySet[JackpotClaim]:
        return selector.rows(actor=reader(self.request))


class ApproveClaim(Command):
    """Approve a claim that somebody else has entered: the shares leave the fund, each on a slip.

    Another claim that fell meanwhile has taken its share: then the sum differs, and the claim is answered as it is.
    """

    service = claims.approve
    output = ClaimSerializer


class DeclineClaim(Command):
    """Decline a claim, or withdraw one's own."""

    service = claims.decline
    output = ClaimSerializer

    class Input(Body):
        reason = ReasonField()


urlpatterns = [
    path("jackpot-claims/", Claims.as_view(), name="jackpot-claims"),
    path("jackpot-claims/<claim:pk>/", OneClaim.as_view(), name="jackpot-claim"),
    path("jackpot-claims/<claim:pk>/approve/", ApproveClaim.as_view(), name="jackpot-claim-approve"),
    path("jackpot-claims/<claim:pk>/decline/", DeclineClaim.as_view(), name="jackpot-claim-decline"),
]
