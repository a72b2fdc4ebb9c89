from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casino", "0019_secrets_digest")]

    operations = [
        migrations.AlterField("storedanswer", "status", models.PositiveSmallIntegerField()),
        migrations.AlterField("storedanswer", "answer", models.TextField()),
    ]
