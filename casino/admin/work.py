"""Admin pages of jobs."""

from django.contrib import admin

from casino.admin.reading import ReadOnlyAdmin
from casino.models import Job


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """Jobs with their progress, the user who requested them, and the outcome."""

    list_display = ("id", "kind", "state", "done", "total", "requested_by", "created_at", "finished_at")
    list_filter = ("state", "kind")
    list_select_related = ("requested_by",)
