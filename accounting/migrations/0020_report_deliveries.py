"""How often a report by e-mail was tried, and why it was not taken."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0019_fund_code_plain'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReportDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.DateField(verbose_name='first gaming day')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('last_at', models.DateTimeField(null=True, verbose_name='last try')),
                ('error', models.CharField(blank=True, max_length=300, verbose_name='why it was not taken')),
                ('subscription', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='accounting.reportsubscription', verbose_name='report by e-mail')),
            ],
            options={
                'verbose_name': 'delivery of a report',
                'verbose_name_plural': 'deliveries of reports',
                'constraints': [models.UniqueConstraint(fields=('subscription', 'first'), name='report_delivery_once'), models.CheckConstraint(condition=models.Q(models.Q(('last_at', None), ('tries', 0)), models.Q(('last_at__isnull', False), ('tries__gte', 1)), _connector='OR'), name='report_delivery_tried')],
            },
        ),
    ]
