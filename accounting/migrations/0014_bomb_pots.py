"""Assessments say that a hand was a bomb pot, which a schedule may exempt; none before this was one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounting", "0013_numbers_of_decisions")]

    operations = [
        migrations.AddField(
            "assessment",
            "bomb_pot",
            models.BooleanField(db_default=False, default=False, verbose_name="bomb pot"),
        ),
    ]
