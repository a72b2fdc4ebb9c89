"""What a commit does for the pages that poll, within the one transaction of a test."""

from itertools import count

from django.db import connection

from casino.models import LiveVersion

_commits = count(1)


def commit() -> None:
    """Fire the deferred triggers as the end of a transaction would, and let what follows count as another one."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        (own,) = cursor.fetchone()
    number = -next(_commits)
    for row in LiveVersion.objects.all():
        row.versions = {desk: number if version == own else version for desk, version in row.versions.items()}
        row.save()
