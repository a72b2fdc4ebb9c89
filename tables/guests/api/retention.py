"""What two people decide about a guest's data: erasures, and legal holds that forbid them.  No answer has a name."""

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter

from casino.api.commands import Command, Decision
from casino.api.fields import Body, IdField, ReasonField
from casino.api.jobs import JobSerializer
from casino.api.reading import IdFilter, RowsAndNew, filter_set
from casino.api.serializers import RelatedId, Seen, Serializer, Takes
from tables.guests.selectors import erasures as selector
from tables.guests.selectors.erasures import ERASURES, HOLDS
from tables.guests.services import erasures, subject_access
from tables.models import Erasure, LegalHold


class ErasureSerializer(Serializer):
    """An erasure that waits or is decided; by age nobody asks for it."""

    takes = Takes(Erasure, "id house guest reason asked_at asked_by state decided_at")
    decided_by = RelatedId(allow_null=True, help_text="Of what was erased never the person who asked for it.")
    seen = Seen(ERASURES)


class LegalHoldSerializer(Serializer):
    """A hold that keeps a guest's data for a court or an authority."""

    takes = Takes(LegalHold, "id guest reason at by lifted_at lifted_by lifted_because")
    lifted_by = RelatedId(allow_null=True, help_text="Never the person who set it.")
    seen = Seen(HOLDS)


class Erasures(RowsAndNew):
    """Erasures of guests, the latest first. Ask for an erasure: a second person approves it."""

    permission = selector.READS
    queryset = Erasure.objects.select_related("guest")
    filterset_class = filter_set(
        Erasure,
        house=IdFilter("house_id"),
        guest=IdFilter("guest_id"),
        state=ChoiceFilter(choices=Erasure.State.choices),
    )
    service = erasures.ask
    output = ErasureSerializer

    class Input(Body):
        """The guest, and why."""

        guest = IdField()
        reason = ReasonField()


class ApproveErasure(Decision):
    """Erase a guest for good, as somebody else has asked for."""

    service = erasures.approve
    output = ErasureSerializer


class DeclineErasure(Decision):
    """Decline an erasure, or take one's own request back."""

    service = erasures.decline
    output = ErasureSerializer


class LegalHolds(RowsAndNew):
    """Legal holds, the latest first. Set a hold on a guest: nobody erases them until somebody else lifts it."""

    permission = selector.READS
    queryset = LegalHold.objects.select_related("guest")
    filterset_class = filter_set(LegalHold, guest=IdFilter("guest_id"))
    service = erasures.hold
    output = LegalHoldSerializer

    class Input(Body):
        """The guest, and why."""

        guest = IdField()
        reason = ReasonField()

    def get_queryset(self) -> QuerySet[LegalHold]:
        return super().get_queryset().order_by("-pk")


class LiftHold(Command):
    """End a legal hold that somebody else has set."""

    service = erasures.lift
    output = LegalHoldSerializer
    idempotent = False

    class Input(Body):
        reason = ReasonField()


class SubjectAccess(Command):
    """Have everything that the house keeps about a guest made into a file for them (GDPR Art. 15), as a job."""

    service = subject_access.ask
    output = JobSerializer
    status = 202
    idempotent = False


urlpatterns = [
    path("guests/<guest:pk>/subject-access/", SubjectAccess.as_view(), name="guest-subject-access"),
    path("erasures/", Erasures.as_view(), name="erasures"),
    path("erasures/<erasure:pk>/approve/", ApproveErasure.as_view(), name="erasure-approve"),
    path("erasures/<erasure:pk>/decline/", DeclineErasure.as_view(), name="erasure-decline"),
    path("legal-holds/", LegalHolds.as_view(), name="legal-holds"),
    path("legal-holds/<hold:pk>/lift/", LiftHold.as_view(), name="legal-hold-lift"),
]
