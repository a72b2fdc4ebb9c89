"""Digests of the texts of alarms, which seals cover; the texts themselves they cannot."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('casino', '0004_staff_numbers'),
    ]

    operations = [
        migrations.AddField(
            model_name='securityevent',
            name='about_digest',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
    ]
