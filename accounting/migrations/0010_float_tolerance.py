"""By how much a table's float may differ from the books before it is explained and decided by another person."""

from django.db import migrations, models

from casino.operations import AtOnce

TOLERANCE = {
    "name": "float_tolerance_cents",
    "field": models.BigIntegerField(
        default=0,
        help_text="A table that is counted with more or less is explained, and another person decides.",
        verbose_name="a float may differ by",
    ),
}


class Migration(migrations.Migration):
    dependencies = [("accounting", "0009_decisions_of_the_tronc")]

    operations = [
        AtOnce([migrations.AddField(model_name=model_name, **TOLERANCE) for model_name in ("historicalhouse", "house")])
    ]
