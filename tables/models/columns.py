"""A model's columns by name, for the few statements that are written by hand."""

from django.db import models


def column_names(model: type[models.Model]) -> list[str]:
    """The attribute names of the model's columns, in their order (they are the columns' names too)."""
    return [field.attname for field in model._meta.concrete_fields]  # noqa: SLF001 -- Django's public introspection
