"""Indexes for lists of entries with a rare code, and for the entries of a time."""

import django.contrib.postgres.indexes
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0009_told_by_house'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('code__in', ('hand', 'round')), _negated=True), fields=['code', 'id'], name='entry_rare_code'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=['at'], name='entry_time'),
        ),
    ]
