"""What the floor types about its dealers."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm
from tables.dealers.services.downs import Wanted
from tables.models import Qualification

_LOCAL = {"type": "datetime-local"}


class DealerForm(CommandForm):
    """Who deals next: the longest rested stands first."""

    dealer = forms.TypedChoiceField(label=_("Next dealer"), widget=forms.RadioSelect, coerce=int)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["dealer"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = choices


class PushForm(DealerForm):
    """Who comes; why, where the rota speaks against it; whether who is relieved goes on his break."""

    sends_on_break = forms.BooleanField(label=_("The relieved goes on a break"), required=False)
    reason = forms.CharField(
        label=_("Reason, if the rota speaks against it"), max_length=500, required=False, widget=forms.TextInput
    )

    def __init__(self, *args: Any, keeps_rota: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not keeps_rota:
            del self.fields["sends_on_break"], self.fields["reason"]


class PushesField(forms.MultipleChoiceField):
    """`table:version:dealer` of every push that the board showed."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> Any:
        """Three numbers each."""
        try:
            parts = [tuple(int(part) for part in str(one).split(":")) for one in value or ()]
            return [Wanted(table, version, dealer) for table, version, dealer in parts]
        except ValueError as error:
            raise ValidationError(gettext("This is no push."), code="push_unreadable") from error


class LineForm(CommandForm):
    """A whole line."""

    push = PushesField()


class ComeForm(CommandForm):
    """Who has come."""

    dealer = forms.TypedChoiceField(label=_("Dealer"), widget=forms.RadioSelect, coerce=int)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["dealer"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = choices


class RosterForm(CommandForm):
    """Who is to come, from when to when."""

    begins_at = forms.DateTimeField(label=_("From"), widget=forms.DateTimeInput(_LOCAL, format="%Y-%m-%dT%H:%M"))
    ends_at = forms.DateTimeField(label=_("Until"), widget=forms.DateTimeInput(_LOCAL, format="%Y-%m-%dT%H:%M"))
    dealers = forms.TypedMultipleChoiceField(label=_("Dealers"), widget=forms.CheckboxSelectMultiple, coerce=int)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["dealers"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = choices


class CallOffForm(CommandForm):
    """Why."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class SkillsForm(CommandForm):
    """All that he may deal."""

    skills = forms.MultipleChoiceField(
        label=_("Qualified for"),
        choices=Qualification.Skill.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )


class RulesForm(CommandForm):
    """The house's own numbers."""

    NAMES: ClassVar = ("down_minutes", "break_minutes", "lead_minutes", "same_table_again", "checks_qualification")

    is_on = forms.BooleanField(label=_("A rota is kept"), required=False)
    down_minutes = forms.IntegerField(label=_("Minutes of a down"), min_value=1)
    break_minutes = forms.IntegerField(label=_("Minutes of a break"), min_value=1)
    lead_minutes = forms.IntegerField(label=_("Pushed together if due within minutes"), min_value=0)
    same_table_again = forms.BooleanField(label=_("The next down may be at the same table"), required=False)
    checks_qualification = forms.BooleanField(label=_("Dealers need the game's qualification"), required=False)
