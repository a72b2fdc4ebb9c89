"""A job keeps which request asked for it, for the log."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('casino', '0016_erasing'),
    ]

    operations = [
        migrations.AddField(
            model_name='job',
            name='request_id',
            field=models.CharField(default='-', max_length=64),
        ),
    ]
