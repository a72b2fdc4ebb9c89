"""Searching hands and rounds: by their id, or by their table."""

from django.db.models import Q

from casino.admin.reading import is_id
from tables.models import Table


def of_table_or_id(term: str) -> Q:
    """The rows of this id, and those of the tables whose code has it."""
    tables = Table.objects.filter(code__icontains=term).values_list("pk", flat=True)
    rows = Q(table__in=list(tables))
    return rows | Q(pk=int(term)) if is_id(term) else rows
