"""Faults in a month of money: what somebody with the database's password does, and how the proof names it.

Names in braces are the numbers of rows, which the test knows.
"""

SECOND_CAGE = "(SELECT id FROM casino_user WHERE username = 'second-cage')"
CLAIM = "fund_id = (SELECT id FROM accounting_fund WHERE code = 'bad-beat')"
DAY = "(SELECT id FROM accounting_gamingday WHERE date = '2026-10-10')"
SECOND_DAY = f"gaming_day_id = {DAY}"
DROP = f"(SELECT id FROM accounting_funddrop WHERE {SECOND_DAY})"
MONTH, STATED = "period = 'month'", "period = 'day' AND first = '2026-10-10'"
ENTRY = "(SELECT entry_id FROM accounting_jackpotslip WHERE number = 2)"
FAULTS = {
    # The jackpots: hand, claim, slips, drops, counts, terms.
    "claim: the loser's share is larger": (
        f"UPDATE tables_jackpotclaim SET shares = jsonb_set(shares, '{{0,amount_cents}}', '21095') WHERE {CLAIM}",
        "claim {claim}: its shares are not what the terms make of the hand",
    ),
    "claim: the winner is another guest": (
        f"UPDATE tables_jackpotclaim SET shares = jsonb_set(shares, '{{1,guest}}', '1') WHERE {CLAIM}",
        "claim {claim} was changed after it was booked",
    ),
    "claim of the high hand: other cards": (
        f"UPDATE tables_jackpotclaim SET shown = jsonb_set(shown, '{{board}}', '\"9c 9d 4h 5s Kd\"') WHERE NOT {CLAIM}",
        "claim {high} was changed after it was booked",
    ),
    "claim and its slip: another seat, in both": (
        (
            "WITH claim AS (UPDATE tables_jackpotclaim SET shares = jsonb_set(shares, '{2,seat}', '5')"
            f" WHERE {CLAIM} RETURNING id) UPDATE accounting_jackpotslip SET seat = 5 WHERE number = 3"
        ),
        "claim {claim}: its shares are not what the terms make of the hand",
    ),
    "hand of the bad beat: fewer dealt in": (
        (
            "UPDATE tables_hand SET result = jsonb_set(result, '{dealt_in}', '3')"
            f" WHERE id = (SELECT hand_id FROM tables_jackpotclaim WHERE {CLAIM})"
        ),
        "table/A2 6: its hand was changed after it was booked",
    ),
    "hand of the high hand: a smaller pot": (
        (
            "UPDATE tables_hand SET result = jsonb_set(result, '{pot_cents}', '5000')"
            f" WHERE id = (SELECT hand_id FROM tables_jackpotclaim WHERE NOT {CLAIM})"
        ),
        "table/S3 7: its hand was changed after it was booked",
    ),
    "slip: a larger share": (
        "UPDATE accounting_jackpotslip SET amount_cents = amount_cents + 500 WHERE number = 3",
        "jackpot slip 3 was changed after it was booked",
    ),
    "slip: paid at another time": (
        "UPDATE accounting_jackpotslip SET done_at = done_at + interval '1 day' WHERE number = 4",
        "jackpot slip 4 was changed after it was booked",
    ),
    "slip: another claim's": (
        (
            "UPDATE accounting_jackpotslip SET subject = (SELECT subject FROM accounting_jackpotslip WHERE number = 5)"
            " WHERE number = 4"
        ),
        "claim {claim}: its slips are not its shares",
    ),
    "slip: one more that is due": (
        (
            "INSERT INTO accounting_jackpotslip SELECT (jsonb_populate_record(slip, jsonb_build_object('id', 990099,"
            " 'number', 6, 'seat', 5, 'state', 'due', 'window_id', NULL, 'done_by_id', NULL, 'done_at', NULL,"
            " 'entry_id', NULL))).* FROM accounting_jackpotslip slip WHERE number = 3"
        ),
        "claim {claim}: its slips are not its shares",
    ),
    "drop: less was posted": (
        f"UPDATE accounting_funddrop SET posted_cents = 0 WHERE {SECOND_DAY}",
        "100 were posted on 2026-10-10, 0 were taken to be counted",
    ),
    "drop: of another day": (
        f"UPDATE accounting_funddrop SET gaming_day_id = {DAY} WHERE gaming_day_id < {DAY}",
        "100 were posted on 2026-10-01, 0 were taken to be counted",
    ),
    "drop: less is kept back": (
        f"UPDATE accounting_funddrop SET reserved_cents = 0 WHERE {SECOND_DAY}",
        "the count of the boxes {drop} moved something else than it says",
    ),
    "count of the drop: one person's": (
        f"UPDATE accounting_fundcount SET counted_cents = 0 WHERE fund_drop_id = {DROP} AND number = 1",
        "the boxes {drop} are settled with something else than counted",
    ),
    "count of the drop: one is gone": (
        f"DELETE FROM accounting_fundcount WHERE fund_drop_id = {DROP} AND number = 2",
        "the boxes {drop} were not counted by two others",
    ),
    "count of the drop: a third one": (
        (
            "INSERT INTO accounting_fundcount SELECT (jsonb_populate_record(one, jsonb_build_object('id', 990099,"
            f" 'number', 3, 'counted_by_id', 0))).* FROM accounting_fundcount one"
            f" WHERE fund_drop_id = {DROP} AND number = 2"
        ),
        "the count of the boxes {drop} was changed after it was booked",
    ),
    "terms of the fund: less tax": (
        "UPDATE accounting_fundterms SET terms = terms - 'tax_bp' WHERE terms ? 'tax_bp'",
        "claim {high} was changed after it was booked",
    ),
    "tax: paid over twice": (
        "UPDATE accounting_fundmove SET amount_cents = 2000 WHERE kind = 'tax'",
        "payment {payment} moved something else than it says",
    ),
    # Boxes, tips, the tronc.
    "box of tips: less was counted": (
        "UPDATE accounting_drop SET counted_cents = counted_cents - 100 WHERE kind = 'tips' AND table_code = 'S2'",
        "record of tips 2026-10-10 1: the counted boxes hold something else",
    ),
    "count of a box of tax": (
        (
            "UPDATE accounting_count SET counted_cents = counted_cents - 100 WHERE drop_id ="
            f" (SELECT min(id) FROM accounting_drop WHERE kind = 'rake' AND {SECOND_DAY})"
        ),
        "count/A2 1: the count of box {box} was changed after it was booked",
    ),
    "record of tips: less electronic": (
        f"UPDATE accounting_tiprecord SET electronic_cents = 50 WHERE {SECOND_DAY}",
        "record of tips 2026-10-10 1: its transfers are not those of its rows",
    ),
    "record of tips: a further one": (
        (
            "INSERT INTO accounting_tiprecord SELECT (jsonb_populate_record(one, jsonb_build_object('id', 990099,"
            f" 'number', 2, 'electronic_cents', 50, 'entry_id', NULL))).* FROM accounting_tiprecord one"
            f" WHERE {SECOND_DAY}"
        ),
        "record of tips 2026-10-10 2 has no entry",
    ),
    "distribution: shares exchanged": (
        (
            "UPDATE accounting_troncshare SET rounded_cents = CASE rounded_cents WHEN 758 THEN 857 ELSE 758 END"
            " WHERE \"group\" = 'gaming'"
        ),
        "is not what its hours and points give",
    ),
    "distribution: one more share": (
        (
            "INSERT INTO accounting_troncshare SELECT (jsonb_populate_record(one, jsonb_build_object('id', 990099,"
            f" 'person_id', {SECOND_CAGE}))).* FROM accounting_troncshare one WHERE advance_cents > 0"
        ),
        "distribution 2026-10 1 was changed after it was booked",
    ),
    "distribution: carried into another month": (
        "UPDATE accounting_troncrun SET carried_into = '2026-12-01'",
        "distribution 2026-10 1 was changed after it was booked",
    ),
    "shift: an hour longer": (
        "UPDATE tables_shift SET went_at = went_at + interval '1 hour' WHERE id = (SELECT min(id) FROM tables_shift)",
        "tables_shift {shift}: it is not as it was sealed",
    ),
    "member: longer in service": (
        (
            "UPDATE accounting_troncmember SET hired_on = '2010-01-01' WHERE id ="
            " (SELECT min(id) FROM accounting_troncmember)"
        ),
        "accounting_troncmember {member}: it is not what its history says",
    ),
    "payout: another gets it": (
        f"UPDATE accounting_troncpayout SET lines = jsonb_set(lines, '{{2,0}}', to_jsonb({SECOND_CAGE}))",
        "payout 1: its transfers are not those of its rows",
    ),
    "payout: not paid yet": (
        "UPDATE accounting_troncpayout SET paid_at = NULL, paid_by_id = NULL, entry_id = NULL",
        "tronc/payouts 1: what it rests on is not there",
    ),
    "payout: a further one": (
        (
            "INSERT INTO accounting_troncpayout SELECT (jsonb_populate_record(one, jsonb_build_object('id', 990099,"
            " 'number', 2, 'entry_id', NULL))).* FROM accounting_troncpayout one"
        ),
        "payout 2 has no entry",
    ),
    # Statements, levy, authority.
    "statement of a day: less revenue": (
        f"UPDATE accounting_statement SET figures = jsonb_set(figures, '{{revenue_cents}}', '1000') WHERE {STATED}",
        "day 2026-10-10 v1: revenue_cents is 1000, the ledger says 1100",
    ),
    "statement of a day: tips are less": (
        f"UPDATE accounting_statement SET figures = jsonb_set(figures, '{{tips,counted_cents}}', '1') WHERE {STATED}",
        "day 2026-10-10 v1: tips.counted_cents is 1, the ledger says 1200",
    ),
    "statement of the month: the fund holds less": (
        (
            "UPDATE accounting_statement SET figures = jsonb_set(figures, '{jackpots,0,after_cents}', '0')"
            f" WHERE {MONTH}"
        ),
        "month 2026-10-01 v1: jackpots[bad-beat].after_cents is 0, its parts add up to 90",
    ),
    "statement of the month: gone with its signature": (
        (
            "WITH signature AS (DELETE FROM accounting_countersignature WHERE statement_id ="
            f" (SELECT id FROM accounting_statement WHERE {MONTH})) DELETE FROM accounting_statement WHERE {MONTH}"
        ),
        "accounting_statement {statement}: it is not as it was sealed",
    ),
    "statement of a day: signed by another": (
        f"UPDATE accounting_statement SET signed_by_id = {SECOND_CAGE} WHERE {STATED}",
        "day 2026-10-10 v1: its seal does not fit",
    ),
    "levy terms: another rate": (
        "UPDATE accounting_levyterms SET terms = jsonb_set(terms, '{levies,0,tiers,0,rate_bp}', '2000')",
        "day 2026-10-10 v1: levy_cents is 330, the ledger says 220",
    ),
    "levy terms: in force later": (
        "UPDATE accounting_levyterms SET valid_from = '2026-10-15'",
        "day 2026-10-10 v1: its seal does not fit what it covers",
    ),
    "authority: its signature of another statement": (
        (
            "UPDATE accounting_countersignature SET signature = (SELECT signature FROM accounting_countersignature"
            " ORDER BY id LIMIT 1) WHERE id = (SELECT max(id) FROM accounting_countersignature)"
        ),
        "month 2026-10-01 v1: the authority's signature does not fit its seal",
    ),
    "authority: one signature is gone": (
        "DELETE FROM accounting_countersignature WHERE id = (SELECT max(id) FROM accounting_countersignature)",
        "accounting_countersignature {signature}: it is not as it was sealed",
    ),
    # Entries, transfers, places.
    "entry: a share paid is gone": (
        f"DELETE FROM accounting_entry WHERE id = {ENTRY}",
        "cage/W1 5: number 5 is missing",
    ),
    "entry: a share paid on another day": (
        f"UPDATE accounting_entry SET gaming_day_id = (SELECT min(id) FROM accounting_gamingday) WHERE id = {ENTRY}",
        "cage/W1 5: the digest does not fit the content",
    ),
    "entry: the distribution by another": (
        f"UPDATE accounting_entry SET actor_id = {SECOND_CAGE} WHERE code = 'tronc_shared'",
        "tronc/2026-10 4: distribution 2026-10 1 is somebody else's",
    ),
    "transfer: tax for the fund is the house's": (
        (
            "UPDATE accounting_transfer SET destination = 'rake/A2' WHERE destination = 'jackpot/bad-beat'"
            f" AND entry_id = (SELECT id FROM accounting_entry WHERE subject ="
            f" (SELECT 'hand:' || hand_id FROM tables_jackpotclaim WHERE {CLAIM}))"
        ),
        "day 2026-10-10 v1: rake.booked_cents is 1100, the ledger says 1200",
    ),
    "transfer: a share paid goes to the bank": (
        f"UPDATE accounting_transfer SET destination = 'bank/main' WHERE entry_id = {ENTRY} AND source LIKE 'won/%%'",
        "10048 of won/bad-beat went to bank/main: a fund is the players'",
    ),
    "transfer: the levy on tips stays": (
        "UPDATE accounting_transfer SET destination = 'bank/main' WHERE destination = 'bank/tronc-levy'",
        "distribution 2026-10 1: its transfers are not those of its rows",
    ),
    "place: the reserve is larger": (
        "UPDATE accounting_place SET balance_cents = balance_cents + 1 WHERE name = 'reserve/bad-beat'",
        "reserve/bad-beat None: the balance is 21, the transfers add up to 20",
    ),
    "seal: of the day before": (
        (
            "UPDATE accounting_gamingday SET seal = (SELECT seal FROM accounting_gamingday WHERE"
            f" date = '2026-10-01') WHERE id = {DAY}"
        ),
        "the closed day 2026-10-10 has not the seal of its close",
    ),
}
# A forger who owns the tables drops what the database would refuse even without triggers.
DROPPED = (
    "ALTER TABLE accounting_jackpotslip DROP CONSTRAINT jackpot_slip_by_three",
    "ALTER TABLE accounting_tiprecord DROP CONSTRAINT tip_record_signed_is_booked",
    "ALTER TABLE accounting_troncpayout DROP CONSTRAINT tronc_payout_paid_is_booked",
    "ALTER TABLE accounting_transfer DROP CONSTRAINT transfer_fund_is_the_players",
    "ALTER TABLE accounting_fundcount DROP CONSTRAINT fund_count_once_each",
)
