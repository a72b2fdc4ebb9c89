"""Statements of revenue, levy terms, the authority's keys and countersignatures."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.guards import Refusing, together, trigger

REFUSING = Refusing("accounting_refuse_change")
DECISION = ("state", "decided_at", "decided_by_id")


def begins_as(table, state):
    """Nothing is born approved or sealed: a second person decides."""
    return trigger("begins_undecided", "BEFORE INSERT", table, REFUSING.function, when=f"NEW.state <> '{state}'")


GUARDS = together(
    REFUSING.kept("accounting_levyterms"),
    REFUSING.stays_but("accounting_levyterms", *DECISION, until="OLD.decided_at IS NOT NULL"),
    begins_as("accounting_levyterms", "proposed"),
    REFUSING.kept("accounting_authoritykey"),
    REFUSING.stays_but("accounting_authoritykey", *DECISION, until="OLD.decided_at IS NOT NULL"),
    begins_as("accounting_authoritykey", "proposed"),
    REFUSING.append_only("accounting_keywithdrawal"),
    REFUSING.kept("accounting_statement"),
    REFUSING.stays_but(
        "accounting_statement", *DECISION, "number", "previous", "digest", until="OLD.decided_at IS NOT NULL"
    ),
    begins_as("accounting_statement", "signed"),
    REFUSING.append_only("accounting_countersignature"),
)


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0014_sealed_rows'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AuthorityKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('approved', 'approved'), ('declined', 'declined')], default='proposed', max_length=10, verbose_name='state')),
                ('proposed_at', models.DateTimeField(verbose_name='proposed at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('authority', models.CharField(max_length=100, verbose_name='authority')),
                ('public_key', models.BinaryField(max_length=32, verbose_name='public key')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='authority_keys', to='accounting.house', verbose_name='house')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
            ],
            options={
                'verbose_name': 'key of the authority',
                'verbose_name_plural': 'keys of the authority',
                'ordering': ('house', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='KeyWithdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('key', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawal', to='accounting.authoritykey', verbose_name='key of the authority')),
            ],
            options={
                'verbose_name': 'withdrawal of a key',
                'verbose_name_plural': 'withdrawals of keys',
            },
        ),
        migrations.CreateModel(
            name='LevyTerms',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('approved', 'approved'), ('declined', 'declined')], default='proposed', max_length=10, verbose_name='state')),
                ('proposed_at', models.DateTimeField(verbose_name='proposed at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('terms', models.JSONField(verbose_name='terms')),
                ('valid_from', models.DateField(verbose_name='valid from')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='levy_terms', to='accounting.house', verbose_name='house')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
            ],
            options={
                'verbose_name': 'levy terms',
                'verbose_name_plural': 'levy terms',
                'ordering': ('house', 'version'),
            },
        ),
        migrations.CreateModel(
            name='Statement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('period', models.CharField(choices=[('day', 'gaming day'), ('month', 'month'), ('year', 'year')], max_length=5, verbose_name='period')),
                ('first', models.DateField(verbose_name='first day')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('figures', models.JSONField(verbose_name='figures')),
                ('rests_on', models.JSONField(help_text='Day seal and statement before, or the statements summed.', verbose_name='rests on')),
                ('reason', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('differences', models.JSONField(blank=True, default=list, verbose_name='differences')),
                ('state', models.CharField(choices=[('signed', 'signed once'), ('sealed', 'sealed'), ('declined', 'declined')], default='signed', max_length=10, verbose_name='state')),
                ('signed_at', models.DateTimeField(verbose_name='signed at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('number', models.PositiveIntegerField(blank=True, null=True, verbose_name='number')),
                ('previous', models.CharField(blank=True, max_length=64, verbose_name='statement before')),
                ('digest', models.CharField(blank=True, max_length=64, verbose_name='seal')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('gaming_day', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='statements', to='accounting.gamingday', verbose_name='gaming day')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='statements', to='accounting.house', verbose_name='house')),
                ('signed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='signed by')),
                ('terms', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.levyterms', verbose_name='levy terms')),
            ],
            options={
                'verbose_name': 'statement of revenue',
                'verbose_name_plural': 'statements of revenue',
                'ordering': ('house', 'first', 'period', 'version'),
            },
        ),
        migrations.CreateModel(
            name='Countersignature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('signature', models.BinaryField(max_length=64, verbose_name='signature')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('key', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.authoritykey', verbose_name='key of the authority')),
                ('statement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='countersignatures', to='accounting.statement', verbose_name='statement of revenue')),
            ],
            options={
                'verbose_name': 'countersignature',
                'verbose_name_plural': 'countersignatures',
            },
        ),
        migrations.AddConstraint(
            model_name='authoritykey',
            constraint=models.UniqueConstraint(fields=('house', 'public_key'), name='authority_key_once'),
        ),
        migrations.AddConstraint(
            model_name='authoritykey',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='authority_key_decided'),
        ),
        migrations.AddConstraint(
            model_name='authoritykey',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='authority_key_by_two'),
        ),
        migrations.AddConstraint(
            model_name='keywithdrawal',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='key_withdrawal_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='levyterms',
            constraint=models.UniqueConstraint(fields=('house', 'version'), name='levy_terms_once'),
        ),
        migrations.AddConstraint(
            model_name='levyterms',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('house',), name='levy_terms_one_proposal'),
        ),
        migrations.AddConstraint(
            model_name='levyterms',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='levy_terms_decided'),
        ),
        migrations.AddConstraint(
            model_name='levyterms',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='levy_terms_by_two'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'declined'), _negated=True), fields=('house', 'period', 'first', 'version'), name='statement_once'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'signed')), fields=('house', 'period', 'first'), name='statement_one_signed'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.UniqueConstraint(fields=('house', 'number'), name='statement_number_once'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('gaming_day__isnull', False), ('period', 'day')), models.Q(models.Q(('period', 'day'), _negated=True), ('gaming_day', None)), _connector='OR'), name='statement_of_day'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.CheckConstraint(condition=models.Q(('version', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='statement_correction_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('digest', ''), ('number', None), ('state', 'signed')), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('digest', ''), ('number', None), ('state', 'declined')), models.Q(('decided_at__isnull', False), ('number__gte', 1), ('state', 'sealed'), models.Q(('digest', ''), _negated=True)), _connector='OR'), name='statement_state'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'sealed'), _negated=True), models.Q(('decided_by__isnull', False), models.Q(('decided_by', models.F('signed_by')), _negated=True)), _connector='OR'), name='statement_by_two'),
        ),
        migrations.AddConstraint(
            model_name='countersignature',
            constraint=models.UniqueConstraint(fields=('statement', 'key'), name='countersignature_once'),
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
