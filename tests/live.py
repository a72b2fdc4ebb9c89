"""What a commit does for the pages that poll, within the one transaction of a test."""

from django.db import connection


def commit() -> None:
    """Fire the deferred triggers as the end of a transaction would, and let what follows count as another one."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute("SELECT set_config('casino.told', '', true)")
