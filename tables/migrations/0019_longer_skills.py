"""Words of qualifications are as long as the names of the forms of poker.

PostgreSQL builds a partial index again when one of its columns becomes wider, under a lock; so it is dropped before and
built beside the work after.  Until then the dealer's lock alone keeps a qualification from being given twice
(`tables.dealers.services.qualifications`).  A migration that was interrupted begins again with the drop.
"""

from django.db import migrations, models

_DROP = "DROP INDEX CONCURRENTLY IF EXISTS qualification_once"
_BUILD = """CREATE UNIQUE INDEX CONCURRENTLY qualification_once
    ON tables_qualification (house_id, dealer_id, skill) WHERE until IS NULL"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0018_usual_rules")]

    operations = [
        migrations.RunSQL(_DROP, _BUILD),
        migrations.AlterField(
            model_name='qualification',
            name='skill',
            field=models.CharField(choices=[('texas/no_limit', "Texas Hold'em no-limit"), ('texas/pot_limit', "Texas Hold'em pot-limit"), ('texas/fixed_limit', "Texas Hold'em fixed-limit"), ('texas_hi_lo/no_limit', "Texas Hold'em Hi-Lo no-limit"), ('texas_hi_lo/pot_limit', "Texas Hold'em Hi-Lo pot-limit"), ('texas_hi_lo/fixed_limit', "Texas Hold'em Hi-Lo fixed-limit"), ('omaha/no_limit', "Omaha Hold'em no-limit"), ('omaha/pot_limit', "Omaha Hold'em pot-limit"), ('omaha/fixed_limit', "Omaha Hold'em fixed-limit"), ('omaha_5/no_limit', '5-Card Omaha no-limit'), ('omaha_5/pot_limit', '5-Card Omaha pot-limit'), ('omaha_5/fixed_limit', '5-Card Omaha fixed-limit'), ('omaha_6/no_limit', '6-Card Omaha no-limit'), ('omaha_6/pot_limit', '6-Card Omaha pot-limit'), ('omaha_6/fixed_limit', '6-Card Omaha fixed-limit'), ('omaha_hi_lo/no_limit', 'Omaha Hi-Lo no-limit'), ('omaha_hi_lo/pot_limit', 'Omaha Hi-Lo pot-limit'), ('omaha_hi_lo/fixed_limit', 'Omaha Hi-Lo fixed-limit'), ('big_o/no_limit', 'Big O no-limit'), ('big_o/pot_limit', 'Big O pot-limit'), ('big_o/fixed_limit', 'Big O fixed-limit'), ('easy_holdem', "Easy Hold'em"), ('casino_holdem', "Casino Hold'em"), ('ultimate_holdem', "Ultimate Texas Hold'em"), ('tournament', 'Tournaments')], max_length=40, verbose_name='qualified for'),
        ),
        migrations.RunSQL(_BUILD, _DROP),
    ]
