"""Who wants reports by e-mail, and which were sent."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from casino.guards import Refusing

GUARDS = Refusing("accounting_refuse_change").append_only("accounting_reportmail")


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0017_jackpots'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReportSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('span', models.CharField(choices=[('day', 'Gaming day'), ('week', 'Week'), ('month', 'Month')], max_length=10, verbose_name='period')),
                ('address', models.EmailField(max_length=254, verbose_name='e-mail address')),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='since')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended at')),
                ('house', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounting.house', verbose_name='house')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'report by e-mail',
                'verbose_name_plural': 'reports by e-mail',
            },
        ),
        migrations.CreateModel(
            name='ReportMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.DateField(verbose_name='first gaming day')),
                ('sent_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='sent at')),
                ('subscription', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='mails', to='accounting.reportsubscription', verbose_name='report by e-mail')),
            ],
            options={
                'verbose_name': 'sent report',
                'verbose_name_plural': 'sent reports',
            },
        ),
        migrations.AddConstraint(
            model_name='reportsubscription',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('person', 'house', 'span'), name='report_subscribed_once'),
        ),
        migrations.AddConstraint(
            model_name='reportsubscription',
            constraint=models.CheckConstraint(condition=models.Q(('span__in', ('day', 'week', 'month'))), name='report_subscription_span'),
        ),
        migrations.AddConstraint(
            model_name='reportmail',
            constraint=models.UniqueConstraint(fields=('subscription', 'first'), name='report_mailed_once'),
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
