"""The role of the works council."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('casino', '0020_answers_are_whole'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='accountrequest',
            name='account_request_roles_known',
        ),
        migrations.RemoveConstraint(
            model_name='user',
            name='user_roles_known',
        ),
        migrations.AlterField(
            model_name='accountrequest',
            name='roles',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('dealer', 'Dealer'), ('floor', 'Floor'), ('cage', 'Cage'), ('manager', 'Management'), ('auditor', 'Audit'), ('admin', 'Administration'), ('integrator', 'Other system'), ('council', 'Works council')], max_length=16), default=list, size=None, verbose_name='roles'),
        ),
        migrations.AlterField(
            model_name='historicaluser',
            name='roles',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('dealer', 'Dealer'), ('floor', 'Floor'), ('cage', 'Cage'), ('manager', 'Management'), ('auditor', 'Audit'), ('admin', 'Administration'), ('integrator', 'Other system'), ('council', 'Works council')], max_length=16), blank=True, default=list, size=None, verbose_name='roles'),
        ),
        migrations.AlterField(
            model_name='user',
            name='roles',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('dealer', 'Dealer'), ('floor', 'Floor'), ('cage', 'Cage'), ('manager', 'Management'), ('auditor', 'Audit'), ('admin', 'Administration'), ('integrator', 'Other system'), ('council', 'Works council')], max_length=16), blank=True, default=list, size=None, verbose_name='roles'),
        ),
        migrations.AddConstraint(
            model_name='accountrequest',
            constraint=models.CheckConstraint(condition=models.Q(('roles__contained_by', ['dealer', 'floor', 'cage', 'manager', 'auditor', 'admin', 'integrator', 'council'])), name='account_request_roles_known'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('roles__contained_by', ['dealer', 'floor', 'cage', 'manager', 'auditor', 'admin', 'integrator', 'council'])), name='user_roles_known'),
        ),
    ]
