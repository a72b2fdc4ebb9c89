"""Indexes for lists of hands and for the audit of a day; the one of undone actions holds these alone."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0011_waits_for_big_blind'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='hand',
            index=models.Index(fields=['table', 'id'], name='hand_of_table'),
        ),
        migrations.AddIndex(
            model_name='hand',
            index=models.Index(fields=['gaming_day', 'id'], name='hand_of_day'),
        ),
        migrations.AddIndex(
            model_name='hand',
            index=models.Index(condition=models.Q(('state', 'settled'), _negated=True), fields=['state', 'id'], name='hand_not_settled'),
        ),
        migrations.RemoveConstraint(
            model_name='handaction',
            name='hand_action_undone_once',
        ),
        migrations.AddConstraint(
            model_name='handaction',
            constraint=models.UniqueConstraint(condition=models.Q(('undoes__isnull', False)), fields=('hand', 'undoes'), name='hand_action_undone_once'),
        ),
    ]
