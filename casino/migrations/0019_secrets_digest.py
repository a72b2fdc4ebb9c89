"""The digest of password and PIN, which has a history; for people who are there already it begins now."""

from django.db import migrations, models

KEPT = """
    id, username, full_name, roles, house_ids, language, is_active, one_time_until, is_demo, date_joined, secrets_digest
"""
BEGINS = f"""
UPDATE casino_user SET secrets_digest = encode(sha256(convert_to(password || E'\\n' || pin_hash, 'UTF8')), 'hex');
INSERT INTO casino_historicaluser ({KEPT}, history_date, history_type)
SELECT {KEPT}, now(), CASE WHEN id IN (SELECT id FROM casino_historicaluser) THEN '~' ELSE '+' END FROM casino_user;
"""  # nosec B608  # noqa: S608 -- names of our own columns


class Migration(migrations.Migration):

    dependencies = [
        ('casino', '0018_pulse'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicaluser',
            name='secrets_digest',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name='user',
            name='secrets_digest',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.RunSQL(BEGINS, migrations.RunSQL.noop),
    ]
