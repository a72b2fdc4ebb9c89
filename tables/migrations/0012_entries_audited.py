"""How many entries there were when an audit began: what was booked since is told by number, not by the clock."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column; an audit made before knows of none, so days still open want another."""

    dependencies: ClassVar = [("tables", "0011_switched_at")]
    operations: ClassVar = [
        migrations.AddField(
            model_name="auditrun",
            name="entries",
            field=models.PositiveBigIntegerField(default=0, verbose_name="entries when it began"),
        ),
    ]
