"""Scores of files of answers, by a judge that is handed in; builds no model, prints nothing.

`answers` reads entries of four forms, each metric takes them one at a time, `run` sums up.
"""

from pincite.scoring.answers import Entry, Form, read_answers
from pincite.scoring.entries import read_entries
from pincite.scoring.judge import CheckingJudge, Item, Judge, Ruling, Task, WordOverlap
from pincite.scoring.metrics import make_metrics
from pincite.scoring.run import Metric, Outcome, Result, Run, score

__all__ = [
    "CheckingJudge",
    "Entry",
    "Form",
    "Item",
    "Judge",
    "Metric",
    "Outcome",
    "Result",
    "Ruling",
    "Run",
    "Task",
    "WordOverlap",
    "make_metrics",
    "read_answers",
    "read_entries",
    "score",
]
