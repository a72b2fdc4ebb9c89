"""The rule set of a game that names none is the newest one."""

from django.db import migrations, models

from casino.operations import AtOnce


OPERATIONS = [
    migrations.AlterField(
        model_name='game',
        name='rule_set',
        field=models.CharField(default='house/3', max_length=1000, verbose_name='rule set'),
    ),
    migrations.AlterField(
        model_name='historicalgame',
        name='rule_set',
        field=models.CharField(default='house/3', max_length=1000, verbose_name='rule set'),
    ),
]


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0017_games_as_values'),
    ]

    operations = [AtOnce(OPERATIONS)]
