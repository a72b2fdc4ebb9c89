"""The schema of the connected database, described as `casino.schema` compares it.

Each definition is PostgreSQL's own, without what differs between equal schemas: the name of PostgreSQL's schema, casts
between types of text (a dump that is restored has others), and the search path where it is the database's.
"""

from typing import Final

from django.db import connection

from casino.schema import Description

# Its tables are those that a statement without the name of a PostgreSQL schema finds.
_DESCRIBED: Final = r"""
WITH relation AS MATERIALIZED (
    SELECT * FROM pg_class
     WHERE relnamespace <> 'pg_catalog'::regnamespace AND pg_table_is_visible(oid)
       AND relkind IN ('r', 'p', 'v', 'm', 'f')
), object (name, definition) AS (
SELECT format('table %s', relname),
       concat_ws(' ', CASE relpersistence WHEN 'u' THEN 'UNLOGGED' WHEN 't' THEN 'TEMPORARY' END,
                 CASE relkind WHEN 'r' THEN 'TABLE' WHEN 'p' THEN 'PARTITIONED TABLE' WHEN 'f' THEN 'FOREIGN TABLE'
                              ELSE E'VIEW\n' || pg_get_viewdef(oid, true) END,
                 CASE WHEN relrowsecurity THEN 'ROW LEVEL SECURITY' END)
  FROM relation
UNION ALL
SELECT format('column %s.%s', relname, attname),
       concat_ws(' ', format_type(atttypid, atttypmod),
                 'COLLATE ' || CASE WHEN attcollation <> typcollation THEN attcollation::regcollation END,
                 CASE WHEN attnotnull THEN 'NOT NULL' END,
                 CASE attidentity WHEN 'a' THEN 'ALWAYS AS IDENTITY' WHEN 'd' THEN 'AS IDENTITY' END,
                 CASE attgenerated WHEN '' THEN 'DEFAULT ' ELSE 'AS ' END || pg_get_expr(adbin, adrelid, true))
  FROM relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
  JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
UNION ALL  -- PostgreSQL 18 has a constraint for each NOT NULL
SELECT format('constraint %s.%s', relname, conname),
       concat_ws(' ', pg_get_constraintdef(rule.oid, true),
                 CASE WHEN EXISTS (SELECT FROM pg_trigger WHERE tgconstraint = rule.oid AND tgenabled <> 'O')
                      THEN '(switched off)' END)
  FROM relation JOIN pg_constraint rule ON conrelid = relation.oid AND contype NOT IN ('n', 't')
UNION ALL
SELECT format('index %s.%s', relation.relname, index.relname),
       concat_ws(' ',
                 regexp_replace(pg_get_indexdef(indexrelid, 0, true), '^CREATE (UNIQUE )?INDEX .+? USING ', '\1USING '),
                 CASE WHEN NOT (indisvalid AND indisready) THEN '(not valid)' END)
  FROM relation JOIN pg_index ON indrelid = relation.oid JOIN pg_class index ON index.oid = indexrelid
 WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
UNION ALL
SELECT format('trigger %s.%s', relname, tgname),
       concat_ws(' ',
                 regexp_replace(pg_get_triggerdef(pg_trigger.oid, true), '^CREATE (CONSTRAINT )?TRIGGER \S+ ', '\1'),
                 CASE tgenabled WHEN 'O' THEN NULL WHEN 'D' THEN '(switched off)' ELSE '(for replicas)' END)
  FROM relation JOIN pg_trigger ON tgrelid = relation.oid AND NOT tgisinternal
UNION ALL
SELECT format('rule %s.%s', relname, rulename), pg_get_ruledef(pg_rewrite.oid, true)
  FROM relation JOIN pg_rewrite ON ev_class = relation.oid AND rulename <> '_RETURN'
UNION ALL
SELECT format('policy %s.%s', relname, polname),
       concat_ws(' ', polcmd, pg_get_expr(polqual, polrelid, true), pg_get_expr(polwithcheck, polrelid, true))
  FROM relation JOIN pg_policy ON polrelid = relation.oid
)
SELECT name, regexp_replace(definition, '::(text|character varying(\(\d+\))?)(\[\])?', '', 'g') FROM object
UNION ALL
SELECT format('function %s(%s)', proname, pg_get_function_identity_arguments(pg_proc.oid)),
       concat_ws(' ', 'RETURNS', pg_get_function_result(pg_proc.oid), 'LANGUAGE', lanname,
                 CASE provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE' END,
                 CASE WHEN proisstrict THEN 'STRICT' END, CASE WHEN prosecdef THEN 'SECURITY DEFINER' END,
                 'SET ' || replace(array_to_string(proconfig, ', '), 'search_path=' || reset_val, 'search_path'))
       || E'\n' || regexp_replace(trim(E'\n' FROM prosrc), '\s+(?=\n|$)', '', 'g')
  FROM pg_proc JOIN pg_language ON pg_language.oid = prolang, pg_settings
 WHERE pronamespace <> 'pg_catalog'::regnamespace AND pg_function_is_visible(pg_proc.oid) AND prokind <> 'a'
   AND pg_settings.name = 'search_path'
"""


def described() -> Description:
    """The tables, views and functions of the database with all that belongs to them; rights are not described."""
    with connection.cursor() as cursor:
        cursor.execute(_DESCRIBED)
        return dict(cursor.fetchall())
