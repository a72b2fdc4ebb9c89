"""The rules sheet of a game as JSON, in the language that is asked for (`Accept-Language`)."""

from rest_framework import serializers

from accounting.rake.selectors import terms
from casino import house_time
from casino.api.reading import Row
from casino.api.rendering import Json
from casino.api.serializers import Serializer
from tables.games.selectors import posted_banked
from tables.games.selectors import posted_sheet as posted
from tables.games.selectors.posted_banked import PostedBank
from tables.games.selectors.posted_sheet import Posted
from tables.models import Game


class RulesExampleSerializer(Serializer):
    """What a hand that saw a flop owes."""

    pot_cents = serializers.IntegerField()
    players = serializers.IntegerField(help_text="The fewest dealt in, up to the next example's number.")
    due_cents = serializers.IntegerField()
    jackpot_cents = serializers.IntegerField()


class RulesPayLineSerializer(Serializer):
    """A line of a pay table."""

    hand = serializers.CharField()
    odds = serializers.CharField(allow_null=True, help_text="As posted, `3 : 2`; null: the bet goes back.")


class RulesPayTableSerializer(Serializer):
    """What a winning bet is paid, best hand first."""

    bet = serializers.CharField()
    lines = RulesPayLineSerializer(many=True)


class RulesSerializer(Serializer):
    """What is posted at the tables of a game, from the terms in force now.

    A game against the house has pay tables and no tax: `about_tax` and `examples` are empty and what tells the
    schedule is null.  A game among guests has no pay tables.
    """

    game = serializers.IntegerField()
    name = serializers.CharField()
    currency = serializers.CharField()
    about_game = serializers.ListField(child=serializers.CharField())
    about_ranking = serializers.ListField(child=serializers.CharField(), help_text="The hands, the best first.")
    about_play = serializers.ListField(child=serializers.CharField(), help_text="From the blinds to the showdown.")
    about_tax = serializers.ListField(child=serializers.CharField())
    about_house = serializers.ListField(child=serializers.CharField())
    examples = RulesExampleSerializer(many=True)
    pay_tables = RulesPayTableSerializer(many=True)
    schedule = serializers.CharField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)
    valid_from = serializers.DateTimeField(allow_null=True)
    approved_by = serializers.CharField(allow_null=True, help_text="Who signed as second person.")


class Rules(Row):
    """The game, how it is played, the tax or the pay tables, and the tips in plain sentences, with worked examples."""

    permission = "tables.read_tables"
    queryset = Game.objects.all()
    output = RulesSerializer

    def found(self, pk: int) -> Json:
        game = super().found(pk)
        banked = posted_banked.sheet(game.pk)
        return _banked(banked) if banked else _raked(posted.sheet(game.pk, house_time.now()))


def _raked(sheet: Posted) -> Json:
    return {
        "game": sheet.game.pk,
        "name": sheet.game.name,
        "currency": sheet.house.currency,
        "about_game": terms.texts(sheet.about_game),
        "about_ranking": terms.texts(sheet.about_ranking),
        "about_play": terms.texts(sheet.about_play),
        "about_tax": terms.texts(sheet.about_tax),
        "about_house": terms.texts(sheet.about_house),
        "examples": [RulesExampleSerializer.json(example) for example in sheet.examples],
        "pay_tables": [],
        "schedule": sheet.version.schedule.name,
        "version": sheet.version.version,
        "valid_from": sheet.version.valid_from,
        "approved_by": str(sheet.version.approved_by) if sheet.version.approved_by else None,
    }


def _banked(sheet: PostedBank) -> Json:
    return {
        "game": sheet.game.pk,
        "name": sheet.game.name,
        "currency": sheet.house.currency,
        "about_game": terms.texts(sheet.stakes),
        "about_ranking": terms.texts(sheet.ranking),
        "about_play": terms.texts([*sheet.play, *sheet.outcome, *sheet.false_deal]),
        "about_tax": [],
        "about_house": terms.texts(sheet.about_house),
        "examples": [],
        "pay_tables": [
            {
                "bet": str(paid.spot),
                "lines": [{"hand": terms.texts([line.hand])[0], "odds": line.odds} for line in paid.lines],
            }
            for paid in sheet.tables
        ],
        "schedule": None,
        "version": None,
        "valid_from": None,
        "approved_by": None,
    }
