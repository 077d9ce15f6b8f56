"""`python -m pincite` is the command `pincite`."""

from pincite.cli import main

main()
