"""When somebody gave the password again, for each of knox's tokens."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casino", "0001_initial"), ("knox", "0009_extend_authtoken_field")]

    operations = [
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
        )
    ]
