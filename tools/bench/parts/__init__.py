"""The parts of the benchmark: one thing that is measured, beside what it is compared with."""
