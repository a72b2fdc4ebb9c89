"""Counts of floats that differed from the books and were counted again: kept, so that the count stays blind."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.guards import Refusing

GUARDS = Refusing("accounting_refuse_change").append_only("tables_floatcount")


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0015_stack_counts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='FloatCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('booked_cents', models.BigIntegerField(verbose_name='float by the books')),
                ('counted_cents', models.BigIntegerField(verbose_name='float counted')),
                ('chips', models.JSONField(blank=True, null=True, verbose_name='chips of the float')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='float_counts', to='tables.session', verbose_name='session')),
            ],
            options={
                'verbose_name': 'count of a float that differed',
                'verbose_name_plural': 'counts of floats that differed',
                'ordering': ('pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('counted_cents__gte', 0)), name='float_count_not_negative'), models.CheckConstraint(condition=models.Q(('counted_cents', models.F('booked_cents')), _negated=True), name='float_count_differs')],
            },
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
