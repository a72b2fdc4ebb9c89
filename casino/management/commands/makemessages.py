"""`manage.py makemessages`: a new text is empty until somebody translates it; none is guessed from a similar one."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's, without the guesses that msgmerge marks as fuzzy."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]  # noqa: RUF012 -- as in the base
