"""Proofs of the house's own books are kept, append-only."""

import django.db.models.functions.datetime
from django.db import migrations, models

from casino.guards import Refusing

GUARDS = Refusing("accounting_refuse_change").append_only("accounting_proofrun")


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0012_erasing'),
    ]

    operations = [
        migrations.CreateModel(
            name='ProofRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField(verbose_name='began')),
                ('ended_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='ended')),
                ('is_independent', models.BooleanField(help_text='PostgreSQL computed nothing.', verbose_name='independent')),
                ('entries', models.PositiveBigIntegerField(verbose_name='entries')),
                ('broken', models.PositiveIntegerField(verbose_name='broken')),
            ],
            options={
                'verbose_name': 'proof',
                'verbose_name_plural': 'proofs',
                'ordering': ('-pk',),
            },
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
