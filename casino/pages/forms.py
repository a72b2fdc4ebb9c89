"""Base forms of the pages: amounts of money, Idempotency-Key and version, the user's own password."""

import re
import uuid
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _

from casino import reasons

# Digits, and optionally a separator with two more: "1.240" would mean 1240 to one reader and 1.24 to another.
_AMOUNT: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{2}))?")


def new_key() -> str:
    """A new Idempotency-Key for a form."""
    return str(uuid.uuid4())


def typed(amount_cents: int) -> str:
    """Cents as a user would type them: `20000` → `200`, `1250` → `12,50` in German."""
    digits = f"{amount_cents:03d}"
    return digits[:-2] if digits.endswith("00") else f"{digits[:-2]}{get_format('DECIMAL_SEPARATOR')}{digits[-2:]}"


class MoneyField(forms.Field):
    """An amount in whole units of the currency or with two decimals, as cents. Never negative, never grouped.

    An empty input is `empty_cents`.
    """

    default_error_messages: ClassVar = {
        "unreadable": _("Enter an amount in digits, for example 200 or 12,50."),
        "too_small": _("Must be at least %(least)s."),
    }
    widget = forms.TextInput

    def __init__(self, *, least_cents: int = 0, empty_cents: int | None = None, **options: Any) -> None:
        self.least_cents, self.empty_cents = least_cents, empty_cents
        super().__init__(**options)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off", "maxlength": "12", "class": "amount"}

    def prepare_value(self, value: Any) -> Any:
        """The input's text: cents as digits, user input unchanged."""
        return typed(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        """Cents."""
        text = str(value or "").strip()
        if not text:
            return self.empty_cents
        match = _AMOUNT.fullmatch(text)
        if match is None:
            raise ValidationError(self.error_messages["unreadable"], code="unreadable")
        whole, part = match.groups()
        return int(whole + (part or "00"))

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and value < self.least_cents:
            raise ValidationError(
                self.error_messages["too_small"] % {"least": typed(self.least_cents)}, code="too_small"
            )


class OwnPasswordField(forms.CharField):
    """The signed-in user's password, asked for again before serious commands; never shown again."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Your password"),
            max_length=256,
            strip=False,
            widget=forms.PasswordInput({"autocomplete": "current-password"}),
            help_text=_("Enter it again, to make sure that it is you."),
            **options,
        )


class NewPasswordField(forms.CharField):
    """A password to be set; never shown again."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("New password"))
        widget = forms.PasswordInput({"autocomplete": "new-password"})
        super().__init__(max_length=256, strip=False, widget=widget, **options)


class CommandForm(forms.Form):
    """A form that runs a use case, with an Idempotency-Key and the version of the row as the user saw it."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)

    def __init__(
        self, data: Any = None, *, version: int | None = None, initial: dict[str, Any] | None = None, **options: Any
    ) -> None:
        super().__init__(data, initial={"key": new_key(), "version": version, **(initial or {})}, **options)

    def refuse(self, sentence: str, version: int | None) -> None:
        """Show a refusal above the fields and keep the input; the next try has a new key and `version`."""
        assert isinstance(self.data, QueryDict), "only what was sent is refused"
        data = self.data.copy()
        data[self.add_prefix("key")] = new_key()
        data[self.add_prefix("version")] = "" if version is None else str(version)
        self.data = data
        if sentence:
            self.add_error(None, sentence)


class ReasonField(forms.CharField):
    """A reason (`casino.reasons`), typed in `rows` rows; `max_length` is shorter where something is put before it."""

    def __init__(self, *, rows: int = 2, max_length: int = reasons.LONGEST, **options: Any) -> None:
        options.setdefault("label", _("Reason"))
        widget = forms.Textarea(attrs={"rows": rows}) if rows > 1 else forms.TextInput
        super().__init__(min_length=reasons.SHORTEST, max_length=max_length, widget=widget, **options)


class ReasonForm(CommandForm):
    """A command form with a reason."""

    reason = ReasonField()
