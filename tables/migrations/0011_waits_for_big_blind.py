"""A player who owes blinds may wait for the big blind instead of posting."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0010_merged_guests")]

    operations = [
        migrations.AddField(
            model_name="sitting",
            name="waits_for_big_blind",
            field=models.BooleanField(default=False, verbose_name="waits for the big blind instead of posting"),
        ),
    ]
