"""Lists of a body in which each stands once: of two, one would be dropped in silence."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from casino.api.fields import Body


class EachOnce(serializers.ListSerializer[Any]):
    """Of things told apart by one of their fields; refuses at the second of the same."""

    default_error_messages: ClassVar[dict[str, Any]] = {"twice": _("This stands here twice.")}

    def __init__(self, child: Body, by: str, **options: Any) -> None:
        super().__init__(child=child, **options)
        self._by = by

    def to_internal_value(self, data: Any) -> Sequence[Mapping[str, Any]]:
        """The things in the given order."""
        found: Sequence[Mapping[str, Any]] = super().to_internal_value(data)
        seen: set[Hashable] = set()
        child: Any = self.child
        source = child.fields[self._by].source
        for place, one in enumerate(found):
            if one[source] in seen:
                message = ValidationError(self.error_messages["twice"], code="twice").detail
                raise ValidationError({str(place): {self._by: message}})
            seen.add(one[source])
        return found
