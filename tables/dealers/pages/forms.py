"""What the floor types about its dealers."""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm, ReasonField
from tables.dealers.services.downs import Wanted
from tables.models import Game, Qualification
from tables.rules.forms import FORMS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_LOCAL = {"type": "datetime-local"}


class DealerForm(CommandForm):
    """One of the dealers in `choices`."""

    dealer = forms.TypedChoiceField(label=_("Dealer"), widget=forms.RadioSelect, coerce=int)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["dealer"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = choices


class PushForm(DealerForm):
    """The next dealer; with a rota also the reason against it, and whether the relieved dealer goes on a break."""

    dealer = forms.TypedChoiceField(label=_("Next dealer"), widget=forms.RadioSelect, coerce=int)
    sends_on_break = forms.BooleanField(label=_("Relieved dealer goes on a break"), required=False)
    ends_break = forms.BooleanField(
        label=_("Call the next dealer back from their break"),
        required=False,
        help_text=_("A break that is too short counts as work."),
    )
    reason = forms.CharField(
        label=_("Reason, if the rota says otherwise"), max_length=500, required=False, widget=forms.TextInput
    )

    def __init__(self, *args: Any, keeps_rota: bool, has_breaks: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not keeps_rota:
            del self.fields["sends_on_break"], self.fields["reason"]
        if not has_breaks:
            del self.fields["ends_break"]


class PushesField(forms.MultipleChoiceField):
    """`table:version:dealer` of every push that the board showed."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[Wanted]:
        try:
            parts = [tuple(int(part) for part in str(one).split(":")) for one in value or ()]
            return [Wanted(table, version, dealer) for table, version, dealer in parts]
        except ValueError as error:
            raise ValidationError(gettext("This is not a push."), code="push_unreadable") from error


class LineForm(CommandForm):
    """All pushes of the line."""

    push = PushesField()


class RosterForm(CommandForm):
    """Dealers, and the time of their shift."""

    begins_at = forms.DateTimeField(label=_("From"), widget=forms.DateTimeInput(_LOCAL, format="%Y-%m-%dT%H:%M"))
    ends_at = forms.DateTimeField(label=_("Until"), widget=forms.DateTimeInput(_LOCAL, format="%Y-%m-%dT%H:%M"))
    dealers = forms.TypedMultipleChoiceField(label=_("Dealers"), widget=forms.CheckboxSelectMultiple, coerce=int)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["dealers"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = choices


class CallOffForm(CommandForm):
    """Why the shift is called off."""

    reason = ReasonField()


_SKILLS: Final[Sequence[tuple["StrOrPromise", Sequence[Any]]]] = [
    *[
        (Game.Variant(form).label, [(f"{form}/{one.value}", capfirst(one.label)) for one in Game.Betting])
        for form in FORMS
    ],
    (_("Other qualifications"), [one for one in Qualification.SKILLS if "/" not in one[0]]),
]


class SkillsForm(CommandForm):
    """All that the dealer may deal: of each game among guests its limits, then all else."""

    skills = forms.MultipleChoiceField(
        label=_("Qualified for"),
        choices=_SKILLS,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def groups(self) -> list[tuple["StrOrPromise", list[BoundWidget]]]:
        """The boxes to be ticked, under the titles of their choices."""
        boxes = iter(self["skills"])
        return [(title, list(islice(boxes, len(choices)))) for title, choices in _SKILLS]
