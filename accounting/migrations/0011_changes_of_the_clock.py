"""Changes of a house's clock: decided once by a second person; no house changes its clock without one."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.guards import Guard, Refusing, changed, together, trigger

REFUSING = Refusing("accounting_refuse_change")
CLOCK = ("time_zone", "rolls_over_at")
APPROVED = Guard(
    """
CREATE FUNCTION accounting_clock_is_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM accounting_clockchange WHERE house_id = NEW.id AND state = 'approved'
                      AND time_zone = NEW.time_zone AND rolls_over_at = NEW.rolls_over_at) THEN
        RAISE EXCEPTION 'no two people approved this clock of house %', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'clock_is_approved', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
""",
    "DROP FUNCTION accounting_clock_is_approved();",
)
GUARDS = together(
    REFUSING.kept("accounting_clockchange"),
    REFUSING.stays_but(
        "accounting_clockchange", "state", "decided_at", "decided_by_id", until="OLD.decided_at IS NOT NULL"
    ),
    trigger(
        "begins_undecided", "BEFORE INSERT", "accounting_clockchange", REFUSING.function, when="NEW.state <> 'proposed'"
    ),
    APPROVED,
    trigger(
        "clock_is_approved",
        "BEFORE UPDATE",
        "accounting_house",
        "accounting_clock_is_approved",
        when=changed(*CLOCK),
    ),
)


class Migration(migrations.Migration):
    dependencies = [
        ("accounting", "0010_float_tolerance"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ClockChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('proposed', 'proposed'), ('approved', 'approved'), ('declined', 'declined')], default='proposed', max_length=10, verbose_name='state')),
                ('proposed_at', models.DateTimeField(verbose_name='proposed at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('time_zone', models.CharField(max_length=40, verbose_name='time zone')),
                ('rolls_over_at', models.TimeField(verbose_name='roll-over time')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clock_changes', to='accounting.house', verbose_name='house')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
            ],
            options={
                'verbose_name': 'change of the clock',
                'verbose_name_plural': 'changes of the clock',
                'ordering': ('house', 'pk'),
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('house',), name='clock_change_one_proposal'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='clock_change_decided'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='clock_change_by_two')],
            },
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
