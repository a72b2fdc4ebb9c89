"""Makes the index of the authority's keys where an unreleased state of the first migration made another one.

That state refused a key again that was declined. It is the only difference between the states of the migrations since
there is one initial migration an app, so any database of theirs can be upgraded.
"""

from django.db import migrations

ONCE = """
ALTER TABLE accounting_authoritykey DROP CONSTRAINT IF EXISTS authority_key_once;
CREATE UNIQUE INDEX IF NOT EXISTS authority_key_once ON accounting_authoritykey (house_id, public_key)
 WHERE NOT (state = 'declined');
"""


class Migration(migrations.Migration):
    dependencies = [("accounting", "0006_view_of_plays")]
    operations = [migrations.RunSQL(ONCE, migrations.RunSQL.noop)]
