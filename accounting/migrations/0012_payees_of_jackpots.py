"""Payees whom winners of jackpots name: decided once by a second person, one at a time for a slip.

Until here a window might pay a share to anybody: such payments are marked, and no later one can be.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.guards import Refusing, together, trigger

REFUSING = Refusing("accounting_refuse_change")
TABLE = "accounting_jackpotpayee"
SLIP = "accounting_jackpotslip"
GUARDS = together(
    REFUSING.kept(TABLE),
    REFUSING.stays_but(TABLE, "state", "decided_at", "decided_by_id", until="OLD.decided_at IS NOT NULL"),
    trigger("begins_undecided", "BEFORE INSERT", TABLE, REFUSING.function, when="NEW.state <> 'proposed'"),
    trigger("begins_bound", "BEFORE INSERT", SLIP, REFUSING.function, when="NEW.paid_to_anybody"),
)
# A paid slip refuses every UPDATE. The table is written again instead, and before 1.0 it was small.
PAID = f"ALTER TABLE {SLIP} ALTER COLUMN paid_to_anybody TYPE boolean USING state = 'paid'"


class Migration(migrations.Migration):
    dependencies = [
        ("accounting", "0011_changes_of_the_clock"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='JackpotPayee',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('approved', 'approved'), ('declined', 'declined')], default='proposed', max_length=10, verbose_name='state')),
                ('proposed_at', models.DateTimeField(verbose_name='proposed at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('guest', models.CharField(max_length=30, verbose_name='card number')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('slip', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payees', to='accounting.jackpotslip', verbose_name='jackpot slip')),
            ],
            options={
                'verbose_name': 'payee of a jackpot slip',
                'verbose_name_plural': 'payees of jackpot slips',
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'declined'), _negated=True), fields=('slip',), name='jackpot_payee_one_a_slip'), models.CheckConstraint(condition=models.Q(models.Q(('guest', ''), _negated=True), models.Q(('reason', ''), _negated=True)), name='jackpot_payee_named'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='jackpot_payee_decided'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='jackpot_payee_by_two')],
            },
        ),
        migrations.AddField(
            "JackpotSlip",
            "paid_to_anybody",
            models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                verbose_name="paid when a share might still go to anybody",
            ),
        ),
        migrations.RunSQL(PAID, migrations.RunSQL.noop),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
