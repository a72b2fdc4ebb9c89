#!/bin/bash
# Runs once, when PostgreSQL's volume is made: who owns the tables, the application, which owns nothing, and who copies.
set -euo pipefail
psql --variable ON_ERROR_STOP=1 --username postgres --dbname poker \
     --variable owner="$(cat /secrets/owner/owner)" \
     --variable application="$(cat /secrets/house/application)" \
     --variable copies="$(cat /secrets/copies/copies)" <<'SQL'
CREATE ROLE poker_owner LOGIN PASSWORD :'owner';
CREATE ROLE poker_app LOGIN PASSWORD :'application';
CREATE ROLE poker_copies LOGIN REPLICATION PASSWORD :'copies';
ALTER DATABASE poker OWNER TO poker_owner;
SQL
echo "host replication poker_copies all scram-sha-256" >>"$PGDATA/pg_hba.conf"
