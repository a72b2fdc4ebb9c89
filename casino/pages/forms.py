"""Forms of the pages: what is typed stays typed, amounts are whole chips or euros, commands carry key and version."""

import re
import uuid
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _

# Digits, and at most one separator before two more: "1.240" is twelve hundred to one reader and one to another.
_AMOUNT: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{2}))?")


def new_key() -> str:
    """An Idempotency-Key for a form that is about to be shown."""
    return str(uuid.uuid4())


def typed(amount_cents: int) -> str:
    """Cents as a person would type them: `20000` → `200`, `1250` → `12,50` in German."""
    digits = f"{amount_cents:03d}"
    return digits[:-2] if digits.endswith("00") else f"{digits[:-2]}{get_format('DECIMAL_SEPARATOR')}{digits[-2:]}"


class MoneyField(forms.Field):
    """An amount in whole units of the currency, or with two places; cents inside. Never negative, never grouped."""

    default_error_messages: ClassVar = {
        "unreadable": _("Write an amount in digits, for example 200 or 12,50."),
        "too_small": _("At least %(least)s."),
    }
    widget = forms.TextInput

    def __init__(self, *, least_cents: int = 0, **options: Any) -> None:
        self.least_cents = least_cents
        super().__init__(**options)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off", "maxlength": "12", "class": "amount"}

    def prepare_value(self, value: Any) -> Any:
        """What the input shows: an amount of ours as digits, what was typed as it was typed."""
        return typed(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        """Cents; None for nothing."""
        text = str(value or "").strip()
        if not text:
            return None
        match = _AMOUNT.fullmatch(text)
        if match is None:
            raise ValidationError(self.error_messages["unreadable"], code="unreadable")
        whole, part = match.groups()
        return int(whole + (part or "00"))

    def validate(self, value: Any) -> None:
        """Refuse what is missing or too small."""
        super().validate(value)
        if value is not None and value < self.least_cents:
            raise ValidationError(
                self.error_messages["too_small"] % {"least": typed(self.least_cents)}, code="too_small"
            )


class OwnPasswordField(forms.CharField):
    """The password of whoever is signed in, given again before what is grave; never shown again."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Your password"),
            max_length=256,
            strip=False,
            widget=forms.PasswordInput({"autocomplete": "current-password"}),
            help_text=_("Asked again, so that it is certainly you."),
            **options,
        )


class CommandForm(forms.Form):
    """A form that runs a use case: hidden Idempotency-Key, and the version of what its reader saw."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)

    def __init__(
        self, data: Any = None, *, version: int | None = None, initial: dict[str, Any] | None = None, **options: Any
    ) -> None:
        super().__init__(data, initial={"key": new_key(), "version": version, **(initial or {})}, **options)

    def refuse(self, sentence: str, version: int | None) -> None:
        """Show a refusal above the fields and keep what was typed; the next try has a new key and sees `version`."""
        assert isinstance(self.data, QueryDict), "only what was sent is refused"
        data = self.data.copy()
        data[self.add_prefix("key")] = new_key()
        data[self.add_prefix("version")] = "" if version is None else str(version)
        self.data = data
        if sentence:
            self.add_error(None, sentence)


class ReasonForm(CommandForm):
    """Why; whoever reads it next year was not there."""

    reason = forms.CharField(label=_("Reason"), min_length=3, max_length=500, widget=forms.Textarea(attrs={"rows": 2}))
