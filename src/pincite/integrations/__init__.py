"""Small modules for frameworks, one each; importing one needs its framework installed.

`texts` is what they share. Each module names the version it was tested with.
"""

from __future__ import annotations
