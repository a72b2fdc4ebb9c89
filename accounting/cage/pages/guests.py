"""The field in which a guest is picked; the rows come from the page `guests:suggestions`."""

from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString


class GuestPicker(forms.TextInput):
    """A field in which guests are suggested while somebody types; without a script it is the field alone."""

    game_id: int | None = None
    """Guests who wait for this game are offered before anything is typed."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        field = super().render(name, value, attrs, renderer)
        return render_to_string(
            "guests/picker.html", {"field": field, "game": self.game_id, "for": (attrs or {}).get("id")}
        )
