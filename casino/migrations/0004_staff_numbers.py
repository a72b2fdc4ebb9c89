"""Staff numbers: no two accounts have the same one."""

from django.db import migrations, models

from casino.operations import AtOnce


FIELDS = [
    migrations.AddField(
        model_name='historicaluser',
        name='staff_number',
        field=models.CharField(blank=True, max_length=32, verbose_name='staff number'),
    ),
    migrations.AddField(
        model_name='user',
        name='staff_number',
        field=models.CharField(blank=True, max_length=32, verbose_name='staff number'),
    ),
]
CONSTRAINTS = [
    migrations.AddConstraint(
        model_name='user',
        constraint=models.UniqueConstraint(condition=models.Q(('staff_number', ''), _negated=True), fields=('staff_number',), name='user_staff_number_once'),
    ),
]


class Migration(migrations.Migration):

    dependencies = [
        ('casino', '0003_triggers'),
    ]

    operations = [AtOnce(FIELDS), AtOnce(CONSTRAINTS)]
