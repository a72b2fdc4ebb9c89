"""Devices and jobs belong to houses; when somebody gave the password again, for each of knox's tokens."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.operations import AtOnce

OPERATIONS = [
    migrations.AddField(
        model_name="historicaldevice",
        name="house",
        field=models.ForeignKey(
            blank=True,
            db_constraint=False,
            editable=False,
            null=True,
            on_delete=django.db.models.deletion.DO_NOTHING,
            related_name="+",
            to="accounting.house",
            verbose_name="house",
        ),
    ),
    migrations.AddField(
        model_name="device",
        name="house",
        field=models.ForeignKey(
            editable=False,
            null=True,
            on_delete=django.db.models.deletion.PROTECT,
            related_name="+",
            to="accounting.house",
            verbose_name="house",
        ),
    ),
    migrations.AddField(
        model_name="job",
        name="house",
        field=models.ForeignKey(
            null=True,
            on_delete=django.db.models.deletion.PROTECT,
            related_name="+",
            to="accounting.house",
            verbose_name="house",
        ),
    ),
    migrations.CreateModel(
        name="Confirmation",
        fields=[
            (
                "token",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.CASCADE,
                    primary_key=True,
                    related_name="+",
                    serialize=False,
                    to=settings.KNOX_TOKEN_MODEL,
                ),
            ),
            ("at", models.DateTimeField()),
        ],
    ),
]


class Migration(migrations.Migration):
    dependencies = [("casino", "0001_models"), ("accounting", "0001_models"), ("knox", "0009_extend_authtoken_field")]

    operations = [AtOnce(OPERATIONS)]
