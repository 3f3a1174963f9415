"""The steps of the stress test, as the paper's text describes them."""

from __future__ import annotations

import pandas as pd

STEPS = (
    ("paper", "original", "Paper", "as submitted, blinded", ""),
    ("rewriting", "native", "Native", "proficiency", "original"),
    ("rewriting", "nonnative", "Non-native", "proficiency", "original"),
    ("rewriting", "high", "High-confidence", "confidence", "original"),
    ("rewriting", "low", "Low-confidence", "confidence", "original"),
    ("validation", "checks", "Two checks", "content kept? wording changed?", "native nonnative high low"),
    ("reviewing", "review", "Reviewer", "one version at a time", "checks"),
    ("comparison", "scores", "Scores", "preference, decision flips", "review"),
    ("comparison", "arguments", "Arguments", "aspects and polarity", "review"),
)
"""Stage, key, name, what it is about, and the steps that it comes after."""


def framework_steps() -> pd.DataFrame:
    """Return the steps of the framework.

    Returns
    -------
    pandas.DataFrame
        `stage`, `step`, `name`, `about` and `after` (steps, with a space between them).

    Notes
    -----
    Style over Substance, section 2; the paper's own drawing (Figure 1) is not in the text that we have.
    """
    return pd.DataFrame(list(STEPS), columns=["stage", "step", "name", "about", "after"])
