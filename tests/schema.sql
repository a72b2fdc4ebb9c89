CREATE FUNCTION accounting_closed_day_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.state = 'closing' AND NEW.house_id = OLD.house_id AND NEW.date = OLD.date
       AND EXISTS (SELECT FROM accounting_reopening r JOIN accounting_seal s ON s.id = r.seal_id
                    WHERE r.gaming_day_id = OLD.id AND r.approved_at IS NOT NULL AND s.digest = OLD.seal) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE FUNCTION accounting_day_is_open() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    day record;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(20261, NEW.gaming_day_id::int);
    SELECT state, house_id INTO day FROM accounting_gamingday WHERE id = NEW.gaming_day_id;
    IF day.state IS NULL OR day.state NOT IN ('open', 'closing') OR day.house_id IS DISTINCT FROM NEW.house_id THEN
        RAISE EXCEPTION 'gaming day % is not open', NEW.gaming_day_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_day_is_open', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION accounting_fund_is_the_players() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION accounting_houses_exist() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT FROM unnest(NEW.house_ids) AS named(id)
                WHERE NOT EXISTS (SELECT FROM accounting_house house WHERE house.id = named.id)) THEN
        RAISE EXCEPTION 'houses % do not all exist', NEW.house_ids
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'houses_exist', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION accounting_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND casino_is_erasing(TG_RELID) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE FUNCTION casino_forget_addresses(before timestamp with time zone, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO '$user', 'public'
    AS $$
DECLARE
    emptied integer;
    also integer;
BEGIN
    IF before > now() - interval '90 days' THEN
        RAISE EXCEPTION 'a sign-in is kept for 90 days at least' USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('casino.erasing', pg_current_xact_id()::text, true);
    UPDATE casino_loginevent SET username = '', ip = NULL WHERE id IN (
        SELECT id FROM casino_loginevent WHERE at < before AND (username <> '' OR ip IS NOT NULL) LIMIT most);
    GET DIAGNOSTICS emptied = ROW_COUNT;
    UPDATE casino_securityevent SET ip = NULL WHERE id IN (
        SELECT id FROM casino_securityevent WHERE at < before AND ip IS NOT NULL LIMIT most);
    GET DIAGNOSTICS also = ROW_COUNT;
    PERFORM set_config('casino.erasing', '', true);
    RETURN emptied + also;
END $$;
CREATE FUNCTION casino_is_erasing(which oid) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
    SELECT current_setting('casino.erasing', true) = pg_current_xact_id_if_assigned()::text
       AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = which)
$$;
CREATE FUNCTION casino_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND casino_is_erasing(TG_RELID) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE FUNCTION casino_tell_house() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO '$user', 'public'
    AS $_$
DECLARE
    changed record;
    house bigint;
    told text := coalesce(current_setting('casino.told', true), '');
    this_desk text;
    free bigint;
BEGIN
    IF TG_OP = 'DELETE' THEN
        changed := OLD;
    ELSE
        changed := NEW;
    END IF;
    IF TG_ARGV[0] = '' THEN
        house := changed.house_id;
    ELSE
        EXECUTE format('SELECT house_id FROM %I WHERE id = ($1).%I',
                       split_part(TG_ARGV[0], '.', 1), split_part(TG_ARGV[0], '.', 2)) INTO house USING changed;
    END IF;
    house := coalesce(house, 0);
    FOREACH this_desk IN ARRAY TG_ARGV[1:] LOOP
        CONTINUE WHEN strpos(told, format('<%s %s>', this_desk, house)) > 0;
        free := NULL;
        IF current_setting('transaction_isolation') = 'read committed' THEN
            SELECT place INTO free FROM casino_deskcounter
             WHERE desk = this_desk AND house_id = house ORDER BY place LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
        END IF;
        IF free IS NULL THEN
            INSERT INTO casino_deskcounter (desk, house_id, place, commits)
            VALUES (this_desk, house, pg_current_xact_id()::text::bigint, 1);
        ELSE
            UPDATE casino_deskcounter SET commits = commits + 1
             WHERE desk = this_desk AND house_id = house AND place = free;
        END IF;
        told := told || format('<%s %s>', this_desk, house);
        PERFORM set_config('casino.told', told, true);
    END LOOP;
    RETURN NULL;
END $_$;
CREATE FUNCTION tables_erase(which bigint, approver bigint, moment timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO '$user', 'public'
    AS $_$
DECLARE
    asked tables_erasure%ROWTYPE;
    ids bigint[];
    names text[];
    pattern text;
    changed integer;
    counted jsonb := '{}';
BEGIN
    SELECT * INTO asked FROM tables_erasure WHERE id = which AND state = 'asked' FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM tables_legalhold h JOIN tables_guest g ON g.id = h.guest_id
            WHERE h.lifted_at IS NULL AND asked.guest_id IN (g.id, g.merged_into_id)) THEN
        RAISE EXCEPTION 'erasure % is not open, or its guest is under a legal hold', which
            USING ERRCODE = 'check_violation', CONSTRAINT = 'erasure_open', TABLE = 'tables_erasure';
    END IF;
    ids := ARRAY(SELECT id FROM tables_guest WHERE asked.guest_id IN (id, merged_into_id));
    names := ARRAY(SELECT name FROM tables_guest WHERE id = ANY (ids) AND erased_at IS NULL
                   UNION SELECT name FROM tables_historicalguest WHERE id = ANY (ids) AND name !~ '^erased [0-9]+$');
    pattern := (SELECT string_agg(tables_name_pattern(name), '|') FROM unnest(names) name WHERE length(name) > 2);
    PERFORM set_config('casino.erasing', pg_current_xact_id()::text, true);
    counted := tables_scrub(counted, ARRAY['casino_storedanswer.answer'], 'EXISTS (SELECT FROM tables_guest told WHERE told.id = ANY ($1) AND answer ~* tables_name_pattern(told.name))', ids, '^.+$');
    counted := tables_scrub(counted, ARRAY['tables_absence.reason'], 'sitting_id IN (SELECT id FROM tables_sitting WHERE guest_id = ANY ($1))', ids, '^.+$');
    counted := tables_scrub(counted, ARRAY['tables_houseban.reason'], 'guest_id = ANY ($1)', ids, '^.+$');
    counted := tables_scrub(counted, ARRAY['tables_moverequest.reason'], 'guest_id = ANY ($1)', ids, '^.+$');
    counted := tables_scrub(counted, ARRAY['tables_waitingevent.reason'], 'entry_id IN (SELECT id FROM tables_waitingentry WHERE guest_id = ANY ($1))', ids, '^.+$');
    UPDATE tables_guest SET name = 'erased ' || id, number = 'erased-' || id, notes = '', birth_date = NULL,
        identified_at = NULL, identified_by_id = NULL, identified_with = '', erased_at = moment WHERE id = ANY (ids);
    UPDATE tables_historicalguest SET name = 'erased ' || id, number = 'erased-' || id, notes = '', birth_date = NULL,
        identified_at = NULL, identified_by_id = NULL, identified_with = '', history_change_reason = NULL
        WHERE id = ANY (ids);
    GET DIAGNOSTICS changed = ROW_COUNT;
    counted := counted || jsonb_build_object('tables_guest', cardinality(ids), 'tables_historicalguest', changed);
    IF pattern IS NOT NULL THEN
        counted := tables_scrub(
            counted, ARRAY['tables_handover.facts'], 'EXISTS (SELECT FROM tables_incident told JOIN tables_incident_guests part ON part.incident_id = told.id WHERE part.guest_id = ANY ($1) AND told.house_id = tables_handover.house_id AND told.at <= tables_handover.at)', ids, pattern || '|' || tables_word_pattern(names));
        counted := tables_scrub(
            counted, ARRAY['tables_handover.notes'], 'EXISTS (SELECT FROM tables_incident told JOIN tables_incident_guests part ON part.incident_id = told.id WHERE part.guest_id = ANY ($1) AND told.house_id = tables_handover.house_id AND told.at <= tables_handover.at)', ids, pattern || '|' || tables_word_pattern(names));
        counted := tables_scrub(
            counted, ARRAY['tables_incident.present'], 'id IN (SELECT incident_id FROM tables_incident_guests WHERE guest_id = ANY ($1))', ids, pattern || '|' || tables_word_pattern(names));
        counted := tables_scrub(
            counted, ARRAY['tables_incident.text'], 'id IN (SELECT incident_id FROM tables_incident_guests WHERE guest_id = ANY ($1))', ids, pattern || '|' || tables_word_pattern(names));
        counted := tables_scrub(
            counted, ARRAY['tables_incidentnote.text'], 'incident_id IN (SELECT incident_id FROM tables_incident_guests WHERE guest_id = ANY ($1))', ids, pattern || '|' || tables_word_pattern(names));
        counted := tables_scrub(
            counted, ARRAY['accounting_drop.explanation', 'accounting_finding.comment', 'accounting_finding.facts', 'accounting_historicalfinding.comment', 'accounting_historicalfinding.facts', 'accounting_historicalfinding.history_change_reason', 'accounting_historicalgamingday.history_change_reason', 'accounting_historicalhouse.history_change_reason', 'accounting_historicalrakeschedule.history_change_reason', 'accounting_historicalscheduleversion.history_change_reason', 'accounting_historicalwindow.history_change_reason', 'accounting_reopening.reason', 'accounting_slip.reason', 'casino_accountrequest.reason', 'casino_historicaldevice.history_change_reason', 'casino_historicalpinmisses.history_change_reason', 'casino_historicaluser.history_change_reason', 'casino_job.error', 'casino_job.params', 'casino_job.result', 'casino_securityevent.about', 'casino_storedanswer.request', 'django_admin_log.change_message', 'django_admin_log.object_repr', 'tables_acknowledgement.reason', 'tables_chipcount.explanation', 'tables_chipsetcheck.explanation', 'tables_deckchange.reason', 'tables_down.reason', 'tables_erasure.reason', 'tables_floorcall.answer', 'tables_floorcall.facts', 'tables_gamechange.reason', 'tables_handover.facts', 'tables_handover.notes', 'tables_historicaladmissionpolicy.history_change_reason', 'tables_historicalgame.history_change_reason', 'tables_historicalhouserules.history_change_reason', 'tables_historicaltable.history_change_reason', 'tables_historicaltournament.history_change_reason', 'tables_houseruleset.reason', 'tables_incident.present', 'tables_incident.text', 'tables_incidentnote.text', 'tables_legalhold.lifted_because', 'tables_legalhold.reason', 'tables_mustmoveturn.reason', 'tables_seatchange.explanation', 'tables_seatdraw.reason', 'tables_shift.reason', 'tables_tournamenthand.reason', 'casino_storedanswer.answer', 'tables_absence.reason', 'tables_houseban.reason', 'tables_moverequest.reason', 'tables_waitingevent.reason'], 'cardinality($1) > 0', ids, pattern);
    END IF;
    UPDATE tables_erasure SET state = 'done', decided_by_id = approver, decided_at = moment, rows = counted
        WHERE id = which;
    PERFORM set_config('casino.erasing', '', true);
    RETURN counted;
END $_$;
CREATE FUNCTION tables_game_fits_the_chips() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    wrong record;
BEGIN
    SELECT place.name, place.balance_cents, game.chip_cents INTO wrong
      FROM tables_session session
      JOIN tables_game game ON game.id = session.game_id
      JOIN tables_table t ON t.id = session.table_id
      JOIN accounting_place place ON place.house_id = t.house_id AND split_part(place.name, '/', 2) = t.code
       AND split_part(place.name, '/', 1) IN ('seat', 'pool')
     WHERE session.id = NEW.id AND session.state <> 'closed' AND place.balance_cents % game.chip_cents <> 0
     LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION '% holds %, but the smallest chip there is %', wrong.name, wrong.balance_cents, wrong.chip_cents
            USING ERRCODE = 'check_violation', CONSTRAINT = 'place_in_whole_chips', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION tables_game_in_play() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT FROM tables_session WHERE game_id = OLD.id AND state <> 'closed')
       OR EXISTS (SELECT FROM tables_stakestep step JOIN tables_session session ON session.id = step.session_id
                   WHERE step.game_id = OLD.id AND step.state = 'planned' AND session.state <> 'closed') THEN
        RAISE EXCEPTION 'game % is in play', OLD.id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'game_in_play', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION tables_guest_is_not_merged() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM 1 FROM tables_guest WHERE id = NEW.guest_id AND merged_into_id IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'guest % is merged into another', NEW.guest_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'guest_not_merged', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION tables_guest_merges_once() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM 1 FROM tables_guest WHERE id = NEW.merged_into_id AND house_id = NEW.house_id AND merged_into_id IS NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'guest % cannot be merged into %', NEW.id, NEW.merged_into_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'guest_merges_once', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION tables_name_pattern(name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT '(?<!\w)(' || safe || COALESCE('|' || turned, '') || ')(?!\w)' FROM (
        SELECT array_to_string(words, '\s+') AS safe,
               CASE WHEN cardinality(words) > 1 THEN words[cardinality(words)] || ',?\s+'
                    || array_to_string(words[:cardinality(words) - 1], '\s+') END AS turned
          FROM (SELECT regexp_split_to_array(
                           regexp_replace(btrim(name), '([^\w\s])', '\\\1', 'g'), '\s+') AS words) split) said
$$;
CREATE FUNCTION tables_names_no_guest() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    said text := (SELECT string_agg(to_jsonb(NEW) ->> name, ' ') FROM unnest(TG_ARGV) name);
BEGIN
    IF EXISTS (SELECT FROM tables_guest guest WHERE guest.house_id = NEW.house_id AND guest.erased_at IS NULL
            AND position(lower(split_part(btrim(guest.name), ' ', 1)) IN lower(said)) > 0
            AND btrim(guest.name) ~ '\w\s+\S*\w' AND said ~* tables_name_pattern(guest.name)) THEN
        RAISE EXCEPTION '% names a guest', TG_TABLE_NAME
            USING ERRCODE = 'check_violation', CONSTRAINT = 'names_no_guest', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION tables_one_place() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    clashes boolean;
BEGIN
    PERFORM 1 FROM casino_user WHERE id = NEW.dealer_id FOR NO KEY UPDATE;
    IF TG_TABLE_NAME = 'tables_down' THEN
        SELECT EXISTS (SELECT 1 FROM tables_dealerbreak other WHERE other.dealer_id = NEW.dealer_id
            AND tstzrange(other.started_at, other.ended_at) && tstzrange(NEW.started_at, NEW.ended_at)) INTO clashes;
    ELSE
        SELECT EXISTS (SELECT 1 FROM tables_down other WHERE other.dealer_id = NEW.dealer_id
            AND tstzrange(other.started_at, other.ended_at) && tstzrange(NEW.started_at, NEW.ended_at)) INTO clashes;
    END IF;
    IF clashes THEN
        RAISE EXCEPTION 'dealer % deals and is on his break at once', NEW.dealer_id
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'dealer_in_one_place';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION tables_places_in_whole_chips() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    wrong record;
BEGIN
    SELECT place.name, place.balance_cents, game.chip_cents INTO wrong
      FROM written place
      JOIN tables_table t ON t.house_id = place.house_id AND t.code = split_part(place.name, '/', 2)
      JOIN tables_session session ON session.table_id = t.id AND session.state <> 'closed'
      JOIN tables_game game ON game.id = session.game_id
     WHERE split_part(place.name, '/', 1) IN ('seat', 'pool') AND place.balance_cents % game.chip_cents <> 0
     LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION '% holds %, but the smallest chip there is %', wrong.name, wrong.balance_cents, wrong.chip_cents
            USING ERRCODE = 'check_violation', CONSTRAINT = 'place_in_whole_chips', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION tables_rule_set_is_signed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM tables_houseruleset own WHERE own.house_id = NEW.house_id AND own.key = NEW.rule_set
                      AND own.state = 'approved') THEN
        RAISE EXCEPTION 'nobody has approved the rule set %', NEW.rule_set
            USING ERRCODE = 'check_violation', CONSTRAINT = 'game_rule_set_approved', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION tables_scrub(counted jsonb, columns text[], rows text, ids bigint[], pattern text) RETURNS jsonb
    LANGUAGE plpgsql
    AS $_$
DECLARE
    said text;
    one record;
    changed integer;
BEGIN
    FOREACH said IN ARRAY columns LOOP
        SELECT split_part(said, '.', 1) AS name, attname AS column, format_type(atttypid, atttypmod) AS type INTO one
          FROM pg_attribute WHERE attrelid = split_part(said, '.', 1)::regclass AND attname = split_part(said, '.', 2);
        EXECUTE format('UPDATE %1$I SET %2$I = regexp_replace(%2$I::text, $2, ''[erased]'', ''gi'')::%3$s'
                       ' WHERE %2$I::text ~* $2 AND %4$s', one.name, one.column, one.type, rows)
          USING ids, pattern;
        GET DIAGNOSTICS changed = ROW_COUNT;
        IF changed > 0 THEN
            counted := counted || jsonb_build_object(said, changed + coalesce((counted ->> said)::integer, 0));
        END IF;
    END LOOP;
    RETURN counted;
END $_$;
CREATE FUNCTION tables_word_pattern(names text[]) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT '(?<!\w)(' || string_agg(DISTINCT regexp_replace(word, '([^\w])', '\\\1', 'g'), '|') || ')(?!\w)'
      FROM unnest(names) name, regexp_split_to_table(btrim(name), '\s+') word WHERE length(word) > 2
$$;
CREATE TABLE accounting_assessment (
    CONSTRAINT accounting_assessment_dealt_in_check CHECK ((dealt_in >= 0))
    CONSTRAINT assessment_difference_has_reason CHECK (((taken_cents = due_cents) OR (NOT ((reason)::text = ''::text))))
    CONSTRAINT assessment_not_negative CHECK (((base_cents >= 0) AND (due_cents >= 0) AND (jackpot_cents >= 0) AND (pot_cents >= 0) AND (taken_cents >= 0) AND (tips_cents >= 0)))
    CONSTRAINT assessment_sign CHECK ((sign = ANY (ARRAY[1, '-1'::integer])))
    base_cents bigint NOT NULL
    dealer_id bigint
    dealt_in smallint NOT NULL
    due_cents bigint NOT NULL
    entry_id bigint NOT NULL
    flop_seen boolean NOT NULL
    game character varying(60) NOT NULL
    gaming_day_id bigint NOT NULL
    hour timestamp with time zone NOT NULL
    house_id bigint NOT NULL
    jackpot_cents bigint NOT NULL
    pot_cents bigint NOT NULL
    reason character varying(500) NOT NULL
    schedule_version_id bigint NOT NULL
    sign smallint NOT NULL
    table_code character varying(20) NOT NULL
    taken_cents bigint NOT NULL
    tips_cents bigint NOT NULL
);
CREATE TABLE accounting_authoritykey (
    CONSTRAINT authority_key_by_two CHECK (((NOT ((state)::text = 'approved'::text)) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL)))))
    CONSTRAINT authority_key_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL))))
    authority character varying(100) NOT NULL
    decided_at timestamp with time zone
    decided_by_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    proposed_at timestamp with time zone NOT NULL
    proposed_by_id bigint NOT NULL
    public_key bytea NOT NULL
    state character varying(10) NOT NULL
);
ALTER TABLE accounting_authoritykey ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_authoritykey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_book (
    code character varying(40) NOT NULL
    digest bytea NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    number bigint NOT NULL
);
ALTER TABLE accounting_book ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_book_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_count (
    CONSTRAINT accounting_count_number_check CHECK ((number >= 0))
    CONSTRAINT count_at_most_three CHECK (((number >= 1) AND (number <= 3)))
    CONSTRAINT count_not_negative CHECK ((counted_cents >= 0))
    at timestamp with time zone NOT NULL
    chips jsonb NOT NULL
    counted_by_id bigint NOT NULL
    counted_cents bigint NOT NULL
    drop_id bigint NOT NULL
    id bigint NOT NULL
    number smallint NOT NULL
);
ALTER TABLE accounting_count ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_count_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_countersignature (
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    id bigint NOT NULL
    key_id bigint NOT NULL
    signature bytea NOT NULL
    statement_id bigint NOT NULL
);
ALTER TABLE accounting_countersignature ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_countersignature_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_drop (
    CONSTRAINT drop_booked_not_negative CHECK ((booked_cents >= 0))
    CONSTRAINT drop_counted_is_booked CHECK ((((count_entry_id IS NULL) AND (counted_at IS NULL) AND (counted_cents IS NULL)) OR ((count_entry_id IS NOT NULL) AND (counted_at IS NOT NULL) AND (counted_cents >= 0))))
    booked_cents bigint NOT NULL
    count_entry_id bigint
    counted_at timestamp with time zone
    counted_cents bigint
    dropped_at timestamp with time zone NOT NULL
    dropped_by_id bigint NOT NULL
    entry_id bigint NOT NULL
    explained_by_id bigint
    explanation character varying(500) NOT NULL
    gaming_day_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    session_number bigint NOT NULL
    table_code character varying(20) NOT NULL
);
ALTER TABLE accounting_drop ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_drop_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_entry (
    CONSTRAINT entry_number_from_one CHECK ((number >= 1))
    CONSTRAINT entry_reversal_names_entry CHECK (((((code)::text = 'reversal'::text) AND (reverses_id IS NOT NULL)) OR ((NOT ((code)::text = 'reversal'::text)) AND (reverses_id IS NULL))))
    actor_id bigint NOT NULL
    at timestamp with time zone NOT NULL
    book_id bigint NOT NULL
    code character varying(20) NOT NULL
    digest bytea NOT NULL
    evidence bytea NOT NULL
    gaming_day_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    key_digest bytea
    number bigint NOT NULL
    reason character varying(500) NOT NULL
    reference character varying(120)
    reverses_id bigint
    subject character varying(60) NOT NULL
);
ALTER TABLE accounting_entry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_finding (
    CONSTRAINT accounting_finding_severity_check CHECK ((severity >= 0))
    CONSTRAINT finding_not_by_booker CHECK (((resolved_by_id IS NULL) OR (booked_by_id IS NULL) OR (NOT ((resolved_by_id = booked_by_id) AND (resolved_by_id IS NOT NULL) AND (booked_by_id IS NOT NULL)))))
    CONSTRAINT finding_resolved_says_how CHECK (((((resolution)::text = ''::text) AND (resolved_at IS NULL) AND (resolved_by_id IS NULL) AND ((state)::text = 'open'::text)) OR ((resolved_at IS NOT NULL) AND (resolved_by_id IS NOT NULL) AND ((state)::text = ANY ((ARRAY['resolved'::character varying, 'waived'::character varying])::text[])) AND (NOT ((resolution)::text = ''::text)) AND (NOT ((comment)::text = ''::text)))))
    CONSTRAINT finding_severity CHECK (((severity >= 1) AND (severity <= 3)))
    amount_cents bigint NOT NULL
    booked_by_id bigint
    comment character varying(1000) NOT NULL
    dealer_id bigint
    facts jsonb NOT NULL
    found_at timestamp with time zone NOT NULL
    gaming_day_id bigint
    hand_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    owner_id bigint
    resolution character varying(20) NOT NULL
    resolved_at timestamp with time zone
    resolved_by_id bigint
    rule character varying(30) NOT NULL
    seen_at timestamp with time zone NOT NULL
    severity smallint NOT NULL
    state character varying(10) NOT NULL
    subject character varying(80) NOT NULL
    table_code character varying(20) NOT NULL
);
ALTER TABLE accounting_finding ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_finding_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_fund (
    CONSTRAINT fund_code_plain CHECK (((code)::text ~ '^[A-Za-z0-9][A-Za-z0-9-]*$'::text))
    closed_at timestamp with time zone
    code character varying(20) NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    name character varying(60) NOT NULL
    opened_at timestamp with time zone NOT NULL
    opened_by_id bigint NOT NULL
);
ALTER TABLE accounting_fund ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_fund_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_fundcount (
    CONSTRAINT accounting_fundcount_number_check CHECK ((number >= 0))
    CONSTRAINT fund_count_at_most_three CHECK (((number >= 1) AND (number <= 3)))
    CONSTRAINT fund_count_not_negative CHECK ((counted_cents >= 0))
    at timestamp with time zone NOT NULL
    chips jsonb NOT NULL
    counted_by_id bigint NOT NULL
    counted_cents bigint NOT NULL
    fund_drop_id bigint NOT NULL
    id bigint NOT NULL
    number smallint NOT NULL
);
ALTER TABLE accounting_fundcount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_fundcount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_funddrop (
    CONSTRAINT fund_drop_counted_is_booked CHECK ((((count_entry_id IS NULL) AND (counted_at IS NULL) AND (counted_cents IS NULL) AND (reserved_cents = 0)) OR ((count_entry_id IS NOT NULL) AND (counted_at IS NOT NULL) AND (counted_cents >= 0) AND (reserved_cents >= 0))))
    count_entry_id bigint
    counted_at timestamp with time zone
    counted_cents bigint
    entry_id bigint NOT NULL
    explained_by_id bigint
    explanation character varying(500) NOT NULL
    fund_id bigint NOT NULL
    gaming_day_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    posted_cents bigint NOT NULL
    reserved_cents bigint NOT NULL
    taken_at timestamp with time zone NOT NULL
    taken_by_id bigint NOT NULL
);
ALTER TABLE accounting_funddrop ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_funddrop_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_fundmove (
    CONSTRAINT fund_move_amount_positive CHECK (((amount_cents > 0) OR ((amount_cents = 0) AND ((kind)::text = 'closing'::text))))
    CONSTRAINT fund_move_by_two CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND (entry_id IS NULL) AND ((state)::text = 'asked'::text)) OR ((decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (entry_id IS NULL) AND ((state)::text = 'declined'::text)) OR ((decided_at IS NOT NULL) AND (entry_id IS NOT NULL) AND ((state)::text = 'done'::text) AND (NOT ((decided_by_id = asked_by_id) AND (decided_by_id IS NOT NULL))))))
    CONSTRAINT fund_move_only_closing_names_fund CHECK ((((kind)::text = 'closing'::text) OR (to_fund_id IS NULL)))
    amount_cents bigint NOT NULL
    asked_at timestamp with time zone NOT NULL
    asked_by_id bigint NOT NULL
    decided_at timestamp with time zone
    decided_by_id bigint
    entry_id bigint
    fund_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    reason character varying(500) NOT NULL
    state character varying(10) NOT NULL
    to_fund_id bigint
);
ALTER TABLE accounting_fundmove ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_fundmove_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_fundterms (
    CONSTRAINT accounting_fundterms_version_check CHECK ((version >= 0))
    CONSTRAINT fund_terms_by_two CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND ((state)::text = 'declined'::text)) OR ((decided_at IS NOT NULL) AND ((state)::text = 'approved'::text) AND (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL))))))
    decided_at timestamp with time zone
    decided_by_id bigint
    fund_id bigint NOT NULL
    id bigint NOT NULL
    proposed_at timestamp with time zone NOT NULL
    proposed_by_id bigint NOT NULL
    state character varying(10) NOT NULL
    terms jsonb NOT NULL
    version integer NOT NULL
);
ALTER TABLE accounting_fundterms ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_fundterms_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_gamingday (
    CONSTRAINT gaming_day_closed_is_sealed CHECK ((((closed_at IS NULL) AND ((seal)::text = ''::text) AND ((state)::text = ANY ((ARRAY['open'::character varying, 'closing'::character varying])::text[]))) OR ((closed_at IS NOT NULL) AND ((state)::text = 'closed'::text) AND (NOT ((seal)::text = ''::text)))))
    closed_at timestamp with time zone
    closed_by_id bigint
    date date NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    opened_at timestamp with time zone NOT NULL
    opened_by_id bigint NOT NULL
    seal character varying(64) NOT NULL
    state character varying(10) NOT NULL
);
ALTER TABLE accounting_gamingday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_gamingday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_historicalfinding (
    CONSTRAINT accounting_historicalfinding_severity_check CHECK ((severity >= 0))
    amount_cents bigint NOT NULL
    booked_by_id bigint
    comment character varying(1000) NOT NULL
    dealer_id bigint
    facts jsonb NOT NULL
    found_at timestamp with time zone NOT NULL
    gaming_day_id bigint
    hand_id bigint
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    owner_id bigint
    resolution character varying(20) NOT NULL
    resolved_at timestamp with time zone
    resolved_by_id bigint
    rule character varying(30) NOT NULL
    seen_at timestamp with time zone NOT NULL
    severity smallint NOT NULL
    state character varying(10) NOT NULL
    subject character varying(80) NOT NULL
    table_code character varying(20) NOT NULL
);
ALTER TABLE accounting_historicalfinding ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_historicalfinding_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_historicalgamingday (
    closed_at timestamp with time zone
    closed_by_id bigint
    date date NOT NULL
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    opened_at timestamp with time zone NOT NULL
    opened_by_id bigint
    seal character varying(64) NOT NULL
    state character varying(10) NOT NULL
);
ALTER TABLE accounting_historicalgamingday ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_historicalgamingday_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_historicalhouse (
    CONSTRAINT accounting_historicalhouse_call_minutes_check CHECK ((call_minutes >= 0))
    CONSTRAINT accounting_historicalhouse_tip_bp_check CHECK ((tip_bp >= 0))
    CONSTRAINT accounting_historicalhouse_variance_limit_bp_check CHECK ((variance_limit_bp >= 0))
    call_minutes smallint NOT NULL
    code character varying(20) NOT NULL
    currency character varying(3) NOT NULL
    denominations_cents bigint[] NOT NULL
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    id bigint NOT NULL
    is_active boolean NOT NULL
    letterhead text NOT NULL
    money_by_two boolean NOT NULL
    name character varying(100) NOT NULL
    rolls_over_at time without time zone NOT NULL
    shift_starts time without time zone[] NOT NULL
    stakes_agreed_before_start boolean NOT NULL
    time_zone character varying(40) NOT NULL
    tip_bp integer NOT NULL
    tip_limit_cents bigint NOT NULL
    variance_limit_bp integer NOT NULL
);
ALTER TABLE accounting_historicalhouse ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_historicalhouse_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_historicalrakeschedule (
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    name character varying(60) NOT NULL
);
ALTER TABLE accounting_historicalrakeschedule ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_historicalrakeschedule_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_historicalscheduleversion (
    CONSTRAINT accounting_historicalscheduleversion_version_check CHECK ((version >= 0))
    approved_at timestamp with time zone
    approved_by_id bigint
    created_at timestamp with time zone NOT NULL
    created_by_id bigint
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    id bigint NOT NULL
    schedule_id bigint
    state character varying(10) NOT NULL
    terms jsonb NOT NULL
    valid_from timestamp with time zone NOT NULL
    valid_to timestamp with time zone
    version integer NOT NULL
);
ALTER TABLE accounting_historicalscheduleversion ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_historicalscheduleversion_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_historicalwindow (
    code character varying(20) NOT NULL
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    is_active boolean NOT NULL
    name character varying(60) NOT NULL
);
ALTER TABLE accounting_historicalwindow ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_historicalwindow_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_house (
    CONSTRAINT accounting_house_call_minutes_check CHECK ((call_minutes >= 0))
    CONSTRAINT accounting_house_tip_bp_check CHECK ((tip_bp >= 0))
    CONSTRAINT accounting_house_variance_limit_bp_check CHECK ((variance_limit_bp >= 0))
    CONSTRAINT house_call_minutes CHECK ((call_minutes >= 1))
    CONSTRAINT house_tip_is_a_share CHECK ((tip_bp <= 10000))
    call_minutes smallint NOT NULL
    code character varying(20) NOT NULL
    currency character varying(3) NOT NULL
    denominations_cents bigint[] NOT NULL
    id bigint NOT NULL
    is_active boolean NOT NULL
    letterhead text NOT NULL
    money_by_two boolean NOT NULL
    name character varying(100) NOT NULL
    rolls_over_at time without time zone NOT NULL
    shift_starts time without time zone[] NOT NULL
    stakes_agreed_before_start boolean NOT NULL
    time_zone character varying(40) NOT NULL
    tip_bp integer NOT NULL
    tip_limit_cents bigint NOT NULL
    variance_limit_bp integer NOT NULL
);
ALTER TABLE accounting_house ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_house_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_houseday (
    base_cents bigint NOT NULL
    due_cents bigint NOT NULL
    gaming_day_id bigint NOT NULL
    hands integer NOT NULL
    jackpot_cents bigint NOT NULL
    pot_cents bigint NOT NULL
    rounds integer NOT NULL
    staked_cents bigint NOT NULL
    taken_cents bigint NOT NULL
    tips_cents bigint NOT NULL
);
CREATE TABLE accounting_housemonth (
    base_cents bigint NOT NULL
    due_cents bigint NOT NULL
    hands integer NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    jackpot_cents bigint NOT NULL
    month date NOT NULL
    pot_cents bigint NOT NULL
    rounds integer NOT NULL
    staked_cents bigint NOT NULL
    taken_cents bigint NOT NULL
    tips_cents bigint NOT NULL
);
ALTER TABLE accounting_housemonth ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_housemonth_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_jackpotslip (
    CONSTRAINT accounting_jackpotslip_number_check CHECK ((number >= 0))
    CONSTRAINT accounting_jackpotslip_seat_check CHECK ((seat >= 0))
    CONSTRAINT jackpot_slip_amount_positive CHECK (((amount_cents > 0) AND (tax_cents >= 0) AND (tax_cents < amount_cents)))
    CONSTRAINT jackpot_slip_by_three CHECK (((NOT (issued_by_id = asked_by_id)) AND ((done_by_id IS NULL) OR ((NOT ((done_by_id = asked_by_id) AND (done_by_id IS NOT NULL))) AND (NOT ((done_by_id = issued_by_id) AND (done_by_id IS NOT NULL)))))))
    CONSTRAINT jackpot_slip_done_is_booked CHECK ((((done_at IS NULL) AND (done_by_id IS NULL) AND (entry_id IS NULL) AND ((state)::text = 'due'::text) AND (window_id IS NULL)) OR ((done_at IS NOT NULL) AND (entry_id IS NOT NULL) AND ((state)::text = 'lapsed'::text) AND (window_id IS NULL)) OR ((done_at IS NOT NULL) AND (entry_id IS NOT NULL) AND ((state)::text = 'paid'::text) AND (window_id IS NOT NULL))))
    amount_cents bigint NOT NULL
    asked_by_id bigint NOT NULL
    done_at timestamp with time zone
    done_by_id bigint
    due_until date NOT NULL
    entry_id bigint
    fund_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    issued_at timestamp with time zone NOT NULL
    issued_by_id bigint NOT NULL
    number integer NOT NULL
    role character varying(10) NOT NULL
    seat smallint NOT NULL
    state character varying(10) NOT NULL
    subject character varying(60) NOT NULL
    table_code character varying(20) NOT NULL
    tax_cents bigint NOT NULL
    window_id bigint
);
ALTER TABLE accounting_jackpotslip ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_jackpotslip_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_keywithdrawal (
    CONSTRAINT key_withdrawal_has_reason CHECK ((NOT ((reason)::text = ''::text)))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    id bigint NOT NULL
    key_id bigint NOT NULL
    reason character varying(500) NOT NULL
);
ALTER TABLE accounting_keywithdrawal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_keywithdrawal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_levyterms (
    CONSTRAINT accounting_levyterms_version_check CHECK ((version >= 0))
    CONSTRAINT levy_terms_by_two CHECK (((NOT ((state)::text = 'approved'::text)) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL)))))
    CONSTRAINT levy_terms_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL))))
    decided_at timestamp with time zone
    decided_by_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    proposed_at timestamp with time zone NOT NULL
    proposed_by_id bigint NOT NULL
    state character varying(10) NOT NULL
    terms jsonb NOT NULL
    valid_from date NOT NULL
    version integer NOT NULL
);
ALTER TABLE accounting_levyterms ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_levyterms_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_place (
    CONSTRAINT place_not_overdrawn CHECK (((balance_cents >= 0) OR ((name)::text ~~ 'guests/%'::text) OR ((name)::text ~~ 'bank/%'::text) OR ((name)::text ~~ 'variance/%'::text)))
    balance_cents bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    name character varying(60) NOT NULL
);
ALTER TABLE accounting_place ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_place_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_wager (
    CONSTRAINT accounting_wager_edge_ppm_check CHECK ((edge_ppm >= 0))
    CONSTRAINT wager_amounts CHECK (((ante_cents >= 0) AND (lost_cents >= side_lost_cents) AND (paid_cents >= side_paid_cents) AND (side_lost_cents >= 0) AND (side_paid_cents >= 0) AND (side_staked_cents >= side_lost_cents) AND (staked_cents >= lost_cents) AND (tips_cents >= 0) AND (staked_cents >= (ante_cents + side_staked_cents))))
    CONSTRAINT wager_sign CHECK ((sign = ANY (ARRAY[1, '-1'::integer])))
    ante_cents bigint NOT NULL
    dealer_id bigint
    edge_ppm integer NOT NULL
    entry_id bigint NOT NULL
    game character varying(60) NOT NULL
    gaming_day_id bigint NOT NULL
    hour timestamp with time zone NOT NULL
    house_id bigint NOT NULL
    lost_cents bigint NOT NULL
    paid_cents bigint NOT NULL
    rule_set character varying(40) NOT NULL
    side_lost_cents bigint NOT NULL
    side_paid_cents bigint NOT NULL
    side_staked_cents bigint NOT NULL
    sign smallint NOT NULL
    staked_cents bigint NOT NULL
    table_code character varying(20) NOT NULL
    tips_cents bigint NOT NULL
);
CREATE VIEW accounting_play AS
 SELECT accounting_assessment.entry_id,
    accounting_assessment.gaming_day_id,
    accounting_assessment.hour,
    accounting_assessment.table_code,
    accounting_assessment.dealer_id,
    accounting_assessment.game,
    accounting_assessment.schedule_version_id,
        CASE
            WHEN (accounting_assessment.dealt_in > 0) THEN (accounting_assessment.sign)::integer
            ELSE 0
        END AS hands,
    0 AS rounds,
    (accounting_assessment.sign * accounting_assessment.pot_cents) AS pot_cents,
    (0)::bigint AS staked_cents,
    (accounting_assessment.sign * accounting_assessment.base_cents) AS base_cents,
    (accounting_assessment.sign * accounting_assessment.due_cents) AS due_cents,
    (accounting_assessment.sign * accounting_assessment.taken_cents) AS taken_cents,
    (accounting_assessment.sign * accounting_assessment.jackpot_cents) AS jackpot_cents,
    (accounting_assessment.sign * accounting_assessment.tips_cents) AS tips_cents
   FROM accounting_assessment
UNION ALL
 SELECT accounting_wager.entry_id,
    accounting_wager.gaming_day_id,
    accounting_wager.hour,
    accounting_wager.table_code,
    accounting_wager.dealer_id,
    accounting_wager.game,
    NULL::bigint AS schedule_version_id,
    0 AS hands,
        CASE
            WHEN (accounting_wager.staked_cents > 0) THEN (accounting_wager.sign)::integer
            ELSE 0
        END AS rounds,
    (0)::bigint AS pot_cents,
    (accounting_wager.sign * accounting_wager.staked_cents) AS staked_cents,
    (0)::bigint AS base_cents,
    (0)::bigint AS due_cents,
    (0)::bigint AS taken_cents,
    (0)::bigint AS jackpot_cents,
    (accounting_wager.sign * accounting_wager.tips_cents) AS tips_cents
   FROM accounting_wager;
CREATE TABLE accounting_print (
    CONSTRAINT accounting_print_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    number integer NOT NULL
    subject character varying(60) NOT NULL
);
ALTER TABLE accounting_print ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_print_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_proofrun (
    CONSTRAINT accounting_proofrun_broken_check CHECK ((broken >= 0))
    CONSTRAINT accounting_proofrun_entries_check CHECK ((entries >= 0))
    began_at timestamp with time zone NOT NULL
    broken integer NOT NULL
    ended_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    entries bigint NOT NULL
    id bigint NOT NULL
    is_independent boolean NOT NULL
);
ALTER TABLE accounting_proofrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_proofrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_rakeschedule (
    house_id bigint NOT NULL
    id bigint NOT NULL
    name character varying(60) NOT NULL
);
ALTER TABLE accounting_rakeschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_rakeschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_reopening (
    CONSTRAINT reopening_by_two CHECK ((((approved_at IS NULL) AND (approved_by_id IS NULL)) OR ((approved_at IS NOT NULL) AND (NOT ((approved_by_id = asked_by_id) AND (approved_by_id IS NOT NULL))))))
    CONSTRAINT reopening_has_reason CHECK ((NOT ((reason)::text = ''::text)))
    approved_at timestamp with time zone
    approved_by_id bigint
    asked_at timestamp with time zone NOT NULL
    asked_by_id bigint NOT NULL
    gaming_day_id bigint NOT NULL
    id bigint NOT NULL
    reason character varying(500) NOT NULL
    seal_id bigint NOT NULL
);
ALTER TABLE accounting_reopening ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_reopening_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_reportdelivery (
    CONSTRAINT accounting_reportdelivery_tries_check CHECK ((tries >= 0))
    CONSTRAINT report_delivery_tried CHECK ((((last_at IS NULL) AND (tries = 0)) OR ((last_at IS NOT NULL) AND (tries >= 1))))
    error character varying(300) NOT NULL
    first date NOT NULL
    id bigint NOT NULL
    last_at timestamp with time zone
    subscription_id bigint NOT NULL
    tries smallint NOT NULL
);
ALTER TABLE accounting_reportdelivery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_reportdelivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_reportmail (
    first date NOT NULL
    id bigint NOT NULL
    sent_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    subscription_id bigint NOT NULL
);
ALTER TABLE accounting_reportmail ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_reportmail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_reportsubscription (
    CONSTRAINT report_subscription_span CHECK (((span)::text = ANY ((ARRAY['day'::character varying, 'week'::character varying, 'month'::character varying])::text[])))
    address character varying(254) NOT NULL
    ended_at timestamp with time zone
    house_id bigint NOT NULL
    id bigint NOT NULL
    person_id bigint NOT NULL
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    span character varying(10) NOT NULL
);
ALTER TABLE accounting_reportsubscription ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_reportsubscription_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_rollupmark (
    book_id bigint NOT NULL
    number bigint NOT NULL
);
CREATE TABLE accounting_scheduleversion (
    CONSTRAINT accounting_scheduleversion_version_check CHECK ((version >= 0))
    CONSTRAINT schedule_version_by_two CHECK ((((approved_at IS NULL) AND (approved_by_id IS NULL)) OR ((approved_at IS NOT NULL) AND (NOT ((approved_by_id = created_by_id) AND (approved_by_id IS NOT NULL))))))
    CONSTRAINT schedule_version_period CHECK (((valid_to IS NULL) OR (valid_to > valid_from)))
    approved_at timestamp with time zone
    approved_by_id bigint
    created_at timestamp with time zone NOT NULL
    created_by_id bigint NOT NULL
    id bigint NOT NULL
    schedule_id bigint NOT NULL
    state character varying(10) NOT NULL
    terms jsonb NOT NULL
    valid_from timestamp with time zone NOT NULL
    valid_to timestamp with time zone
    version integer NOT NULL
);
ALTER TABLE accounting_scheduleversion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_scheduleversion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_seal (
    CONSTRAINT accounting_seal_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    digest character varying(64) NOT NULL
    gaming_day_id bigint NOT NULL
    heads jsonb NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    number integer NOT NULL
);
ALTER TABLE accounting_seal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_seal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_sealedrows (
    CONSTRAINT accounting_sealedrows_count_check CHECK ((count >= 0))
    columns character varying(63)[] NOT NULL
    count integer NOT NULL
    digest bytea NOT NULL
    id bigint NOT NULL
    is_final boolean NOT NULL
    keys text NOT NULL
    last_key bigint NOT NULL
    marks bytea NOT NULL
    seal_id bigint NOT NULL
    table_name character varying(63) NOT NULL
    waiting text NOT NULL
);
ALTER TABLE accounting_sealedrows ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_sealedrows_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_slip (
    CONSTRAINT accounting_slip_number_check CHECK ((number >= 0))
    CONSTRAINT slip_amount_positive CHECK ((amount_cents > 0))
    CONSTRAINT slip_by_two CHECK ((((done_at IS NULL) AND (done_by_id IS NULL) AND (entry_id IS NULL) AND ((state)::text = 'asked'::text)) OR ((done_at IS NOT NULL) AND (done_by_id IS NOT NULL) AND (entry_id IS NULL) AND ((state)::text = 'cancelled'::text)) OR ((done_at IS NOT NULL) AND (entry_id IS NOT NULL) AND ((state)::text = 'done'::text) AND (NOT ((done_by_id = asked_by_id) AND (done_by_id IS NOT NULL))))))
    CONSTRAINT slip_cancelled_has_reason CHECK (((NOT ((state)::text = 'cancelled'::text)) OR (NOT ((reason)::text = ''::text))))
    amount_cents bigint NOT NULL
    asked_at timestamp with time zone NOT NULL
    asked_by_id bigint NOT NULL
    chips jsonb NOT NULL
    chips_back jsonb
    done_at timestamp with time zone
    done_by_id bigint
    entry_id bigint
    gaming_day_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    number integer NOT NULL
    reason character varying(500) NOT NULL
    state character varying(10) NOT NULL
    table_code character varying(20) NOT NULL
    window_id bigint NOT NULL
);
ALTER TABLE accounting_slip ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_slip_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_statement (
    CONSTRAINT accounting_statement_number_check CHECK ((number >= 0))
    CONSTRAINT accounting_statement_version_check CHECK ((version >= 0))
    CONSTRAINT statement_by_two CHECK (((NOT ((state)::text = 'sealed'::text)) OR ((decided_by_id IS NOT NULL) AND (NOT ((decided_by_id = signed_by_id) AND (decided_by_id IS NOT NULL))))))
    CONSTRAINT statement_correction_has_reason CHECK (((version = 1) OR (NOT ((reason)::text = ''::text))))
    CONSTRAINT statement_of_day CHECK ((((gaming_day_id IS NOT NULL) AND ((period)::text = 'day'::text)) OR ((NOT ((period)::text = 'day'::text)) AND (gaming_day_id IS NULL))))
    CONSTRAINT statement_state CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((digest)::text = ''::text) AND (number IS NULL) AND ((state)::text = 'signed'::text)) OR ((decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND ((digest)::text = ''::text) AND (number IS NULL) AND ((state)::text = 'declined'::text)) OR ((decided_at IS NOT NULL) AND (number >= 1) AND ((state)::text = 'sealed'::text) AND (NOT ((digest)::text = ''::text)))))
    decided_at timestamp with time zone
    decided_by_id bigint
    differences jsonb NOT NULL
    digest character varying(64) NOT NULL
    figures jsonb NOT NULL
    first date NOT NULL
    gaming_day_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    number integer
    period character varying(5) NOT NULL
    previous character varying(64) NOT NULL
    reason character varying(500) NOT NULL
    rests_on jsonb NOT NULL
    signed_at timestamp with time zone NOT NULL
    signed_by_id bigint NOT NULL
    state character varying(10) NOT NULL
    terms_id bigint
    version integer NOT NULL
);
ALTER TABLE accounting_statement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_statement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_tableday (
    base_cents bigint NOT NULL
    dealer_id bigint
    due_cents bigint NOT NULL
    game character varying(60) NOT NULL
    gaming_day_id bigint NOT NULL
    hands integer NOT NULL
    id bigint NOT NULL
    jackpot_cents bigint NOT NULL
    pot_cents bigint NOT NULL
    rounds integer NOT NULL
    staked_cents bigint NOT NULL
    table_code character varying(20) NOT NULL
    taken_cents bigint NOT NULL
    tips_cents bigint NOT NULL
);
ALTER TABLE accounting_tableday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_tableday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_tablehour (
    base_cents bigint NOT NULL
    dealer_id bigint
    due_cents bigint NOT NULL
    game character varying(60) NOT NULL
    gaming_day_id bigint NOT NULL
    hands integer NOT NULL
    hour timestamp with time zone NOT NULL
    id bigint NOT NULL
    jackpot_cents bigint NOT NULL
    pot_cents bigint NOT NULL
    rounds integer NOT NULL
    staked_cents bigint NOT NULL
    table_code character varying(20) NOT NULL
    taken_cents bigint NOT NULL
    tips_cents bigint NOT NULL
);
ALTER TABLE accounting_tablehour ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_tablehour_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_tiprecord (
    CONSTRAINT accounting_tiprecord_number_check CHECK ((number >= 0))
    CONSTRAINT tip_record_by_two CHECK ((((signed_at IS NULL) AND (signed_by_id IS NULL)) OR ((signed_at IS NOT NULL) AND (NOT ((signed_by_id = drawn_up_by_id) AND (signed_by_id IS NOT NULL))))))
    CONSTRAINT tip_record_not_negative CHECK (((counted_cents >= 0) AND (electronic_cents >= 0) AND ((electronic_cents = 0) OR (NOT ((electronic_goes)::text = 'none'::text)))))
    CONSTRAINT tip_record_signed_is_booked CHECK ((((entry_id IS NULL) AND (signed_at IS NULL)) OR ((entry_id IS NOT NULL) AND (signed_at IS NOT NULL))))
    counted_cents bigint NOT NULL
    drawn_up_at timestamp with time zone NOT NULL
    drawn_up_by_id bigint NOT NULL
    electronic_cents bigint NOT NULL
    electronic_goes character varying(10) NOT NULL
    entry_id bigint
    gaming_day_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    number smallint NOT NULL
    signed_at timestamp with time zone
    signed_by_id bigint
);
ALTER TABLE accounting_tiprecord ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_tiprecord_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_transfer (
    "position" smallint NOT NULL
    CONSTRAINT accounting_transfer_position_check CHECK (("position" >= 0))
    CONSTRAINT transfer_amount_positive CHECK ((amount_cents > 0))
    CONSTRAINT transfer_fund_is_the_players CHECK (((NOT (((source)::text ~~ 'jackpot/%'::text) OR ((source)::text ~~ 'reserve/%'::text) OR ((source)::text ~~ 'won/%'::text) OR ((source)::text ~~ 'withheld/%'::text))) OR ((destination)::text ~~ 'jackpot/%'::text) OR ((destination)::text ~~ 'reserve/%'::text) OR ((destination)::text ~~ 'won/%'::text) OR ((destination)::text ~~ 'withheld/%'::text) OR ((destination)::text ~~ 'guests/%'::text) OR ((destination)::text ~~ 'pot/%'::text) OR ((destination)::text ~~ 'pool/%'::text) OR ((destination)::text ~~ 'seat/%'::text)))
    CONSTRAINT transfer_moves CHECK ((NOT ((source)::text = (destination)::text)))
    amount_cents bigint NOT NULL
    destination character varying(60) NOT NULL
    entry_id bigint NOT NULL
    source character varying(60) NOT NULL
);
CREATE TABLE accounting_troncmember (
    CONSTRAINT tronc_member_by_others CHECK (((NOT (person_id = asked_by_id)) AND ((confirmed_by_id IS NULL) OR (NOT ((person_id = confirmed_by_id) AND (confirmed_by_id IS NOT NULL))))))
    CONSTRAINT tronc_member_by_two CHECK ((((confirmed_at IS NULL) AND (confirmed_by_id IS NULL)) OR ((confirmed_at IS NOT NULL) AND (NOT ((confirmed_by_id = asked_by_id) AND (confirmed_by_id IS NOT NULL))))))
    CONSTRAINT tronc_member_from_a_month CHECK ((EXTRACT(day FROM valid_from) = (1)::numeric))
    asked_at timestamp with time zone NOT NULL
    asked_by_id bigint NOT NULL
    confirmed_at timestamp with time zone
    confirmed_by_id bigint
    function character varying(20) NOT NULL
    hired_on date NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    person_id bigint NOT NULL
    valid_from date NOT NULL
);
ALTER TABLE accounting_troncmember ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_troncmember_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_troncpayout (
    CONSTRAINT accounting_troncpayout_number_check CHECK ((number >= 0))
    CONSTRAINT tronc_payout_by_two CHECK ((((paid_at IS NULL) AND (paid_by_id IS NULL)) OR ((paid_at IS NOT NULL) AND (NOT ((paid_by_id = prepared_by_id) AND (paid_by_id IS NOT NULL))))))
    CONSTRAINT tronc_payout_paid_is_booked CHECK ((((entry_id IS NULL) AND (paid_at IS NULL)) OR ((entry_id IS NOT NULL) AND (paid_at IS NOT NULL))))
    CONSTRAINT tronc_payout_pays CHECK ((total_cents > 0))
    entry_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    lines jsonb NOT NULL
    number integer NOT NULL
    paid_at timestamp with time zone
    paid_by_id bigint
    prepared_at timestamp with time zone NOT NULL
    prepared_by_id bigint NOT NULL
    total_cents bigint NOT NULL
);
ALTER TABLE accounting_troncpayout ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_troncpayout_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_troncrules (
    CONSTRAINT accounting_troncrules_version_check CHECK ((version >= 0))
    CONSTRAINT tronc_rules_by_two CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND ((state)::text = 'declined'::text)) OR ((decided_at IS NOT NULL) AND ((state)::text = 'approved'::text) AND (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL))))))
    CONSTRAINT tronc_rules_from_a_month CHECK ((EXTRACT(day FROM valid_from) = (1)::numeric))
    decided_at timestamp with time zone
    decided_by_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    proposed_at timestamp with time zone NOT NULL
    proposed_by_id bigint NOT NULL
    state character varying(10) NOT NULL
    terms jsonb NOT NULL
    valid_from date NOT NULL
    version integer NOT NULL
);
ALTER TABLE accounting_troncrules ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_troncrules_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_troncrun (
    CONSTRAINT accounting_troncrun_number_check CHECK ((number >= 0))
    CONSTRAINT tronc_run_by_two CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND (entry_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (entry_id IS NULL) AND ((state)::text = 'declined'::text)) OR ((decided_at IS NOT NULL) AND (entry_id IS NOT NULL) AND ((state)::text = 'confirmed'::text) AND (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL))))))
    CONSTRAINT tronc_run_of_a_month CHECK (((EXTRACT(day FROM carried_into) = (1)::numeric) AND (EXTRACT(day FROM month) = (1)::numeric)))
    carried_in_cents bigint NOT NULL
    carried_into date NOT NULL
    carried_out_cents bigint NOT NULL
    cause character varying(10) NOT NULL
    days jsonb NOT NULL
    decided_at timestamp with time zone
    decided_by_id bigint
    deductions jsonb NOT NULL
    entry_id bigint
    groups jsonb NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    lent jsonb NOT NULL
    levy_cents bigint NOT NULL
    month date NOT NULL
    number smallint NOT NULL
    proposed_at timestamp with time zone NOT NULL
    proposed_by_id bigint NOT NULL
    rules_id bigint NOT NULL
    shared_cents bigint NOT NULL
    state character varying(10) NOT NULL
    takings_cents bigint NOT NULL
);
ALTER TABLE accounting_troncrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_troncrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_troncshare (
    "group" character varying(20) NOT NULL
    CONSTRAINT accounting_troncshare_credited_minutes_check CHECK ((credited_minutes >= 0))
    CONSTRAINT accounting_troncshare_minutes_check CHECK ((minutes >= 0))
    CONSTRAINT accounting_troncshare_points_hundredths_check CHECK ((points_hundredths >= 0))
    CONSTRAINT accounting_troncshare_years_check CHECK ((years >= 0))
    CONSTRAINT tronc_share_credited_for CHECK (((((credited_for)::text = ''::text) AND (credited_minutes = 0)) OR ((credited_minutes > 0) AND (NOT ((credited_for)::text = ''::text)))))
    advance_cents bigint NOT NULL
    credited_for character varying(12) NOT NULL
    credited_minutes integer NOT NULL
    function character varying(20) NOT NULL
    guaranteed_cents bigint NOT NULL
    hired_on date NOT NULL
    id bigint NOT NULL
    minutes integer NOT NULL
    owed_cents bigint NOT NULL
    person_id bigint NOT NULL
    points_hundredths integer NOT NULL
    recouped_cents bigint NOT NULL
    remainder_cents bigint NOT NULL
    rounded_cents bigint NOT NULL
    run_id bigint NOT NULL
    spans jsonb NOT NULL
    years smallint NOT NULL
);
ALTER TABLE accounting_troncshare ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_troncshare_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_window (
    CONSTRAINT window_code_plain CHECK (((code)::text ~ '^[A-Za-z0-9][A-Za-z0-9-]*$'::text))
    code character varying(20) NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    is_active boolean NOT NULL
    name character varying(60) NOT NULL
);
ALTER TABLE accounting_window ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_window_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE accounting_windowshift (
    CONSTRAINT window_shift_by_two CHECK (((closed_by_id IS NULL) OR closed_alone OR (NOT ((closed_by_id = counted_by_id) AND (closed_by_id IS NOT NULL) AND (counted_by_id IS NOT NULL)))))
    CONSTRAINT window_shift_closed_is_counted CHECK ((((closed_at IS NULL) AND (closed_by_id IS NULL) AND (variance_cents IS NULL)) OR ((closed_at IS NOT NULL) AND (closed_by_id IS NOT NULL) AND (counted_at IS NOT NULL) AND (variance_cents IS NOT NULL))))
    CONSTRAINT window_shift_counted CHECK ((((counted_at IS NULL) AND (counted_by_id IS NULL) AND (counted_cash_cents IS NULL) AND (counted_chips IS NULL) AND (counted_chips_cents IS NULL)) OR ((counted_at IS NOT NULL) AND (counted_by_id IS NOT NULL) AND (counted_cash_cents >= 0) AND (counted_chips IS NOT NULL) AND (counted_chips_cents >= 0))))
    cash_cents bigint NOT NULL
    chips jsonb NOT NULL
    chips_cents bigint NOT NULL
    closed_alone boolean NOT NULL
    closed_at timestamp with time zone
    closed_by_id bigint
    counted_at timestamp with time zone
    counted_by_id bigint
    counted_cash_cents bigint
    counted_chips jsonb
    counted_chips_cents bigint
    explanation character varying(500) NOT NULL
    gaming_day_id bigint NOT NULL
    id bigint NOT NULL
    opened_at timestamp with time zone NOT NULL
    opened_by_id bigint NOT NULL
    variance_cents bigint
    window_id bigint NOT NULL
);
ALTER TABLE accounting_windowshift ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME accounting_windowshift_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE auth_group (
    id integer NOT NULL
    name character varying(150) NOT NULL
);
ALTER TABLE auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE auth_group_permissions (
    group_id integer NOT NULL
    id bigint NOT NULL
    permission_id integer NOT NULL
);
ALTER TABLE auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE auth_permission (
    codename character varying(100) NOT NULL
    content_type_id integer NOT NULL
    id integer NOT NULL
    name character varying(255) NOT NULL
);
ALTER TABLE auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_accountrequest (
    CONSTRAINT account_request_asks CHECK (((NOT (roles = '{}'::character varying(16)[])) OR (NOT (house_ids = '{}'::bigint[])) OR gives_password OR drops_second_factor OR lets_in))
    CONSTRAINT account_request_by_two CHECK (((NOT (is_approved AND (is_approved IS NOT NULL))) OR ((NOT ((decided_by_id = asked_by_id) AND (decided_by_id IS NOT NULL))) AND (NOT ((decided_by_id = person_id) AND (decided_by_id IS NOT NULL))))))
    CONSTRAINT account_request_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND (is_approved IS NULL)) OR ((decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (is_approved IS NOT NULL))))
    CONSTRAINT account_request_for_another CHECK ((NOT (asked_by_id = person_id)))
    CONSTRAINT account_request_has_reason CHECK ((NOT ((reason)::text = ''::text)))
    CONSTRAINT account_request_roles_known CHECK ((roles <@ ARRAY['dealer'::character varying(16), 'floor'::character varying(16), 'cage'::character varying(16), 'manager'::character varying(16), 'auditor'::character varying(16), 'admin'::character varying(16), 'integrator'::character varying(16), 'council'::character varying(16)]))
    asked_at timestamp with time zone NOT NULL
    asked_by_id bigint NOT NULL
    decided_at timestamp with time zone
    decided_by_id bigint
    drops_second_factor boolean NOT NULL
    gives_password boolean NOT NULL
    house_ids bigint[] NOT NULL
    id bigint NOT NULL
    is_approved boolean
    lets_in boolean NOT NULL
    person_id bigint NOT NULL
    reason character varying(500) NOT NULL
    roles character varying(16)[] NOT NULL
);
ALTER TABLE casino_accountrequest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_accountrequest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_confirmation (
    at timestamp with time zone NOT NULL
    token_id character varying(128) NOT NULL
);
CREATE TABLE casino_deskcounter (
    commits bigint NOT NULL
    desk character varying(16) NOT NULL
    house_id bigint NOT NULL
    place bigint NOT NULL
);
CREATE TABLE casino_device (
    CONSTRAINT device_code_ends CHECK (((code_digest IS NULL) OR (code_until IS NOT NULL)))
    CONSTRAINT device_struck_off_is_unknown CHECK (((revoked_at IS NULL) OR ((code_digest IS NULL) AND (token_digest IS NULL))))
    code_digest character varying(64)
    code_until timestamp with time zone
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    enrolled_at timestamp with time zone
    house_id bigint
    id bigint NOT NULL
    name character varying(40) NOT NULL
    revoked_at timestamp with time zone
    token_digest character varying(64)
);
ALTER TABLE casino_device ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_device_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_historicaldevice (
    code_until timestamp with time zone
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    enrolled_at timestamp with time zone
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    name character varying(40) NOT NULL
    revoked_at timestamp with time zone
);
ALTER TABLE casino_historicaldevice ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_historicaldevice_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_historicalpinmisses (
    CONSTRAINT casino_historicalpinmisses_misses_check CHECK ((misses >= 0))
    device_id bigint
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    id bigint NOT NULL
    locked_at timestamp with time zone
    misses smallint NOT NULL
    user_id bigint
);
ALTER TABLE casino_historicalpinmisses ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_historicalpinmisses_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_historicaluser (
    date_joined timestamp with time zone NOT NULL
    full_name character varying(120) NOT NULL
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_ids bigint[]
    id bigint NOT NULL
    is_active boolean NOT NULL
    is_demo boolean NOT NULL
    language character varying(2) NOT NULL
    one_time_until timestamp with time zone
    roles character varying(16)[] NOT NULL
    secrets_digest character varying(64) NOT NULL
    username character varying(64) NOT NULL
);
ALTER TABLE casino_historicaluser ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_historicaluser_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_job (
    CONSTRAINT casino_job_attempts_check CHECK ((attempts >= 0))
    CONSTRAINT casino_job_done_check CHECK ((done >= 0))
    CONSTRAINT casino_job_total_check CHECK ((total >= 0))
    CONSTRAINT job_state_known CHECK (((state)::text = ANY ((ARRAY['queued'::character varying, 'running'::character varying, 'done'::character varying, 'failed'::character varying])::text[])))
    attempts smallint NOT NULL
    beat_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    dedupe_key character varying(64) NOT NULL
    done integer NOT NULL
    error text NOT NULL
    finished_at timestamp with time zone
    house_id bigint
    id bigint NOT NULL
    kind character varying(32) NOT NULL
    params jsonb NOT NULL
    request_id character varying(64) NOT NULL
    requested_by_id bigint
    result jsonb
    started_at timestamp with time zone
    state character varying(8) NOT NULL
    total integer NOT NULL
);
ALTER TABLE casino_job ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_jobfile (
    content bytea NOT NULL
    job_id bigint NOT NULL
    made_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    media_type character varying(100) NOT NULL
    name character varying(120) NOT NULL
    sha256 character varying(64) NOT NULL
);
CREATE TABLE casino_jobfilepart (
    "position" integer NOT NULL
    CONSTRAINT casino_jobfilepart_position_check CHECK (("position" >= 0))
    content bytea NOT NULL
    file_id bigint NOT NULL
    id bigint NOT NULL
);
ALTER TABLE casino_jobfilepart ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_jobfilepart_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_loginevent (
    CONSTRAINT login_kind_known CHECK (((kind)::text = ANY ((ARRAY['password'::character varying, 'token'::character varying, 'pin'::character varying, 'code'::character varying, 'confirm'::character varying, 'logout'::character varying, 'enrol'::character varying])::text[])))
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    device_id bigint
    id bigint NOT NULL
    ip inet
    kind character varying(8) NOT NULL
    ok boolean NOT NULL
    request_id character varying(64) NOT NULL
    user_id bigint
    username character varying(64) NOT NULL
);
ALTER TABLE casino_loginevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_loginevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_pinmisses (
    CONSTRAINT casino_pinmisses_misses_check CHECK ((misses >= 0))
    device_id bigint NOT NULL
    id bigint NOT NULL
    locked_at timestamp with time zone
    misses smallint NOT NULL
    user_id bigint NOT NULL
);
ALTER TABLE casino_pinmisses ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_pinmisses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_pulse (
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    id bigint NOT NULL
);
ALTER TABLE casino_pulse ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_pulse_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_recoverycode (
    CONSTRAINT casino_recoverycode_number_check CHECK ((number >= 0))
    code_hash character varying(128) NOT NULL
    id bigint NOT NULL
    number smallint NOT NULL
    user_id bigint NOT NULL
);
ALTER TABLE casino_recoverycode ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_recoverycode_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_securityevent (
    CONSTRAINT security_kind_known CHECK (((kind)::text = ANY ((ARRAY['refused'::character varying, 'grave'::character varying, 'misses'::character varying, 'role'::character varying, 'admin'::character varying, 'terms'::character varying])::text[])))
    CONSTRAINT security_seen_by_another CHECK ((((seen_at IS NULL) AND (seen_by_id IS NULL)) OR ((seen_at IS NOT NULL) AND (seen_by_id IS NOT NULL) AND ((user_id IS NULL) OR (NOT ((seen_by_id = user_id) AND (seen_by_id IS NOT NULL) AND (user_id IS NOT NULL)))))))
    about character varying(255) NOT NULL
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    id bigint NOT NULL
    ip inet
    kind character varying(8) NOT NULL
    request_id character varying(64) NOT NULL
    seen_at timestamp with time zone
    seen_by_id bigint
    user_id bigint
);
ALTER TABLE casino_securityevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_securityevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE casino_session (
    expire_date timestamp with time zone NOT NULL
    session_data text NOT NULL
    session_key character varying(40) NOT NULL
    user_id bigint
);
CREATE TABLE casino_storedanswer (
    CONSTRAINT casino_storedanswer_status_check CHECK ((status >= 0))
    actor_id bigint NOT NULL
    answer text NOT NULL
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
    digest bytea NOT NULL
    key character varying(255) NOT NULL
    request character varying(255) NOT NULL
    status smallint NOT NULL
);
CREATE TABLE casino_user (
    CONSTRAINT user_language_known CHECK (((language)::text = ANY ((ARRAY['de'::character varying, 'en'::character varying])::text[])))
    CONSTRAINT user_roles_known CHECK ((roles <@ ARRAY['dealer'::character varying(16), 'floor'::character varying(16), 'cage'::character varying(16), 'manager'::character varying(16), 'auditor'::character varying(16), 'admin'::character varying(16), 'integrator'::character varying(16), 'council'::character varying(16)]))
    CONSTRAINT user_works_somewhere CHECK ((NOT ((house_ids = '{}'::bigint[]) AND (house_ids IS NOT NULL))))
    date_joined timestamp with time zone NOT NULL
    full_name character varying(120) NOT NULL
    house_ids bigint[]
    id bigint NOT NULL
    is_active boolean NOT NULL
    is_demo boolean NOT NULL
    language character varying(2) NOT NULL
    one_time_until timestamp with time zone
    password character varying(128) NOT NULL
    pin_hash character varying(128) NOT NULL
    preferences jsonb NOT NULL
    roles character varying(16)[] NOT NULL
    secrets_digest character varying(64) NOT NULL
    username character varying(64) NOT NULL
);
ALTER TABLE casino_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME casino_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE django_admin_log (
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
    action_flag smallint NOT NULL
    action_time timestamp with time zone NOT NULL
    change_message text NOT NULL
    content_type_id integer
    id integer NOT NULL
    object_id text
    object_repr character varying(200) NOT NULL
    user_id bigint NOT NULL
);
ALTER TABLE django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE django_content_type (
    app_label character varying(100) NOT NULL
    id integer NOT NULL
    model character varying(100) NOT NULL
);
ALTER TABLE django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE django_migrations (
    app character varying(255) NOT NULL
    applied timestamp with time zone NOT NULL
    id bigint NOT NULL
    name character varying(255) NOT NULL
);
ALTER TABLE django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE knox_authtoken (
    created timestamp with time zone NOT NULL
    digest character varying(128) NOT NULL
    expiry timestamp with time zone
    token_key character varying(25) NOT NULL
    user_id bigint NOT NULL
);
CREATE TABLE otp_totp_totpdevice (
    CONSTRAINT otp_totp_totpdevice_digits_check CHECK ((digits >= 0))
    CONSTRAINT otp_totp_totpdevice_step_check CHECK ((step >= 0))
    CONSTRAINT otp_totp_totpdevice_throttling_failure_count_check CHECK ((throttling_failure_count >= 0))
    CONSTRAINT otp_totp_totpdevice_tolerance_check CHECK ((tolerance >= 0))
    confirmed boolean NOT NULL
    created_at timestamp with time zone
    digits smallint NOT NULL
    drift smallint NOT NULL
    id integer NOT NULL
    key character varying(80) NOT NULL
    last_t bigint NOT NULL
    last_used_at timestamp with time zone
    name character varying(64) NOT NULL
    step smallint NOT NULL
    t0 bigint NOT NULL
    throttling_failure_count integer NOT NULL
    throttling_failure_timestamp timestamp with time zone
    tolerance smallint NOT NULL
    user_id bigint NOT NULL
);
ALTER TABLE otp_totp_totpdevice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME otp_totp_totpdevice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_absence (
    CONSTRAINT absence_buttons_have_time CHECK ((((buttons = 0) AND (last_button_at IS NULL)) OR ((buttons > 0) AND (last_button_at IS NOT NULL))))
    CONSTRAINT absence_ends_after_start CHECK (((until IS NULL) OR (until >= since)))
    CONSTRAINT tables_absence_buttons_check CHECK ((buttons >= 0))
    buttons smallint NOT NULL
    by_id bigint NOT NULL
    id bigint NOT NULL
    last_button_at timestamp with time zone
    reason character varying(500) NOT NULL
    since timestamp with time zone NOT NULL
    sitting_id bigint NOT NULL
    until timestamp with time zone
);
ALTER TABLE tables_absence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_absence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_acknowledgement (
    CONSTRAINT acknowledgement_has_reason CHECK ((NOT ((reason)::text = ''::text)))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    mark character varying(60) NOT NULL
    reason character varying(500) NOT NULL
    since timestamp with time zone NOT NULL
    table_id bigint NOT NULL
);
ALTER TABLE tables_acknowledgement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_acknowledgement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_admissioncheck (
    CONSTRAINT admission_result CHECK (((((result)::text = 'banned'::text) AND ((source)::text = 'house'::text)) OR (((result)::text = 'admitted'::text) AND ((source)::text = 'manager'::text)) OR ((source)::text = 'ban_file'::text)))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    gaming_day_id bigint NOT NULL
    guest_id bigint NOT NULL
    id bigint NOT NULL
    reference character varying(64) NOT NULL
    result character varying(8) NOT NULL
    source character varying(8) NOT NULL
);
ALTER TABLE tables_admissioncheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_admissioncheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_admissionpolicy (
    CONSTRAINT policy_age CHECK (((least_age >= 18) AND (least_age <= 30)))
    CONSTRAINT policy_identified_from CHECK ((identified_from_cents > 0))
    CONSTRAINT tables_admissionpolicy_least_age_check CHECK ((least_age >= 0))
    house_id bigint NOT NULL
    id bigint NOT NULL
    identified_from_cents bigint NOT NULL
    is_on boolean NOT NULL
    least_age smallint NOT NULL
    unanswered character varying(8) NOT NULL
);
ALTER TABLE tables_admissionpolicy ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_admissionpolicy_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_auditpiece (
    CONSTRAINT tables_auditpiece_agree_check CHECK ((agree >= 0))
    CONSTRAINT tables_auditpiece_hands_check CHECK ((hands >= 0))
    agree integer NOT NULL
    first_id bigint NOT NULL
    gaming_day_id bigint NOT NULL
    hands integer NOT NULL
    id bigint NOT NULL
    is_done boolean NOT NULL
    kind character varying(10) NOT NULL
    last_id bigint NOT NULL
    run_id bigint NOT NULL
);
ALTER TABLE tables_auditpiece ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_auditpiece_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_auditrun (
    CONSTRAINT tables_auditrun_agree_check CHECK ((agree >= 0))
    CONSTRAINT tables_auditrun_entries_check CHECK ((entries >= 0))
    CONSTRAINT tables_auditrun_hands_check CHECK ((hands >= 0))
    agree integer NOT NULL
    entries bigint NOT NULL
    finished_at timestamp with time zone
    gaming_day_id bigint
    hands integer NOT NULL
    house_id bigint
    id bigint NOT NULL
    started_at timestamp with time zone NOT NULL
);
ALTER TABLE tables_auditrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_auditrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_calltaking (
    CONSTRAINT tables_calltaking_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    call_id bigint NOT NULL
    id bigint NOT NULL
    number smallint NOT NULL
);
ALTER TABLE tables_calltaking ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_calltaking_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_carryover (
    CONSTRAINT carry_over_goes_on CHECK ((NOT (from_day_id = to_day_id)))
    at timestamp with time zone NOT NULL
    chips jsonb
    counted_by_id bigint NOT NULL
    counted_float_cents bigint NOT NULL
    counted_stacks_cents bigint
    float_cents bigint NOT NULL
    from_day_id bigint NOT NULL
    id bigint NOT NULL
    session_id bigint NOT NULL
    stacks_cents bigint NOT NULL
    to_day_id bigint NOT NULL
);
ALTER TABLE tables_carryover ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_carryover_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_chipcount (
    CONSTRAINT chipcount_explained CHECK (((counted = issued) OR (NOT ((explanation)::text = ''::text))))
    CONSTRAINT tables_chipcount_level_check CHECK ((level >= 0))
    CONSTRAINT tables_chipcount_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    counted bigint NOT NULL
    counts jsonb NOT NULL
    explanation character varying(500) NOT NULL
    id bigint NOT NULL
    issued bigint NOT NULL
    level smallint NOT NULL
    number integer NOT NULL
    table_id bigint
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_chipcount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_chipcount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_chiprace (
    CONSTRAINT tables_chiprace_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    denomination bigint NOT NULL
    difference bigint NOT NULL
    id bigint NOT NULL
    lines jsonb NOT NULL
    next_denomination bigint NOT NULL
    number integer NOT NULL
    stacks jsonb NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_chiprace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_chiprace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_chipsetcheck (
    "when" character varying(10) NOT NULL
    CONSTRAINT chipset_explained CHECK (((missing = '{}'::jsonb) OR (NOT ((explanation)::text = ''::text))))
    CONSTRAINT tables_chipsetcheck_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    explanation character varying(500) NOT NULL
    found jsonb NOT NULL
    id bigint NOT NULL
    missing jsonb NOT NULL
    number integer NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_chipsetcheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_chipsetcheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_clockevent (
    CONSTRAINT tables_clockevent_item_check CHECK ((item >= 0))
    CONSTRAINT tables_clockevent_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    id bigint NOT NULL
    item smallint NOT NULL
    kind character varying(10) NOT NULL
    milliseconds bigint
    number integer NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_clockevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_clockevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_deal (
    CONSTRAINT tables_deal_number_check CHECK ((number >= 0))
    amounts jsonb NOT NULL
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    id bigint NOT NULL
    left_cents bigint NOT NULL
    method character varying(20) NOT NULL
    number integer NOT NULL
    stacks jsonb NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_deal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_deal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_dealerbreak (
    CONSTRAINT break_ends CHECK (((ended_at IS NULL) OR (ended_at >= started_at)))
    back_at timestamp with time zone NOT NULL
    dealer_id bigint NOT NULL
    ended_at timestamp with time zone
    id bigint NOT NULL
    sent_by_id bigint NOT NULL
    shift_id bigint NOT NULL
    started_at timestamp with time zone NOT NULL
);
ALTER TABLE tables_dealerbreak ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_dealerbreak_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_deckchange (
    CONSTRAINT deck_change_names_deck CHECK ((NOT ((deck)::text = ''::text)))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    deck character varying(40) NOT NULL
    id bigint NOT NULL
    reason character varying(500) NOT NULL
    shuffler character varying(40) NOT NULL
    table_id bigint NOT NULL
);
ALTER TABLE tables_deckchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_deckchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_down (
    CONSTRAINT down_at_one_game CHECK ((((session_id IS NOT NULL) AND (tournament_id IS NULL)) OR ((session_id IS NULL) AND (tournament_id IS NOT NULL))))
    dealer_id bigint NOT NULL
    ended_at timestamp with time zone
    id bigint NOT NULL
    pushed_by_id bigint NOT NULL
    reason character varying(500) NOT NULL
    session_id bigint
    started_at timestamp with time zone NOT NULL
    table_id bigint NOT NULL
    tournament_id bigint
);
ALTER TABLE tables_down ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_down_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_draw (
    CONSTRAINT tables_draw_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    commitment character varying(64) NOT NULL
    drawn_at timestamp with time zone
    facts jsonb
    id bigint NOT NULL
    number integer NOT NULL
    purpose character varying(10) NOT NULL
    result jsonb
    seed character varying(64) NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_draw ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_draw_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_elimination (
    CONSTRAINT tables_elimination_level_check CHECK ((level >= 0))
    CONSTRAINT tables_elimination_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    bounties jsonb NOT NULL
    by_id bigint NOT NULL
    id bigint NOT NULL
    level smallint NOT NULL
    number integer NOT NULL
    places jsonb NOT NULL
    tournament_id bigint NOT NULL
    undone_at timestamp with time zone
);
ALTER TABLE tables_elimination ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_elimination_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_entrant (
    CONSTRAINT entrant_chips CHECK ((chips >= 0))
    CONSTRAINT entrant_seated_has_seat CHECK ((((seat IS NOT NULL) AND ((state)::text = 'seated'::text) AND (table_id IS NOT NULL)) OR ((NOT ((state)::text = 'seated'::text)) AND (seat IS NULL) AND (table_id IS NULL))))
    CONSTRAINT tables_entrant_number_check CHECK ((number >= 0))
    CONSTRAINT tables_entrant_place_check CHECK ((place >= 0))
    CONSTRAINT tables_entrant_seat_check CHECK ((seat >= 0))
    CONSTRAINT tables_entrant_tied_check CHECK ((tied >= 0))
    chips bigint NOT NULL
    guest_id bigint NOT NULL
    id bigint NOT NULL
    number integer NOT NULL
    out_at timestamp with time zone
    place integer
    seat smallint
    state character varying(12) NOT NULL
    table_id bigint
    tied smallint NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_entrant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_entrant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_erasure (
    CONSTRAINT erasure_by_two CHECK (((NOT ((state)::text = 'done'::text)) OR ((asked_by_id IS NULL) AND (decided_by_id IS NULL)) OR ((asked_by_id IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (NOT ((decided_by_id = asked_by_id) AND (decided_by_id IS NOT NULL) AND (asked_by_id IS NOT NULL))))))
    CONSTRAINT erasure_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'asked'::text)) OR ((NOT ((state)::text = 'asked'::text)) AND (decided_at IS NOT NULL))))
    asked_at timestamp with time zone NOT NULL
    asked_by_id bigint
    decided_at timestamp with time zone
    decided_by_id bigint
    guest_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    reason character varying(500) NOT NULL
    rows jsonb NOT NULL
    state character varying(8) NOT NULL
);
ALTER TABLE tables_erasure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_erasure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_floorcall (
    CONSTRAINT call_answered_by_somebody CHECK (((((answer)::text = ''::text) AND (answered_at IS NULL) AND (answered_by_id IS NULL)) OR ((answered_at IS NOT NULL) AND (answered_by_id IS NOT NULL))))
    CONSTRAINT call_of_a_refused_hand_has_it CHECK ((((facts IS NOT NULL) AND (hand_uuid IS NOT NULL) AND ((kind)::text = 'refused_hand'::text)) OR ((NOT ((kind)::text = 'refused_hand'::text)) AND (hand_uuid IS NULL))))
    CONSTRAINT call_taken_by_somebody CHECK ((((taken_at IS NULL) AND (taken_by_id IS NULL)) OR ((taken_at IS NOT NULL) AND (taken_by_id IS NOT NULL))))
    answer character varying(500) NOT NULL
    answered_at timestamp with time zone
    answered_by_id bigint
    called_at timestamp with time zone NOT NULL
    called_by_id bigint NOT NULL
    facts jsonb
    hand_id bigint
    hand_uuid uuid
    house_id bigint NOT NULL
    id bigint NOT NULL
    kind character varying(20) NOT NULL
    round_id bigint
    table_id bigint NOT NULL
    taken_at timestamp with time zone
    taken_by_id bigint
);
ALTER TABLE tables_floorcall ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_floorcall_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_game (
    CONSTRAINT game_banked_or_raked CHECK ((((max_side_cents >= 0) AND (min_box_cents > 0) AND (rake_schedule_id IS NULL) AND ((variant)::text = ANY ((ARRAY['easy_holdem'::character varying, 'casino_holdem'::character varying, 'ultimate_holdem'::character varying])::text[])) AND (max_box_cents >= min_box_cents) AND ((max_paid_cents IS NULL) OR (max_paid_cents > 0))) OR ((NOT ((variant)::text = ANY ((ARRAY['easy_holdem'::character varying, 'casino_holdem'::character varying, 'ultimate_holdem'::character varying])::text[]))) AND (max_box_cents = 0) AND (max_side_cents = 0) AND (min_box_cents = 0) AND (rake_schedule_id IS NOT NULL) AND (max_paid_cents IS NULL))))
    CONSTRAINT game_blinds CHECK ((((ante_cents = 0) AND (big_blind_cents = 0) AND (small_blind_cents = 0) AND ((variant)::text = ANY ((ARRAY['easy_holdem'::character varying, 'casino_holdem'::character varying, 'ultimate_holdem'::character varying])::text[]))) OR ((NOT ((variant)::text = ANY ((ARRAY['easy_holdem'::character varying, 'casino_holdem'::character varying, 'ultimate_holdem'::character varying])::text[]))) AND (ante_cents >= 0) AND (big_blind_cents >= small_blind_cents) AND (small_blind_cents > 0))))
    CONSTRAINT game_buy_ins CHECK (((min_buy_in_cents >= big_blind_cents) AND ((max_buy_in_cents IS NULL) OR (max_buy_in_cents >= min_buy_in_cents))))
    CONSTRAINT game_chip_positive CHECK ((chip_cents > 0))
    CONSTRAINT game_last_hands CHECK ((last_hands > 0))
    CONSTRAINT game_rebuy CHECK (((rebuy_allowed AND (rebuy_at_cents IS NULL)) OR (rebuy_allowed AND (rebuy_at_cents >= 0)) OR ((NOT rebuy_allowed) AND (rebuy_at_cents IS NULL) AND (rebuy_cents IS NULL))))
    CONSTRAINT game_rebuy_buys_in CHECK (((rebuy_cents IS NULL) OR (rebuy_cents >= min_buy_in_cents)))
    CONSTRAINT tables_game_last_hands_check CHECK ((last_hands >= 0))
    CONSTRAINT tables_game_raise_cap_check CHECK ((raise_cap >= 0))
    CONSTRAINT tables_game_return_minutes_check CHECK ((return_minutes >= 0))
    ante_cents bigint NOT NULL
    betting character varying(20) NOT NULL
    big_blind_cents bigint NOT NULL
    chip_cents bigint NOT NULL
    chip_set jsonb
    house_id bigint NOT NULL
    id bigint NOT NULL
    is_active boolean NOT NULL
    last_hands smallint NOT NULL
    max_box_cents bigint NOT NULL
    max_buy_in_cents bigint
    max_paid_cents bigint
    max_side_cents bigint NOT NULL
    min_box_cents bigint NOT NULL
    min_buy_in_cents bigint NOT NULL
    name character varying(60) NOT NULL
    raise_cap smallint
    rake_schedule_id bigint
    rebuy_allowed boolean NOT NULL
    rebuy_at_cents bigint
    rebuy_cents bigint
    recording character varying(20) NOT NULL
    return_minutes smallint
    rule_set character varying(1000) NOT NULL
    small_blind_cents bigint NOT NULL
    straddle boolean NOT NULL
    variant character varying(20) NOT NULL
);
ALTER TABLE tables_game ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_game_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_gamechange (
    CONSTRAINT game_change_by_somebody_or_planned CHECK ((((by_id IS NOT NULL) AND (step_id IS NULL)) OR ((by_id IS NULL) AND (step_id IS NOT NULL))))
    CONSTRAINT game_change_changes CHECK ((NOT (from_game_id = to_game_id)))
    CONSTRAINT game_change_from_hand CHECK ((from_hand > 0))
    CONSTRAINT tables_gamechange_from_hand_check CHECK ((from_hand >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint
    from_game_id bigint NOT NULL
    from_hand integer NOT NULL
    id bigint NOT NULL
    reason character varying(500) NOT NULL
    session_id bigint NOT NULL
    step_id bigint
    to_game_id bigint NOT NULL
);
ALTER TABLE tables_gamechange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_gamechange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_guest (
    CONSTRAINT guest_identified CHECK ((((identified_at IS NULL) AND (identified_by_id IS NULL) AND ((identified_with)::text = ''::text)) OR ((birth_date IS NOT NULL) AND (identified_at IS NOT NULL) AND (identified_by_id IS NOT NULL) AND (NOT ((identified_with)::text = ''::text)))))
    CONSTRAINT guest_merged_into_another CHECK (((merged_into_id IS NULL) OR (NOT ((merged_into_id = id) AND (merged_into_id IS NOT NULL)))))
    birth_date date
    created_at timestamp with time zone NOT NULL
    erased_at timestamp with time zone
    house_id bigint NOT NULL
    id bigint NOT NULL
    identified_at timestamp with time zone
    identified_by_id bigint
    identified_with character varying(16) NOT NULL
    merged_into_id bigint
    name character varying(120) NOT NULL
    notes text NOT NULL
    number character varying(30) NOT NULL
);
ALTER TABLE tables_guest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_guest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_hand (
    CONSTRAINT hand_ended_has_time CHECK ((((ended_at IS NULL) AND ((state)::text = 'open'::text)) OR ((NOT ((state)::text = 'open'::text)) AND (ended_at IS NOT NULL))))
    CONSTRAINT hand_every_action_has_setup CHECK ((((recording)::text = 'summary'::text) OR (setup IS NOT NULL)))
    CONSTRAINT hand_settled_has_result CHECK (((NOT ((state)::text = 'settled'::text)) OR (result IS NOT NULL)))
    CONSTRAINT hand_void_has_reason CHECK (((NOT ((state)::text = 'void'::text)) OR (NOT ((void_reason)::text = ''::text))))
    CONSTRAINT tables_hand_button_seat_check CHECK ((button_seat >= 0))
    CONSTRAINT tables_hand_number_check CHECK ((number >= 0))
    CONSTRAINT tables_hand_version_check CHECK ((version >= 0))
    button_seat smallint
    client_uuid uuid
    corrects_id bigint
    dealer_id bigint
    ended_at timestamp with time zone
    game_id bigint NOT NULL
    gaming_day_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    number integer NOT NULL
    recording character varying(20) NOT NULL
    result jsonb
    schedule_version_id bigint NOT NULL
    session_id bigint NOT NULL
    setup jsonb
    started_at timestamp with time zone NOT NULL
    state character varying(10) NOT NULL
    table_id bigint NOT NULL
    version integer NOT NULL
    void_reason character varying(500) NOT NULL
    voided_by_id bigint
);
ALTER TABLE tables_hand ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_hand_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_handaction (
    CONSTRAINT hand_action_undo_names_action CHECK (((((kind)::text = 'undo'::text) AND (undoes IS NOT NULL)) OR ((NOT ((kind)::text = 'undo'::text)) AND (undoes IS NULL))))
    CONSTRAINT tables_handaction_seat_check CHECK ((seat >= 0))
    CONSTRAINT tables_handaction_sequence_check CHECK ((sequence >= 0))
    CONSTRAINT tables_handaction_undoes_check CHECK ((undoes >= 0))
    actor_id bigint NOT NULL
    at timestamp with time zone NOT NULL
    cards character varying(40) NOT NULL
    hand_id bigint NOT NULL
    kind character varying(20) NOT NULL
    seat smallint
    sequence smallint NOT NULL
    to_cents bigint
    undoes smallint
);
CREATE TABLE tables_handover (
    CONSTRAINT hand_over_by_another CHECK (((confirmed_by_id IS NULL) OR (NOT ((confirmed_by_id = by_id) AND (confirmed_by_id IS NOT NULL)))))
    CONSTRAINT hand_over_confirmed_by_somebody CHECK ((((confirmed_at IS NULL) AND (confirmed_by_id IS NULL)) OR ((confirmed_at IS NOT NULL) AND (confirmed_by_id IS NOT NULL))))
    CONSTRAINT hand_over_of_a_shift CHECK ((shift >= 1))
    CONSTRAINT tables_handover_shift_check CHECK ((shift >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    confirmed_at timestamp with time zone
    confirmed_by_id bigint
    digest character varying(64) NOT NULL
    facts jsonb NOT NULL
    gaming_day_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    notes character varying(2000) NOT NULL
    shift smallint NOT NULL
);
ALTER TABLE tables_handover ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_handover_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_historicaladmissionpolicy (
    CONSTRAINT tables_historicaladmissionpolicy_least_age_check CHECK ((least_age >= 0))
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    identified_from_cents bigint NOT NULL
    is_on boolean NOT NULL
    least_age smallint NOT NULL
    unanswered character varying(8) NOT NULL
);
ALTER TABLE tables_historicaladmissionpolicy ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_historicaladmissionpolicy_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_historicalgame (
    CONSTRAINT tables_historicalgame_last_hands_check CHECK ((last_hands >= 0))
    CONSTRAINT tables_historicalgame_raise_cap_check CHECK ((raise_cap >= 0))
    CONSTRAINT tables_historicalgame_return_minutes_check CHECK ((return_minutes >= 0))
    ante_cents bigint NOT NULL
    betting character varying(20) NOT NULL
    big_blind_cents bigint NOT NULL
    chip_cents bigint NOT NULL
    chip_set jsonb
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    is_active boolean NOT NULL
    last_hands smallint NOT NULL
    max_box_cents bigint NOT NULL
    max_buy_in_cents bigint
    max_paid_cents bigint
    max_side_cents bigint NOT NULL
    min_box_cents bigint NOT NULL
    min_buy_in_cents bigint NOT NULL
    name character varying(60) NOT NULL
    raise_cap smallint
    rake_schedule_id bigint
    rebuy_allowed boolean NOT NULL
    rebuy_at_cents bigint
    rebuy_cents bigint
    recording character varying(20) NOT NULL
    return_minutes smallint
    rule_set character varying(1000) NOT NULL
    small_blind_cents bigint NOT NULL
    straddle boolean NOT NULL
    variant character varying(20) NOT NULL
);
ALTER TABLE tables_historicalgame ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_historicalgame_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_historicalguest (
    birth_date date
    created_at timestamp with time zone NOT NULL
    erased_at timestamp with time zone
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    identified_at timestamp with time zone
    identified_by_id bigint
    identified_with character varying(16) NOT NULL
    merged_into_id bigint
    name character varying(120) NOT NULL
    notes text NOT NULL
    number character varying(30) NOT NULL
);
ALTER TABLE tables_historicalguest ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_historicalguest_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_historicalhouserules (
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    rules jsonb NOT NULL
    subject character varying(20) NOT NULL
);
ALTER TABLE tables_historicalhouserules ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_historicalhouserules_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_historicaltable (
    CONSTRAINT tables_historicaltable_seats_check CHECK ((seats >= 0))
    code character varying(20) NOT NULL
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    is_active boolean NOT NULL
    seats smallint NOT NULL
);
ALTER TABLE tables_historicaltable ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_historicaltable_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_historicaltournament (
    CONSTRAINT tables_historicaltournament_bounty_paid_bp_check CHECK ((bounty_paid_bp >= 0))
    CONSTRAINT tables_historicaltournament_most_entries_check CHECK ((most_entries >= 0))
    CONSTRAINT tables_historicaltournament_seats_per_table_check CHECK ((seats_per_table >= 0))
    add_on_cents bigint NOT NULL
    add_on_fee_cents bigint NOT NULL
    betting character varying(20) NOT NULL
    bounty_cents bigint NOT NULL
    bounty_paid_bp integer NOT NULL
    buy_in_cents bigint NOT NULL
    chip_set jsonb NOT NULL
    closed_at timestamp with time zone
    code character varying(20) NOT NULL
    fee_cents bigint NOT NULL
    final_id bigint
    finished_at timestamp with time zone
    guarantee_cents bigint NOT NULL
    history_change_reason character varying(100)
    history_date timestamp with time zone NOT NULL
    history_id integer NOT NULL
    history_type character varying(1) NOT NULL
    history_user_id bigint
    house_id bigint
    id bigint NOT NULL
    is_hand_for_hand boolean NOT NULL
    most_entries integer
    name character varying(80) NOT NULL
    payout_unit_cents bigint NOT NULL
    payouts jsonb NOT NULL
    re_buy_cents bigint NOT NULL
    re_buy_fee_cents bigint NOT NULL
    seat_for_id bigint
    seats_per_table smallint NOT NULL
    settled_at timestamp with time zone
    settled_by_id bigint
    started_at timestamp with time zone
    starts_at timestamp with time zone NOT NULL
    state character varying(12) NOT NULL
    structure jsonb NOT NULL
    variant character varying(20) NOT NULL
);
ALTER TABLE tables_historicaltournament ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_historicaltournament_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_houseban (
    CONSTRAINT ban_ends CHECK (((ends_on IS NULL) OR (ends_on >= begins_on)))
    CONSTRAINT ban_lifted_by CHECK ((((lifted_at IS NULL) AND (lifted_by_id IS NULL)) OR ((lifted_at IS NOT NULL) AND (lifted_by_id IS NOT NULL))))
    at timestamp with time zone NOT NULL
    begins_on date NOT NULL
    by_id bigint NOT NULL
    ends_on date
    guest_id bigint NOT NULL
    id bigint NOT NULL
    lifted_at timestamp with time zone
    lifted_by_id bigint
    reason character varying(500) NOT NULL
);
ALTER TABLE tables_houseban ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_houseban_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_houserules (
    house_id bigint NOT NULL
    id bigint NOT NULL
    rules jsonb NOT NULL
    subject character varying(20) NOT NULL
);
ALTER TABLE tables_houserules ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_houserules_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_houseruleset (
    CONSTRAINT house_rule_set_by_two CHECK (((NOT ((state)::text = 'approved'::text)) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL)))))
    CONSTRAINT house_rule_set_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL))))
    CONSTRAINT tables_houseruleset_version_check CHECK ((version >= 0))
    decided_at timestamp with time zone
    decided_by_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    key character varying(1000) NOT NULL
    name character varying(60) NOT NULL
    proposed_at timestamp with time zone NOT NULL
    proposed_by_id bigint NOT NULL
    reason character varying(200) NOT NULL
    state character varying(10) NOT NULL
    version integer NOT NULL
);
ALTER TABLE tables_houseruleset ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_houseruleset_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_incident (
    CONSTRAINT incident_hand_at_a_table CHECK (((hand_id IS NULL) OR (table_id IS NOT NULL)))
    CONSTRAINT incident_says_something CHECK ((NOT ((text)::text = ''::text)))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    call_id bigint
    hand_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    measures character varying(10)[] NOT NULL
    owner_id bigint
    present character varying(300) NOT NULL
    table_id bigint
    text character varying(2000) NOT NULL
);
CREATE TABLE tables_incident_guests (
    guest_id bigint NOT NULL
    id bigint NOT NULL
    incident_id bigint NOT NULL
);
ALTER TABLE tables_incident_guests ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_incident_guests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE tables_incident ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_incident_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_incidentnote (
    CONSTRAINT incident_note_says_something CHECK ((NOT ((text)::text = ''::text)))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    id bigint NOT NULL
    incident_id bigint NOT NULL
    owner_id bigint
    text character varying(2000) NOT NULL
);
ALTER TABLE tables_incidentnote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_incidentnote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_jackpotclaim (
    CONSTRAINT jackpot_claim_amounts_positive CHECK (((falls_cents > 0) AND (posted_cents >= 0)))
    CONSTRAINT jackpot_claim_by_two CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND (entry_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (entry_id IS NULL) AND ((state)::text = 'declined'::text) AND (NOT ((reason)::text = ''::text))) OR ((decided_at IS NOT NULL) AND (entry_id IS NOT NULL) AND ((state)::text = 'approved'::text) AND (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL))))))
    decided_at timestamp with time zone
    decided_by_id bigint
    entry_id bigint
    falls_cents bigint NOT NULL
    fund_id bigint NOT NULL
    gaming_day_id bigint NOT NULL
    hand_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    posted_cents bigint NOT NULL
    proposed_at timestamp with time zone NOT NULL
    proposed_by_id bigint NOT NULL
    reason character varying(500) NOT NULL
    shares jsonb NOT NULL
    shown jsonb NOT NULL
    state character varying(10) NOT NULL
    terms_id bigint NOT NULL
);
ALTER TABLE tables_jackpotclaim ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_jackpotclaim_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_keptchips (
    CONSTRAINT kept_chips_are_some CHECK ((amount_cents > 0))
    CONSTRAINT kept_chips_ended CHECK ((((ended_at IS NULL) AND (ended_by_id IS NULL) AND ((outcome)::text = ''::text)) OR ((NOT ((outcome)::text = ''::text)) AND (ended_at IS NOT NULL) AND (ended_by_id IS NOT NULL))))
    CONSTRAINT kept_chips_taken_in_for_a_reason CHECK (((NOT ((outcome)::text = 'taken_in'::text)) OR (NOT ((ended_because)::text = ''::text))))
    amount_cents bigint NOT NULL
    ended_at timestamp with time zone
    ended_because character varying(500) NOT NULL
    ended_by_id bigint
    gaming_day_id bigint NOT NULL
    id bigint NOT NULL
    outcome character varying(10) NOT NULL
    picked_up_at timestamp with time zone NOT NULL
    picked_up_by_id bigint NOT NULL
    reason character varying(500) NOT NULL
    sitting_id bigint NOT NULL
);
ALTER TABLE tables_keptchips ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_keptchips_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_legalhold (
    CONSTRAINT hold_lifted_by_another CHECK ((((lifted_at IS NULL) AND (lifted_by_id IS NULL)) OR ((lifted_at IS NOT NULL) AND (lifted_by_id IS NOT NULL) AND (NOT ((lifted_by_id = by_id) AND (lifted_by_id IS NOT NULL))))))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    guest_id bigint NOT NULL
    id bigint NOT NULL
    lifted_at timestamp with time zone
    lifted_because character varying(500) NOT NULL
    lifted_by_id bigint
    reason character varying(500) NOT NULL
);
ALTER TABLE tables_legalhold ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_legalhold_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_moverequest (
    "end" character varying(9) NOT NULL
    CONSTRAINT move_request_ended CHECK ((((("end")::text = ''::text) AND (ended_at IS NULL) AND (ended_by_id IS NULL)) OR ((NOT (("end")::text = ''::text)) AND (ended_at IS NOT NULL) AND (ended_by_id IS NOT NULL))))
    CONSTRAINT move_request_granted_sits CHECK ((((("end")::text = 'granted'::text) AND (granted_id IS NOT NULL)) OR ((NOT (("end")::text = 'granted'::text)) AND (granted_id IS NULL))))
    CONSTRAINT move_request_of_a_table CHECK ((((kind)::text = 'table'::text) OR (((kind)::text = 'seat'::text) AND (to_table_id IS NOT NULL))))
    CONSTRAINT move_request_seat_exists CHECK (((to_seat IS NULL) OR ((to_seat >= 1) AND (to_seat <= 10) AND (to_table_id IS NOT NULL))))
    CONSTRAINT tables_moverequest_to_seat_check CHECK ((to_seat >= 0))
    asked_at timestamp with time zone NOT NULL
    asked_by_id bigint NOT NULL
    ended_at timestamp with time zone
    ended_by_id bigint
    game_id bigint NOT NULL
    granted_id bigint
    guest_id bigint NOT NULL
    id bigint NOT NULL
    kind character varying(5) NOT NULL
    reason character varying(500) NOT NULL
    sitting_id bigint NOT NULL
    to_seat smallint
    to_table_id bigint
);
ALTER TABLE tables_moverequest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_moverequest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_mustmove (
    CONSTRAINT must_move_two_tables CHECK ((NOT (main_id = feeder_id)))
    CONSTRAINT must_move_uncoupled CHECK ((((uncoupled_at IS NULL) AND (uncoupled_by_id IS NULL)) OR ((uncoupled_at >= coupled_at) AND (uncoupled_by_id IS NOT NULL))))
    coupled_at timestamp with time zone NOT NULL
    coupled_by_id bigint NOT NULL
    feeder_id bigint NOT NULL
    game_id bigint NOT NULL
    id bigint NOT NULL
    main_id bigint NOT NULL
    uncoupled_at timestamp with time zone
    uncoupled_by_id bigint
);
ALTER TABLE tables_mustmove ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_mustmove_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_mustmoveturn (
    CONSTRAINT must_move_moved_or_refused CHECK ((((barred_until IS NULL) AND (moved_to_id IS NOT NULL)) OR ((barred_until IS NOT NULL) AND (moved_to_id IS NULL) AND (NOT ((reason)::text = ''::text)))))
    at timestamp with time zone NOT NULL
    barred_until timestamp with time zone
    by_id bigint NOT NULL
    couple_id bigint NOT NULL
    game_id bigint NOT NULL
    guest_id bigint NOT NULL
    id bigint NOT NULL
    moved_to_id bigint
    reason character varying(500) NOT NULL
    sitting_id bigint NOT NULL
);
ALTER TABLE tables_mustmoveturn ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_mustmoveturn_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_plannedopening (
    CONSTRAINT planned_opening_cancelled_by CHECK ((((cancelled_at IS NULL) AND (cancelled_by_id IS NULL)) OR ((cancelled_at IS NOT NULL) AND (cancelled_by_id IS NOT NULL) AND (session_id IS NULL))))
    CONSTRAINT planned_opening_ends_later CHECK (((ends_at IS NULL) OR (ends_at > starts_at)))
    cancelled_at timestamp with time zone
    cancelled_by_id bigint
    ends_at timestamp with time zone
    game_id bigint NOT NULL
    id bigint NOT NULL
    planned_at timestamp with time zone NOT NULL
    planned_by_id bigint NOT NULL
    session_id bigint
    starts_at timestamp with time zone NOT NULL
    table_id bigint NOT NULL
);
ALTER TABLE tables_plannedopening ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_plannedopening_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_prize (
    CONSTRAINT prize_amount CHECK ((amount_cents >= 0))
    CONSTRAINT prize_paid_to_somebody CHECK ((((entry_id IS NULL) AND (paid_at IS NULL)) OR ((entrant_id IS NOT NULL) AND (paid_at IS NOT NULL))))
    CONSTRAINT tables_prize_number_check CHECK ((number >= 0))
    CONSTRAINT tables_prize_place_check CHECK ((place >= 0))
    amount_cents bigint NOT NULL
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    entrant_id bigint
    entry_id bigint
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    number integer NOT NULL
    paid_at timestamp with time zone
    paid_by_id bigint
    place integer
    tournament_id bigint NOT NULL
    window_id bigint
);
ALTER TABLE tables_prize ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_prize_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_purchase (
    CONSTRAINT purchase_amounts CHECK (((bounty_cents >= 0) AND (chips >= 0) AND (fee_cents >= 0) AND (pool_cents >= 0)))
    CONSTRAINT purchase_money_is_booked CHECK (((entry_id IS NOT NULL) OR ((bounty_cents = 0) AND (fee_cents = 0) AND (pool_cents = 0))))
    CONSTRAINT tables_purchase_number_check CHECK ((number >= 0))
    at timestamp with time zone NOT NULL
    bounty_cents bigint NOT NULL
    by_id bigint NOT NULL
    chips bigint NOT NULL
    entrant_id bigint NOT NULL
    entry_id bigint
    fee_cents bigint NOT NULL
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    number integer NOT NULL
    pool_cents bigint NOT NULL
    returned_id bigint
    tournament_id bigint NOT NULL
    window_id bigint
);
ALTER TABLE tables_purchase ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_purchase_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_qualification (
    CONSTRAINT qualification_ended_by CHECK ((((until IS NULL) AND (until_by_id IS NULL)) OR ((until >= since) AND (until_by_id IS NOT NULL))))
    by_id bigint NOT NULL
    dealer_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    since timestamp with time zone NOT NULL
    skill character varying(20) NOT NULL
    until timestamp with time zone
    until_by_id bigint
);
ALTER TABLE tables_qualification ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_qualification_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_round (
    CONSTRAINT round_amounts CHECK (((lost_cents >= 0) AND (paid_cents >= 0) AND (staked_cents >= lost_cents) AND (tips_cents >= 0)))
    CONSTRAINT round_void_has_reason CHECK (((NOT ((state)::text = 'void'::text)) OR (NOT ((void_reason)::text = ''::text))))
    CONSTRAINT tables_round_number_check CHECK ((number >= 0))
    CONSTRAINT tables_round_version_check CHECK ((version >= 0))
    client_uuid uuid
    dealer_id bigint
    dealt_at timestamp with time zone NOT NULL
    game_id bigint NOT NULL
    gaming_day_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    lost_cents bigint NOT NULL
    number integer NOT NULL
    paid_cents bigint NOT NULL
    record jsonb NOT NULL
    recorded_at timestamp with time zone NOT NULL
    recording character varying(20) NOT NULL
    result jsonb NOT NULL
    rule_set character varying(40) NOT NULL
    session_id bigint NOT NULL
    staked_cents bigint NOT NULL
    state character varying(10) NOT NULL
    table_id bigint NOT NULL
    tips_cents bigint NOT NULL
    version integer NOT NULL
    void_reason character varying(500) NOT NULL
    voided_by_id bigint
);
ALTER TABLE tables_round ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_round_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_ruling (
    CONSTRAINT ruling_on_hand_or_round CHECK (((hand_id IS NULL) OR (round_id IS NULL)))
    CONSTRAINT ruling_reverses_another CHECK (((reverses_id IS NULL) OR (NOT ((reverses_id = id) AND (reverses_id IS NOT NULL)))))
    CONSTRAINT ruling_says_something CHECK ((NOT ((text)::text = ''::text)))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    call_id bigint
    hand_id bigint
    house_id bigint NOT NULL
    id bigint NOT NULL
    reverses_id bigint
    round_id bigint
    rule character varying(120) NOT NULL
    table_id bigint NOT NULL
    text character varying(1000) NOT NULL
    tournament_id bigint
);
CREATE TABLE tables_ruling_guests (
    guest_id bigint NOT NULL
    id bigint NOT NULL
    ruling_id bigint NOT NULL
);
ALTER TABLE tables_ruling_guests ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_ruling_guests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE tables_ruling ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_ruling_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_seatchange (
    CONSTRAINT tables_seatchange_from_seat_check CHECK ((from_seat >= 0))
    CONSTRAINT tables_seatchange_number_check CHECK ((number >= 0))
    CONSTRAINT tables_seatchange_to_seat_check CHECK ((to_seat >= 0))
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    entrant_id bigint NOT NULL
    explanation character varying(500) NOT NULL
    from_seat smallint
    from_table_id bigint
    id bigint NOT NULL
    number integer NOT NULL
    reason character varying(10) NOT NULL
    to_seat smallint NOT NULL
    to_table_id bigint NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_seatchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_seatchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_seatdraw (
    CONSTRAINT seat_draw_told CHECK ((((drawn_at IS NULL) AND (drawn_by_id IS NULL) AND (facts = 'null'::jsonb) AND ((purpose)::text = ''::text) AND (result = 'null'::jsonb)) OR ((NOT ((purpose)::text = ''::text)) AND (drawn_at IS NOT NULL) AND (drawn_by_id IS NOT NULL) AND (facts IS NOT NULL) AND (result IS NOT NULL))))
    announced_at timestamp with time zone NOT NULL
    announced_by_id bigint NOT NULL
    commitment character varying(64) NOT NULL
    drawn_at timestamp with time zone
    drawn_by_id bigint
    facts jsonb
    id bigint NOT NULL
    purpose character varying(8) NOT NULL
    reason character varying(500) NOT NULL
    result jsonb
    seed character varying(64) NOT NULL
    table_id bigint NOT NULL
);
ALTER TABLE tables_seatdraw ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_seatdraw_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_session (
    CONSTRAINT session_closed_has_time CHECK ((((closed_at IS NOT NULL) AND ((state)::text = 'closed'::text)) OR ((NOT ((state)::text = 'closed'::text)) AND (closed_at IS NULL))))
    CONSTRAINT session_float_not_negative CHECK ((float_cents >= 0))
    CONSTRAINT session_last_hands CHECK ((((last_hands_at IS NULL) AND (last_hands_left IS NULL)) OR ((last_hands_at IS NOT NULL) AND (last_hands_left IS NOT NULL))))
    CONSTRAINT tables_session_big_blind_seat_check CHECK ((big_blind_seat >= 0))
    CONSTRAINT tables_session_button_seat_check CHECK ((button_seat >= 0))
    CONSTRAINT tables_session_hands_dealt_check CHECK ((hands_dealt >= 0))
    CONSTRAINT tables_session_last_hands_left_check CHECK ((last_hands_left >= 0))
    CONSTRAINT tables_session_paused_seconds_check CHECK ((paused_seconds >= 0))
    CONSTRAINT tables_session_rounds_dealt_check CHECK ((rounds_dealt >= 0))
    CONSTRAINT tables_session_small_blind_seat_check CHECK ((small_blind_seat >= 0))
    big_blind_seat smallint
    button_seat smallint
    closed_at timestamp with time zone
    closed_by_id bigint
    counted_float_cents bigint
    counted_float_chips jsonb
    ends_at timestamp with time zone
    float_cents bigint NOT NULL
    float_chips jsonb
    game_id bigint NOT NULL
    gaming_day_id bigint NOT NULL
    hands_dealt integer NOT NULL
    id bigint NOT NULL
    is_redeal boolean NOT NULL
    last_hands_at timestamp with time zone
    last_hands_left smallint
    opened_at timestamp with time zone NOT NULL
    opened_by_id bigint NOT NULL
    paused_seconds integer DEFAULT 0 NOT NULL
    rounds_dealt integer NOT NULL
    small_blind_seat smallint
    state character varying(10) NOT NULL
    switched_at timestamp with time zone
    table_id bigint NOT NULL
);
ALTER TABLE tables_session ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_shift (
    CONSTRAINT shift_called_off_with_reason CHECK (((called_off_at IS NULL) OR (NOT ((reason)::text = ''::text))))
    CONSTRAINT shift_comes_before_it_goes CHECK (((((came_at IS NULL) AND (came_by_id IS NULL)) OR ((came_at IS NOT NULL) AND (came_by_id IS NOT NULL))) AND (((went_at IS NULL) AND (went_by_id IS NULL)) OR ((went_at >= came_at) AND (went_by_id IS NOT NULL))) AND (((called_off_at IS NULL) AND (called_off_by_id IS NULL)) OR ((called_off_at IS NOT NULL) AND (called_off_by_id IS NOT NULL) AND (came_at IS NULL)))))
    CONSTRAINT shift_ends CHECK ((ends_at > begins_at))
    begins_at timestamp with time zone NOT NULL
    called_off_at timestamp with time zone
    called_off_by_id bigint
    came_at timestamp with time zone
    came_by_id bigint
    dealer_id bigint NOT NULL
    ends_at timestamp with time zone NOT NULL
    entered_at timestamp with time zone NOT NULL
    entered_by_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    reason character varying(500) NOT NULL
    went_at timestamp with time zone
    went_by_id bigint
);
ALTER TABLE tables_shift ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_shift_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_sitting (
    CONSTRAINT sitting_left CHECK ((((cashed_out_cents IS NULL) AND (left_at IS NULL)) OR (left_at IS NOT NULL)))
    CONSTRAINT sitting_minimum_buy_in CHECK (((moved_from_id IS NOT NULL) OR (buy_in_cents >= min_buy_in_cents)))
    CONSTRAINT sitting_minimum_positive CHECK ((min_buy_in_cents > 0))
    CONSTRAINT sitting_seat_exists CHECK (((seat >= 1) AND (seat <= 10)))
    CONSTRAINT tables_sitting_seat_check CHECK ((seat >= 0))
    bought_in_cents bigint NOT NULL
    buy_in_cents bigint NOT NULL
    cashed_out_cents bigint
    guest_id bigint NOT NULL
    id bigint NOT NULL
    is_away boolean NOT NULL
    is_new boolean NOT NULL
    leaves_at timestamp with time zone
    left_at timestamp with time zone
    left_game_id bigint
    min_buy_in_cents bigint NOT NULL
    moved_from_id bigint
    owes_big_blind boolean NOT NULL
    owes_small_blind boolean NOT NULL
    sat_at timestamp with time zone NOT NULL
    seat smallint NOT NULL
    session_id bigint NOT NULL
    table_id bigint NOT NULL
    waits_for_big_blind boolean NOT NULL
);
ALTER TABLE tables_sitting ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_sitting_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_stakestep (
    CONSTRAINT stake_step_cancelled_by CHECK ((((cancelled_by_id IS NOT NULL) AND ((state)::text = 'cancelled'::text)) OR ((NOT ((state)::text = 'cancelled'::text)) AND (cancelled_by_id IS NULL))))
    CONSTRAINT stake_step_ended CHECK ((((ended_at IS NULL) AND ((state)::text = 'planned'::text)) OR ((NOT ((state)::text = 'planned'::text)) AND (ended_at IS NOT NULL))))
    CONSTRAINT stake_step_in_one_measure CHECK ((((after_hands IS NULL) AND (after_minutes > 0)) OR ((after_hands > 0) AND (after_minutes IS NULL))))
    CONSTRAINT tables_stakestep_after_hands_check CHECK ((after_hands >= 0))
    CONSTRAINT tables_stakestep_after_minutes_check CHECK ((after_minutes >= 0))
    after_hands integer
    after_minutes integer
    cancelled_by_id bigint
    ended_at timestamp with time zone
    game_id bigint NOT NULL
    id bigint NOT NULL
    planned_at timestamp with time zone NOT NULL
    planned_by_id bigint NOT NULL
    session_id bigint NOT NULL
    state character varying(10) NOT NULL
);
ALTER TABLE tables_stakestep ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_stakestep_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_table (
    CONSTRAINT table_code_plain CHECK (((code)::text ~ '^[A-Za-z0-9][A-Za-z0-9-]*$'::text))
    CONSTRAINT table_seats CHECK (((seats >= 2) AND (seats <= 10)))
    CONSTRAINT tables_table_seats_check CHECK ((seats >= 0))
    code character varying(20) NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    is_active boolean NOT NULL
    seats smallint NOT NULL
    version bigint NOT NULL
);
ALTER TABLE tables_table ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_table_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_tournament (
    CONSTRAINT tables_tournament_bounty_paid_bp_check CHECK ((bounty_paid_bp >= 0))
    CONSTRAINT tables_tournament_most_entries_check CHECK ((most_entries >= 0))
    CONSTRAINT tables_tournament_seats_per_table_check CHECK ((seats_per_table >= 0))
    CONSTRAINT tournament_amounts CHECK (((add_on_cents >= 0) AND (add_on_fee_cents >= 0) AND (bounty_cents >= 0) AND (buy_in_cents >= 0) AND (fee_cents >= 0) AND (guarantee_cents >= 0) AND (payout_unit_cents > 0) AND (re_buy_cents >= 0) AND (re_buy_fee_cents >= 0)))
    CONSTRAINT tournament_code_plain CHECK (((code)::text ~ '^[A-Za-z0-9][A-Za-z0-9-]*$'::text))
    CONSTRAINT tournament_final_is_another CHECK (((final_id IS NULL) OR (NOT ((final_id = id) AND (final_id IS NOT NULL)))))
    CONSTRAINT tournament_seats CHECK (((seats_per_table >= 2) AND (seats_per_table <= 10)))
    CONSTRAINT tournament_settled CHECK (((NOT ((state)::text = 'settled'::text)) OR (settled_at IS NOT NULL)))
    add_on_cents bigint NOT NULL
    add_on_fee_cents bigint NOT NULL
    betting character varying(20) NOT NULL
    bounty_cents bigint NOT NULL
    bounty_paid_bp integer NOT NULL
    buy_in_cents bigint NOT NULL
    chip_set jsonb NOT NULL
    closed_at timestamp with time zone
    code character varying(20) NOT NULL
    fee_cents bigint NOT NULL
    final_id bigint
    finished_at timestamp with time zone
    guarantee_cents bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    is_hand_for_hand boolean NOT NULL
    most_entries integer
    name character varying(80) NOT NULL
    payout_unit_cents bigint NOT NULL
    payouts jsonb NOT NULL
    re_buy_cents bigint NOT NULL
    re_buy_fee_cents bigint NOT NULL
    seat_for_id bigint
    seats_per_table smallint NOT NULL
    settled_at timestamp with time zone
    settled_by_id bigint
    started_at timestamp with time zone
    starts_at timestamp with time zone NOT NULL
    state character varying(12) NOT NULL
    structure jsonb NOT NULL
    variant character varying(20) NOT NULL
    version bigint NOT NULL
);
ALTER TABLE tables_tournament ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_tournament_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_tournamenthand (
    CONSTRAINT tables_tournamenthand_level_check CHECK ((level >= 0))
    CONSTRAINT tables_tournamenthand_number_check CHECK ((number >= 0))
    CONSTRAINT tournamenthand_result CHECK (((NOT ((state)::text = 'settled'::text)) OR (result IS NOT NULL)))
    actions jsonb NOT NULL
    at timestamp with time zone NOT NULL
    by_id bigint NOT NULL
    entrants jsonb NOT NULL
    id bigint NOT NULL
    level smallint NOT NULL
    number integer NOT NULL
    reason character varying(500) NOT NULL
    result jsonb
    setup jsonb NOT NULL
    state character varying(10) NOT NULL
    table_id bigint NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_tournamenthand ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_tournamenthand_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_tournamenttable (
    "position" integer NOT NULL
    CONSTRAINT tables_tournamenttable_big_blind_seat_check CHECK ((big_blind_seat >= 0))
    CONSTRAINT tables_tournamenttable_button_seat_check CHECK ((button_seat >= 0))
    CONSTRAINT tables_tournamenttable_position_check CHECK (("position" >= 0))
    CONSTRAINT tables_tournamenttable_seats_check CHECK ((seats >= 0))
    CONSTRAINT tables_tournamenttable_small_blind_seat_check CHECK ((small_blind_seat >= 0))
    CONSTRAINT tournament_table_seats CHECK (((seats >= 2) AND (seats <= 10)))
    big_blind_seat smallint
    button_seat smallint
    closed_at timestamp with time zone
    id bigint NOT NULL
    opened_at timestamp with time zone NOT NULL
    seats smallint NOT NULL
    small_blind_seat smallint
    table_id bigint NOT NULL
    tournament_id bigint NOT NULL
);
ALTER TABLE tables_tournamenttable ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_tournamenttable_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_waitingentry (
    CONSTRAINT tables_waitingentry_misses_check CHECK ((misses >= 0))
    CONSTRAINT tables_waitingentry_rank_check CHECK ((rank >= 0))
    CONSTRAINT tables_waitingentry_seat_check CHECK ((seat >= 0))
    CONSTRAINT waiting_called_to_a_seat CHECK (((((state)::text = ANY ((ARRAY['called'::character varying, 'locked_up'::character varying])::text[])) AND (called_at IS NOT NULL) AND (due_at IS NOT NULL) AND (seat IS NOT NULL) AND (table_id IS NOT NULL)) OR ((NOT ((state)::text = ANY ((ARRAY['called'::character varying, 'locked_up'::character varying])::text[]))) AND (called_at IS NULL) AND (seat IS NULL) AND (table_id IS NULL))))
    CONSTRAINT waiting_ended CHECK (((((state)::text = ANY ((ARRAY['called'::character varying, 'locked_up'::character varying, 'waiting'::character varying])::text[])) AND (ended_at IS NULL)) OR ((NOT ((state)::text = ANY ((ARRAY['called'::character varying, 'locked_up'::character varying, 'waiting'::character varying])::text[]))) AND (due_at IS NULL) AND (ended_at IS NOT NULL))))
    CONSTRAINT waiting_seat_exists CHECK (((seat IS NULL) OR ((seat >= 1) AND (seat <= 10))))
    CONSTRAINT waiting_seated_sits CHECK ((((sitting_id IS NOT NULL) AND ((state)::text = 'seated'::text)) OR ((NOT ((state)::text = 'seated'::text)) AND (sitting_id IS NULL))))
    CONSTRAINT waiting_until_arrival CHECK (((NOT ((state)::text = 'waiting'::text)) OR ((due_at IS NULL) AND is_here) OR ((due_at IS NOT NULL) AND (NOT is_here))))
    called_at timestamp with time zone
    due_at timestamp with time zone
    ended_at timestamp with time zone
    guest_id bigint NOT NULL
    has_more_time boolean NOT NULL
    id bigint NOT NULL
    is_from_broken_table boolean NOT NULL
    is_here boolean NOT NULL
    is_remote boolean NOT NULL
    joined_at timestamp with time zone NOT NULL
    misses smallint NOT NULL
    rank integer NOT NULL
    seat smallint
    sitting_id bigint
    state character varying(10) NOT NULL
    table_id bigint
    waiting_list_id bigint NOT NULL
);
ALTER TABLE tables_waitingentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_waitingentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_waitingevent (
    CONSTRAINT tables_waitingevent_from_place_check CHECK ((from_place >= 0))
    CONSTRAINT tables_waitingevent_seat_check CHECK ((seat >= 0))
    CONSTRAINT tables_waitingevent_to_place_check CHECK ((to_place >= 0))
    CONSTRAINT waiting_call_names_seat CHECK (((NOT ((kind)::text = 'called'::text)) OR ((seat IS NOT NULL) AND (table_id IS NOT NULL))))
    CONSTRAINT waiting_event_by_somebody CHECK (((by_id IS NOT NULL) OR ((kind)::text = ANY ((ARRAY['missed'::character varying, 'struck'::character varying])::text[]))))
    CONSTRAINT waiting_event_has_cause CHECK (((NOT ((kind)::text = ANY ((ARRAY['skipped'::character varying, 'moved'::character varying, 'missed'::character varying, 'struck'::character varying, 'withdrawn'::character varying])::text[]))) OR (NOT ((cause)::text = ''::text))))
    CONSTRAINT waiting_floor_gives_reason CHECK (((NOT ((cause)::text = 'floor'::text)) OR (NOT ((reason)::text = ''::text))))
    answer character varying(10) NOT NULL
    at timestamp with time zone NOT NULL
    by_id bigint
    call_id bigint
    cause character varying(20) NOT NULL
    entry_id bigint NOT NULL
    from_place integer
    id bigint NOT NULL
    kind character varying(10) NOT NULL
    reason character varying(500) NOT NULL
    seat smallint
    table_id bigint
    to_place integer
);
ALTER TABLE tables_waitingevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_waitingevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tables_waitinglist (
    game_id bigint NOT NULL
    house_id bigint NOT NULL
    id bigint NOT NULL
    version bigint NOT NULL
);
ALTER TABLE tables_waitinglist ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_waitinglist_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY accounting_assessment
    ADD CONSTRAINT accounting_assessment_pkey PRIMARY KEY (entry_id);
ALTER TABLE ONLY accounting_authoritykey
    ADD CONSTRAINT accounting_authoritykey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_book
    ADD CONSTRAINT accounting_book_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_count
    ADD CONSTRAINT accounting_count_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_countersignature
    ADD CONSTRAINT accounting_countersignature_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_count_entry_id_key UNIQUE (count_entry_id);
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT accounting_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT accounting_entry_reference_key UNIQUE (reference);
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT accounting_entry_reverses_id_key UNIQUE (reverses_id);
ALTER TABLE ONLY accounting_finding
    ADD CONSTRAINT accounting_finding_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_fund
    ADD CONSTRAINT accounting_fund_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_fundcount
    ADD CONSTRAINT accounting_fundcount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_count_entry_id_key UNIQUE (count_entry_id);
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_fundmove
    ADD CONSTRAINT accounting_fundmove_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY accounting_fundmove
    ADD CONSTRAINT accounting_fundmove_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_fundterms
    ADD CONSTRAINT accounting_fundterms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_gamingday
    ADD CONSTRAINT accounting_gamingday_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_historicalfinding
    ADD CONSTRAINT accounting_historicalfinding_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY accounting_historicalgamingday
    ADD CONSTRAINT accounting_historicalgamingday_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY accounting_historicalhouse
    ADD CONSTRAINT accounting_historicalhouse_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY accounting_historicalrakeschedule
    ADD CONSTRAINT accounting_historicalrakeschedule_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY accounting_historicalscheduleversion
    ADD CONSTRAINT accounting_historicalscheduleversion_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY accounting_historicalwindow
    ADD CONSTRAINT accounting_historicalwindow_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY accounting_house
    ADD CONSTRAINT accounting_house_code_key UNIQUE (code);
ALTER TABLE ONLY accounting_house
    ADD CONSTRAINT accounting_house_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_houseday
    ADD CONSTRAINT accounting_houseday_pkey PRIMARY KEY (gaming_day_id);
ALTER TABLE ONLY accounting_housemonth
    ADD CONSTRAINT accounting_housemonth_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotslip_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotslip_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_keywithdrawal
    ADD CONSTRAINT accounting_keywithdrawal_key_id_key UNIQUE (key_id);
ALTER TABLE ONLY accounting_keywithdrawal
    ADD CONSTRAINT accounting_keywithdrawal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_levyterms
    ADD CONSTRAINT accounting_levyterms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_place
    ADD CONSTRAINT accounting_place_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_print
    ADD CONSTRAINT accounting_print_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_proofrun
    ADD CONSTRAINT accounting_proofrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_rakeschedule
    ADD CONSTRAINT accounting_rakeschedule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_reopening
    ADD CONSTRAINT accounting_reopening_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_reopening
    ADD CONSTRAINT accounting_reopening_seal_id_key UNIQUE (seal_id);
ALTER TABLE ONLY accounting_reportdelivery
    ADD CONSTRAINT accounting_reportdelivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_reportmail
    ADD CONSTRAINT accounting_reportmail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_reportsubscription
    ADD CONSTRAINT accounting_reportsubscription_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_rollupmark
    ADD CONSTRAINT accounting_rollupmark_pkey PRIMARY KEY (book_id);
ALTER TABLE ONLY accounting_scheduleversion
    ADD CONSTRAINT accounting_scheduleversion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_seal
    ADD CONSTRAINT accounting_seal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_sealedrows
    ADD CONSTRAINT accounting_sealedrows_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT accounting_slip_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT accounting_slip_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_statement
    ADD CONSTRAINT accounting_statement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_tableday
    ADD CONSTRAINT accounting_tableday_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_tablehour
    ADD CONSTRAINT accounting_tablehour_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_tiprecord
    ADD CONSTRAINT accounting_tiprecord_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY accounting_tiprecord
    ADD CONSTRAINT accounting_tiprecord_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_transfer
    ADD CONSTRAINT accounting_transfer_pkey PRIMARY KEY (entry_id, "position");
ALTER TABLE ONLY accounting_troncmember
    ADD CONSTRAINT accounting_troncmember_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_troncpayout
    ADD CONSTRAINT accounting_troncpayout_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY accounting_troncpayout
    ADD CONSTRAINT accounting_troncpayout_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_troncrules
    ADD CONSTRAINT accounting_troncrules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_troncrun
    ADD CONSTRAINT accounting_troncrun_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY accounting_troncrun
    ADD CONSTRAINT accounting_troncrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_troncshare
    ADD CONSTRAINT accounting_troncshare_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_wager
    ADD CONSTRAINT accounting_wager_pkey PRIMARY KEY (entry_id);
ALTER TABLE ONLY accounting_window
    ADD CONSTRAINT accounting_window_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_windowshift
    ADD CONSTRAINT accounting_windowshift_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_acknowledgement
    ADD CONSTRAINT alarm_acknowledged_once UNIQUE (table_id, kind, mark);
ALTER TABLE ONLY tables_auditpiece
    ADD CONSTRAINT audit_piece_once UNIQUE (run_id, kind, gaming_day_id, first_id);
ALTER TABLE ONLY auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_book
    ADD CONSTRAINT book_once UNIQUE (house_id, code);
ALTER TABLE ONLY tables_dealerbreak
    ADD CONSTRAINT breaks_do_not_overlap EXCLUDE USING gist (int8range(dealer_id, dealer_id, '[]'::text) WITH &&, tstzrange(started_at, ended_at) WITH &&);
ALTER TABLE ONLY tables_calltaking
    ADD CONSTRAINT call_taken_by_one_at_a_time UNIQUE (call_id, number);
ALTER TABLE ONLY tables_carryover
    ADD CONSTRAINT carry_over_once UNIQUE (session_id, from_day_id);
ALTER TABLE ONLY casino_accountrequest
    ADD CONSTRAINT casino_accountrequest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_confirmation
    ADD CONSTRAINT casino_confirmation_pkey PRIMARY KEY (token_id);
ALTER TABLE ONLY casino_deskcounter
    ADD CONSTRAINT casino_deskcounter_pkey PRIMARY KEY (desk, house_id, place);
ALTER TABLE ONLY casino_device
    ADD CONSTRAINT casino_device_code_digest_key UNIQUE (code_digest);
ALTER TABLE ONLY casino_device
    ADD CONSTRAINT casino_device_name_key UNIQUE (name);
ALTER TABLE ONLY casino_device
    ADD CONSTRAINT casino_device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_device
    ADD CONSTRAINT casino_device_token_digest_key UNIQUE (token_digest);
ALTER TABLE ONLY casino_historicaldevice
    ADD CONSTRAINT casino_historicaldevice_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY casino_historicalpinmisses
    ADD CONSTRAINT casino_historicalpinmisses_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY casino_historicaluser
    ADD CONSTRAINT casino_historicaluser_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY casino_job
    ADD CONSTRAINT casino_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_jobfile
    ADD CONSTRAINT casino_jobfile_pkey PRIMARY KEY (job_id);
ALTER TABLE ONLY casino_jobfilepart
    ADD CONSTRAINT casino_jobfilepart_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_loginevent
    ADD CONSTRAINT casino_loginevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_pinmisses
    ADD CONSTRAINT casino_pinmisses_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_pulse
    ADD CONSTRAINT casino_pulse_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_recoverycode
    ADD CONSTRAINT casino_recoverycode_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_securityevent
    ADD CONSTRAINT casino_securityevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_session
    ADD CONSTRAINT casino_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY casino_storedanswer
    ADD CONSTRAINT casino_storedanswer_pkey PRIMARY KEY (actor_id, key);
ALTER TABLE ONLY casino_user
    ADD CONSTRAINT casino_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY casino_user
    ADD CONSTRAINT casino_user_username_key UNIQUE (username);
ALTER TABLE ONLY tables_chipcount
    ADD CONSTRAINT chipcount_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY tables_chiprace
    ADD CONSTRAINT chiprace_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY tables_chipsetcheck
    ADD CONSTRAINT chipsetcheck_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY tables_clockevent
    ADD CONSTRAINT clockevent_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY accounting_count
    ADD CONSTRAINT count_number_once UNIQUE (drop_id, number);
ALTER TABLE ONLY accounting_count
    ADD CONSTRAINT count_once_each UNIQUE (drop_id, counted_by_id);
ALTER TABLE ONLY accounting_countersignature
    ADD CONSTRAINT countersignature_once UNIQUE (statement_id, key_id);
ALTER TABLE ONLY tables_deal
    ADD CONSTRAINT deal_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_down
    ADD CONSTRAINT downs_one_per_dealer EXCLUDE USING gist (int8range(dealer_id, dealer_id, '[]'::text) WITH &&, tstzrange(started_at, ended_at) WITH &&);
ALTER TABLE ONLY tables_down
    ADD CONSTRAINT downs_one_per_table EXCLUDE USING gist (int8range(table_id, table_id, '[]'::text) WITH &&, tstzrange(started_at, ended_at) WITH &&);
ALTER TABLE ONLY tables_draw
    ADD CONSTRAINT draw_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY tables_elimination
    ADD CONSTRAINT elimination_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY tables_entrant
    ADD CONSTRAINT entrant_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT entry_number_once UNIQUE (book_id, number);
ALTER TABLE ONLY accounting_finding
    ADD CONSTRAINT finding_once UNIQUE (house_id, rule, subject);
ALTER TABLE ONLY accounting_fund
    ADD CONSTRAINT fund_code_once UNIQUE (house_id, code);
ALTER TABLE ONLY accounting_fundcount
    ADD CONSTRAINT fund_count_number_once UNIQUE (fund_drop_id, number);
ALTER TABLE ONLY accounting_fundcount
    ADD CONSTRAINT fund_count_once_each UNIQUE (fund_drop_id, counted_by_id);
ALTER TABLE ONLY accounting_fundterms
    ADD CONSTRAINT fund_terms_version_once UNIQUE (fund_id, version);
ALTER TABLE ONLY tables_game
    ADD CONSTRAINT game_once UNIQUE (house_id, name);
ALTER TABLE ONLY accounting_gamingday
    ADD CONSTRAINT gaming_day_once UNIQUE (house_id, date);
ALTER TABLE ONLY tables_guest
    ADD CONSTRAINT guest_once UNIQUE (house_id, number);
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT hand_number_once UNIQUE (session_id, number);
ALTER TABLE ONLY accounting_housemonth
    ADD CONSTRAINT house_month_once UNIQUE (house_id, month);
ALTER TABLE ONLY tables_houseruleset
    ADD CONSTRAINT house_rule_set_once UNIQUE (house_id, name, version);
ALTER TABLE ONLY tables_houserules
    ADD CONSTRAINT house_rules_once UNIQUE (house_id, subject);
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT jackpot_slip_number_once UNIQUE (house_id, number);
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT jackpot_slip_one_a_seat UNIQUE (subject, seat);
ALTER TABLE ONLY casino_jobfilepart
    ADD CONSTRAINT job_file_part_once UNIQUE (file_id, "position");
ALTER TABLE ONLY knox_authtoken
    ADD CONSTRAINT knox_authtoken_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY accounting_levyterms
    ADD CONSTRAINT levy_terms_once UNIQUE (house_id, version);
ALTER TABLE ONLY casino_pinmisses
    ADD CONSTRAINT misses_of_one_on_one UNIQUE (device_id, user_id);
ALTER TABLE ONLY tables_mustmove
    ADD CONSTRAINT must_move_table_once EXCLUDE USING gist (int8multirange(VARIADIC ARRAY[int8range(main_id, main_id, '[]'::text), int8range(feeder_id, feeder_id, '[]'::text)]) WITH &&) WHERE ((uncoupled_at IS NULL));
ALTER TABLE ONLY otp_totp_totpdevice
    ADD CONSTRAINT otp_totp_totpdevice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_place
    ADD CONSTRAINT place_once UNIQUE (house_id, name);
ALTER TABLE ONLY accounting_print
    ADD CONSTRAINT print_number_once UNIQUE (house_id, subject, number);
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT prize_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT purchase_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY accounting_rakeschedule
    ADD CONSTRAINT rake_schedule_once UNIQUE (house_id, name);
ALTER TABLE ONLY casino_recoverycode
    ADD CONSTRAINT recovery_code_number_once UNIQUE (user_id, number);
ALTER TABLE ONLY accounting_reportdelivery
    ADD CONSTRAINT report_delivery_once UNIQUE (subscription_id, first);
ALTER TABLE ONLY accounting_reportmail
    ADD CONSTRAINT report_mailed_once UNIQUE (subscription_id, first);
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT round_number_once UNIQUE (session_id, number);
ALTER TABLE ONLY accounting_scheduleversion
    ADD CONSTRAINT schedule_version_once UNIQUE (schedule_id, version);
ALTER TABLE ONLY accounting_scheduleversion
    ADD CONSTRAINT schedule_versions_do_not_overlap EXCLUDE USING gist (int8range(schedule_id, schedule_id, '[]'::text) WITH &&, tstzrange(valid_from, valid_to) WITH &&) WHERE (((state)::text = 'published'::text));
ALTER TABLE ONLY accounting_seal
    ADD CONSTRAINT seal_number_once UNIQUE (house_id, number);
ALTER TABLE ONLY accounting_sealedrows
    ADD CONSTRAINT sealed_rows_once UNIQUE (seal_id, table_name, is_final);
ALTER TABLE ONLY tables_seatchange
    ADD CONSTRAINT seatchange_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY tables_session
    ADD CONSTRAINT sessions_do_not_overlap EXCLUDE USING gist (int8range(table_id, table_id, '[]'::text) WITH &&, tstzrange(opened_at, closed_at) WITH &&);
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT shifts_planned_once EXCLUDE USING gist (int8range(dealer_id, dealer_id, '[]'::text) WITH &&, tstzrange(begins_at, ends_at) WITH &&) WHERE (((called_off_at IS NULL) AND (went_at IS NULL)));
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT shifts_worked_once EXCLUDE USING gist (int8range(dealer_id, dealer_id, '[]'::text) WITH &&, tstzrange(came_at, went_at) WITH &&) WHERE ((came_at IS NOT NULL));
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT slip_number_once UNIQUE (house_id, number);
ALTER TABLE ONLY accounting_statement
    ADD CONSTRAINT statement_number_once UNIQUE (house_id, number);
ALTER TABLE ONLY accounting_tableday
    ADD CONSTRAINT table_day_once UNIQUE NULLS NOT DISTINCT (gaming_day_id, table_code, dealer_id, game);
ALTER TABLE ONLY accounting_tablehour
    ADD CONSTRAINT table_hour_once UNIQUE NULLS NOT DISTINCT (gaming_day_id, table_code, hour, dealer_id, game);
ALTER TABLE ONLY tables_table
    ADD CONSTRAINT table_once UNIQUE (house_id, code);
ALTER TABLE ONLY tables_absence
    ADD CONSTRAINT tables_absence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_acknowledgement
    ADD CONSTRAINT tables_acknowledgement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_admissioncheck
    ADD CONSTRAINT tables_admissioncheck_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_admissionpolicy
    ADD CONSTRAINT tables_admissionpolicy_house_id_key UNIQUE (house_id);
ALTER TABLE ONLY tables_admissionpolicy
    ADD CONSTRAINT tables_admissionpolicy_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_auditpiece
    ADD CONSTRAINT tables_auditpiece_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_auditrun
    ADD CONSTRAINT tables_auditrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_calltaking
    ADD CONSTRAINT tables_calltaking_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_carryover
    ADD CONSTRAINT tables_carryover_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_chipcount
    ADD CONSTRAINT tables_chipcount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_chiprace
    ADD CONSTRAINT tables_chiprace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_chipsetcheck
    ADD CONSTRAINT tables_chipsetcheck_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_clockevent
    ADD CONSTRAINT tables_clockevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_deal
    ADD CONSTRAINT tables_deal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_dealerbreak
    ADD CONSTRAINT tables_dealerbreak_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_deckchange
    ADD CONSTRAINT tables_deckchange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_down
    ADD CONSTRAINT tables_down_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_draw
    ADD CONSTRAINT tables_draw_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_elimination
    ADD CONSTRAINT tables_elimination_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_entrant
    ADD CONSTRAINT tables_entrant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_erasure
    ADD CONSTRAINT tables_erasure_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_hand_uuid_key UNIQUE (hand_uuid);
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_game
    ADD CONSTRAINT tables_game_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_gamechange
    ADD CONSTRAINT tables_gamechange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_gamechange
    ADD CONSTRAINT tables_gamechange_step_id_key UNIQUE (step_id);
ALTER TABLE ONLY tables_guest
    ADD CONSTRAINT tables_guest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_client_uuid_key UNIQUE (client_uuid);
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_corrects_id_key UNIQUE (corrects_id);
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_handaction
    ADD CONSTRAINT tables_handaction_pkey PRIMARY KEY (hand_id, sequence);
ALTER TABLE ONLY tables_handover
    ADD CONSTRAINT tables_handover_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_historicaladmissionpolicy
    ADD CONSTRAINT tables_historicaladmissionpolicy_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY tables_historicalgame
    ADD CONSTRAINT tables_historicalgame_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY tables_historicalguest
    ADD CONSTRAINT tables_historicalguest_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY tables_historicalhouserules
    ADD CONSTRAINT tables_historicalhouserules_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY tables_historicaltable
    ADD CONSTRAINT tables_historicaltable_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY tables_historicaltournament
    ADD CONSTRAINT tables_historicaltournament_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY tables_houseban
    ADD CONSTRAINT tables_houseban_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_houserules
    ADD CONSTRAINT tables_houserules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_houseruleset
    ADD CONSTRAINT tables_houseruleset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_incident
    ADD CONSTRAINT tables_incident_call_id_key UNIQUE (call_id);
ALTER TABLE ONLY tables_incident_guests
    ADD CONSTRAINT tables_incident_guests_incident_id_guest_id_05bc984c_uniq UNIQUE (incident_id, guest_id);
ALTER TABLE ONLY tables_incident_guests
    ADD CONSTRAINT tables_incident_guests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_incident
    ADD CONSTRAINT tables_incident_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_incidentnote
    ADD CONSTRAINT tables_incidentnote_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_keptchips
    ADD CONSTRAINT tables_keptchips_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_keptchips
    ADD CONSTRAINT tables_keptchips_sitting_id_key UNIQUE (sitting_id);
ALTER TABLE ONLY tables_legalhold
    ADD CONSTRAINT tables_legalhold_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_granted_id_key UNIQUE (granted_id);
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_mustmove
    ADD CONSTRAINT tables_mustmove_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_moved_to_id_key UNIQUE (moved_to_id);
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_sitting_id_key UNIQUE (sitting_id);
ALTER TABLE ONLY tables_plannedopening
    ADD CONSTRAINT tables_plannedopening_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_plannedopening
    ADD CONSTRAINT tables_plannedopening_session_id_key UNIQUE (session_id);
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT tables_prize_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT tables_prize_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_returned_id_key UNIQUE (returned_id);
ALTER TABLE ONLY tables_qualification
    ADD CONSTRAINT tables_qualification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_client_uuid_key UNIQUE (client_uuid);
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_call_id_key UNIQUE (call_id);
ALTER TABLE ONLY tables_ruling_guests
    ADD CONSTRAINT tables_ruling_guests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_ruling_guests
    ADD CONSTRAINT tables_ruling_guests_ruling_id_guest_id_d4ede0aa_uniq UNIQUE (ruling_id, guest_id);
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_reverses_id_key UNIQUE (reverses_id);
ALTER TABLE ONLY tables_seatchange
    ADD CONSTRAINT tables_seatchange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_seatdraw
    ADD CONSTRAINT tables_seatdraw_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_session
    ADD CONSTRAINT tables_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT tables_shift_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_sitting
    ADD CONSTRAINT tables_sitting_moved_from_id_key UNIQUE (moved_from_id);
ALTER TABLE ONLY tables_sitting
    ADD CONSTRAINT tables_sitting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_stakestep
    ADD CONSTRAINT tables_stakestep_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_table
    ADD CONSTRAINT tables_table_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_tournament
    ADD CONSTRAINT tables_tournament_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_tournamenthand
    ADD CONSTRAINT tables_tournamenthand_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_tournamenttable
    ADD CONSTRAINT tables_tournamenttable_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_waitingentry
    ADD CONSTRAINT tables_waitingentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_waitingentry
    ADD CONSTRAINT tables_waitingentry_sitting_id_key UNIQUE (sitting_id);
ALTER TABLE ONLY tables_waitingevent
    ADD CONSTRAINT tables_waitingevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tables_waitinglist
    ADD CONSTRAINT tables_waitinglist_game_id_key UNIQUE (game_id);
ALTER TABLE ONLY tables_waitinglist
    ADD CONSTRAINT tables_waitinglist_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounting_tiprecord
    ADD CONSTRAINT tip_record_number_once UNIQUE (gaming_day_id, number);
ALTER TABLE ONLY tables_tournamenttable
    ADD CONSTRAINT tournament_breaking_order UNIQUE (tournament_id, "position");
ALTER TABLE ONLY tables_tournament
    ADD CONSTRAINT tournament_once UNIQUE (house_id, code);
ALTER TABLE ONLY tables_tournamenthand
    ADD CONSTRAINT tournamenthand_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY accounting_troncpayout
    ADD CONSTRAINT tronc_payout_number_once UNIQUE (house_id, number);
ALTER TABLE ONLY accounting_troncrules
    ADD CONSTRAINT tronc_rules_once UNIQUE (house_id, version);
ALTER TABLE ONLY accounting_troncrun
    ADD CONSTRAINT tronc_run_number_once UNIQUE (house_id, month, number);
ALTER TABLE ONLY accounting_troncshare
    ADD CONSTRAINT tronc_share_once UNIQUE (run_id, person_id);
ALTER TABLE ONLY accounting_window
    ADD CONSTRAINT window_once UNIQUE (house_id, code);
CREATE UNIQUE INDEX absence_one_at_a_time ON tables_absence USING btree (sitting_id) WHERE (until IS NULL);
CREATE UNIQUE INDEX account_request_open_once ON casino_accountrequest USING btree (person_id) WHERE (decided_at IS NULL);
CREATE INDEX accounting_authoritykey_decided_by_id_bfa11a84 ON accounting_authoritykey USING btree (decided_by_id);
CREATE INDEX accounting_authoritykey_house_id_2797d2cd ON accounting_authoritykey USING btree (house_id);
CREATE INDEX accounting_authoritykey_proposed_by_id_a287853a ON accounting_authoritykey USING btree (proposed_by_id);
CREATE INDEX accounting_book_house_id_1aca15af ON accounting_book USING btree (house_id);
CREATE INDEX accounting_count_counted_by_id_400634f8 ON accounting_count USING btree (counted_by_id);
CREATE INDEX accounting_count_drop_id_b82b8fc8 ON accounting_count USING btree (drop_id);
CREATE INDEX accounting_countersignature_by_id_ce40d4d4 ON accounting_countersignature USING btree (by_id);
CREATE INDEX accounting_countersignature_key_id_1e6fc1b0 ON accounting_countersignature USING btree (key_id);
CREATE INDEX accounting_countersignature_statement_id_35c3aebe ON accounting_countersignature USING btree (statement_id);
CREATE INDEX accounting_drop_dropped_by_id_731cfe19 ON accounting_drop USING btree (dropped_by_id);
CREATE INDEX accounting_drop_explained_by_id_6cc2d6d6 ON accounting_drop USING btree (explained_by_id);
CREATE INDEX accounting_drop_gaming_day_id_f77f83a6 ON accounting_drop USING btree (gaming_day_id);
CREATE INDEX accounting_drop_house_id_6f34252e ON accounting_drop USING btree (house_id);
CREATE INDEX accounting_entry_gaming_day_id_624a9ca4 ON accounting_entry USING btree (gaming_day_id);
CREATE INDEX accounting_entry_reference_26a6c9d8_like ON accounting_entry USING btree (reference varchar_pattern_ops);
CREATE INDEX accounting_finding_booked_by_id_03180d91 ON accounting_finding USING btree (booked_by_id);
CREATE INDEX accounting_finding_dealer_id_a90b7096 ON accounting_finding USING btree (dealer_id);
CREATE INDEX accounting_finding_gaming_day_id_0d22b079 ON accounting_finding USING btree (gaming_day_id);
CREATE INDEX accounting_finding_house_id_f19795e1 ON accounting_finding USING btree (house_id);
CREATE INDEX accounting_finding_owner_id_e72e3578 ON accounting_finding USING btree (owner_id);
CREATE INDEX accounting_finding_resolved_by_id_a7c7bd3f ON accounting_finding USING btree (resolved_by_id);
CREATE INDEX accounting_fund_house_id_067cd4f5 ON accounting_fund USING btree (house_id);
CREATE INDEX accounting_fund_opened_by_id_d998e24d ON accounting_fund USING btree (opened_by_id);
CREATE INDEX accounting_fundcount_counted_by_id_16e0ac74 ON accounting_fundcount USING btree (counted_by_id);
CREATE INDEX accounting_fundcount_fund_drop_id_f69054a8 ON accounting_fundcount USING btree (fund_drop_id);
CREATE INDEX accounting_funddrop_explained_by_id_00fd8d5d ON accounting_funddrop USING btree (explained_by_id);
CREATE INDEX accounting_funddrop_fund_id_c90af2ad ON accounting_funddrop USING btree (fund_id);
CREATE INDEX accounting_funddrop_gaming_day_id_cabde04e ON accounting_funddrop USING btree (gaming_day_id);
CREATE INDEX accounting_funddrop_house_id_9a3cfc57 ON accounting_funddrop USING btree (house_id);
CREATE INDEX accounting_funddrop_taken_by_id_66017db4 ON accounting_funddrop USING btree (taken_by_id);
CREATE INDEX accounting_fundmove_asked_by_id_a5c3fc8d ON accounting_fundmove USING btree (asked_by_id);
CREATE INDEX accounting_fundmove_decided_by_id_a5683622 ON accounting_fundmove USING btree (decided_by_id);
CREATE INDEX accounting_fundmove_fund_id_64436122 ON accounting_fundmove USING btree (fund_id);
CREATE INDEX accounting_fundmove_house_id_337205c6 ON accounting_fundmove USING btree (house_id);
CREATE INDEX accounting_fundmove_to_fund_id_1eba2ac5 ON accounting_fundmove USING btree (to_fund_id);
CREATE INDEX accounting_fundterms_decided_by_id_6a5a3664 ON accounting_fundterms USING btree (decided_by_id);
CREATE INDEX accounting_fundterms_fund_id_3ea4f92b ON accounting_fundterms USING btree (fund_id);
CREATE INDEX accounting_fundterms_proposed_by_id_3edab998 ON accounting_fundterms USING btree (proposed_by_id);
CREATE INDEX accounting_gamingday_closed_by_id_73efb36a ON accounting_gamingday USING btree (closed_by_id);
CREATE INDEX accounting_gamingday_house_id_889bb0e9 ON accounting_gamingday USING btree (house_id);
CREATE INDEX accounting_gamingday_opened_by_id_8209c0d5 ON accounting_gamingday USING btree (opened_by_id);
CREATE INDEX accounting_historicalfinding_booked_by_id_e6809c61 ON accounting_historicalfinding USING btree (booked_by_id);
CREATE INDEX accounting_historicalfinding_dealer_id_55bca979 ON accounting_historicalfinding USING btree (dealer_id);
CREATE INDEX accounting_historicalfinding_gaming_day_id_5f81c3ad ON accounting_historicalfinding USING btree (gaming_day_id);
CREATE INDEX accounting_historicalfinding_history_date_c3ff723e ON accounting_historicalfinding USING btree (history_date);
CREATE INDEX accounting_historicalfinding_history_user_id_3f49680d ON accounting_historicalfinding USING btree (history_user_id);
CREATE INDEX accounting_historicalfinding_house_id_16bf3a0c ON accounting_historicalfinding USING btree (house_id);
CREATE INDEX accounting_historicalfinding_id_867def7c ON accounting_historicalfinding USING btree (id);
CREATE INDEX accounting_historicalfinding_owner_id_42d3389a ON accounting_historicalfinding USING btree (owner_id);
CREATE INDEX accounting_historicalfinding_resolved_by_id_ac3179b8 ON accounting_historicalfinding USING btree (resolved_by_id);
CREATE INDEX accounting_historicalgamingday_closed_by_id_ee468b38 ON accounting_historicalgamingday USING btree (closed_by_id);
CREATE INDEX accounting_historicalgamingday_history_date_d53754a8 ON accounting_historicalgamingday USING btree (history_date);
CREATE INDEX accounting_historicalgamingday_history_user_id_bba0ef1d ON accounting_historicalgamingday USING btree (history_user_id);
CREATE INDEX accounting_historicalgamingday_house_id_8eff433d ON accounting_historicalgamingday USING btree (house_id);
CREATE INDEX accounting_historicalgamingday_id_436cd081 ON accounting_historicalgamingday USING btree (id);
CREATE INDEX accounting_historicalgamingday_opened_by_id_14139bfe ON accounting_historicalgamingday USING btree (opened_by_id);
CREATE INDEX accounting_historicalhouse_code_965d851b ON accounting_historicalhouse USING btree (code);
CREATE INDEX accounting_historicalhouse_code_965d851b_like ON accounting_historicalhouse USING btree (code varchar_pattern_ops);
CREATE INDEX accounting_historicalhouse_history_date_861e18b2 ON accounting_historicalhouse USING btree (history_date);
CREATE INDEX accounting_historicalhouse_history_user_id_0012a450 ON accounting_historicalhouse USING btree (history_user_id);
CREATE INDEX accounting_historicalhouse_id_40c272fb ON accounting_historicalhouse USING btree (id);
CREATE INDEX accounting_historicalrakeschedule_history_date_73a47eae ON accounting_historicalrakeschedule USING btree (history_date);
CREATE INDEX accounting_historicalrakeschedule_history_user_id_fc316703 ON accounting_historicalrakeschedule USING btree (history_user_id);
CREATE INDEX accounting_historicalrakeschedule_house_id_2f238796 ON accounting_historicalrakeschedule USING btree (house_id);
CREATE INDEX accounting_historicalrakeschedule_id_a9215275 ON accounting_historicalrakeschedule USING btree (id);
CREATE INDEX accounting_historicalscheduleversion_approved_by_id_5ae6651a ON accounting_historicalscheduleversion USING btree (approved_by_id);
CREATE INDEX accounting_historicalscheduleversion_created_by_id_480ecb1b ON accounting_historicalscheduleversion USING btree (created_by_id);
CREATE INDEX accounting_historicalscheduleversion_history_date_61532204 ON accounting_historicalscheduleversion USING btree (history_date);
CREATE INDEX accounting_historicalscheduleversion_history_user_id_f64d24a3 ON accounting_historicalscheduleversion USING btree (history_user_id);
CREATE INDEX accounting_historicalscheduleversion_id_a0a3acf3 ON accounting_historicalscheduleversion USING btree (id);
CREATE INDEX accounting_historicalscheduleversion_schedule_id_34a6d7dc ON accounting_historicalscheduleversion USING btree (schedule_id);
CREATE INDEX accounting_historicalwindow_history_date_d4fa1f33 ON accounting_historicalwindow USING btree (history_date);
CREATE INDEX accounting_historicalwindow_history_user_id_da14237e ON accounting_historicalwindow USING btree (history_user_id);
CREATE INDEX accounting_historicalwindow_house_id_9dad0684 ON accounting_historicalwindow USING btree (house_id);
CREATE INDEX accounting_historicalwindow_id_9b0553d1 ON accounting_historicalwindow USING btree (id);
CREATE INDEX accounting_house_code_52c3b275_like ON accounting_house USING btree (code varchar_pattern_ops);
CREATE INDEX accounting_jackpotslip_asked_by_id_d7cba83c ON accounting_jackpotslip USING btree (asked_by_id);
CREATE INDEX accounting_jackpotslip_done_by_id_e5f81c7f ON accounting_jackpotslip USING btree (done_by_id);
CREATE INDEX accounting_jackpotslip_fund_id_4f9749ec ON accounting_jackpotslip USING btree (fund_id);
CREATE INDEX accounting_jackpotslip_house_id_d26688f7 ON accounting_jackpotslip USING btree (house_id);
CREATE INDEX accounting_jackpotslip_issued_by_id_343ed6b5 ON accounting_jackpotslip USING btree (issued_by_id);
CREATE INDEX accounting_jackpotslip_window_id_c81712bd ON accounting_jackpotslip USING btree (window_id);
CREATE INDEX accounting_keywithdrawal_by_id_385344f7 ON accounting_keywithdrawal USING btree (by_id);
CREATE INDEX accounting_levyterms_decided_by_id_c0e3d2f0 ON accounting_levyterms USING btree (decided_by_id);
CREATE INDEX accounting_levyterms_house_id_4389aace ON accounting_levyterms USING btree (house_id);
CREATE INDEX accounting_levyterms_proposed_by_id_65bbd992 ON accounting_levyterms USING btree (proposed_by_id);
CREATE INDEX accounting_place_house_id_0a76cdc0 ON accounting_place USING btree (house_id);
CREATE INDEX accounting_print_by_id_20579d3f ON accounting_print USING btree (by_id);
CREATE INDEX accounting_print_house_id_e514fe8f ON accounting_print USING btree (house_id);
CREATE INDEX accounting_rakeschedule_house_id_529f0ab2 ON accounting_rakeschedule USING btree (house_id);
CREATE INDEX accounting_reopening_approved_by_id_04b76f9d ON accounting_reopening USING btree (approved_by_id);
CREATE INDEX accounting_reopening_asked_by_id_e050aac2 ON accounting_reopening USING btree (asked_by_id);
CREATE INDEX accounting_reopening_gaming_day_id_092d033c ON accounting_reopening USING btree (gaming_day_id);
CREATE INDEX accounting_reportsubscription_house_id_49e56a74 ON accounting_reportsubscription USING btree (house_id);
CREATE INDEX accounting_scheduleversion_approved_by_id_5f93a5a8 ON accounting_scheduleversion USING btree (approved_by_id);
CREATE INDEX accounting_scheduleversion_created_by_id_f9f5ff46 ON accounting_scheduleversion USING btree (created_by_id);
CREATE INDEX accounting_scheduleversion_schedule_id_5d8d9b51 ON accounting_scheduleversion USING btree (schedule_id);
CREATE INDEX accounting_seal_by_id_47c61b3d ON accounting_seal USING btree (by_id);
CREATE INDEX accounting_seal_gaming_day_id_0d4f3e22 ON accounting_seal USING btree (gaming_day_id);
CREATE INDEX accounting_seal_house_id_aaefa1bf ON accounting_seal USING btree (house_id);
CREATE INDEX accounting_sealedrows_seal_id_ee3ad6c7 ON accounting_sealedrows USING btree (seal_id);
CREATE INDEX accounting_slip_asked_by_id_f7c20836 ON accounting_slip USING btree (asked_by_id);
CREATE INDEX accounting_slip_done_by_id_d5de361d ON accounting_slip USING btree (done_by_id);
CREATE INDEX accounting_slip_gaming_day_id_c0d9cc99 ON accounting_slip USING btree (gaming_day_id);
CREATE INDEX accounting_slip_house_id_e3a6034a ON accounting_slip USING btree (house_id);
CREATE INDEX accounting_slip_window_id_2bbeb429 ON accounting_slip USING btree (window_id);
CREATE INDEX accounting_statement_decided_by_id_d4691452 ON accounting_statement USING btree (decided_by_id);
CREATE INDEX accounting_statement_gaming_day_id_22bd4920 ON accounting_statement USING btree (gaming_day_id);
CREATE INDEX accounting_statement_house_id_eb6d872b ON accounting_statement USING btree (house_id);
CREATE INDEX accounting_statement_signed_by_id_42060fca ON accounting_statement USING btree (signed_by_id);
CREATE INDEX accounting_statement_terms_id_0b9bec39 ON accounting_statement USING btree (terms_id);
CREATE INDEX accounting_tiprecord_drawn_up_by_id_f52d586b ON accounting_tiprecord USING btree (drawn_up_by_id);
CREATE INDEX accounting_tiprecord_gaming_day_id_966ebd32 ON accounting_tiprecord USING btree (gaming_day_id);
CREATE INDEX accounting_tiprecord_house_id_ad526521 ON accounting_tiprecord USING btree (house_id);
CREATE INDEX accounting_tiprecord_signed_by_id_8baddc92 ON accounting_tiprecord USING btree (signed_by_id);
CREATE INDEX accounting_troncmember_asked_by_id_f768827b ON accounting_troncmember USING btree (asked_by_id);
CREATE INDEX accounting_troncmember_confirmed_by_id_56d507eb ON accounting_troncmember USING btree (confirmed_by_id);
CREATE INDEX accounting_troncmember_house_id_27aa17ce ON accounting_troncmember USING btree (house_id);
CREATE INDEX accounting_troncmember_person_id_ab9fc89a ON accounting_troncmember USING btree (person_id);
CREATE INDEX accounting_troncpayout_house_id_b79b58d4 ON accounting_troncpayout USING btree (house_id);
CREATE INDEX accounting_troncpayout_paid_by_id_15d090ac ON accounting_troncpayout USING btree (paid_by_id);
CREATE INDEX accounting_troncpayout_prepared_by_id_72f9f44b ON accounting_troncpayout USING btree (prepared_by_id);
CREATE INDEX accounting_troncrules_decided_by_id_de86ef1a ON accounting_troncrules USING btree (decided_by_id);
CREATE INDEX accounting_troncrules_house_id_8bd6c3e0 ON accounting_troncrules USING btree (house_id);
CREATE INDEX accounting_troncrules_proposed_by_id_fdc47230 ON accounting_troncrules USING btree (proposed_by_id);
CREATE INDEX accounting_troncrun_decided_by_id_edfd0a23 ON accounting_troncrun USING btree (decided_by_id);
CREATE INDEX accounting_troncrun_house_id_df2c5650 ON accounting_troncrun USING btree (house_id);
CREATE INDEX accounting_troncrun_proposed_by_id_e84d2df7 ON accounting_troncrun USING btree (proposed_by_id);
CREATE INDEX accounting_troncrun_rules_id_0682329f ON accounting_troncrun USING btree (rules_id);
CREATE INDEX accounting_troncshare_person_id_39e43598 ON accounting_troncshare USING btree (person_id);
CREATE INDEX accounting_troncshare_run_id_ac151b0b ON accounting_troncshare USING btree (run_id);
CREATE INDEX accounting_window_house_id_7e985e52 ON accounting_window USING btree (house_id);
CREATE INDEX accounting_windowshift_closed_by_id_a1a73e37 ON accounting_windowshift USING btree (closed_by_id);
CREATE INDEX accounting_windowshift_counted_by_id_7093339e ON accounting_windowshift USING btree (counted_by_id);
CREATE INDEX accounting_windowshift_gaming_day_id_ec589b4c ON accounting_windowshift USING btree (gaming_day_id);
CREATE INDEX accounting_windowshift_opened_by_id_b11da48e ON accounting_windowshift USING btree (opened_by_id);
CREATE INDEX accounting_windowshift_window_id_d2f4178d ON accounting_windowshift USING btree (window_id);
CREATE INDEX acknowledged_lately ON tables_acknowledgement USING btree (house_id, at);
CREATE INDEX admission_latest ON tables_admissioncheck USING btree (guest_id, gaming_day_id, id DESC);
CREATE INDEX assessment_period ON accounting_assessment USING btree (gaming_day_id, table_code, hour);
CREATE UNIQUE INDEX audit_one_running ON tables_auditrun USING btree (gaming_day_id) NULLS NOT DISTINCT WHERE (finished_at IS NULL);
CREATE INDEX audit_piece_to_do ON tables_auditpiece USING btree (run_id) WHERE (NOT is_done);
CREATE INDEX auth_group_name_a6ea08ec_like ON auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON auth_permission USING btree (content_type_id);
CREATE UNIQUE INDEX authority_key_once ON accounting_authoritykey USING btree (house_id, public_key) WHERE (NOT ((state)::text = 'declined'::text));
CREATE INDEX call_waiting ON tables_floorcall USING btree (house_id) WHERE (answered_at IS NULL);
CREATE UNIQUE INDEX call_waits_once ON tables_floorcall USING btree (table_id, kind) WHERE ((answered_at IS NULL) AND (NOT ((kind)::text = 'refused_hand'::text)));
CREATE INDEX casino_accountrequest_asked_by_id_64b8e3f9 ON casino_accountrequest USING btree (asked_by_id);
CREATE INDEX casino_accountrequest_decided_by_id_e3a5f403 ON casino_accountrequest USING btree (decided_by_id);
CREATE INDEX casino_accountrequest_person_id_0b62d60a ON casino_accountrequest USING btree (person_id);
CREATE INDEX casino_confirmation_token_id_76848e48_like ON casino_confirmation USING btree (token_id varchar_pattern_ops);
CREATE INDEX casino_device_code_digest_6d879858_like ON casino_device USING btree (code_digest varchar_pattern_ops);
CREATE INDEX casino_device_house_id_2d471eea ON casino_device USING btree (house_id);
CREATE INDEX casino_device_name_af05c2b0_like ON casino_device USING btree (name varchar_pattern_ops);
CREATE INDEX casino_device_token_digest_c36ce74f_like ON casino_device USING btree (token_digest varchar_pattern_ops);
CREATE INDEX casino_historicaldevice_history_date_c62779ed ON casino_historicaldevice USING btree (history_date);
CREATE INDEX casino_historicaldevice_history_user_id_1e2c759d ON casino_historicaldevice USING btree (history_user_id);
CREATE INDEX casino_historicaldevice_house_id_b8b32341 ON casino_historicaldevice USING btree (house_id);
CREATE INDEX casino_historicaldevice_id_5f803f91 ON casino_historicaldevice USING btree (id);
CREATE INDEX casino_historicaldevice_name_40a06686 ON casino_historicaldevice USING btree (name);
CREATE INDEX casino_historicaldevice_name_40a06686_like ON casino_historicaldevice USING btree (name varchar_pattern_ops);
CREATE INDEX casino_historicalpinmisses_device_id_ca88403a ON casino_historicalpinmisses USING btree (device_id);
CREATE INDEX casino_historicalpinmisses_history_date_005214d7 ON casino_historicalpinmisses USING btree (history_date);
CREATE INDEX casino_historicalpinmisses_history_user_id_ea66e038 ON casino_historicalpinmisses USING btree (history_user_id);
CREATE INDEX casino_historicalpinmisses_id_b8eb0ab9 ON casino_historicalpinmisses USING btree (id);
CREATE INDEX casino_historicalpinmisses_user_id_0ca2d605 ON casino_historicalpinmisses USING btree (user_id);
CREATE INDEX casino_historicaluser_history_date_90660b07 ON casino_historicaluser USING btree (history_date);
CREATE INDEX casino_historicaluser_history_user_id_427bc73f ON casino_historicaluser USING btree (history_user_id);
CREATE INDEX casino_historicaluser_id_c6a41bed ON casino_historicaluser USING btree (id);
CREATE INDEX casino_historicaluser_username_9931a522 ON casino_historicaluser USING btree (username);
CREATE INDEX casino_historicaluser_username_9931a522_like ON casino_historicaluser USING btree (username varchar_pattern_ops);
CREATE INDEX casino_job_house_id_66af5c29 ON casino_job USING btree (house_id);
CREATE INDEX casino_job_requested_by_id_6a68117d ON casino_job USING btree (requested_by_id);
CREATE INDEX casino_loginevent_device_id_57ad404f ON casino_loginevent USING btree (device_id);
CREATE INDEX casino_loginevent_user_id_eb54ea0f ON casino_loginevent USING btree (user_id);
CREATE INDEX casino_pinmisses_device_id_7ccd5809 ON casino_pinmisses USING btree (device_id);
CREATE INDEX casino_pinmisses_user_id_34fc9337 ON casino_pinmisses USING btree (user_id);
CREATE INDEX casino_recoverycode_user_id_dce2582f ON casino_recoverycode USING btree (user_id);
CREATE INDEX casino_securityevent_seen_by_id_21bb2c3b ON casino_securityevent USING btree (seen_by_id);
CREATE INDEX casino_securityevent_user_id_ce28e210 ON casino_securityevent USING btree (user_id);
CREATE INDEX casino_session_expire_date_17f1d549 ON casino_session USING btree (expire_date);
CREATE INDEX casino_session_session_key_ccb34d2f_like ON casino_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX casino_session_user_id_217564a4 ON casino_session USING btree (user_id);
CREATE INDEX casino_user_username_09b0fee3_like ON casino_user USING btree (username varchar_pattern_ops);
CREATE INDEX deck_change_of_table ON tables_deckchange USING btree (table_id, at DESC);
CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON django_admin_log USING btree (content_type_id);
CREATE INDEX django_admin_log_user_id_c564eba6 ON django_admin_log USING btree (user_id);
CREATE INDEX down_now ON tables_down USING btree (table_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX draw_one_waits ON tables_draw USING btree (tournament_id) WHERE (drawn_at IS NULL);
CREATE INDEX drop_table_day ON accounting_drop USING btree (gaming_day_id, table_code);
CREATE UNIQUE INDEX entrant_plays_once ON tables_entrant USING btree (tournament_id, guest_id) WHERE ((state)::text = ANY ((ARRAY['registered'::character varying, 'seated'::character varying])::text[]));
CREATE UNIQUE INDEX entrant_seat_once ON tables_entrant USING btree (table_id, seat) WHERE ((state)::text = 'seated'::text);
CREATE UNIQUE INDEX entry_of_key_once ON accounting_entry USING btree (key_digest) WHERE (key_digest IS NOT NULL);
CREATE INDEX entry_rare_code ON accounting_entry USING btree (code, id) WHERE (NOT ((code)::text = ANY ((ARRAY['hand'::character varying, 'round'::character varying])::text[])));
CREATE INDEX entry_subject ON accounting_entry USING btree (subject);
CREATE INDEX entry_time ON accounting_entry USING brin (at) WITH (autosummarize='on');
CREATE UNIQUE INDEX erasure_asked_once ON tables_erasure USING btree (guest_id) WHERE ((state)::text = 'asked'::text);
CREATE INDEX finding_inbox ON accounting_finding USING btree (house_id, state, gaming_day_id);
CREATE UNIQUE INDEX fund_drop_one_open ON accounting_funddrop USING btree (fund_id) WHERE (counted_at IS NULL);
CREATE UNIQUE INDEX fund_terms_one_proposal ON accounting_fundterms USING btree (fund_id) WHERE ((state)::text = 'proposed'::text);
CREATE UNIQUE INDEX gaming_day_one_closing ON accounting_gamingday USING btree (house_id) WHERE ((state)::text = 'closing'::text);
CREATE UNIQUE INDEX gaming_day_one_open ON accounting_gamingday USING btree (house_id) WHERE ((state)::text = 'open'::text);
CREATE UNIQUE INDEX hand_action_undone_once ON tables_handaction USING btree (hand_id, undoes) WHERE (undoes IS NOT NULL);
CREATE INDEX hand_not_settled ON tables_hand USING btree (state, id) WHERE (NOT ((state)::text = 'settled'::text));
CREATE INDEX hand_of_day ON tables_hand USING btree (gaming_day_id, id);
CREATE INDEX hand_of_table ON tables_hand USING btree (table_id, id);
CREATE UNIQUE INDEX hand_one_open ON tables_hand USING btree (table_id) WHERE ((state)::text = 'open'::text);
CREATE INDEX hand_over_latest ON tables_handover USING btree (house_id, at DESC);
CREATE UNIQUE INDEX hold_once ON tables_legalhold USING btree (guest_id) WHERE (lifted_at IS NULL);
CREATE UNIQUE INDEX house_rule_set_one_proposal ON tables_houseruleset USING btree (house_id, name) WHERE ((state)::text = 'proposed'::text);
CREATE INDEX incident_latest ON tables_incident USING btree (house_id, at DESC);
CREATE UNIQUE INDEX jackpot_claim_one_a_hand ON tables_jackpotclaim USING btree (hand_id) WHERE (NOT ((state)::text = 'declined'::text));
CREATE UNIQUE INDEX job_once ON casino_job USING btree (dedupe_key) WHERE ((state)::text = ANY ((ARRAY['queued'::character varying, 'running'::character varying])::text[]));
CREATE INDEX knox_authtoken_digest_188c7e77_like ON knox_authtoken USING btree (digest varchar_pattern_ops);
CREATE INDEX knox_authtoken_token_key_8f4f7d47 ON knox_authtoken USING btree (token_key);
CREATE INDEX knox_authtoken_token_key_8f4f7d47_like ON knox_authtoken USING btree (token_key varchar_pattern_ops);
CREATE INDEX knox_authtoken_user_id_e5a5d899 ON knox_authtoken USING btree (user_id);
CREATE UNIQUE INDEX levy_terms_one_proposal ON accounting_levyterms USING btree (house_id) WHERE ((state)::text = 'proposed'::text);
CREATE INDEX login_by_address ON casino_loginevent USING btree (ip, at);
CREATE INDEX login_by_name ON casino_loginevent USING btree (username, at);
CREATE UNIQUE INDEX move_request_once ON tables_moverequest USING btree (guest_id, kind) WHERE (ended_at IS NULL);
CREATE INDEX move_requests_of_sitting ON tables_moverequest USING btree (sitting_id) WHERE (ended_at IS NULL);
CREATE INDEX move_requests_open ON tables_moverequest USING btree (game_id) WHERE (ended_at IS NULL);
CREATE INDEX must_move_barred ON tables_mustmoveturn USING btree (guest_id, barred_until) WHERE (barred_until IS NOT NULL);
CREATE INDEX otp_totp_totpdevice_user_id_0fb18292 ON otp_totp_totpdevice USING btree (user_id);
CREATE UNIQUE INDEX planned_opening_one_ahead ON tables_plannedopening USING btree (table_id) WHERE ((cancelled_at IS NULL) AND (session_id IS NULL));
CREATE UNIQUE INDEX qualification_once ON tables_qualification USING btree (house_id, dealer_id, skill) WHERE (until IS NULL);
CREATE UNIQUE INDEX report_subscribed_once ON accounting_reportsubscription USING btree (person_id, house_id, span) WHERE (ended_at IS NULL);
CREATE INDEX ruling_latest ON tables_ruling USING btree (house_id, at DESC);
CREATE UNIQUE INDEX seat_draw_one_waits ON tables_seatdraw USING btree (table_id) WHERE (drawn_at IS NULL);
CREATE INDEX security_alarms ON casino_securityevent USING btree (kind) WHERE (((kind)::text = ANY ((ARRAY['admin'::character varying, 'misses'::character varying, 'role'::character varying, 'terms'::character varying])::text[])) AND (seen_at IS NULL));
CREATE INDEX security_by_time ON casino_securityevent USING btree (at);
CREATE INDEX security_by_user ON casino_securityevent USING btree (user_id, about);
CREATE UNIQUE INDEX session_one_open ON tables_session USING btree (table_id) WHERE (NOT ((state)::text = 'closed'::text));
CREATE INDEX shift_of_house ON tables_shift USING btree (house_id, begins_at DESC);
CREATE UNIQUE INDEX sitting_guest_once ON tables_sitting USING btree (guest_id) WHERE (left_at IS NULL);
CREATE UNIQUE INDEX sitting_seat_once ON tables_sitting USING btree (table_id, seat) WHERE (left_at IS NULL);
CREATE UNIQUE INDEX stake_step_once ON tables_stakestep USING btree (session_id, after_minutes, after_hands) NULLS NOT DISTINCT WHERE ((state)::text = 'planned'::text);
CREATE UNIQUE INDEX statement_once ON accounting_statement USING btree (house_id, period, first, version) WHERE (NOT ((state)::text = 'declined'::text));
CREATE UNIQUE INDEX statement_one_signed ON accounting_statement USING btree (house_id, period, first) WHERE ((state)::text = 'signed'::text);
CREATE INDEX storedanswer_age ON casino_storedanswer USING brin (created_at);
CREATE INDEX tables_absence_by_id_66a8e714 ON tables_absence USING btree (by_id);
CREATE INDEX tables_absence_sitting_id_2e581fc5 ON tables_absence USING btree (sitting_id);
CREATE INDEX tables_acknowledgement_by_id_9c33c11b ON tables_acknowledgement USING btree (by_id);
CREATE INDEX tables_acknowledgement_house_id_48d488c6 ON tables_acknowledgement USING btree (house_id);
CREATE INDEX tables_acknowledgement_table_id_4fcdec0d ON tables_acknowledgement USING btree (table_id);
CREATE INDEX tables_admissioncheck_by_id_86911de9 ON tables_admissioncheck USING btree (by_id);
CREATE INDEX tables_admissioncheck_gaming_day_id_27bc2d9c ON tables_admissioncheck USING btree (gaming_day_id);
CREATE INDEX tables_auditpiece_gaming_day_id_3ded2c38 ON tables_auditpiece USING btree (gaming_day_id);
CREATE INDEX tables_auditpiece_run_id_d3313f54 ON tables_auditpiece USING btree (run_id);
CREATE INDEX tables_auditrun_gaming_day_id_dcba2f4b ON tables_auditrun USING btree (gaming_day_id);
CREATE INDEX tables_auditrun_house_id_e239f1ec ON tables_auditrun USING btree (house_id);
CREATE INDEX tables_calltaking_by_id_7508a42a ON tables_calltaking USING btree (by_id);
CREATE INDEX tables_calltaking_call_id_82567426 ON tables_calltaking USING btree (call_id);
CREATE INDEX tables_carryover_counted_by_id_77ff1ced ON tables_carryover USING btree (counted_by_id);
CREATE INDEX tables_carryover_from_day_id_0c93d756 ON tables_carryover USING btree (from_day_id);
CREATE INDEX tables_carryover_session_id_1d6df9ec ON tables_carryover USING btree (session_id);
CREATE INDEX tables_carryover_to_day_id_36c59389 ON tables_carryover USING btree (to_day_id);
CREATE INDEX tables_chipcount_by_id_100abfe9 ON tables_chipcount USING btree (by_id);
CREATE INDEX tables_chipcount_table_id_630ca329 ON tables_chipcount USING btree (table_id);
CREATE INDEX tables_chipcount_tournament_id_eb76b27b ON tables_chipcount USING btree (tournament_id);
CREATE INDEX tables_chiprace_by_id_cd8f44a4 ON tables_chiprace USING btree (by_id);
CREATE INDEX tables_chiprace_tournament_id_af0b8653 ON tables_chiprace USING btree (tournament_id);
CREATE INDEX tables_chipsetcheck_by_id_4267e168 ON tables_chipsetcheck USING btree (by_id);
CREATE INDEX tables_chipsetcheck_tournament_id_c1d0ff45 ON tables_chipsetcheck USING btree (tournament_id);
CREATE INDEX tables_clockevent_by_id_8972e291 ON tables_clockevent USING btree (by_id);
CREATE INDEX tables_clockevent_tournament_id_1d077233 ON tables_clockevent USING btree (tournament_id);
CREATE INDEX tables_deal_by_id_e24f30af ON tables_deal USING btree (by_id);
CREATE INDEX tables_deal_tournament_id_47e36d8d ON tables_deal USING btree (tournament_id);
CREATE INDEX tables_dealerbreak_dealer_id_aa53064c ON tables_dealerbreak USING btree (dealer_id);
CREATE INDEX tables_dealerbreak_sent_by_id_06731f1a ON tables_dealerbreak USING btree (sent_by_id);
CREATE INDEX tables_dealerbreak_shift_id_37229383 ON tables_dealerbreak USING btree (shift_id);
CREATE INDEX tables_deckchange_by_id_e3dfc5c2 ON tables_deckchange USING btree (by_id);
CREATE INDEX tables_deckchange_table_id_4660da63 ON tables_deckchange USING btree (table_id);
CREATE INDEX tables_down_dealer_id_d31ca243 ON tables_down USING btree (dealer_id);
CREATE INDEX tables_down_pushed_by_id_40c7e8f9 ON tables_down USING btree (pushed_by_id);
CREATE INDEX tables_down_session_id_6ccc2202 ON tables_down USING btree (session_id);
CREATE INDEX tables_down_table_id_3b1f0719 ON tables_down USING btree (table_id);
CREATE INDEX tables_down_tournament_id_d067b75b ON tables_down USING btree (tournament_id);
CREATE INDEX tables_draw_by_id_6df137ed ON tables_draw USING btree (by_id);
CREATE INDEX tables_draw_tournament_id_a49d3f43 ON tables_draw USING btree (tournament_id);
CREATE INDEX tables_elimination_by_id_d2047fdd ON tables_elimination USING btree (by_id);
CREATE INDEX tables_elimination_tournament_id_3d8c4f4e ON tables_elimination USING btree (tournament_id);
CREATE INDEX tables_entrant_guest_id_69081139 ON tables_entrant USING btree (guest_id);
CREATE INDEX tables_entrant_table_id_20b79680 ON tables_entrant USING btree (table_id);
CREATE INDEX tables_entrant_tournament_id_345718cd ON tables_entrant USING btree (tournament_id);
CREATE INDEX tables_erasure_asked_by_id_5c2d975b ON tables_erasure USING btree (asked_by_id);
CREATE INDEX tables_erasure_decided_by_id_fa5702aa ON tables_erasure USING btree (decided_by_id);
CREATE INDEX tables_erasure_guest_id_98f66f16 ON tables_erasure USING btree (guest_id);
CREATE INDEX tables_erasure_house_id_5b8414f6 ON tables_erasure USING btree (house_id);
CREATE INDEX tables_floorcall_answered_by_id_6ff4ac4b ON tables_floorcall USING btree (answered_by_id);
CREATE INDEX tables_floorcall_called_by_id_2709d475 ON tables_floorcall USING btree (called_by_id);
CREATE INDEX tables_floorcall_hand_id_6c95d37f ON tables_floorcall USING btree (hand_id);
CREATE INDEX tables_floorcall_house_id_8ef18e48 ON tables_floorcall USING btree (house_id);
CREATE INDEX tables_floorcall_round_id_c720b7e2 ON tables_floorcall USING btree (round_id);
CREATE INDEX tables_floorcall_table_id_670dc763 ON tables_floorcall USING btree (table_id);
CREATE INDEX tables_floorcall_taken_by_id_0e28816e ON tables_floorcall USING btree (taken_by_id);
CREATE INDEX tables_game_house_id_91a00f5a ON tables_game USING btree (house_id);
CREATE INDEX tables_game_rake_schedule_id_e55237d4 ON tables_game USING btree (rake_schedule_id);
CREATE INDEX tables_gamechange_by_id_eb1f9499 ON tables_gamechange USING btree (by_id);
CREATE INDEX tables_gamechange_from_game_id_cd586258 ON tables_gamechange USING btree (from_game_id);
CREATE INDEX tables_gamechange_session_id_17cb2515 ON tables_gamechange USING btree (session_id);
CREATE INDEX tables_gamechange_to_game_id_5b6ed210 ON tables_gamechange USING btree (to_game_id);
CREATE INDEX tables_guest_house_id_351bb8fb ON tables_guest USING btree (house_id);
CREATE INDEX tables_guest_identified_by_id_9afe31f4 ON tables_guest USING btree (identified_by_id);
CREATE INDEX tables_guest_merged_into_id_ec5922d0 ON tables_guest USING btree (merged_into_id);
CREATE INDEX tables_handover_by_id_ef19f90e ON tables_handover USING btree (by_id);
CREATE INDEX tables_handover_confirmed_by_id_fe8cf55f ON tables_handover USING btree (confirmed_by_id);
CREATE INDEX tables_handover_gaming_day_id_afbe9d0a ON tables_handover USING btree (gaming_day_id);
CREATE INDEX tables_handover_house_id_9d9da2c6 ON tables_handover USING btree (house_id);
CREATE INDEX tables_historicaladmissionpolicy_history_date_a38dd758 ON tables_historicaladmissionpolicy USING btree (history_date);
CREATE INDEX tables_historicaladmissionpolicy_history_user_id_526971eb ON tables_historicaladmissionpolicy USING btree (history_user_id);
CREATE INDEX tables_historicaladmissionpolicy_house_id_9fa1bec9 ON tables_historicaladmissionpolicy USING btree (house_id);
CREATE INDEX tables_historicaladmissionpolicy_id_0c870f6e ON tables_historicaladmissionpolicy USING btree (id);
CREATE INDEX tables_historicalgame_history_date_61597f80 ON tables_historicalgame USING btree (history_date);
CREATE INDEX tables_historicalgame_history_user_id_e38cb1be ON tables_historicalgame USING btree (history_user_id);
CREATE INDEX tables_historicalgame_house_id_1d844de8 ON tables_historicalgame USING btree (house_id);
CREATE INDEX tables_historicalgame_id_9d4c6d27 ON tables_historicalgame USING btree (id);
CREATE INDEX tables_historicalgame_rake_schedule_id_b046d997 ON tables_historicalgame USING btree (rake_schedule_id);
CREATE INDEX tables_historicalguest_history_date_3461a2cf ON tables_historicalguest USING btree (history_date);
CREATE INDEX tables_historicalguest_history_user_id_882986ba ON tables_historicalguest USING btree (history_user_id);
CREATE INDEX tables_historicalguest_house_id_949adef9 ON tables_historicalguest USING btree (house_id);
CREATE INDEX tables_historicalguest_id_ba21886a ON tables_historicalguest USING btree (id);
CREATE INDEX tables_historicalguest_identified_by_id_97e230c8 ON tables_historicalguest USING btree (identified_by_id);
CREATE INDEX tables_historicalguest_merged_into_id_a583f114 ON tables_historicalguest USING btree (merged_into_id);
CREATE INDEX tables_historicalhouserules_history_date_41df110b ON tables_historicalhouserules USING btree (history_date);
CREATE INDEX tables_historicalhouserules_history_user_id_5dc59cee ON tables_historicalhouserules USING btree (history_user_id);
CREATE INDEX tables_historicalhouserules_house_id_800cd0c9 ON tables_historicalhouserules USING btree (house_id);
CREATE INDEX tables_historicalhouserules_id_7edda69f ON tables_historicalhouserules USING btree (id);
CREATE INDEX tables_historicaltable_history_date_e1fb35fa ON tables_historicaltable USING btree (history_date);
CREATE INDEX tables_historicaltable_history_user_id_c1697bc1 ON tables_historicaltable USING btree (history_user_id);
CREATE INDEX tables_historicaltable_house_id_e4a1d1c6 ON tables_historicaltable USING btree (house_id);
CREATE INDEX tables_historicaltable_id_bb62afb9 ON tables_historicaltable USING btree (id);
CREATE INDEX tables_historicaltournament_final_id_95eb2e1e ON tables_historicaltournament USING btree (final_id);
CREATE INDEX tables_historicaltournament_history_date_9ec78fbb ON tables_historicaltournament USING btree (history_date);
CREATE INDEX tables_historicaltournament_history_user_id_faa6bef7 ON tables_historicaltournament USING btree (history_user_id);
CREATE INDEX tables_historicaltournament_house_id_8785aff0 ON tables_historicaltournament USING btree (house_id);
CREATE INDEX tables_historicaltournament_id_8de7595a ON tables_historicaltournament USING btree (id);
CREATE INDEX tables_historicaltournament_seat_for_id_4273c8e0 ON tables_historicaltournament USING btree (seat_for_id);
CREATE INDEX tables_historicaltournament_settled_by_id_d4f12c64 ON tables_historicaltournament USING btree (settled_by_id);
CREATE INDEX tables_houseban_by_id_853012d1 ON tables_houseban USING btree (by_id);
CREATE INDEX tables_houseban_guest_id_8d8cec4f ON tables_houseban USING btree (guest_id);
CREATE INDEX tables_houseban_lifted_by_id_0d261e92 ON tables_houseban USING btree (lifted_by_id);
CREATE INDEX tables_houserules_house_id_2d27f76e ON tables_houserules USING btree (house_id);
CREATE INDEX tables_houseruleset_decided_by_id_7a2e9f88 ON tables_houseruleset USING btree (decided_by_id);
CREATE INDEX tables_houseruleset_house_id_635d931c ON tables_houseruleset USING btree (house_id);
CREATE INDEX tables_houseruleset_proposed_by_id_ba805545 ON tables_houseruleset USING btree (proposed_by_id);
CREATE INDEX tables_incident_by_id_41f41c8f ON tables_incident USING btree (by_id);
CREATE INDEX tables_incident_guests_guest_id_2b8da963 ON tables_incident_guests USING btree (guest_id);
CREATE INDEX tables_incident_guests_incident_id_ce32e845 ON tables_incident_guests USING btree (incident_id);
CREATE INDEX tables_incident_hand_id_1f5e1734 ON tables_incident USING btree (hand_id);
CREATE INDEX tables_incident_house_id_6e0a35ad ON tables_incident USING btree (house_id);
CREATE INDEX tables_incident_owner_id_a40eb801 ON tables_incident USING btree (owner_id);
CREATE INDEX tables_incident_table_id_54f1979d ON tables_incident USING btree (table_id);
CREATE INDEX tables_incidentnote_by_id_a89f9d10 ON tables_incidentnote USING btree (by_id);
CREATE INDEX tables_incidentnote_incident_id_09ee0728 ON tables_incidentnote USING btree (incident_id);
CREATE INDEX tables_incidentnote_owner_id_eefac49e ON tables_incidentnote USING btree (owner_id);
CREATE INDEX tables_jackpotclaim_decided_by_id_86a2506e ON tables_jackpotclaim USING btree (decided_by_id);
CREATE INDEX tables_jackpotclaim_fund_id_0412b203 ON tables_jackpotclaim USING btree (fund_id);
CREATE INDEX tables_jackpotclaim_gaming_day_id_521ecc1b ON tables_jackpotclaim USING btree (gaming_day_id);
CREATE INDEX tables_jackpotclaim_hand_id_3270f94c ON tables_jackpotclaim USING btree (hand_id);
CREATE INDEX tables_jackpotclaim_house_id_e06bf96e ON tables_jackpotclaim USING btree (house_id);
CREATE INDEX tables_jackpotclaim_proposed_by_id_b4365d7d ON tables_jackpotclaim USING btree (proposed_by_id);
CREATE INDEX tables_jackpotclaim_terms_id_7d32aff9 ON tables_jackpotclaim USING btree (terms_id);
CREATE INDEX tables_keptchips_ended_by_id_ce1b786e ON tables_keptchips USING btree (ended_by_id);
CREATE INDEX tables_keptchips_gaming_day_id_5ce8ae32 ON tables_keptchips USING btree (gaming_day_id);
CREATE INDEX tables_keptchips_picked_up_by_id_121d02d9 ON tables_keptchips USING btree (picked_up_by_id);
CREATE INDEX tables_legalhold_by_id_ad5b026f ON tables_legalhold USING btree (by_id);
CREATE INDEX tables_legalhold_guest_id_a202701f ON tables_legalhold USING btree (guest_id);
CREATE INDEX tables_legalhold_lifted_by_id_0447f219 ON tables_legalhold USING btree (lifted_by_id);
CREATE INDEX tables_moverequest_asked_by_id_da0be1d8 ON tables_moverequest USING btree (asked_by_id);
CREATE INDEX tables_moverequest_ended_by_id_f802ecdb ON tables_moverequest USING btree (ended_by_id);
CREATE INDEX tables_moverequest_game_id_5e77f607 ON tables_moverequest USING btree (game_id);
CREATE INDEX tables_moverequest_guest_id_9a418ca8 ON tables_moverequest USING btree (guest_id);
CREATE INDEX tables_moverequest_sitting_id_cb8659dc ON tables_moverequest USING btree (sitting_id);
CREATE INDEX tables_moverequest_to_table_id_eaca4080 ON tables_moverequest USING btree (to_table_id);
CREATE INDEX tables_mustmove_coupled_by_id_417ba0aa ON tables_mustmove USING btree (coupled_by_id);
CREATE INDEX tables_mustmove_feeder_id_986725a6 ON tables_mustmove USING btree (feeder_id);
CREATE INDEX tables_mustmove_game_id_75a08fd0 ON tables_mustmove USING btree (game_id);
CREATE INDEX tables_mustmove_main_id_4438f0d3 ON tables_mustmove USING btree (main_id);
CREATE INDEX tables_mustmove_uncoupled_by_id_46f20205 ON tables_mustmove USING btree (uncoupled_by_id);
CREATE INDEX tables_mustmoveturn_by_id_d1496d56 ON tables_mustmoveturn USING btree (by_id);
CREATE INDEX tables_mustmoveturn_couple_id_7a2deee0 ON tables_mustmoveturn USING btree (couple_id);
CREATE INDEX tables_mustmoveturn_game_id_9f5ea51c ON tables_mustmoveturn USING btree (game_id);
CREATE INDEX tables_mustmoveturn_guest_id_d6855399 ON tables_mustmoveturn USING btree (guest_id);
CREATE INDEX tables_plannedopening_cancelled_by_id_da37a3ba ON tables_plannedopening USING btree (cancelled_by_id);
CREATE INDEX tables_plannedopening_game_id_caab79a9 ON tables_plannedopening USING btree (game_id);
CREATE INDEX tables_plannedopening_planned_by_id_8d711d29 ON tables_plannedopening USING btree (planned_by_id);
CREATE INDEX tables_plannedopening_table_id_adba4d76 ON tables_plannedopening USING btree (table_id);
CREATE INDEX tables_prize_by_id_60269e6d ON tables_prize USING btree (by_id);
CREATE INDEX tables_prize_entrant_id_c1ce0fbc ON tables_prize USING btree (entrant_id);
CREATE INDEX tables_prize_paid_by_id_ff06fd4b ON tables_prize USING btree (paid_by_id);
CREATE INDEX tables_prize_tournament_id_e57ed136 ON tables_prize USING btree (tournament_id);
CREATE INDEX tables_prize_window_id_5afd4e8e ON tables_prize USING btree (window_id);
CREATE INDEX tables_purchase_by_id_a341286c ON tables_purchase USING btree (by_id);
CREATE INDEX tables_purchase_entrant_id_5aae8c5e ON tables_purchase USING btree (entrant_id);
CREATE INDEX tables_purchase_tournament_id_36b0dac7 ON tables_purchase USING btree (tournament_id);
CREATE INDEX tables_purchase_window_id_4ec4a861 ON tables_purchase USING btree (window_id);
CREATE INDEX tables_qualification_by_id_05cc2ae7 ON tables_qualification USING btree (by_id);
CREATE INDEX tables_qualification_dealer_id_b8b7e58d ON tables_qualification USING btree (dealer_id);
CREATE INDEX tables_qualification_house_id_05feaaf3 ON tables_qualification USING btree (house_id);
CREATE INDEX tables_qualification_until_by_id_42950858 ON tables_qualification USING btree (until_by_id);
CREATE INDEX tables_round_gaming_day_id_2e7ad6f1 ON tables_round USING btree (gaming_day_id);
CREATE INDEX tables_ruling_by_id_2ae205f4 ON tables_ruling USING btree (by_id);
CREATE INDEX tables_ruling_guests_guest_id_4c441c94 ON tables_ruling_guests USING btree (guest_id);
CREATE INDEX tables_ruling_guests_ruling_id_52d25574 ON tables_ruling_guests USING btree (ruling_id);
CREATE INDEX tables_ruling_hand_id_ab9fb17d ON tables_ruling USING btree (hand_id);
CREATE INDEX tables_ruling_house_id_01229f94 ON tables_ruling USING btree (house_id);
CREATE INDEX tables_ruling_round_id_884591a6 ON tables_ruling USING btree (round_id);
CREATE INDEX tables_ruling_table_id_12e44ad6 ON tables_ruling USING btree (table_id);
CREATE INDEX tables_ruling_tournament_id_a55db814 ON tables_ruling USING btree (tournament_id);
CREATE INDEX tables_seatchange_by_id_879cde05 ON tables_seatchange USING btree (by_id);
CREATE INDEX tables_seatchange_entrant_id_5ba26973 ON tables_seatchange USING btree (entrant_id);
CREATE INDEX tables_seatchange_from_table_id_12fd45ae ON tables_seatchange USING btree (from_table_id);
CREATE INDEX tables_seatchange_to_table_id_1666bc68 ON tables_seatchange USING btree (to_table_id);
CREATE INDEX tables_seatchange_tournament_id_997cacbf ON tables_seatchange USING btree (tournament_id);
CREATE INDEX tables_seatdraw_announced_by_id_ce9bb55b ON tables_seatdraw USING btree (announced_by_id);
CREATE INDEX tables_seatdraw_drawn_by_id_d155083e ON tables_seatdraw USING btree (drawn_by_id);
CREATE INDEX tables_seatdraw_table_id_5dbd6617 ON tables_seatdraw USING btree (table_id);
CREATE INDEX tables_session_closed_by_id_3c2f162f ON tables_session USING btree (closed_by_id);
CREATE INDEX tables_session_game_id_62fa8616 ON tables_session USING btree (game_id);
CREATE INDEX tables_session_gaming_day_id_d24fa2e5 ON tables_session USING btree (gaming_day_id);
CREATE INDEX tables_session_opened_by_id_381836d9 ON tables_session USING btree (opened_by_id);
CREATE INDEX tables_session_table_id_226ef7fd ON tables_session USING btree (table_id);
CREATE INDEX tables_shift_called_off_by_id_2fa7e94f ON tables_shift USING btree (called_off_by_id);
CREATE INDEX tables_shift_came_by_id_c8ac0b3e ON tables_shift USING btree (came_by_id);
CREATE INDEX tables_shift_dealer_id_c13fae6d ON tables_shift USING btree (dealer_id);
CREATE INDEX tables_shift_entered_by_id_61d76003 ON tables_shift USING btree (entered_by_id);
CREATE INDEX tables_shift_house_id_4d9640e8 ON tables_shift USING btree (house_id);
CREATE INDEX tables_shift_went_by_id_652c9654 ON tables_shift USING btree (went_by_id);
CREATE INDEX tables_sitting_guest_id_a724cd20 ON tables_sitting USING btree (guest_id);
CREATE INDEX tables_sitting_left_game_id_d86bf39c ON tables_sitting USING btree (left_game_id);
CREATE INDEX tables_sitting_session_id_b6e11494 ON tables_sitting USING btree (session_id);
CREATE INDEX tables_sitting_table_id_27ce0407 ON tables_sitting USING btree (table_id);
CREATE INDEX tables_stakestep_cancelled_by_id_07749ca2 ON tables_stakestep USING btree (cancelled_by_id);
CREATE INDEX tables_stakestep_game_id_c2add8cc ON tables_stakestep USING btree (game_id);
CREATE INDEX tables_stakestep_planned_by_id_0c7f7981 ON tables_stakestep USING btree (planned_by_id);
CREATE INDEX tables_stakestep_session_id_b18df456 ON tables_stakestep USING btree (session_id);
CREATE INDEX tables_table_house_id_8a003820 ON tables_table USING btree (house_id);
CREATE INDEX tables_tournament_final_id_df8db486 ON tables_tournament USING btree (final_id);
CREATE INDEX tables_tournament_house_id_a1e3d1e4 ON tables_tournament USING btree (house_id);
CREATE INDEX tables_tournament_seat_for_id_3b09e5ce ON tables_tournament USING btree (seat_for_id);
CREATE INDEX tables_tournament_settled_by_id_442a0af8 ON tables_tournament USING btree (settled_by_id);
CREATE INDEX tables_tournamenthand_by_id_b3cedc46 ON tables_tournamenthand USING btree (by_id);
CREATE INDEX tables_tournamenthand_table_id_6e5f2989 ON tables_tournamenthand USING btree (table_id);
CREATE INDEX tables_tournamenthand_tournament_id_385ac942 ON tables_tournamenthand USING btree (tournament_id);
CREATE INDEX tables_tournamenttable_table_id_2865ae93 ON tables_tournamenttable USING btree (table_id);
CREATE INDEX tables_tournamenttable_tournament_id_5a404c5e ON tables_tournamenttable USING btree (tournament_id);
CREATE INDEX tables_waitingentry_guest_id_9353404e ON tables_waitingentry USING btree (guest_id);
CREATE INDEX tables_waitingentry_table_id_3b292363 ON tables_waitingentry USING btree (table_id);
CREATE INDEX tables_waitingentry_waiting_list_id_44554640 ON tables_waitingentry USING btree (waiting_list_id);
CREATE INDEX tables_waitingevent_by_id_668f81f4 ON tables_waitingevent USING btree (by_id);
CREATE INDEX tables_waitingevent_call_id_e101798a ON tables_waitingevent USING btree (call_id);
CREATE INDEX tables_waitingevent_entry_id_5f505e74 ON tables_waitingevent USING btree (entry_id);
CREATE INDEX tables_waitingevent_table_id_5d013f37 ON tables_waitingevent USING btree (table_id);
CREATE INDEX tables_waitinglist_house_id_0037f0d4 ON tables_waitinglist USING btree (house_id);
CREATE UNIQUE INDEX tip_record_one_unsigned ON accounting_tiprecord USING btree (gaming_day_id) WHERE (signed_at IS NULL);
CREATE UNIQUE INDEX tournament_table_once ON tables_tournamenttable USING btree (table_id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX tournamenthand_one_open ON tables_tournamenthand USING btree (table_id) WHERE ((state)::text = 'open'::text);
CREATE UNIQUE INDEX tronc_payout_one_open ON accounting_troncpayout USING btree (house_id) WHERE (paid_at IS NULL);
CREATE UNIQUE INDEX tronc_rules_one_proposed ON accounting_troncrules USING btree (house_id) WHERE ((state)::text = 'proposed'::text);
CREATE UNIQUE INDEX tronc_run_one_proposed ON accounting_troncrun USING btree (house_id) WHERE ((state)::text = 'proposed'::text);
CREATE INDEX wager_wins ON accounting_wager USING btree (gaming_day_id, table_code) INCLUDE (sign, lost_cents, paid_cents);
CREATE UNIQUE INDEX waiting_call_missed_once ON tables_waitingevent USING btree (call_id) WHERE ((kind)::text = 'missed'::text);
CREATE UNIQUE INDEX waiting_called_to_one_seat ON tables_waitingentry USING btree (guest_id) WHERE ((state)::text = ANY ((ARRAY['called'::character varying, 'locked_up'::character varying])::text[]));
CREATE INDEX waiting_due ON tables_waitingentry USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX waiting_events ON tables_waitingevent USING btree (entry_id, kind);
CREATE UNIQUE INDEX waiting_once_per_list ON tables_waitingentry USING btree (waiting_list_id, guest_id) WHERE ((state)::text = ANY ((ARRAY['called'::character varying, 'locked_up'::character varying, 'waiting'::character varying])::text[]));
CREATE UNIQUE INDEX waiting_seat_kept_for_one ON tables_waitingentry USING btree (table_id, seat) WHERE ((state)::text = ANY ((ARRAY['called'::character varying, 'locked_up'::character varying])::text[]));
CREATE UNIQUE INDEX window_shift_one_open ON accounting_windowshift USING btree (window_id) WHERE (closed_at IS NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON casino_historicaldevice FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON casino_historicalpinmisses FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON casino_historicaluser FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON casino_loginevent FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON django_admin_log FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON casino_historicaldevice FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON casino_historicalpinmisses FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON casino_historicaluser FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON casino_loginevent FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON django_admin_log FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_assessment FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_count FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_countersignature FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_entry FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_fundcount FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_historicalfinding FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_keywithdrawal FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_print FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_proofrun FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_reportmail FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_seal FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_sealedrows FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_transfer FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_troncshare FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON accounting_wager FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_acknowledgement FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_admissioncheck FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_calltaking FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_carryover FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_deckchange FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_gamechange FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_handaction FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_incident FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_incident_guests FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_incidentnote FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_ruling FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_ruling_guests FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR UPDATE ON tables_waitingevent FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_assessment FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_count FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_countersignature FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_entry FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_fundcount FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_historicalfinding FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_keywithdrawal FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_print FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_proofrun FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_reportmail FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_seal FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_sealedrows FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_transfer FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_troncshare FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON accounting_wager FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_acknowledgement FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_admissioncheck FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_calltaking FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_carryover FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_deckchange FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_gamechange FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_handaction FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_incident FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_incident_guests FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_incidentnote FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_ruling FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_ruling_guests FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_waitingevent FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER begins_undecided BEFORE INSERT ON accounting_authoritykey FOR EACH ROW WHEN (((new.state)::text <> 'proposed'::text)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER begins_undecided BEFORE INSERT ON accounting_levyterms FOR EACH ROW WHEN (((new.state)::text <> 'proposed'::text)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER begins_undecided BEFORE INSERT ON accounting_statement FOR EACH ROW WHEN (((new.state)::text <> 'signed'::text)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER closed_day_stays BEFORE DELETE OR UPDATE ON accounting_gamingday FOR EACH ROW WHEN (((old.state)::text = 'closed'::text)) EXECUTE FUNCTION accounting_closed_day_stays();
CREATE TRIGGER drop_stays BEFORE UPDATE ON accounting_drop FOR EACH ROW WHEN ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.house_id IS DISTINCT FROM new.house_id)) OR (old.gaming_day_id IS DISTINCT FROM new.gaming_day_id)) OR ((old.table_code)::text IS DISTINCT FROM (new.table_code)::text)) OR (old.session_number IS DISTINCT FROM new.session_number)) OR ((old.kind)::text IS DISTINCT FROM (new.kind)::text)) OR (old.booked_cents IS DISTINCT FROM new.booked_cents)) OR (old.dropped_at IS DISTINCT FROM new.dropped_at)) OR (old.dropped_by_id IS DISTINCT FROM new.dropped_by_id)) OR (old.entry_id IS DISTINCT FROM new.entry_id)) OR ((old.counted_at IS NOT NULL) AND (((old.counted_cents IS DISTINCT FROM new.counted_cents) OR (old.counted_at IS DISTINCT FROM new.counted_at)) OR (old.count_entry_id IS DISTINCT FROM new.count_entry_id))))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER entry_day_is_open BEFORE INSERT ON accounting_entry FOR EACH ROW EXECUTE FUNCTION accounting_day_is_open();
CREATE TRIGGER fund_is_the_players AFTER INSERT ON accounting_transfer FOR EACH ROW WHEN ((((new.source)::text ~ '^(jackpot|reserve|won|withheld)/'::text) AND ((new.destination)::text !~ '^(jackpot|reserve|won|withheld)/'::text))) EXECUTE FUNCTION accounting_fund_is_the_players();
CREATE TRIGGER game_fits_the_chips AFTER UPDATE OF game_id ON tables_session FOR EACH ROW WHEN ((old.game_id <> new.game_id)) EXECUTE FUNCTION tables_game_fits_the_chips();
CREATE TRIGGER game_in_play BEFORE UPDATE ON tables_game FOR EACH ROW WHEN (((to_jsonb(old.*) - ARRAY['name'::text, 'is_active'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['name'::text, 'is_active'::text]))) EXECUTE FUNCTION tables_game_in_play();
CREATE TRIGGER hand_stays BEFORE UPDATE ON tables_hand FOR EACH ROW WHEN ((((old.state)::text <> 'open'::text) AND (((old.state)::text <> 'settled'::text) OR ((new.state)::text <> 'void'::text) OR (((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.house_id IS DISTINCT FROM new.house_id)) OR (old.table_id IS DISTINCT FROM new.table_id)) OR (old.session_id IS DISTINCT FROM new.session_id)) OR (old.gaming_day_id IS DISTINCT FROM new.gaming_day_id)) OR (old.number IS DISTINCT FROM new.number)) OR ((old.recording)::text IS DISTINCT FROM (new.recording)::text)) OR (old.game_id IS DISTINCT FROM new.game_id)) OR (old.schedule_version_id IS DISTINCT FROM new.schedule_version_id)) OR (old.dealer_id IS DISTINCT FROM new.dealer_id)) OR (old.button_seat IS DISTINCT FROM new.button_seat)) OR (old.setup IS DISTINCT FROM new.setup)) OR (old.started_at IS DISTINCT FROM new.started_at)) OR (old.ended_at IS DISTINCT FROM new.ended_at)) OR (old.result IS DISTINCT FROM new.result)) OR (old.client_uuid IS DISTINCT FROM new.client_uuid)) OR (old.corrects_id IS DISTINCT FROM new.corrects_id))))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER hand_stays_there BEFORE DELETE ON tables_hand FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER hands_stay_there BEFORE TRUNCATE ON tables_hand FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER houses_exist BEFORE INSERT ON casino_accountrequest FOR EACH ROW EXECUTE FUNCTION accounting_houses_exist();
CREATE TRIGGER houses_exist BEFORE INSERT OR UPDATE OF house_ids ON casino_user FOR EACH ROW EXECUTE FUNCTION accounting_houses_exist();
CREATE TRIGGER in_whole_chips AFTER UPDATE ON accounting_place REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tables_places_in_whole_chips();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_authoritykey FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_drop FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_finding FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_fund FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_funddrop FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_fundmove FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_fundterms FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_jackpotslip FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_levyterms FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_reopening FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_slip FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_statement FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_tiprecord FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_troncmember FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_troncpayout FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_troncrules FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_troncrun FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON accounting_windowshift FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON casino_accountrequest FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON casino_securityevent FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_absence FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_chipcount FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_chiprace FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_chipsetcheck FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_clockevent FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_deal FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_dealerbreak FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_draw FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_elimination FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_erasure FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_handover FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_houseban FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_houseruleset FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_jackpotclaim FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_keptchips FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_legalhold FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_moverequest FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_mustmove FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_mustmoveturn FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_plannedopening FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_prize FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_purchase FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_qualification FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_seatchange FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_seatdraw FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_shift FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_stakestep FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_tournamenthand FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_waitingentry FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_authoritykey FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_drop FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_finding FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_fund FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_funddrop FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_fundmove FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_fundterms FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_jackpotslip FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_levyterms FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_reopening FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_slip FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_statement FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_tiprecord FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_troncmember FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_troncpayout FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_troncrules FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_troncrun FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON accounting_windowshift FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON casino_accountrequest FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON casino_securityevent FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_absence FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_chipcount FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_chiprace FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_chipsetcheck FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_clockevent FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_deal FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_dealerbreak FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_draw FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_elimination FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_erasure FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_handover FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_houseban FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_houseruleset FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_jackpotclaim FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_keptchips FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_legalhold FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_moverequest FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_mustmove FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_mustmoveturn FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_plannedopening FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_prize FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_purchase FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_qualification FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_seatchange FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_seatdraw FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_shift FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_stakestep FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_tournamenthand FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_waitingentry FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER merges_once BEFORE INSERT OR UPDATE OF merged_into_id ON tables_guest FOR EACH ROW WHEN ((new.merged_into_id IS NOT NULL)) EXECUTE FUNCTION tables_guest_merges_once();
CREATE TRIGGER names_no_guest BEFORE INSERT ON accounting_assessment FOR EACH ROW WHEN (((new.reason)::text <> ''::text)) EXECUTE FUNCTION tables_names_no_guest('reason');
CREATE TRIGGER names_no_guest BEFORE INSERT ON accounting_entry FOR EACH ROW WHEN (((new.reason)::text <> ''::text)) EXECUTE FUNCTION tables_names_no_guest('reason');
CREATE TRIGGER names_no_guest BEFORE INSERT OR UPDATE ON accounting_funddrop FOR EACH ROW WHEN (((new.explanation)::text <> ''::text)) EXECUTE FUNCTION tables_names_no_guest('explanation');
CREATE TRIGGER names_no_guest BEFORE INSERT OR UPDATE ON accounting_fundmove FOR EACH ROW WHEN (((new.reason)::text <> ''::text)) EXECUTE FUNCTION tables_names_no_guest('reason');
CREATE TRIGGER names_no_guest BEFORE INSERT ON accounting_statement FOR EACH ROW WHEN (((new.reason)::text <> ''::text)) EXECUTE FUNCTION tables_names_no_guest('reason');
CREATE TRIGGER names_no_guest BEFORE INSERT OR UPDATE ON tables_jackpotclaim FOR EACH ROW WHEN (((new.reason)::text <> ''::text)) EXECUTE FUNCTION tables_names_no_guest('reason');
CREATE TRIGGER names_no_guest BEFORE INSERT ON tables_ruling FOR EACH ROW WHEN ((((new.text)::text <> ''::text) OR ((new.rule)::text <> ''::text))) EXECUTE FUNCTION tables_names_no_guest('text', 'rule');
CREATE TRIGGER new_in_whole_chips AFTER INSERT ON accounting_place REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tables_places_in_whole_chips();
CREATE TRIGGER not_merged BEFORE INSERT ON tables_entrant FOR EACH ROW EXECUTE FUNCTION tables_guest_is_not_merged();
CREATE TRIGGER not_merged BEFORE INSERT ON tables_houseban FOR EACH ROW EXECUTE FUNCTION tables_guest_is_not_merged();
CREATE TRIGGER not_merged BEFORE INSERT ON tables_sitting FOR EACH ROW EXECUTE FUNCTION tables_guest_is_not_merged();
CREATE TRIGGER not_merged BEFORE INSERT ON tables_waitingentry FOR EACH ROW EXECUTE FUNCTION tables_guest_is_not_merged();
CREATE TRIGGER one_place BEFORE INSERT OR UPDATE OF dealer_id, started_at, ended_at ON tables_dealerbreak FOR EACH ROW EXECUTE FUNCTION tables_one_place();
CREATE TRIGGER one_place BEFORE INSERT OR UPDATE OF dealer_id, started_at, ended_at ON tables_down FOR EACH ROW EXECUTE FUNCTION tables_one_place();
CREATE TRIGGER reopening_stays BEFORE UPDATE ON accounting_reopening FOR EACH ROW WHEN (((old.approved_at IS NOT NULL) OR ((((((old.id IS DISTINCT FROM new.id) OR (old.gaming_day_id IS DISTINCT FROM new.gaming_day_id)) OR (old.seal_id IS DISTINCT FROM new.seal_id)) OR ((old.reason)::text IS DISTINCT FROM (new.reason)::text)) OR (old.asked_by_id IS DISTINCT FROM new.asked_by_id)) OR (old.asked_at IS DISTINCT FROM new.asked_at)))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER round_stays BEFORE UPDATE ON tables_round FOR EACH ROW WHEN ((((old.state)::text <> 'settled'::text) OR ((new.state)::text <> 'void'::text) OR (((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.house_id IS DISTINCT FROM new.house_id)) OR (old.table_id IS DISTINCT FROM new.table_id)) OR (old.session_id IS DISTINCT FROM new.session_id)) OR (old.gaming_day_id IS DISTINCT FROM new.gaming_day_id)) OR (old.number IS DISTINCT FROM new.number)) OR ((old.recording)::text IS DISTINCT FROM (new.recording)::text)) OR (old.game_id IS DISTINCT FROM new.game_id)) OR ((old.rule_set)::text IS DISTINCT FROM (new.rule_set)::text)) OR (old.dealer_id IS DISTINCT FROM new.dealer_id)) OR (old.dealt_at IS DISTINCT FROM new.dealt_at)) OR (old.recorded_at IS DISTINCT FROM new.recorded_at)) OR (old.record IS DISTINCT FROM new.record)) OR (old.result IS DISTINCT FROM new.result)) OR (old.staked_cents IS DISTINCT FROM new.staked_cents)) OR (old.lost_cents IS DISTINCT FROM new.lost_cents)) OR (old.paid_cents IS DISTINCT FROM new.paid_cents)) OR (old.tips_cents IS DISTINCT FROM new.tips_cents)) OR (old.client_uuid IS DISTINCT FROM new.client_uuid)))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER round_stays_there BEFORE DELETE ON tables_round FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER rounds_stay_there BEFORE TRUNCATE ON tables_round FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER rule_set_is_signed BEFORE INSERT OR UPDATE OF rule_set ON tables_game FOR EACH ROW WHEN (((new.rule_set)::text ~~ '%;%'::text)) EXECUTE FUNCTION tables_rule_set_is_signed();
CREATE TRIGGER shift_stays BEFORE UPDATE ON accounting_windowshift FOR EACH ROW WHEN ((old.closed_at IS NOT NULL)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER slip_stays BEFORE UPDATE ON accounting_slip FOR EACH ROW WHEN ((((old.state)::text <> 'asked'::text) OR ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.house_id IS DISTINCT FROM new.house_id)) OR (old.gaming_day_id IS DISTINCT FROM new.gaming_day_id)) OR (old.number IS DISTINCT FROM new.number)) OR ((old.kind)::text IS DISTINCT FROM (new.kind)::text)) OR ((old.table_code)::text IS DISTINCT FROM (new.table_code)::text)) OR (old.window_id IS DISTINCT FROM new.window_id)) OR (old.chips IS DISTINCT FROM new.chips)) OR (old.chips_back IS DISTINCT FROM new.chips_back)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.asked_by_id IS DISTINCT FROM new.asked_by_id)) OR (old.asked_at IS DISTINCT FROM new.asked_at)))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_authoritykey FOR EACH ROW WHEN (((old.decided_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_at'::text, 'decided_by_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_at'::text, 'decided_by_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_fund FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['closed_at'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['closed_at'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_funddrop FOR EACH ROW WHEN ((((old.explanation)::text <> ''::text) OR ((old.counted_at IS NOT NULL) AND ((((old.counted_cents IS DISTINCT FROM new.counted_cents) OR (old.reserved_cents IS DISTINCT FROM new.reserved_cents)) OR (old.counted_at IS DISTINCT FROM new.counted_at)) OR (old.count_entry_id IS DISTINCT FROM new.count_entry_id))) OR ((to_jsonb(old.*) - ARRAY['counted_cents'::text, 'reserved_cents'::text, 'counted_at'::text, 'count_entry_id'::text, 'explanation'::text, 'explained_by_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['counted_cents'::text, 'reserved_cents'::text, 'counted_at'::text, 'count_entry_id'::text, 'explanation'::text, 'explained_by_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_fundmove FOR EACH ROW WHEN ((((old.state)::text <> 'asked'::text) OR ((new.amount_cents <> old.amount_cents) AND ((old.kind)::text <> 'closing'::text)) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text, 'entry_id'::text, 'amount_cents'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text, 'entry_id'::text, 'amount_cents'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_fundterms FOR EACH ROW WHEN ((((old.state)::text <> 'proposed'::text) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_jackpotslip FOR EACH ROW WHEN ((((old.state)::text <> 'due'::text) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'window_id'::text, 'done_by_id'::text, 'done_at'::text, 'entry_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'window_id'::text, 'done_by_id'::text, 'done_at'::text, 'entry_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_levyterms FOR EACH ROW WHEN (((old.decided_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_at'::text, 'decided_by_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_at'::text, 'decided_by_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_statement FOR EACH ROW WHEN (((old.decided_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_at'::text, 'decided_by_id'::text, 'number'::text, 'previous'::text, 'digest'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_at'::text, 'decided_by_id'::text, 'number'::text, 'previous'::text, 'digest'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_tiprecord FOR EACH ROW WHEN (((old.signed_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['counted_cents'::text, 'electronic_cents'::text, 'electronic_goes'::text, 'drawn_up_by_id'::text, 'drawn_up_at'::text, 'signed_by_id'::text, 'signed_at'::text, 'entry_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['counted_cents'::text, 'electronic_cents'::text, 'electronic_goes'::text, 'drawn_up_by_id'::text, 'drawn_up_at'::text, 'signed_by_id'::text, 'signed_at'::text, 'entry_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_troncmember FOR EACH ROW WHEN (((old.confirmed_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['confirmed_by_id'::text, 'confirmed_at'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['confirmed_by_id'::text, 'confirmed_at'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_troncpayout FOR EACH ROW WHEN (((old.paid_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['lines'::text, 'total_cents'::text, 'prepared_by_id'::text, 'prepared_at'::text, 'paid_by_id'::text, 'paid_at'::text, 'entry_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['lines'::text, 'total_cents'::text, 'prepared_by_id'::text, 'prepared_at'::text, 'paid_by_id'::text, 'paid_at'::text, 'entry_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_troncrules FOR EACH ROW WHEN (((old.decided_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON accounting_troncrun FOR EACH ROW WHEN (((old.decided_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text, 'entry_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text, 'entry_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON casino_accountrequest FOR EACH ROW WHEN (((old.decided_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['decided_by_id'::text, 'decided_at'::text, 'is_approved'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['decided_by_id'::text, 'decided_at'::text, 'is_approved'::text])))) EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON casino_securityevent FOR EACH ROW WHEN (((old.seen_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['seen_by_id'::text, 'seen_at'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['seen_by_id'::text, 'seen_at'::text])))) EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_absence FOR EACH ROW WHEN ((old.until IS NOT NULL)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_chipcount FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_chiprace FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_chipsetcheck FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_clockevent FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_deal FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_dealerbreak FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_draw FOR EACH ROW WHEN (((old.drawn_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['purpose'::text, 'drawn_at'::text, 'facts'::text, 'result'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['purpose'::text, 'drawn_at'::text, 'facts'::text, 'result'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_elimination FOR EACH ROW WHEN (((old.undone_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['undone_at'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['undone_at'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_erasure FOR EACH ROW WHEN (((old.state)::text <> 'asked'::text)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_handover FOR EACH ROW WHEN (((old.confirmed_at IS NOT NULL) OR (((to_jsonb(old.*) - 'confirmed_at'::text) - 'confirmed_by_id'::text) IS DISTINCT FROM ((to_jsonb(new.*) - 'confirmed_at'::text) - 'confirmed_by_id'::text)))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_houseban FOR EACH ROW WHEN (((old.lifted_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['lifted_at'::text, 'lifted_by_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['lifted_at'::text, 'lifted_by_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_houseruleset FOR EACH ROW WHEN (((old.decided_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_at'::text, 'decided_by_id'::text, 'reason'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_at'::text, 'decided_by_id'::text, 'reason'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_jackpotclaim FOR EACH ROW WHEN ((((old.state)::text <> 'proposed'::text) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text, 'reason'::text, 'entry_id'::text, 'gaming_day_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'decided_by_id'::text, 'decided_at'::text, 'reason'::text, 'entry_id'::text, 'gaming_day_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_keptchips FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) OR (new.amount_cents <> old.amount_cents) OR (new.sitting_id <> old.sitting_id))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_legalhold FOR EACH ROW WHEN (((old.lifted_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['lifted_at'::text, 'lifted_by_id'::text, 'lifted_because'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['lifted_at'::text, 'lifted_by_id'::text, 'lifted_because'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_moverequest FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['sitting_id'::text, 'end'::text, 'ended_at'::text, 'ended_by_id'::text, 'granted_id'::text, 'reason'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['sitting_id'::text, 'end'::text, 'ended_at'::text, 'ended_by_id'::text, 'granted_id'::text, 'reason'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_mustmove FOR EACH ROW WHEN (((old.uncoupled_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['uncoupled_at'::text, 'uncoupled_by_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['uncoupled_at'::text, 'uncoupled_by_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_mustmoveturn FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_plannedopening FOR EACH ROW WHEN (((old.cancelled_at IS NOT NULL) OR (old.session_id IS NOT NULL))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_prize FOR EACH ROW WHEN (((old.paid_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['amount_cents'::text, 'entrant_id'::text, 'window_id'::text, 'entry_id'::text, 'paid_at'::text, 'paid_by_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['amount_cents'::text, 'entrant_id'::text, 'window_id'::text, 'entry_id'::text, 'paid_at'::text, 'paid_by_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_purchase FOR EACH ROW WHEN (((old.returned_id IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['returned_id'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['returned_id'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_qualification FOR EACH ROW WHEN ((old.until IS NOT NULL)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_seatchange FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_seatdraw FOR EACH ROW WHEN (((old.drawn_at IS NOT NULL) OR ((to_jsonb(old.*) - ARRAY['purpose'::text, 'drawn_at'::text, 'drawn_by_id'::text, 'reason'::text, 'facts'::text, 'result'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['purpose'::text, 'drawn_at'::text, 'drawn_by_id'::text, 'reason'::text, 'facts'::text, 'result'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_shift FOR EACH ROW WHEN (((old.went_at IS NOT NULL) OR (old.called_off_at IS NOT NULL))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_stakestep FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_tournamenthand FOR EACH ROW WHEN ((((old.state)::text = 'void'::text) OR ((to_jsonb(old.*) - ARRAY['state'::text, 'actions'::text, 'result'::text, 'reason'::text]) IS DISTINCT FROM (to_jsonb(new.*) - ARRAY['state'::text, 'actions'::text, 'result'::text, 'reason'::text])))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER stays BEFORE UPDATE ON tables_waitingentry FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER terms_are_proposed BEFORE INSERT ON accounting_scheduleversion FOR EACH ROW WHEN (((new.state)::text IS DISTINCT FROM 'proposed'::text)) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER terms_stay BEFORE UPDATE ON accounting_scheduleversion FOR EACH ROW WHEN ((NOT ((NOT ((((((old.id IS DISTINCT FROM new.id) OR (old.schedule_id IS DISTINCT FROM new.schedule_id)) OR (old.version IS DISTINCT FROM new.version)) OR (old.terms IS DISTINCT FROM new.terms)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.created_by_id IS DISTINCT FROM new.created_by_id))) AND ((((old.state)::text = 'proposed'::text) AND (((new.state)::text = 'declined'::text) OR (((new.state)::text = 'published'::text) AND COALESCE((new.approved_at <= new.valid_from), false)))) OR (((old.state)::text = 'published'::text) AND ((new.state)::text = 'published'::text) AND (NOT (old.valid_from IS DISTINCT FROM new.valid_from)) AND ((old.valid_to IS NULL) OR (NOT (old.valid_to IS DISTINCT FROM new.valid_to))) AND ((old.approved_at IS NULL) OR (NOT ((old.approved_at IS DISTINCT FROM new.approved_at) OR (old.approved_by_id IS DISTINCT FROM new.approved_by_id))))))))) EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER terms_stay_there BEFORE DELETE ON accounting_scheduleversion FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE CONSTRAINT TRIGGER told_cage AFTER INSERT OR UPDATE ON accounting_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.code)::text = ANY ((ARRAY['buy_in'::character varying, 'top_up'::character varying, 'cash_out'::character varying, 'window_in'::character varying, 'window_out'::character varying, 'sale'::character varying, 'redemption'::character varying, 'kept_out'::character varying])::text[]))) EXECUTE FUNCTION casino_tell_house('', 'cage');
CREATE CONSTRAINT TRIGGER told_cage_of_tournaments AFTER INSERT OR UPDATE ON accounting_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.code)::text = ANY ((ARRAY['tournament_in'::character varying, 'tournament_out'::character varying])::text[]))) EXECUTE FUNCTION casino_tell_house('', 'cage');
CREATE CONSTRAINT TRIGGER told_floor AFTER INSERT OR UPDATE ON accounting_scheduleversion DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('accounting_rakeschedule.schedule_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_count DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('accounting_drop.drop_id', 'floor', 'counts', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_drop DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor', 'counts', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_finding DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_funddrop DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'counts', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_fundmove DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_gamingday DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor', 'cage', 'counts', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_jackpotslip DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'cage', 'floor', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_reopening DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('accounting_gamingday.gaming_day_id', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_scheduleversion DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('accounting_rakeschedule.schedule_id', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_slip DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor', 'cage', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_window DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'cage', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON accounting_windowshift DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('accounting_window.window_id', 'cage', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON casino_job DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'jobs', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR DELETE OR UPDATE ON casino_pinmisses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('casino_device.device_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_acknowledgement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_auditrun DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_calltaking DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('tables_floorcall.call_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_dealerbreak DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('tables_shift.shift_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_floorcall DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_handover DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_houserules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_incident DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_incidentnote DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('tables_incident.incident_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_jackpotclaim DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_keptchips DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('accounting_gamingday.gaming_day_id', 'floor', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_moverequest DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('tables_game.game_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_mustmove DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('tables_game.game_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_plannedopening DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('tables_table.table_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_qualification DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_ruling DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_seatdraw DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('tables_table.table_id', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_session DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('tables_table.table_id', 'floor', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_shift DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_table DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor', 'days');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_tournament DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'tournaments', 'floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_waitinglist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell_house('', 'floor');
ALTER TABLE ONLY accounting_assessment
    ADD CONSTRAINT accounting_assessmen_gaming_day_id_a89bf2ec_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_assessment
    ADD CONSTRAINT accounting_assessmen_schedule_version_id_aa7221db_fk_accountin FOREIGN KEY (schedule_version_id) REFERENCES accounting_scheduleversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_assessment
    ADD CONSTRAINT accounting_assessment_dealer_id_e98779e0_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_assessment
    ADD CONSTRAINT accounting_assessment_entry_id_7d3c0f78_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_assessment
    ADD CONSTRAINT accounting_assessment_house_id_e03d917f_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_authoritykey
    ADD CONSTRAINT accounting_authority_decided_by_id_bfa11a84_fk_casino_us FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_authoritykey
    ADD CONSTRAINT accounting_authority_house_id_2797d2cd_fk_accountin FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_authoritykey
    ADD CONSTRAINT accounting_authority_proposed_by_id_a287853a_fk_casino_us FOREIGN KEY (proposed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_book
    ADD CONSTRAINT accounting_book_house_id_1aca15af_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_count
    ADD CONSTRAINT accounting_count_counted_by_id_400634f8_fk_casino_user_id FOREIGN KEY (counted_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_count
    ADD CONSTRAINT accounting_count_drop_id_b82b8fc8_fk_accounting_drop_id FOREIGN KEY (drop_id) REFERENCES accounting_drop(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_countersignature
    ADD CONSTRAINT accounting_countersi_key_id_1e6fc1b0_fk_accountin FOREIGN KEY (key_id) REFERENCES accounting_authoritykey(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_countersignature
    ADD CONSTRAINT accounting_countersi_statement_id_35c3aebe_fk_accountin FOREIGN KEY (statement_id) REFERENCES accounting_statement(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_countersignature
    ADD CONSTRAINT accounting_countersignature_by_id_ce40d4d4_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_count_entry_id_720006fe_fk_accounting_entry_id FOREIGN KEY (count_entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_dropped_by_id_731cfe19_fk_casino_user_id FOREIGN KEY (dropped_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_entry_id_853b4580_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_explained_by_id_6cc2d6d6_fk_casino_user_id FOREIGN KEY (explained_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_gaming_day_id_f77f83a6_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_drop
    ADD CONSTRAINT accounting_drop_house_id_6f34252e_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT accounting_entry_actor_id_241c42bd_fk_casino_user_id FOREIGN KEY (actor_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT accounting_entry_book_id_bd4b2bbf_fk_accounting_book_id FOREIGN KEY (book_id) REFERENCES accounting_book(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT accounting_entry_gaming_day_id_624a9ca4_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT accounting_entry_house_id_a30d9c87_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_entry
    ADD CONSTRAINT accounting_entry_reverses_id_cdbfba15_fk_accounting_entry_id FOREIGN KEY (reverses_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_finding
    ADD CONSTRAINT accounting_finding_booked_by_id_03180d91_fk_casino_user_id FOREIGN KEY (booked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_finding
    ADD CONSTRAINT accounting_finding_dealer_id_a90b7096_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_finding
    ADD CONSTRAINT accounting_finding_gaming_day_id_0d22b079_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_finding
    ADD CONSTRAINT accounting_finding_house_id_f19795e1_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_finding
    ADD CONSTRAINT accounting_finding_owner_id_e72e3578_fk_casino_user_id FOREIGN KEY (owner_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_finding
    ADD CONSTRAINT accounting_finding_resolved_by_id_a7c7bd3f_fk_casino_user_id FOREIGN KEY (resolved_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fund
    ADD CONSTRAINT accounting_fund_house_id_067cd4f5_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fund
    ADD CONSTRAINT accounting_fund_opened_by_id_d998e24d_fk_casino_user_id FOREIGN KEY (opened_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundcount
    ADD CONSTRAINT accounting_fundcount_counted_by_id_16e0ac74_fk_casino_user_id FOREIGN KEY (counted_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundcount
    ADD CONSTRAINT accounting_fundcount_fund_drop_id_f69054a8_fk_accountin FOREIGN KEY (fund_drop_id) REFERENCES accounting_funddrop(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_count_entry_id_3e41d018_fk_accountin FOREIGN KEY (count_entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_entry_id_42457dd7_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_explained_by_id_00fd8d5d_fk_casino_user_id FOREIGN KEY (explained_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_fund_id_c90af2ad_fk_accounting_fund_id FOREIGN KEY (fund_id) REFERENCES accounting_fund(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_gaming_day_id_cabde04e_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_house_id_9a3cfc57_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_funddrop
    ADD CONSTRAINT accounting_funddrop_taken_by_id_66017db4_fk_casino_user_id FOREIGN KEY (taken_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundmove
    ADD CONSTRAINT accounting_fundmove_asked_by_id_a5c3fc8d_fk_casino_user_id FOREIGN KEY (asked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundmove
    ADD CONSTRAINT accounting_fundmove_decided_by_id_a5683622_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundmove
    ADD CONSTRAINT accounting_fundmove_entry_id_118976d0_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundmove
    ADD CONSTRAINT accounting_fundmove_fund_id_64436122_fk_accounting_fund_id FOREIGN KEY (fund_id) REFERENCES accounting_fund(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundmove
    ADD CONSTRAINT accounting_fundmove_house_id_337205c6_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundmove
    ADD CONSTRAINT accounting_fundmove_to_fund_id_1eba2ac5_fk_accounting_fund_id FOREIGN KEY (to_fund_id) REFERENCES accounting_fund(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundterms
    ADD CONSTRAINT accounting_fundterms_decided_by_id_6a5a3664_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundterms
    ADD CONSTRAINT accounting_fundterms_fund_id_3ea4f92b_fk_accounting_fund_id FOREIGN KEY (fund_id) REFERENCES accounting_fund(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_fundterms
    ADD CONSTRAINT accounting_fundterms_proposed_by_id_3edab998_fk_casino_user_id FOREIGN KEY (proposed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_gamingday
    ADD CONSTRAINT accounting_gamingday_closed_by_id_73efb36a_fk_casino_user_id FOREIGN KEY (closed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_gamingday
    ADD CONSTRAINT accounting_gamingday_house_id_889bb0e9_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_gamingday
    ADD CONSTRAINT accounting_gamingday_opened_by_id_8209c0d5_fk_casino_user_id FOREIGN KEY (opened_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_historicalhouse
    ADD CONSTRAINT accounting_historica_history_user_id_0012a450_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_historicalfinding
    ADD CONSTRAINT accounting_historica_history_user_id_3f49680d_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_historicalgamingday
    ADD CONSTRAINT accounting_historica_history_user_id_bba0ef1d_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_historicalwindow
    ADD CONSTRAINT accounting_historica_history_user_id_da14237e_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_historicalscheduleversion
    ADD CONSTRAINT accounting_historica_history_user_id_f64d24a3_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_historicalrakeschedule
    ADD CONSTRAINT accounting_historica_history_user_id_fc316703_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotsl_window_id_c81712bd_fk_accountin FOREIGN KEY (window_id) REFERENCES accounting_window(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotslip_asked_by_id_d7cba83c_fk_casino_user_id FOREIGN KEY (asked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotslip_done_by_id_e5f81c7f_fk_casino_user_id FOREIGN KEY (done_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotslip_entry_id_4e1df4cc_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotslip_fund_id_4f9749ec_fk_accounting_fund_id FOREIGN KEY (fund_id) REFERENCES accounting_fund(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotslip_house_id_d26688f7_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_jackpotslip
    ADD CONSTRAINT accounting_jackpotslip_issued_by_id_343ed6b5_fk_casino_user_id FOREIGN KEY (issued_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_keywithdrawal
    ADD CONSTRAINT accounting_keywithdr_key_id_ea494146_fk_accountin FOREIGN KEY (key_id) REFERENCES accounting_authoritykey(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_keywithdrawal
    ADD CONSTRAINT accounting_keywithdrawal_by_id_385344f7_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_levyterms
    ADD CONSTRAINT accounting_levyterms_decided_by_id_c0e3d2f0_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_levyterms
    ADD CONSTRAINT accounting_levyterms_house_id_4389aace_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_levyterms
    ADD CONSTRAINT accounting_levyterms_proposed_by_id_65bbd992_fk_casino_user_id FOREIGN KEY (proposed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_place
    ADD CONSTRAINT accounting_place_house_id_0a76cdc0_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_print
    ADD CONSTRAINT accounting_print_by_id_20579d3f_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_print
    ADD CONSTRAINT accounting_print_house_id_e514fe8f_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_rakeschedule
    ADD CONSTRAINT accounting_rakesched_house_id_529f0ab2_fk_accountin FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_reopening
    ADD CONSTRAINT accounting_reopening_approved_by_id_04b76f9d_fk_casino_user_id FOREIGN KEY (approved_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_reopening
    ADD CONSTRAINT accounting_reopening_asked_by_id_e050aac2_fk_casino_user_id FOREIGN KEY (asked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_reopening
    ADD CONSTRAINT accounting_reopening_gaming_day_id_092d033c_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_reopening
    ADD CONSTRAINT accounting_reopening_seal_id_526abd91_fk_accounting_seal_id FOREIGN KEY (seal_id) REFERENCES accounting_seal(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_reportdelivery
    ADD CONSTRAINT accounting_reportdel_subscription_id_90d377b8_fk_accountin FOREIGN KEY (subscription_id) REFERENCES accounting_reportsubscription(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_reportmail
    ADD CONSTRAINT accounting_reportmai_subscription_id_8bfedb1a_fk_accountin FOREIGN KEY (subscription_id) REFERENCES accounting_reportsubscription(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_reportsubscription
    ADD CONSTRAINT accounting_reportsub_house_id_49e56a74_fk_accountin FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_reportsubscription
    ADD CONSTRAINT accounting_reportsub_person_id_3d6a439c_fk_casino_us FOREIGN KEY (person_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_scheduleversion
    ADD CONSTRAINT accounting_schedulev_approved_by_id_5f93a5a8_fk_casino_us FOREIGN KEY (approved_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_scheduleversion
    ADD CONSTRAINT accounting_schedulev_created_by_id_f9f5ff46_fk_casino_us FOREIGN KEY (created_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_scheduleversion
    ADD CONSTRAINT accounting_schedulev_schedule_id_5d8d9b51_fk_accountin FOREIGN KEY (schedule_id) REFERENCES accounting_rakeschedule(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_seal
    ADD CONSTRAINT accounting_seal_by_id_47c61b3d_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_seal
    ADD CONSTRAINT accounting_seal_gaming_day_id_0d4f3e22_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_seal
    ADD CONSTRAINT accounting_seal_house_id_aaefa1bf_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_sealedrows
    ADD CONSTRAINT accounting_sealedrows_seal_id_ee3ad6c7_fk_accounting_seal_id FOREIGN KEY (seal_id) REFERENCES accounting_seal(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT accounting_slip_asked_by_id_f7c20836_fk_casino_user_id FOREIGN KEY (asked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT accounting_slip_done_by_id_d5de361d_fk_casino_user_id FOREIGN KEY (done_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT accounting_slip_entry_id_49d07d8a_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT accounting_slip_gaming_day_id_c0d9cc99_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT accounting_slip_house_id_e3a6034a_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_slip
    ADD CONSTRAINT accounting_slip_window_id_2bbeb429_fk_accounting_window_id FOREIGN KEY (window_id) REFERENCES accounting_window(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_statement
    ADD CONSTRAINT accounting_statement_decided_by_id_d4691452_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_statement
    ADD CONSTRAINT accounting_statement_gaming_day_id_22bd4920_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_statement
    ADD CONSTRAINT accounting_statement_house_id_eb6d872b_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_statement
    ADD CONSTRAINT accounting_statement_signed_by_id_42060fca_fk_casino_user_id FOREIGN KEY (signed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_statement
    ADD CONSTRAINT accounting_statement_terms_id_0b9bec39_fk_accountin FOREIGN KEY (terms_id) REFERENCES accounting_levyterms(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_tiprecord
    ADD CONSTRAINT accounting_tiprecord_drawn_up_by_id_f52d586b_fk_casino_user_id FOREIGN KEY (drawn_up_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_tiprecord
    ADD CONSTRAINT accounting_tiprecord_entry_id_77739adc_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_tiprecord
    ADD CONSTRAINT accounting_tiprecord_gaming_day_id_966ebd32_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_tiprecord
    ADD CONSTRAINT accounting_tiprecord_house_id_ad526521_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_tiprecord
    ADD CONSTRAINT accounting_tiprecord_signed_by_id_8baddc92_fk_casino_user_id FOREIGN KEY (signed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_transfer
    ADD CONSTRAINT accounting_transfer_entry_id_aef8f496_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncmember
    ADD CONSTRAINT accounting_troncmemb_confirmed_by_id_56d507eb_fk_casino_us FOREIGN KEY (confirmed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncmember
    ADD CONSTRAINT accounting_troncmember_asked_by_id_f768827b_fk_casino_user_id FOREIGN KEY (asked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncmember
    ADD CONSTRAINT accounting_troncmember_house_id_27aa17ce_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncmember
    ADD CONSTRAINT accounting_troncmember_person_id_ab9fc89a_fk_casino_user_id FOREIGN KEY (person_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncpayout
    ADD CONSTRAINT accounting_troncpayo_prepared_by_id_72f9f44b_fk_casino_us FOREIGN KEY (prepared_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncpayout
    ADD CONSTRAINT accounting_troncpayout_entry_id_9f7663b4_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncpayout
    ADD CONSTRAINT accounting_troncpayout_house_id_b79b58d4_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncpayout
    ADD CONSTRAINT accounting_troncpayout_paid_by_id_15d090ac_fk_casino_user_id FOREIGN KEY (paid_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncrules
    ADD CONSTRAINT accounting_troncrules_decided_by_id_de86ef1a_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncrules
    ADD CONSTRAINT accounting_troncrules_house_id_8bd6c3e0_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncrules
    ADD CONSTRAINT accounting_troncrules_proposed_by_id_fdc47230_fk_casino_user_id FOREIGN KEY (proposed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncrun
    ADD CONSTRAINT accounting_troncrun_decided_by_id_edfd0a23_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncrun
    ADD CONSTRAINT accounting_troncrun_entry_id_73560731_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncrun
    ADD CONSTRAINT accounting_troncrun_house_id_df2c5650_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncrun
    ADD CONSTRAINT accounting_troncrun_proposed_by_id_e84d2df7_fk_casino_user_id FOREIGN KEY (proposed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncrun
    ADD CONSTRAINT accounting_troncrun_rules_id_0682329f_fk_accountin FOREIGN KEY (rules_id) REFERENCES accounting_troncrules(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncshare
    ADD CONSTRAINT accounting_troncshare_person_id_39e43598_fk_casino_user_id FOREIGN KEY (person_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_troncshare
    ADD CONSTRAINT accounting_troncshare_run_id_ac151b0b_fk_accounting_troncrun_id FOREIGN KEY (run_id) REFERENCES accounting_troncrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_wager
    ADD CONSTRAINT accounting_wager_dealer_id_d67ec0fe_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_wager
    ADD CONSTRAINT accounting_wager_entry_id_699246df_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_wager
    ADD CONSTRAINT accounting_wager_gaming_day_id_9e413301_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_wager
    ADD CONSTRAINT accounting_wager_house_id_b40487bb_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_window
    ADD CONSTRAINT accounting_window_house_id_7e985e52_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_windowshift
    ADD CONSTRAINT accounting_windowshi_gaming_day_id_ec589b4c_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_windowshift
    ADD CONSTRAINT accounting_windowshi_window_id_d2f4178d_fk_accountin FOREIGN KEY (window_id) REFERENCES accounting_window(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_windowshift
    ADD CONSTRAINT accounting_windowshift_closed_by_id_a1a73e37_fk_casino_user_id FOREIGN KEY (closed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_windowshift
    ADD CONSTRAINT accounting_windowshift_counted_by_id_7093339e_fk_casino_user_id FOREIGN KEY (counted_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY accounting_windowshift
    ADD CONSTRAINT accounting_windowshift_opened_by_id_b11da48e_fk_casino_user_id FOREIGN KEY (opened_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_accountrequest
    ADD CONSTRAINT casino_accountrequest_asked_by_id_64b8e3f9_fk_casino_user_id FOREIGN KEY (asked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_accountrequest
    ADD CONSTRAINT casino_accountrequest_decided_by_id_e3a5f403_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_accountrequest
    ADD CONSTRAINT casino_accountrequest_person_id_0b62d60a_fk_casino_user_id FOREIGN KEY (person_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_confirmation
    ADD CONSTRAINT casino_confirmation_token_id_76848e48_fk_knox_authtoken_digest FOREIGN KEY (token_id) REFERENCES knox_authtoken(digest) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_device
    ADD CONSTRAINT casino_device_house_id_2d471eea_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_historicaldevice
    ADD CONSTRAINT casino_historicaldev_history_user_id_1e2c759d_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_historicalpinmisses
    ADD CONSTRAINT casino_historicalpin_history_user_id_ea66e038_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_historicaluser
    ADD CONSTRAINT casino_historicaluse_history_user_id_427bc73f_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_job
    ADD CONSTRAINT casino_job_house_id_66af5c29_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_job
    ADD CONSTRAINT casino_job_requested_by_id_6a68117d_fk_casino_user_id FOREIGN KEY (requested_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_jobfile
    ADD CONSTRAINT casino_jobfile_job_id_959f65e8_fk_casino_job_id FOREIGN KEY (job_id) REFERENCES casino_job(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_jobfilepart
    ADD CONSTRAINT casino_jobfilepart_file_id_664d1f96_fk_casino_jobfile_job_id FOREIGN KEY (file_id) REFERENCES casino_jobfile(job_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_loginevent
    ADD CONSTRAINT casino_loginevent_device_id_57ad404f_fk_casino_device_id FOREIGN KEY (device_id) REFERENCES casino_device(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_loginevent
    ADD CONSTRAINT casino_loginevent_user_id_eb54ea0f_fk_casino_user_id FOREIGN KEY (user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_pinmisses
    ADD CONSTRAINT casino_pinmisses_device_id_7ccd5809_fk_casino_device_id FOREIGN KEY (device_id) REFERENCES casino_device(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_pinmisses
    ADD CONSTRAINT casino_pinmisses_user_id_34fc9337_fk_casino_user_id FOREIGN KEY (user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_recoverycode
    ADD CONSTRAINT casino_recoverycode_user_id_dce2582f_fk_casino_user_id FOREIGN KEY (user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_securityevent
    ADD CONSTRAINT casino_securityevent_seen_by_id_21bb2c3b_fk_casino_user_id FOREIGN KEY (seen_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_securityevent
    ADD CONSTRAINT casino_securityevent_user_id_ce28e210_fk_casino_user_id FOREIGN KEY (user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY casino_session
    ADD CONSTRAINT casino_session_user_id_217564a4_fk_casino_user_id FOREIGN KEY (user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_casino_user_id FOREIGN KEY (user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY knox_authtoken
    ADD CONSTRAINT knox_authtoken_user_id_e5a5d899_fk_casino_user_id FOREIGN KEY (user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY otp_totp_totpdevice
    ADD CONSTRAINT otp_totp_totpdevice_user_id_0fb18292_fk_casino_user_id FOREIGN KEY (user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_absence
    ADD CONSTRAINT tables_absence_by_id_66a8e714_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_absence
    ADD CONSTRAINT tables_absence_sitting_id_2e581fc5_fk_tables_sitting_id FOREIGN KEY (sitting_id) REFERENCES tables_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_acknowledgement
    ADD CONSTRAINT tables_acknowledgement_by_id_9c33c11b_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_acknowledgement
    ADD CONSTRAINT tables_acknowledgement_house_id_48d488c6_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_acknowledgement
    ADD CONSTRAINT tables_acknowledgement_table_id_4fcdec0d_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_admissioncheck
    ADD CONSTRAINT tables_admissionchec_gaming_day_id_27bc2d9c_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_admissioncheck
    ADD CONSTRAINT tables_admissioncheck_by_id_86911de9_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_admissioncheck
    ADD CONSTRAINT tables_admissioncheck_guest_id_d9198903_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_admissionpolicy
    ADD CONSTRAINT tables_admissionpolicy_house_id_80da9825_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_auditpiece
    ADD CONSTRAINT tables_auditpiece_gaming_day_id_3ded2c38_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_auditpiece
    ADD CONSTRAINT tables_auditpiece_run_id_d3313f54_fk_tables_auditrun_id FOREIGN KEY (run_id) REFERENCES tables_auditrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_auditrun
    ADD CONSTRAINT tables_auditrun_gaming_day_id_dcba2f4b_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_auditrun
    ADD CONSTRAINT tables_auditrun_house_id_e239f1ec_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_calltaking
    ADD CONSTRAINT tables_calltaking_by_id_7508a42a_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_calltaking
    ADD CONSTRAINT tables_calltaking_call_id_82567426_fk_tables_floorcall_id FOREIGN KEY (call_id) REFERENCES tables_floorcall(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_carryover
    ADD CONSTRAINT tables_carryover_counted_by_id_77ff1ced_fk_casino_user_id FOREIGN KEY (counted_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_carryover
    ADD CONSTRAINT tables_carryover_from_day_id_0c93d756_fk_accountin FOREIGN KEY (from_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_carryover
    ADD CONSTRAINT tables_carryover_session_id_1d6df9ec_fk_tables_session_id FOREIGN KEY (session_id) REFERENCES tables_session(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_carryover
    ADD CONSTRAINT tables_carryover_to_day_id_36c59389_fk_accounting_gamingday_id FOREIGN KEY (to_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_chipcount
    ADD CONSTRAINT tables_chipcount_by_id_100abfe9_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_chipcount
    ADD CONSTRAINT tables_chipcount_table_id_630ca329_fk_tables_tournamenttable_id FOREIGN KEY (table_id) REFERENCES tables_tournamenttable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_chipcount
    ADD CONSTRAINT tables_chipcount_tournament_id_eb76b27b_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_chiprace
    ADD CONSTRAINT tables_chiprace_by_id_cd8f44a4_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_chiprace
    ADD CONSTRAINT tables_chiprace_tournament_id_af0b8653_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_chipsetcheck
    ADD CONSTRAINT tables_chipsetcheck_by_id_4267e168_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_chipsetcheck
    ADD CONSTRAINT tables_chipsetcheck_tournament_id_c1d0ff45_fk_tables_to FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_clockevent
    ADD CONSTRAINT tables_clockevent_by_id_8972e291_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_clockevent
    ADD CONSTRAINT tables_clockevent_tournament_id_1d077233_fk_tables_to FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_deal
    ADD CONSTRAINT tables_deal_by_id_e24f30af_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_deal
    ADD CONSTRAINT tables_deal_tournament_id_47e36d8d_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_dealerbreak
    ADD CONSTRAINT tables_dealerbreak_dealer_id_aa53064c_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_dealerbreak
    ADD CONSTRAINT tables_dealerbreak_sent_by_id_06731f1a_fk_casino_user_id FOREIGN KEY (sent_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_dealerbreak
    ADD CONSTRAINT tables_dealerbreak_shift_id_37229383_fk_tables_shift_id FOREIGN KEY (shift_id) REFERENCES tables_shift(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_deckchange
    ADD CONSTRAINT tables_deckchange_by_id_e3dfc5c2_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_deckchange
    ADD CONSTRAINT tables_deckchange_table_id_4660da63_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_down
    ADD CONSTRAINT tables_down_dealer_id_d31ca243_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_down
    ADD CONSTRAINT tables_down_pushed_by_id_40c7e8f9_fk_casino_user_id FOREIGN KEY (pushed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_down
    ADD CONSTRAINT tables_down_session_id_6ccc2202_fk_tables_session_id FOREIGN KEY (session_id) REFERENCES tables_session(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_down
    ADD CONSTRAINT tables_down_table_id_3b1f0719_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_down
    ADD CONSTRAINT tables_down_tournament_id_d067b75b_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_draw
    ADD CONSTRAINT tables_draw_by_id_6df137ed_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_draw
    ADD CONSTRAINT tables_draw_tournament_id_a49d3f43_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_elimination
    ADD CONSTRAINT tables_elimination_by_id_d2047fdd_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_elimination
    ADD CONSTRAINT tables_elimination_tournament_id_3d8c4f4e_fk_tables_to FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_entrant
    ADD CONSTRAINT tables_entrant_guest_id_69081139_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_entrant
    ADD CONSTRAINT tables_entrant_table_id_20b79680_fk_tables_tournamenttable_id FOREIGN KEY (table_id) REFERENCES tables_tournamenttable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_entrant
    ADD CONSTRAINT tables_entrant_tournament_id_345718cd_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_erasure
    ADD CONSTRAINT tables_erasure_asked_by_id_5c2d975b_fk_casino_user_id FOREIGN KEY (asked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_erasure
    ADD CONSTRAINT tables_erasure_decided_by_id_fa5702aa_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_erasure
    ADD CONSTRAINT tables_erasure_guest_id_98f66f16_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_erasure
    ADD CONSTRAINT tables_erasure_house_id_5b8414f6_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_answered_by_id_6ff4ac4b_fk_casino_user_id FOREIGN KEY (answered_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_called_by_id_2709d475_fk_casino_user_id FOREIGN KEY (called_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_hand_id_6c95d37f_fk_tables_hand_id FOREIGN KEY (hand_id) REFERENCES tables_hand(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_house_id_8ef18e48_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_round_id_c720b7e2_fk_tables_round_id FOREIGN KEY (round_id) REFERENCES tables_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_table_id_670dc763_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_floorcall
    ADD CONSTRAINT tables_floorcall_taken_by_id_0e28816e_fk_casino_user_id FOREIGN KEY (taken_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_game
    ADD CONSTRAINT tables_game_house_id_91a00f5a_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_game
    ADD CONSTRAINT tables_game_rake_schedule_id_e55237d4_fk_accountin FOREIGN KEY (rake_schedule_id) REFERENCES accounting_rakeschedule(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_gamechange
    ADD CONSTRAINT tables_gamechange_by_id_eb1f9499_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_gamechange
    ADD CONSTRAINT tables_gamechange_from_game_id_cd586258_fk_tables_game_id FOREIGN KEY (from_game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_gamechange
    ADD CONSTRAINT tables_gamechange_session_id_17cb2515_fk_tables_session_id FOREIGN KEY (session_id) REFERENCES tables_session(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_gamechange
    ADD CONSTRAINT tables_gamechange_step_id_4aba41d4_fk_tables_stakestep_id FOREIGN KEY (step_id) REFERENCES tables_stakestep(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_gamechange
    ADD CONSTRAINT tables_gamechange_to_game_id_5b6ed210_fk_tables_game_id FOREIGN KEY (to_game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_guest
    ADD CONSTRAINT tables_guest_house_id_351bb8fb_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_guest
    ADD CONSTRAINT tables_guest_identified_by_id_9afe31f4_fk_casino_user_id FOREIGN KEY (identified_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_guest
    ADD CONSTRAINT tables_guest_merged_into_id_ec5922d0_fk_tables_guest_id FOREIGN KEY (merged_into_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_corrects_id_e547fb56_fk_tables_hand_id FOREIGN KEY (corrects_id) REFERENCES tables_hand(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_dealer_id_b4b9b54e_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_game_id_e2a4b32f_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_gaming_day_id_347a9382_fk_accounting_gamingday_id FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_house_id_8da7a740_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_schedule_version_id_c791ff2e_fk_accountin FOREIGN KEY (schedule_version_id) REFERENCES accounting_scheduleversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_session_id_9feb4d78_fk_tables_session_id FOREIGN KEY (session_id) REFERENCES tables_session(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_table_id_4f37350b_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_hand
    ADD CONSTRAINT tables_hand_voided_by_id_48c24899_fk_casino_user_id FOREIGN KEY (voided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_handaction
    ADD CONSTRAINT tables_handaction_actor_id_ef68597b_fk_casino_user_id FOREIGN KEY (actor_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_handaction
    ADD CONSTRAINT tables_handaction_hand_id_40f05234_fk_tables_hand_id FOREIGN KEY (hand_id) REFERENCES tables_hand(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_handover
    ADD CONSTRAINT tables_handover_by_id_ef19f90e_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_handover
    ADD CONSTRAINT tables_handover_confirmed_by_id_fe8cf55f_fk_casino_user_id FOREIGN KEY (confirmed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_handover
    ADD CONSTRAINT tables_handover_gaming_day_id_afbe9d0a_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_handover
    ADD CONSTRAINT tables_handover_house_id_9d9da2c6_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_historicaladmissionpolicy
    ADD CONSTRAINT tables_historicaladm_history_user_id_526971eb_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_historicalgame
    ADD CONSTRAINT tables_historicalgam_history_user_id_e38cb1be_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_historicalguest
    ADD CONSTRAINT tables_historicalgue_history_user_id_882986ba_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_historicalhouserules
    ADD CONSTRAINT tables_historicalhou_history_user_id_5dc59cee_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_historicaltable
    ADD CONSTRAINT tables_historicaltab_history_user_id_c1697bc1_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_historicaltournament
    ADD CONSTRAINT tables_historicaltou_history_user_id_faa6bef7_fk_casino_us FOREIGN KEY (history_user_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_houseban
    ADD CONSTRAINT tables_houseban_by_id_853012d1_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_houseban
    ADD CONSTRAINT tables_houseban_guest_id_8d8cec4f_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_houseban
    ADD CONSTRAINT tables_houseban_lifted_by_id_0d261e92_fk_casino_user_id FOREIGN KEY (lifted_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_houserules
    ADD CONSTRAINT tables_houserules_house_id_2d27f76e_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_houseruleset
    ADD CONSTRAINT tables_houseruleset_decided_by_id_7a2e9f88_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_houseruleset
    ADD CONSTRAINT tables_houseruleset_house_id_635d931c_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_houseruleset
    ADD CONSTRAINT tables_houseruleset_proposed_by_id_ba805545_fk_casino_user_id FOREIGN KEY (proposed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incident
    ADD CONSTRAINT tables_incident_by_id_41f41c8f_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incident
    ADD CONSTRAINT tables_incident_call_id_ce17c6c7_fk_tables_floorcall_id FOREIGN KEY (call_id) REFERENCES tables_floorcall(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incident_guests
    ADD CONSTRAINT tables_incident_gues_incident_id_ce32e845_fk_tables_in FOREIGN KEY (incident_id) REFERENCES tables_incident(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incident_guests
    ADD CONSTRAINT tables_incident_guests_guest_id_2b8da963_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incident
    ADD CONSTRAINT tables_incident_hand_id_1f5e1734_fk_tables_hand_id FOREIGN KEY (hand_id) REFERENCES tables_hand(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incident
    ADD CONSTRAINT tables_incident_house_id_6e0a35ad_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incident
    ADD CONSTRAINT tables_incident_owner_id_a40eb801_fk_casino_user_id FOREIGN KEY (owner_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incident
    ADD CONSTRAINT tables_incident_table_id_54f1979d_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incidentnote
    ADD CONSTRAINT tables_incidentnote_by_id_a89f9d10_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incidentnote
    ADD CONSTRAINT tables_incidentnote_incident_id_09ee0728_fk_tables_incident_id FOREIGN KEY (incident_id) REFERENCES tables_incident(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_incidentnote
    ADD CONSTRAINT tables_incidentnote_owner_id_eefac49e_fk_casino_user_id FOREIGN KEY (owner_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_decided_by_id_86a2506e_fk_casino_user_id FOREIGN KEY (decided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_entry_id_5d433753_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_fund_id_0412b203_fk_accounting_fund_id FOREIGN KEY (fund_id) REFERENCES accounting_fund(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_gaming_day_id_521ecc1b_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_hand_id_3270f94c_fk_tables_hand_id FOREIGN KEY (hand_id) REFERENCES tables_hand(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_house_id_e06bf96e_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_proposed_by_id_b4365d7d_fk_casino_user_id FOREIGN KEY (proposed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_jackpotclaim
    ADD CONSTRAINT tables_jackpotclaim_terms_id_7d32aff9_fk_accountin FOREIGN KEY (terms_id) REFERENCES accounting_fundterms(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_keptchips
    ADD CONSTRAINT tables_keptchips_ended_by_id_ce1b786e_fk_casino_user_id FOREIGN KEY (ended_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_keptchips
    ADD CONSTRAINT tables_keptchips_gaming_day_id_5ce8ae32_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_keptchips
    ADD CONSTRAINT tables_keptchips_picked_up_by_id_121d02d9_fk_casino_user_id FOREIGN KEY (picked_up_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_keptchips
    ADD CONSTRAINT tables_keptchips_sitting_id_61881c1b_fk_tables_sitting_id FOREIGN KEY (sitting_id) REFERENCES tables_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_legalhold
    ADD CONSTRAINT tables_legalhold_by_id_ad5b026f_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_legalhold
    ADD CONSTRAINT tables_legalhold_guest_id_a202701f_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_legalhold
    ADD CONSTRAINT tables_legalhold_lifted_by_id_0447f219_fk_casino_user_id FOREIGN KEY (lifted_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_asked_by_id_da0be1d8_fk_casino_user_id FOREIGN KEY (asked_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_ended_by_id_f802ecdb_fk_casino_user_id FOREIGN KEY (ended_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_game_id_5e77f607_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_granted_id_ec46272e_fk_tables_sitting_id FOREIGN KEY (granted_id) REFERENCES tables_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_guest_id_9a418ca8_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_sitting_id_cb8659dc_fk_tables_sitting_id FOREIGN KEY (sitting_id) REFERENCES tables_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_moverequest
    ADD CONSTRAINT tables_moverequest_to_table_id_eaca4080_fk_tables_table_id FOREIGN KEY (to_table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmove
    ADD CONSTRAINT tables_mustmove_coupled_by_id_417ba0aa_fk_casino_user_id FOREIGN KEY (coupled_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmove
    ADD CONSTRAINT tables_mustmove_feeder_id_986725a6_fk_tables_table_id FOREIGN KEY (feeder_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmove
    ADD CONSTRAINT tables_mustmove_game_id_75a08fd0_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmove
    ADD CONSTRAINT tables_mustmove_main_id_4438f0d3_fk_tables_table_id FOREIGN KEY (main_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmove
    ADD CONSTRAINT tables_mustmove_uncoupled_by_id_46f20205_fk_casino_user_id FOREIGN KEY (uncoupled_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_by_id_d1496d56_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_couple_id_7a2deee0_fk_tables_mustmove_id FOREIGN KEY (couple_id) REFERENCES tables_mustmove(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_game_id_9f5ea51c_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_guest_id_d6855399_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_moved_to_id_bfcd97cd_fk_tables_sitting_id FOREIGN KEY (moved_to_id) REFERENCES tables_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_mustmoveturn
    ADD CONSTRAINT tables_mustmoveturn_sitting_id_0b83789b_fk_tables_sitting_id FOREIGN KEY (sitting_id) REFERENCES tables_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_plannedopening
    ADD CONSTRAINT tables_plannedopenin_cancelled_by_id_da37a3ba_fk_casino_us FOREIGN KEY (cancelled_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_plannedopening
    ADD CONSTRAINT tables_plannedopening_game_id_caab79a9_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_plannedopening
    ADD CONSTRAINT tables_plannedopening_planned_by_id_8d711d29_fk_casino_user_id FOREIGN KEY (planned_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_plannedopening
    ADD CONSTRAINT tables_plannedopening_session_id_129a39d2_fk_tables_session_id FOREIGN KEY (session_id) REFERENCES tables_session(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_plannedopening
    ADD CONSTRAINT tables_plannedopening_table_id_adba4d76_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT tables_prize_by_id_60269e6d_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT tables_prize_entrant_id_c1ce0fbc_fk_tables_entrant_id FOREIGN KEY (entrant_id) REFERENCES tables_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT tables_prize_entry_id_38d45062_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT tables_prize_paid_by_id_ff06fd4b_fk_casino_user_id FOREIGN KEY (paid_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT tables_prize_tournament_id_e57ed136_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_prize
    ADD CONSTRAINT tables_prize_window_id_5afd4e8e_fk_accounting_window_id FOREIGN KEY (window_id) REFERENCES accounting_window(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_by_id_a341286c_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_entrant_id_5aae8c5e_fk_tables_entrant_id FOREIGN KEY (entrant_id) REFERENCES tables_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_entry_id_f091da5e_fk_accounting_entry_id FOREIGN KEY (entry_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_returned_id_c1cb5fb9_fk_accounting_entry_id FOREIGN KEY (returned_id) REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_tournament_id_36b0dac7_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_purchase
    ADD CONSTRAINT tables_purchase_window_id_4ec4a861_fk_accounting_window_id FOREIGN KEY (window_id) REFERENCES accounting_window(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_qualification
    ADD CONSTRAINT tables_qualification_by_id_05cc2ae7_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_qualification
    ADD CONSTRAINT tables_qualification_dealer_id_b8b7e58d_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_qualification
    ADD CONSTRAINT tables_qualification_house_id_05feaaf3_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_qualification
    ADD CONSTRAINT tables_qualification_until_by_id_42950858_fk_casino_user_id FOREIGN KEY (until_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_dealer_id_46b1ba0d_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_game_id_f80b9776_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_gaming_day_id_2e7ad6f1_fk_accounting_gamingday_id FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_house_id_1608fd44_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_session_id_98e189d5_fk_tables_session_id FOREIGN KEY (session_id) REFERENCES tables_session(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_table_id_c8dfaa1d_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_round
    ADD CONSTRAINT tables_round_voided_by_id_0faa0b4b_fk_casino_user_id FOREIGN KEY (voided_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_by_id_2ae205f4_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_call_id_fa8ae8f2_fk_tables_floorcall_id FOREIGN KEY (call_id) REFERENCES tables_floorcall(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling_guests
    ADD CONSTRAINT tables_ruling_guests_guest_id_4c441c94_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling_guests
    ADD CONSTRAINT tables_ruling_guests_ruling_id_52d25574_fk_tables_ruling_id FOREIGN KEY (ruling_id) REFERENCES tables_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_hand_id_ab9fb17d_fk_tables_hand_id FOREIGN KEY (hand_id) REFERENCES tables_hand(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_house_id_01229f94_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_reverses_id_3ce3877b_fk_tables_ruling_id FOREIGN KEY (reverses_id) REFERENCES tables_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_round_id_884591a6_fk_tables_round_id FOREIGN KEY (round_id) REFERENCES tables_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_table_id_12e44ad6_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_ruling
    ADD CONSTRAINT tables_ruling_tournament_id_a55db814_fk_tables_tournament_id FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_seatchange
    ADD CONSTRAINT tables_seatchange_by_id_879cde05_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_seatchange
    ADD CONSTRAINT tables_seatchange_entrant_id_5ba26973_fk_tables_entrant_id FOREIGN KEY (entrant_id) REFERENCES tables_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_seatchange
    ADD CONSTRAINT tables_seatchange_from_table_id_12fd45ae_fk_tables_to FOREIGN KEY (from_table_id) REFERENCES tables_tournamenttable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_seatchange
    ADD CONSTRAINT tables_seatchange_to_table_id_1666bc68_fk_tables_to FOREIGN KEY (to_table_id) REFERENCES tables_tournamenttable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_seatchange
    ADD CONSTRAINT tables_seatchange_tournament_id_997cacbf_fk_tables_to FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_seatdraw
    ADD CONSTRAINT tables_seatdraw_announced_by_id_ce9bb55b_fk_casino_user_id FOREIGN KEY (announced_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_seatdraw
    ADD CONSTRAINT tables_seatdraw_drawn_by_id_d155083e_fk_casino_user_id FOREIGN KEY (drawn_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_seatdraw
    ADD CONSTRAINT tables_seatdraw_table_id_5dbd6617_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_session
    ADD CONSTRAINT tables_session_closed_by_id_3c2f162f_fk_casino_user_id FOREIGN KEY (closed_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_session
    ADD CONSTRAINT tables_session_game_id_62fa8616_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_session
    ADD CONSTRAINT tables_session_gaming_day_id_d24fa2e5_fk_accountin FOREIGN KEY (gaming_day_id) REFERENCES accounting_gamingday(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_session
    ADD CONSTRAINT tables_session_opened_by_id_381836d9_fk_casino_user_id FOREIGN KEY (opened_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_session
    ADD CONSTRAINT tables_session_table_id_226ef7fd_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT tables_shift_called_off_by_id_2fa7e94f_fk_casino_user_id FOREIGN KEY (called_off_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT tables_shift_came_by_id_c8ac0b3e_fk_casino_user_id FOREIGN KEY (came_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT tables_shift_dealer_id_c13fae6d_fk_casino_user_id FOREIGN KEY (dealer_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT tables_shift_entered_by_id_61d76003_fk_casino_user_id FOREIGN KEY (entered_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT tables_shift_house_id_4d9640e8_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_shift
    ADD CONSTRAINT tables_shift_went_by_id_652c9654_fk_casino_user_id FOREIGN KEY (went_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_sitting
    ADD CONSTRAINT tables_sitting_guest_id_a724cd20_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_sitting
    ADD CONSTRAINT tables_sitting_left_game_id_d86bf39c_fk_tables_game_id FOREIGN KEY (left_game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_sitting
    ADD CONSTRAINT tables_sitting_moved_from_id_fb3f6293_fk_tables_sitting_id FOREIGN KEY (moved_from_id) REFERENCES tables_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_sitting
    ADD CONSTRAINT tables_sitting_session_id_b6e11494_fk_tables_session_id FOREIGN KEY (session_id) REFERENCES tables_session(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_sitting
    ADD CONSTRAINT tables_sitting_table_id_27ce0407_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_stakestep
    ADD CONSTRAINT tables_stakestep_cancelled_by_id_07749ca2_fk_casino_user_id FOREIGN KEY (cancelled_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_stakestep
    ADD CONSTRAINT tables_stakestep_game_id_c2add8cc_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_stakestep
    ADD CONSTRAINT tables_stakestep_planned_by_id_0c7f7981_fk_casino_user_id FOREIGN KEY (planned_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_stakestep
    ADD CONSTRAINT tables_stakestep_session_id_b18df456_fk_tables_session_id FOREIGN KEY (session_id) REFERENCES tables_session(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_table
    ADD CONSTRAINT tables_table_house_id_8a003820_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournament
    ADD CONSTRAINT tables_tournament_final_id_df8db486_fk_tables_tournament_id FOREIGN KEY (final_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournament
    ADD CONSTRAINT tables_tournament_house_id_a1e3d1e4_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournament
    ADD CONSTRAINT tables_tournament_seat_for_id_3b09e5ce_fk_tables_tournament_id FOREIGN KEY (seat_for_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournament
    ADD CONSTRAINT tables_tournament_settled_by_id_442a0af8_fk_casino_user_id FOREIGN KEY (settled_by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournamenthand
    ADD CONSTRAINT tables_tournamenthan_table_id_6e5f2989_fk_tables_to FOREIGN KEY (table_id) REFERENCES tables_tournamenttable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournamenthand
    ADD CONSTRAINT tables_tournamenthan_tournament_id_385ac942_fk_tables_to FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournamenthand
    ADD CONSTRAINT tables_tournamenthand_by_id_b3cedc46_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournamenttable
    ADD CONSTRAINT tables_tournamenttab_tournament_id_5a404c5e_fk_tables_to FOREIGN KEY (tournament_id) REFERENCES tables_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_tournamenttable
    ADD CONSTRAINT tables_tournamenttable_table_id_2865ae93_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitingentry
    ADD CONSTRAINT tables_waitingentry_guest_id_9353404e_fk_tables_guest_id FOREIGN KEY (guest_id) REFERENCES tables_guest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitingentry
    ADD CONSTRAINT tables_waitingentry_sitting_id_34d34dd2_fk_tables_sitting_id FOREIGN KEY (sitting_id) REFERENCES tables_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitingentry
    ADD CONSTRAINT tables_waitingentry_table_id_3b292363_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitingentry
    ADD CONSTRAINT tables_waitingentry_waiting_list_id_44554640_fk_tables_wa FOREIGN KEY (waiting_list_id) REFERENCES tables_waitinglist(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitingevent
    ADD CONSTRAINT tables_waitingevent_by_id_668f81f4_fk_casino_user_id FOREIGN KEY (by_id) REFERENCES casino_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitingevent
    ADD CONSTRAINT tables_waitingevent_call_id_e101798a_fk_tables_waitingevent_id FOREIGN KEY (call_id) REFERENCES tables_waitingevent(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitingevent
    ADD CONSTRAINT tables_waitingevent_entry_id_5f505e74_fk_tables_waitingentry_id FOREIGN KEY (entry_id) REFERENCES tables_waitingentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitingevent
    ADD CONSTRAINT tables_waitingevent_table_id_5d013f37_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES tables_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitinglist
    ADD CONSTRAINT tables_waitinglist_game_id_c00b6a08_fk_tables_game_id FOREIGN KEY (game_id) REFERENCES tables_game(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY tables_waitinglist
    ADD CONSTRAINT tables_waitinglist_house_id_0037f0d4_fk_accounting_house_id FOREIGN KEY (house_id) REFERENCES accounting_house(id) DEFERRABLE INITIALLY DEFERRED;
