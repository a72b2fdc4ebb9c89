"""Claims on jackpots, what was decided stays, and texts that stay for ever name no guest."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.guards import Guard, Refusing, together, told

REFUSING = Refusing("accounting_refuse_change")
# Texts under the digest of an entry, or beside it.
NAMELESS = {"accounting_fundmove": "reason", "accounting_funddrop": "explanation", "tables_jackpotclaim": "reason"}
GUARDS = together(
    *(
        Guard(
            f"CREATE TRIGGER names_no_guest BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW WHEN"
            f" (NEW.{column} <> '') EXECUTE FUNCTION tables_names_no_guest('{column}');",
            f"DROP TRIGGER names_no_guest ON {table};",
        )
        for table, column in NAMELESS.items()
    ),
    REFUSING.kept("tables_jackpotclaim"),
    REFUSING.stays_but(
        "tables_jackpotclaim",
        "state",
        "decided_by_id",
        "decided_at",
        "reason",
        "entry_id",
        "gaming_day_id",
        until="OLD.state <> 'proposed'",
    ),
    told("tables_jackpotclaim", "floor", "days"),
)


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0017_jackpots'),
        ('tables', '0015_statements_name_no_guest'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='JackpotClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('approved', 'approved'), ('declined', 'declined')], default='proposed', max_length=10, verbose_name='state')),
                ('shown', models.JSONField(verbose_name='cards and seats')),
                ('posted_cents', models.BigIntegerField(verbose_name='posted')),
                ('falls_cents', models.BigIntegerField(verbose_name='falls')),
                ('shares', models.JSONField(verbose_name='shares')),
                ('proposed_at', models.DateTimeField(verbose_name='entered at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('reason', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('entry', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='jackpot_claim', to='accounting.entry', verbose_name='entry')),
                ('fund', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='accounting.fund', verbose_name='fund')),
                ('gaming_day', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.gamingday', verbose_name='gaming day')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='jackpot_claims', to='tables.hand', verbose_name='hand')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.house', verbose_name='house')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
                ('terms', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.fundterms', verbose_name='terms')),
            ],
            options={
                'verbose_name': 'claim on a jackpot',
                'verbose_name_plural': 'claims on jackpots',
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'declined'), _negated=True), fields=('hand',), name='jackpot_claim_one_a_hand'), models.CheckConstraint(condition=models.Q(('falls_cents__gt', 0), ('posted_cents__gte', 0)), name='jackpot_claim_amounts_positive'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('entry', None), ('state', 'proposed')), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('entry', None), ('state', 'declined'), models.Q(('reason', ''), _negated=True)), models.Q(('decided_at__isnull', False), ('entry__isnull', False), ('state', 'approved'), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='jackpot_claim_by_two')],
            },
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
