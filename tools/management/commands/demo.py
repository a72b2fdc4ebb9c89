"""`manage.py demo`: play the demo's evenings, which fill every page and report; once, and never in a real house."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounting.models import House
from casino.errors import Refusal
from tables.models import Hand
from tools.evening import cast, programme


class Command(BaseCommand):
    """Plays the demo in a house of its own, in one transaction; does nothing where that house exists."""

    help = "Make the demo's house, its people and four evenings of play."

    def handle(self, *, verbosity: int, **_options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo's passwords are published: it is not for a real house.")
        if House.objects.filter(code=cast.HOUSE_CODE).exists():
            self._say(verbosity, "The demo's house is there already.")
            return
        try:
            programme.play()
        except Refusal as refusal:
            raise CommandError(f"The demo could not be played: {refusal.message % refusal.facts}") from refusal
        played = Hand.objects.filter(house__code=cast.HOUSE_CODE).count()
        self._say(verbosity, f"{cast.HOUSE_NAME}: {played} hands on four evenings.")

    def _say(self, verbosity: int, words: str) -> None:
        if verbosity:
            self.stdout.write(words)
