"""Jackpot funds: their rows, that what was signed or counted stays, and that no chip of a fund goes to the house."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.guards import Guard, Refusing, together, told, trigger

REFUSING = Refusing("accounting_refuse_change")
# The constraint `transfer_fund_is_the_players` says where chips of a fund may go; this says with which entries: to a
# guest when a jackpot is paid, to the revenue office, and back to a table when a hand is reversed.
PLAYERS_ONLY = Guard(
    """
CREATE FUNCTION accounting_fund_is_the_players() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    said text := (SELECT code FROM accounting_entry WHERE id = NEW.entry_id);
BEGIN
    IF (NEW.destination ~ '^guests/' AND said IN ('jackpot_paid', 'fund_tax'))
       OR (NEW.destination ~ '^(pot|pool|seat)/' AND said = 'reversal') THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'chips of a fund go to its players alone: % to % refused', NEW.source, NEW.destination
        USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_fund_is_the_players', TABLE = TG_TABLE_NAME;
END $$;
""",
    "DROP FUNCTION accounting_fund_is_the_players();",
)
OF_A_FUND = "'^(jackpot|reserve|won|withheld)/'"
GUARDS = together(
    PLAYERS_ONLY,
    trigger(
        "fund_is_the_players",
        "AFTER INSERT",
        "accounting_transfer",
        "accounting_fund_is_the_players",
        when=f"NEW.source ~ {OF_A_FUND} AND NEW.destination !~ {OF_A_FUND}",
    ),
    REFUSING.append_only("accounting_fundcount"),
    *(
        REFUSING.kept(f"accounting_{table}")
        for table in ("fund", "fundterms", "fundmove", "funddrop", "jackpotslip")
    ),
    REFUSING.stays_but("accounting_fund", "closed_at", until="OLD.closed_at IS NOT NULL"),
    REFUSING.stays_but("accounting_fundterms", "state", "decided_by_id", "decided_at", until="OLD.state <> 'proposed'"),
    REFUSING.stays_but(
        "accounting_fundmove",
        "state",
        "decided_by_id",
        "decided_at",
        "entry_id",
        "amount_cents",
        until="OLD.state <> 'asked' OR NEW.amount_cents <> OLD.amount_cents AND OLD.kind <> 'closing'",
    ),
    REFUSING.stays_but(
        "accounting_funddrop",
        "counted_cents",
        "reserved_cents",
        "counted_at",
        "count_entry_id",
        "explanation",
        "explained_by_id",
        until="OLD.explanation <> '' OR OLD.counted_at IS NOT NULL AND (OLD.counted_cents, OLD.reserved_cents,"
        " OLD.counted_at, OLD.count_entry_id) IS DISTINCT FROM (NEW.counted_cents, NEW.reserved_cents, NEW.counted_at,"
        " NEW.count_entry_id)",
    ),
    REFUSING.stays_but(
        "accounting_jackpotslip", "state", "window_id", "done_by_id", "done_at", "entry_id", until="OLD.state <> 'due'"
    ),
    told("accounting_jackpotslip", "cage", "floor", "days"),
    told("accounting_funddrop", "counts", "days"),
    told("accounting_fundmove", "days"),
)


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0016_tronc'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Fund',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20, verbose_name='code')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('kind', models.CharField(choices=[('bad_beat', 'bad beat'), ('high_hand', 'high hand'), ('mystery', 'mystery jackpot'), ('splash', 'splash pot')], max_length=10, verbose_name='kind')),
                ('opened_at', models.DateTimeField(verbose_name='opened at')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed at')),
            ],
            options={
                'verbose_name': 'jackpot fund',
                'verbose_name_plural': 'jackpot funds',
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='FundCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('chips', models.JSONField(verbose_name='chips')),
                ('counted_cents', models.BigIntegerField(verbose_name='counted')),
            ],
            options={
                'verbose_name': 'count of a fund',
                'verbose_name_plural': 'counts of funds',
                'ordering': ('fund_drop', 'number'),
            },
        ),
        migrations.CreateModel(
            name='FundDrop',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('posted_cents', models.BigIntegerField(help_text='Negative where corrections took back more.', verbose_name='posted')),
                ('taken_at', models.DateTimeField(verbose_name='taken at')),
                ('counted_cents', models.BigIntegerField(blank=True, null=True, verbose_name='counted')),
                ('reserved_cents', models.BigIntegerField(default=0, verbose_name='put into the reserve')),
                ('counted_at', models.DateTimeField(blank=True, null=True, verbose_name='counted at')),
                ('explanation', models.CharField(blank=True, max_length=500, verbose_name='explanation')),
            ],
            options={
                'verbose_name': 'boxes of a fund',
                'verbose_name_plural': 'boxes of funds',
                'ordering': ('-taken_at',),
            },
        ),
        migrations.CreateModel(
            name='FundMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('seed', 'seed'), ('gift', 'paid in by the house'), ('tax', 'tax paid over'), ('closing', 'fund closed')], max_length=10, verbose_name='kind')),
                ('state', models.CharField(choices=[('asked', 'asked for'), ('done', 'done'), ('declined', 'declined')], default='asked', max_length=10, verbose_name='state')),
                ('amount_cents', models.BigIntegerField(help_text='Of a closing: known when it is approved.', verbose_name='amount')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('asked_at', models.DateTimeField(verbose_name='asked at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
            ],
            options={
                'verbose_name': 'payment of a fund',
                'verbose_name_plural': 'payments of funds',
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='FundTerms',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('terms', models.JSONField(verbose_name='terms')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('approved', 'approved'), ('declined', 'declined')], default='proposed', max_length=10, verbose_name='state')),
                ('proposed_at', models.DateTimeField(verbose_name='proposed at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
            ],
            options={
                'verbose_name': 'terms of a fund',
                'verbose_name_plural': 'terms of funds',
                'ordering': ('fund', 'version'),
            },
        ),
        migrations.CreateModel(
            name='JackpotSlip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('subject', models.CharField(max_length=60, verbose_name='claim')),
                ('table_code', models.CharField(max_length=20, verbose_name='table')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('role', models.CharField(choices=[('loser', 'losing hand'), ('winner', 'winning hand'), ('table', 'share of the table')], max_length=10, verbose_name='part')),
                ('amount_cents', models.BigIntegerField(verbose_name='amount')),
                ('tax_cents', models.BigIntegerField(default=0, verbose_name='tax withheld')),
                ('issued_at', models.DateTimeField(verbose_name='issued at')),
                ('due_until', models.DateField(verbose_name='to be fetched until')),
                ('state', models.CharField(choices=[('due', 'to be paid'), ('paid', 'paid'), ('lapsed', 'lapsed')], default='due', max_length=10, verbose_name='state')),
                ('done_at', models.DateTimeField(blank=True, null=True, verbose_name='done at')),
            ],
            options={
                'verbose_name': 'jackpot slip',
                'verbose_name_plural': 'jackpot slips',
                'ordering': ('-number',),
            },
        ),
        migrations.AlterField(
            model_name='entry',
            name='code',
            field=models.CharField(choices=[('buy_in', 'buy-in'), ('top_up', 'top-up'), ('cash_out', 'cash-out'), ('kept', 'chips picked up'), ('kept_out', 'kept chips handed out'), ('kept_lapsed', 'unclaimed chips'), ('move', 'move to another seat'), ('hand', 'hand'), ('misdeal', 'hand void before it was settled'), ('round', 'round against the house'), ('false_deal', 'false deal'), ('time_charge', 'time charge'), ('float_in', 'float brought to the table'), ('float_out', 'float taken from the table'), ('fill', 'fill'), ('credit', 'credit'), ('change', 'change of chips'), ('window_in', 'window opened'), ('window_out', 'window closed'), ('sale', 'chips sold'), ('redemption', 'chips redeemed'), ('drop', 'box emptied'), ('count', 'box counted'), ('carry', 'table carried over'), ('ruling', 'ruling'), ('correction', 'correction after the count'), ('fund_in', 'paid into a jackpot fund'), ('fund_drop', 'boxes of a jackpot fund taken'), ('fund_count', 'boxes of a jackpot fund counted'), ('fund_tax', 'tax on jackpots paid over'), ('fund_closed', 'jackpot fund closed'), ('jackpot_won', 'jackpot fell'), ('jackpot_paid', 'jackpot paid'), ('jackpot_lapsed', 'share of a jackpot lapsed'), ('tournament_in', 'paid into a tournament'), ('tournament_out', 'prize paid'), ('tournament_due', 'tournament settled'), ('tip_record', 'tips of the day'), ('tronc_joined', 'tips into one tronc'), ('tronc_shared', 'tronc distributed'), ('tronc_paid', 'shares paid out'), ('reversal', 'reversal')], max_length=20, verbose_name='code'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('source__startswith', 'jackpot/'), ('source__startswith', 'reserve/'), ('source__startswith', 'won/'), ('source__startswith', 'withheld/'), _connector='OR', _negated=True), ('destination__startswith', 'jackpot/'), ('destination__startswith', 'reserve/'), ('destination__startswith', 'won/'), ('destination__startswith', 'withheld/'), ('destination__startswith', 'guests/'), ('destination__startswith', 'pot/'), ('destination__startswith', 'pool/'), ('destination__startswith', 'seat/'), _connector='OR'), name='transfer_fund_is_the_players'),
        ),
        migrations.AddField(
            model_name='fund',
            name='house',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='funds', to='accounting.house', verbose_name='house'),
        ),
        migrations.AddField(
            model_name='fund',
            name='opened_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='opened by'),
        ),
        migrations.AddField(
            model_name='fundcount',
            name='counted_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='counted by'),
        ),
        migrations.AddField(
            model_name='funddrop',
            name='count_entry',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='counted_fund_drop', to='accounting.entry', verbose_name='entry of the count'),
        ),
        migrations.AddField(
            model_name='funddrop',
            name='entry',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='fund_drop', to='accounting.entry', verbose_name='entry'),
        ),
        migrations.AddField(
            model_name='funddrop',
            name='explained_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='explained by'),
        ),
        migrations.AddField(
            model_name='funddrop',
            name='house',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.house', verbose_name='house'),
        ),
        migrations.AddField(
            model_name='funddrop',
            name='fund',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drops', to='accounting.fund', verbose_name='fund'),
        ),
        migrations.AddField(
            model_name='funddrop',
            name='gaming_day',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.gamingday', verbose_name='gaming day'),
        ),
        migrations.AddField(
            model_name='funddrop',
            name='taken_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='taken by'),
        ),
        migrations.AddField(
            model_name='fundcount',
            name='fund_drop',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='accounting.funddrop', verbose_name='boxes'),
        ),
        migrations.AddField(
            model_name='fundmove',
            name='asked_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked by'),
        ),
        migrations.AddField(
            model_name='fundmove',
            name='decided_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by'),
        ),
        migrations.AddField(
            model_name='fundmove',
            name='entry',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fund_move', to='accounting.entry', verbose_name='entry'),
        ),
        migrations.AddField(
            model_name='fundmove',
            name='house',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.house', verbose_name='house'),
        ),
        migrations.AddField(
            model_name='fundmove',
            name='fund',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='accounting.fund', verbose_name='fund'),
        ),
        migrations.AddField(
            model_name='fundmove',
            name='to_fund',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.fund', verbose_name='to the fund'),
        ),
        migrations.AddField(
            model_name='fundterms',
            name='decided_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by'),
        ),
        migrations.AddField(
            model_name='fundterms',
            name='fund',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='accounting.fund', verbose_name='fund'),
        ),
        migrations.AddField(
            model_name='fundterms',
            name='proposed_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by'),
        ),
        migrations.AddField(
            model_name='jackpotslip',
            name='asked_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='claim entered by'),
        ),
        migrations.AddField(
            model_name='jackpotslip',
            name='done_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='done by'),
        ),
        migrations.AddField(
            model_name='jackpotslip',
            name='entry',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='jackpot_slip', to='accounting.entry', verbose_name='entry'),
        ),
        migrations.AddField(
            model_name='jackpotslip',
            name='fund',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slips', to='accounting.fund', verbose_name='fund'),
        ),
        migrations.AddField(
            model_name='jackpotslip',
            name='house',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='jackpot_slips', to='accounting.house', verbose_name='house'),
        ),
        migrations.AddField(
            model_name='jackpotslip',
            name='issued_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='approved by'),
        ),
        migrations.AddField(
            model_name='jackpotslip',
            name='window',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.window', verbose_name='window'),
        ),
        migrations.AddConstraint(
            model_name='fund',
            constraint=models.UniqueConstraint(fields=('house', 'code'), name='fund_code_once'),
        ),
        migrations.AddConstraint(
            model_name='funddrop',
            constraint=models.UniqueConstraint(condition=models.Q(('counted_at', None)), fields=('fund',), name='fund_drop_one_open'),
        ),
        migrations.AddConstraint(
            model_name='funddrop',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('count_entry', None), ('counted_at', None), ('counted_cents', None), ('reserved_cents', 0)), models.Q(('count_entry__isnull', False), ('counted_at__isnull', False), ('counted_cents__gte', 0), ('reserved_cents__gte', 0)), _connector='OR'), name='fund_drop_counted_is_booked'),
        ),
        migrations.AddConstraint(
            model_name='fundcount',
            constraint=models.UniqueConstraint(fields=('fund_drop', 'number'), name='fund_count_number_once'),
        ),
        migrations.AddConstraint(
            model_name='fundcount',
            constraint=models.UniqueConstraint(fields=('fund_drop', 'counted_by'), name='fund_count_once_each'),
        ),
        migrations.AddConstraint(
            model_name='fundcount',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 3)), name='fund_count_at_most_three'),
        ),
        migrations.AddConstraint(
            model_name='fundcount',
            constraint=models.CheckConstraint(condition=models.Q(('counted_cents__gte', 0)), name='fund_count_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='fundmove',
            constraint=models.CheckConstraint(condition=models.Q(('amount_cents__gt', 0), models.Q(('amount_cents', 0), ('kind', 'closing')), _connector='OR'), name='fund_move_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='fundmove',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'closing'), ('to_fund', None), _connector='OR'), name='fund_move_only_closing_names_fund'),
        ),
        migrations.AddConstraint(
            model_name='fundmove',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('entry', None), ('state', 'asked')), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('entry', None), ('state', 'declined')), models.Q(('decided_at__isnull', False), ('entry__isnull', False), ('state', 'done'), models.Q(('decided_by', models.F('asked_by')), _negated=True)), _connector='OR'), name='fund_move_by_two'),
        ),
        migrations.AddConstraint(
            model_name='fundterms',
            constraint=models.UniqueConstraint(fields=('fund', 'version'), name='fund_terms_version_once'),
        ),
        migrations.AddConstraint(
            model_name='fundterms',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('fund',), name='fund_terms_one_proposal'),
        ),
        migrations.AddConstraint(
            model_name='fundterms',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('state', 'proposed')), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('state', 'declined')), models.Q(('decided_at__isnull', False), ('state', 'approved'), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='fund_terms_by_two'),
        ),
        migrations.AddConstraint(
            model_name='jackpotslip',
            constraint=models.UniqueConstraint(fields=('house', 'number'), name='jackpot_slip_number_once'),
        ),
        migrations.AddConstraint(
            model_name='jackpotslip',
            constraint=models.UniqueConstraint(fields=('subject', 'seat'), name='jackpot_slip_one_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='jackpotslip',
            constraint=models.CheckConstraint(condition=models.Q(('amount_cents__gt', 0), ('tax_cents__gte', 0), ('tax_cents__lt', models.F('amount_cents'))), name='jackpot_slip_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='jackpotslip',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('done_at', None), ('done_by', None), ('entry', None), ('state', 'due'), ('window', None)), models.Q(('done_at__isnull', False), ('entry__isnull', False), ('state', 'lapsed'), ('window', None)), models.Q(('done_at__isnull', False), ('entry__isnull', False), ('state', 'paid'), ('window__isnull', False)), _connector='OR'), name='jackpot_slip_done_is_booked'),
        ),
        migrations.AddConstraint(
            model_name='jackpotslip',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('issued_by', models.F('asked_by')), _negated=True), models.Q(('done_by', None), models.Q(models.Q(('done_by', models.F('asked_by')), _negated=True), models.Q(('done_by', models.F('issued_by')), _negated=True)), _connector='OR')), name='jackpot_slip_by_three'),
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
