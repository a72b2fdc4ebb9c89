"""The tronc: rules, members, records of tips, distributions, shares, payouts."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.guards import Refusing, together

REFUSING = Refusing("accounting_refuse_change")
_LATER = {
    "accounting_troncrules": (("state", "decided_by_id", "decided_at"), "OLD.decided_at IS NOT NULL"),
    "accounting_troncmember": (("confirmed_by_id", "confirmed_at"), "OLD.confirmed_at IS NOT NULL"),
    "accounting_tiprecord": (
        (
            "counted_cents", "electronic_cents", "electronic_goes", "drawn_up_by_id", "drawn_up_at", "signed_by_id",
            "signed_at", "entry_id",
        ),
        "OLD.signed_at IS NOT NULL",
    ),
    "accounting_troncrun": (("state", "decided_by_id", "decided_at", "entry_id"), "OLD.decided_at IS NOT NULL"),
    "accounting_troncpayout": (
        ("lines", "total_cents", "prepared_by_id", "prepared_at", "paid_by_id", "paid_at", "entry_id"),
        "OLD.paid_at IS NOT NULL",
    ),
}
GUARDS = together(
    REFUSING.append_only("accounting_troncshare"),
    *(REFUSING.kept(table) for table in _LATER),
    *(REFUSING.stays_but(table, *later, until=until) for table, (later, until) in _LATER.items()),
)


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0015_revenue'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='code',
            field=models.CharField(choices=[('buy_in', 'buy-in'), ('top_up', 'top-up'), ('cash_out', 'cash-out'), ('kept', 'chips picked up'), ('kept_out', 'kept chips handed out'), ('kept_lapsed', 'unclaimed chips'), ('move', 'move to another seat'), ('hand', 'hand'), ('misdeal', 'hand void before it was settled'), ('round', 'round against the house'), ('false_deal', 'false deal'), ('time_charge', 'time charge'), ('float_in', 'float brought to the table'), ('float_out', 'float taken from the table'), ('fill', 'fill'), ('credit', 'credit'), ('change', 'change of chips'), ('window_in', 'window opened'), ('window_out', 'window closed'), ('sale', 'chips sold'), ('redemption', 'chips redeemed'), ('drop', 'box emptied'), ('count', 'box counted'), ('carry', 'table carried over'), ('ruling', 'ruling'), ('correction', 'correction after the count'), ('tournament_in', 'paid into a tournament'), ('tournament_out', 'prize paid'), ('tournament_due', 'tournament settled'), ('tip_record', 'tips of the day'), ('tronc_joined', 'tips into one tronc'), ('tronc_shared', 'tronc distributed'), ('tronc_paid', 'shares paid out'), ('reversal', 'reversal')], max_length=20, verbose_name='code'),
        ),
        migrations.CreateModel(
            name='TroncRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('terms', models.JSONField(verbose_name='rules')),
                ('valid_from', models.DateField(verbose_name='from the month')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('approved', 'approved'), ('declined', 'declined')], default='proposed', max_length=10, verbose_name='state')),
                ('proposed_at', models.DateTimeField(verbose_name='proposed at')),
                ('decided_at', models.DateTimeField(null=True, verbose_name='decided at')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tronc_rules', to='accounting.house', verbose_name='house')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
            ],
            options={
                'verbose_name': 'rules of a tronc',
                'verbose_name_plural': 'rules of troncs',
                'ordering': ('house', '-version'),
            },
        ),
        migrations.CreateModel(
            name='TroncRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.DateField(verbose_name='month')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('cause', models.CharField(blank=True, choices=[('', 'distribution'), ('shifts', 'hours corrected'), ('tips', 'tips corrected'), ('members', 'members or points corrected'), ('rules', 'rules corrected'), ('deductions', 'deductions corrected')], max_length=10, verbose_name='why')),
                ('days', models.JSONField(help_text='House, gaming day, counted and electronic cents.', verbose_name='days')),
                ('takings_cents', models.BigIntegerField(verbose_name='tips')),
                ('carried_in_cents', models.BigIntegerField(verbose_name='from the month before')),
                ('levy_cents', models.BigIntegerField(verbose_name='levy')),
                ('deductions', models.JSONField(verbose_name='deductions')),
                ('shared_cents', models.BigIntegerField(verbose_name='shared')),
                ('groups', models.JSONField(verbose_name='groups')),
                ('carried_out_cents', models.BigIntegerField(verbose_name='into a later month')),
                ('carried_into', models.DateField(verbose_name='carried into')),
                ('lent', models.JSONField(help_text='Shares that a correction takes back after they were paid out.', verbose_name='owed from now on')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('confirmed', 'confirmed'), ('declined', 'declined')], default='proposed', max_length=10, verbose_name='state')),
                ('proposed_at', models.DateTimeField(verbose_name='computed at')),
                ('decided_at', models.DateTimeField(null=True, verbose_name='confirmed at')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='confirmed by')),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tronc_run', to='accounting.entry', verbose_name='entry')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tronc_runs', to='accounting.house', verbose_name='house')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='computed by')),
                ('rules', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='accounting.troncrules', verbose_name='rules')),
            ],
            options={
                'verbose_name': 'distribution of a tronc',
                'verbose_name_plural': 'distributions of troncs',
                'ordering': ('house', '-month', '-number'),
            },
        ),
        migrations.CreateModel(
            name='TroncShare',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('function', models.CharField(max_length=20, verbose_name='function')),
                ('hired_on', models.DateField(verbose_name='in service since')),
                ('years', models.PositiveSmallIntegerField(verbose_name='full years of service')),
                ('spans', models.JSONField(verbose_name='shifts')),
                ('credited_minutes', models.PositiveIntegerField(default=0, verbose_name='credited minutes')),
                ('credited_for', models.CharField(blank=True, choices=[('', 'none'), ('leave', 'paid leave'), ('sick', 'sick pay'), ('council', 'works council'), ('other_work', "work without a dealer's shift")], max_length=12, verbose_name='credited for')),
                ('owed_cents', models.BigIntegerField(verbose_name='advanced before')),
                ('group', models.CharField(max_length=20, verbose_name='staff group')),
                ('points_hundredths', models.PositiveIntegerField(verbose_name='points (hundredths)')),
                ('minutes', models.PositiveIntegerField(verbose_name='minutes that count')),
                ('rounded_cents', models.BigIntegerField(verbose_name='share, rounded down')),
                ('remainder_cents', models.BigIntegerField(verbose_name='of the remainder')),
                ('guaranteed_cents', models.BigIntegerField(verbose_name='guaranteed')),
                ('advance_cents', models.BigIntegerField(verbose_name='advanced')),
                ('recouped_cents', models.BigIntegerField(verbose_name='paid back')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tronc_shares', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='accounting.troncrun', verbose_name='distribution')),
            ],
            options={
                'verbose_name': 'share of a tronc',
                'verbose_name_plural': 'shares of troncs',
                'ordering': ('run', 'person'),
            },
        ),
        migrations.CreateModel(
            name='TipRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('counted_cents', models.BigIntegerField(verbose_name='counted')),
                ('electronic_cents', models.BigIntegerField(verbose_name='electronic')),
                ('electronic_goes', models.CharField(choices=[('none', 'not taken'), ('tronc', 'into the tronc'), ('revenue', 'into the gross gaming revenue')], max_length=10, verbose_name='electronic tips')),
                ('drawn_up_at', models.DateTimeField(verbose_name='drawn up at')),
                ('signed_at', models.DateTimeField(null=True, verbose_name='signed at')),
                ('drawn_up_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='drawn up by')),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tip_record', to='accounting.entry', verbose_name='entry')),
                ('gaming_day', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tip_records', to='accounting.gamingday', verbose_name='gaming day')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tip_records', to='accounting.house', verbose_name='house')),
                ('signed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='signed by')),
            ],
            options={
                'verbose_name': 'record of tips',
                'verbose_name_plural': 'records of tips',
                'ordering': ('gaming_day', 'number'),
                'constraints': [models.UniqueConstraint(fields=('gaming_day', 'number'), name='tip_record_number_once'), models.UniqueConstraint(condition=models.Q(('signed_at', None)), fields=('gaming_day',), name='tip_record_one_unsigned'), models.CheckConstraint(condition=models.Q(('counted_cents__gte', 0), ('electronic_cents__gte', 0), models.Q(('electronic_cents', 0), models.Q(('electronic_goes', 'none'), _negated=True), _connector='OR')), name='tip_record_not_negative'), models.CheckConstraint(condition=models.Q(models.Q(('entry', None), ('signed_at', None)), models.Q(('entry__isnull', False), ('signed_at__isnull', False)), _connector='OR'), name='tip_record_signed_is_booked'), models.CheckConstraint(condition=models.Q(models.Q(('signed_at', None), ('signed_by', None)), models.Q(('signed_at__isnull', False), models.Q(('signed_by', models.F('drawn_up_by')), _negated=True)), _connector='OR'), name='tip_record_by_two')],
            },
        ),
        migrations.CreateModel(
            name='TroncMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('function', models.CharField(blank=True, max_length=20, verbose_name='function')),
                ('hired_on', models.DateField(verbose_name='in service since')),
                ('valid_from', models.DateField(verbose_name='from the month')),
                ('asked_at', models.DateTimeField(verbose_name='entered at')),
                ('confirmed_at', models.DateTimeField(null=True, verbose_name='confirmed at')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
                ('confirmed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='confirmed by')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tronc_members', to='accounting.house', verbose_name='house')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tronc_memberships', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'member of a tronc',
                'verbose_name_plural': 'members of troncs',
                'ordering': ('house', 'person', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('valid_from__day', 1)), name='tronc_member_from_a_month'), models.CheckConstraint(condition=models.Q(models.Q(('person', models.F('asked_by')), _negated=True), models.Q(('confirmed_by', None), models.Q(('person', models.F('confirmed_by')), _negated=True), _connector='OR')), name='tronc_member_by_others'), models.CheckConstraint(condition=models.Q(models.Q(('confirmed_at', None), ('confirmed_by', None)), models.Q(('confirmed_at__isnull', False), models.Q(('confirmed_by', models.F('asked_by')), _negated=True)), _connector='OR'), name='tronc_member_by_two')],
            },
        ),
        migrations.CreateModel(
            name='TroncPayout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('lines', models.JSONField(help_text='The number of each account, and cents.', verbose_name='people')),
                ('total_cents', models.BigIntegerField(verbose_name='total')),
                ('prepared_at', models.DateTimeField(verbose_name='prepared at')),
                ('paid_at', models.DateTimeField(null=True, verbose_name='paid at')),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tronc_payout', to='accounting.entry', verbose_name='entry')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tronc_payouts', to='accounting.house', verbose_name='house')),
                ('paid_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='paid by')),
                ('prepared_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='prepared by')),
            ],
            options={
                'verbose_name': 'payout of a tronc',
                'verbose_name_plural': 'payouts of troncs',
                'ordering': ('house', '-number'),
                'constraints': [models.UniqueConstraint(fields=('house', 'number'), name='tronc_payout_number_once'), models.UniqueConstraint(condition=models.Q(('paid_at', None)), fields=('house',), name='tronc_payout_one_open'), models.CheckConstraint(condition=models.Q(('total_cents__gt', 0)), name='tronc_payout_pays'), models.CheckConstraint(condition=models.Q(models.Q(('entry', None), ('paid_at', None)), models.Q(('entry__isnull', False), ('paid_at__isnull', False)), _connector='OR'), name='tronc_payout_paid_is_booked'), models.CheckConstraint(condition=models.Q(models.Q(('paid_at', None), ('paid_by', None)), models.Q(('paid_at__isnull', False), models.Q(('paid_by', models.F('prepared_by')), _negated=True)), _connector='OR'), name='tronc_payout_by_two')],
            },
        ),
        migrations.AddConstraint(
            model_name='troncrules',
            constraint=models.UniqueConstraint(fields=('house', 'version'), name='tronc_rules_once'),
        ),
        migrations.AddConstraint(
            model_name='troncrules',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('house',), name='tronc_rules_one_proposed'),
        ),
        migrations.AddConstraint(
            model_name='troncrules',
            constraint=models.CheckConstraint(condition=models.Q(('valid_from__day', 1)), name='tronc_rules_from_a_month'),
        ),
        migrations.AddConstraint(
            model_name='troncrules',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('state', 'proposed')), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('state', 'declined')), models.Q(('decided_at__isnull', False), ('state', 'approved'), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='tronc_rules_by_two'),
        ),
        migrations.AddConstraint(
            model_name='troncrun',
            constraint=models.UniqueConstraint(fields=('house', 'month', 'number'), name='tronc_run_number_once'),
        ),
        migrations.AddConstraint(
            model_name='troncrun',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('house',), name='tronc_run_one_proposed'),
        ),
        migrations.AddConstraint(
            model_name='troncrun',
            constraint=models.CheckConstraint(condition=models.Q(('carried_into__day', 1), ('month__day', 1)), name='tronc_run_of_a_month'),
        ),
        migrations.AddConstraint(
            model_name='troncrun',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('entry', None), ('state', 'proposed')), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('entry', None), ('state', 'declined')), models.Q(('decided_at__isnull', False), ('entry__isnull', False), ('state', 'confirmed'), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='tronc_run_by_two'),
        ),
        migrations.AddConstraint(
            model_name='troncshare',
            constraint=models.UniqueConstraint(fields=('run', 'person'), name='tronc_share_once'),
        ),
        migrations.AddConstraint(
            model_name='troncshare',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('credited_for', ''), ('credited_minutes', 0)), models.Q(('credited_minutes__gt', 0), models.Q(('credited_for', ''), _negated=True)), _connector='OR'), name='tronc_share_credited_for'),
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
