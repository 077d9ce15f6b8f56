"""Training of what pincite ships; each module reads from top to bottom. Needs `pincite[train]`."""
