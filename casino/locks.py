"""Locks of people.  A person is locked before their requests are read, and before all locks of money and play."""

from casino.errors import N_, NotFound
from casino.models import SecurityEvent, User
from casino.rows import existing


def person(user_id: int) -> User:
    """Lock a user, so that their roles and passwords change one after the other; refuses `user_unknown`.

    A `no key` lock: rows that refer to the user can still be added.
    """
    return existing(
        User.objects.select_for_update(no_key=True).filter(pk=user_id), NotFound("user_unknown", N_("User not found."))
    )


def alarm(alarm_id: int) -> SecurityEvent:
    """Lock an alarm that is there, by itself: the person who marks it as seen locks nothing else."""
    return SecurityEvent.objects.select_for_update().get(pk=alarm_id)
