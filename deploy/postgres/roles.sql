-- The roles of a house and its database: the owner of the tables, the application, which owns nothing, and, where the
-- product takes copies, who takes them. For PostgreSQL's administrator, with psql, which reads the passwords from the
-- environment. It may be run again, and then sets them.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv app_password DATABASE_PASSWORD
\getenv copies_password CASINO_COPIES_PASSWORD

SELECT format('CREATE ROLE %I LOGIN', name) FROM unnest(ARRAY['poker_owner', 'poker_app']) AS name
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE poker_owner PASSWORD :'owner_password';
ALTER ROLE poker_app PASSWORD :'app_password';
SELECT 'CREATE DATABASE poker TEMPLATE template0 ENCODING ''UTF8'' LOCALE ''C.UTF-8'''
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'poker') \gexec
ALTER DATABASE poker OWNER TO poker_owner;

\if :{?copies_password}
SELECT 'CREATE ROLE poker_copies' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'poker_copies') \gexec
ALTER ROLE poker_copies LOGIN REPLICATION PASSWORD :'copies_password';
\endif

-- What `migrate` and `grants` would otherwise ask the administrator to run: the limits of a request, and locks that
-- only the house may take (docs/operations.md, "Two database roles"). Statistics tell how late a replica is.
ALTER ROLE poker_app IN DATABASE poker SET lock_timeout = 2000;
ALTER ROLE poker_app IN DATABASE poker SET statement_timeout = 20000;
ALTER ROLE poker_app IN DATABASE poker SET idle_in_transaction_session_timeout = 20000;
GRANT pg_read_all_stats TO poker_app;
\connect poker
SELECT format('GRANT EXECUTE ON FUNCTION %1$s TO poker_owner, poker_app; REVOKE EXECUTE ON FUNCTION %1$s FROM PUBLIC',
              oid::regprocedure)
  FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^pg_(try_)?advisory_' \gexec
