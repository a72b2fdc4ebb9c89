"""Hold'em against the house: every box plays its own hand against the dealer's, over the same board.

One machine for "Easy Hold'em" (seed `002`), "Casino Hold'em" and "Ultimate Texas Hold'em"; what tells them apart is
data with a version (`rule_sets`).  Pure, like the rest of poker law: cents and cards in, what each bet gets out.
"""
