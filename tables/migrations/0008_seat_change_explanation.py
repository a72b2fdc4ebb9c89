"""What the floor gave as its reason for moving an entrant by hand is kept."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0007_house_rules'),
    ]

    operations = [
        migrations.AddField(
            model_name='seatchange',
            name='explanation',
            field=models.CharField(blank=True, help_text='What the floor gave as its reason for a correction.', max_length=500, verbose_name='explanation'),
        ),
    ]
