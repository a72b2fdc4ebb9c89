"""How long a test waits for what must happen.

A busy machine is no defect: what takes a second alone takes half a minute beside ten others.
"""

PATIENCE_S = 600
