"""Scores with their counts and intervals: what was measured, and how sure that is.

No data is "no score": a figure that stands on nothing is None, never 0 and never NaN.
"""
