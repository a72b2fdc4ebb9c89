"""The key of a command stays with the first entry that it books."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0010_indexes_of_entries'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='key_digest',
            field=models.BinaryField(max_length=16, null=True, verbose_name="digest of the command's key"),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('key_digest__isnull', False)), fields=('key_digest',), name='entry_of_key_once'),
        ),
    ]
