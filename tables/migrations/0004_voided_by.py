"""Who declared a hand void: an open one has no entry whose reversal would name him."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """A column; see the module's docstring."""

    dependencies: ClassVar = [
        ("tables", "0003_hands_kept"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations: ClassVar = [
        migrations.AddField(
            model_name="hand",
            name="voided_by",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="voided by",
            ),
        ),
    ]
