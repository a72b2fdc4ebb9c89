"""`manage.py makemessages`: new texts stay empty until translated, without guesses from similar ones."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's command without msgmerge's fuzzy matching."""

    # The marker of `casino.errors`.
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=N_"]  # noqa: RUF012 -- as in the base
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]  # noqa: RUF012 -- as in the base
