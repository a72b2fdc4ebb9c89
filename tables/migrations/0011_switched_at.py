"""Since when a table is paused, or goes on again."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """One nullable column."""

    dependencies: ClassVar = [("tables", "0010_acknowledgements")]
    operations: ClassVar = [
        migrations.AddField(
            model_name="session",
            name="switched_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="paused or resumed at"),
        ),
    ]
