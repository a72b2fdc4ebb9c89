"""The rows that a seal covers beside the books."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

from casino.guards import Refusing

GUARDS = Refusing("accounting_refuse_change").append_only("accounting_sealedrows")


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0013_proof_runs'),
    ]

    operations = [
        migrations.CreateModel(
            name='SealedRows',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_name', models.CharField(max_length=63)),
                ('is_final', models.BooleanField()),
                ('columns', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=63), size=None)),
                ('count', models.PositiveIntegerField()),
                ('keys', models.TextField()),
                ('waiting', models.TextField()),
                ('last_key', models.BigIntegerField()),
                ('digest', models.BinaryField(max_length=32)),
                ('marks', models.BinaryField()),
                ('seal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rows', to='accounting.seal', verbose_name='seal')),
            ],
            options={
                'verbose_name': 'sealed rows',
                'verbose_name_plural': 'sealed rows',
                'constraints': [models.UniqueConstraint(fields=('seal', 'table_name', 'is_final'), name='sealed_rows_once')],
            },
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
