"""The ledger: its one writer, the walks along its chains, what is in which place."""
