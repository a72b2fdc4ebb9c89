"""Games say on how many boards they are dealt, and when a hand is a bomb pot; sessions whether one was called."""

from django.db import migrations, models

from casino.operations import AtOnce


OPERATIONS = [
    migrations.AddField(
        model_name='game',
        name='boards',
        field=models.PositiveSmallIntegerField(db_default=1, default=1, verbose_name='boards'),
    ),
    migrations.AddField(
        model_name='game',
        name='bomb_pot_ante_cents',
        field=models.BigIntegerField(blank=True, help_text='Empty: no bomb pots.', null=True, verbose_name='ante of a bomb pot'),
    ),
    migrations.AddField(
        model_name='game',
        name='bomb_pot_at_dealer_change',
        field=models.BooleanField(db_default=False, default=False, verbose_name='bomb pot with a new dealer'),
    ),
    migrations.AddField(
        model_name='game',
        name='bomb_pot_boards',
        field=models.PositiveSmallIntegerField(db_default=1, default=1, verbose_name='boards of a bomb pot'),
    ),
    migrations.AddField(
        model_name='game',
        name='bomb_pot_every',
        field=models.PositiveSmallIntegerField(blank=True, help_text='Empty: not by number.', null=True, verbose_name='bomb pot every (hands)'),
    ),
    migrations.AddField(
        model_name='historicalgame',
        name='boards',
        field=models.PositiveSmallIntegerField(db_default=1, default=1, verbose_name='boards'),
    ),
    migrations.AddField(
        model_name='historicalgame',
        name='bomb_pot_ante_cents',
        field=models.BigIntegerField(blank=True, help_text='Empty: no bomb pots.', null=True, verbose_name='ante of a bomb pot'),
    ),
    migrations.AddField(
        model_name='historicalgame',
        name='bomb_pot_at_dealer_change',
        field=models.BooleanField(db_default=False, default=False, verbose_name='bomb pot with a new dealer'),
    ),
    migrations.AddField(
        model_name='historicalgame',
        name='bomb_pot_boards',
        field=models.PositiveSmallIntegerField(db_default=1, default=1, verbose_name='boards of a bomb pot'),
    ),
    migrations.AddField(
        model_name='historicalgame',
        name='bomb_pot_every',
        field=models.PositiveSmallIntegerField(blank=True, help_text='Empty: not by number.', null=True, verbose_name='bomb pot every (hands)'),
    ),
    migrations.AddField(
        model_name='session',
        name='bomb_pot_called',
        field=models.BooleanField(db_default=False, default=False, verbose_name='bomb pot called'),
    ),
    migrations.AlterField(
        model_name='game',
        name='variant',
        field=models.CharField(choices=[('texas', "Texas Hold'em"), ('texas_hi_lo', "Texas Hold'em Hi-Lo"), ('omaha', "Omaha Hold'em"), ('omaha_5', '5-Card Omaha'), ('omaha_6', '6-Card Omaha'), ('omaha_hi_lo', 'Omaha Hi-Lo'), ('big_o', 'Big O'), ('easy_holdem', "Easy Hold'em"), ('casino_holdem', "Casino Hold'em"), ('ultimate_holdem', "Ultimate Texas Hold'em")], max_length=20, verbose_name='variant'),
    ),
    migrations.AlterField(
        model_name='historicalgame',
        name='variant',
        field=models.CharField(choices=[('texas', "Texas Hold'em"), ('texas_hi_lo', "Texas Hold'em Hi-Lo"), ('omaha', "Omaha Hold'em"), ('omaha_5', '5-Card Omaha'), ('omaha_6', '6-Card Omaha'), ('omaha_hi_lo', 'Omaha Hi-Lo'), ('big_o', 'Big O'), ('easy_holdem', "Easy Hold'em"), ('casino_holdem', "Casino Hold'em"), ('ultimate_holdem', "Ultimate Texas Hold'em")], max_length=20, verbose_name='variant'),
    ),
    migrations.AlterField(
        model_name='historicaltournament',
        name='variant',
        field=models.CharField(choices=[('texas', "Texas Hold'em"), ('texas_hi_lo', "Texas Hold'em Hi-Lo"), ('omaha', "Omaha Hold'em"), ('omaha_5', '5-Card Omaha'), ('omaha_6', '6-Card Omaha'), ('omaha_hi_lo', 'Omaha Hi-Lo'), ('big_o', 'Big O'), ('easy_holdem', "Easy Hold'em"), ('casino_holdem', "Casino Hold'em"), ('ultimate_holdem', "Ultimate Texas Hold'em")], max_length=20, verbose_name='variant'),
    ),
    migrations.AlterField(
        model_name='tournament',
        name='variant',
        field=models.CharField(choices=[('texas', "Texas Hold'em"), ('texas_hi_lo', "Texas Hold'em Hi-Lo"), ('omaha', "Omaha Hold'em"), ('omaha_5', '5-Card Omaha'), ('omaha_6', '6-Card Omaha'), ('omaha_hi_lo', 'Omaha Hi-Lo'), ('big_o', 'Big O'), ('easy_holdem', "Easy Hold'em"), ('casino_holdem', "Casino Hold'em"), ('ultimate_holdem', "Ultimate Texas Hold'em")], max_length=20, verbose_name='variant'),
    ),
    migrations.AddConstraint(
        model_name='game',
        constraint=models.CheckConstraint(condition=models.Q(('boards__gte', 1), ('boards__lte', 3), ('bomb_pot_boards__gte', 1), ('bomb_pot_boards__lte', 3)), name='game_boards'),
    ),
    migrations.AddConstraint(
        model_name='game',
        constraint=models.CheckConstraint(condition=models.Q(models.Q(('bomb_pot_ante_cents', None), ('bomb_pot_at_dealer_change', False), ('bomb_pot_every', None)), models.Q(('bomb_pot_ante_cents__gt', 0), models.Q(('bomb_pot_every', None), ('bomb_pot_every__gt', 0), _connector='OR')), _connector='OR'), name='game_bomb_pots'),
    ),
]


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0013_numbers_of_decisions'),
        ('tables', '0016_float_counts'),
    ]

    operations = [AtOnce(OPERATIONS)]
