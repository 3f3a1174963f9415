"""What a test or an effect size returns: never a p value without the effect, its interval and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import nan


@dataclass(frozen=True)
class Effect:
    """An effect size with its interval.

    Attributes
    ----------
    measure : str
        Which effect size, such as ``d``.
    value : float
        NaN if it is undefined.
    low, high : float
        Ends of the interval; NaN if it is undefined or was not asked for.
    confidence : float
        Between 0 and 1.
    method : str
        How the interval was made.
    n : tuple of int
        Sizes of the groups, or the number of pairs.
    excluded : int
        Values that were given but are missing (NaN).
    reason : str
        Why the value or its interval is NaN; empty otherwise.
    details : dict of str to float
        What else has to be stated, such as the pooled SD of a d.
    """

    measure: str
    value: float
    low: float = nan
    high: float = nan
    confidence: float = 0.95
    method: str = ""
    n: tuple[int, ...] = ()
    excluded: int = 0
    reason: str = ""
    details: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Comparison:
    """The result of a test.

    Attributes
    ----------
    test : str
        Which test.
    statistic : float
        Its statistic; NaN if it could not be done.
    df : tuple of float
        Degrees of freedom, if it has some.
    p : float
        Two-sided where there are sides.
    effect : Effect
        How large the difference is.
    reason : str
        Why it could not be done; empty otherwise.
    note : str
        What to mind, such as small expected counts.
    """

    test: str
    statistic: float
    df: tuple[float, ...]
    p: float
    effect: Effect
    reason: str = ""
    note: str = ""

    @property
    def row(self) -> dict[str, object]:
        """The result as cells of a table; the note says what to mind, and why something is undefined."""
        effect = self.effect
        reason = self.reason or effect.reason
        return {
            "test": self.test,
            "statistic": self.statistic,
            "df": ", ".join(f"{value:g}" for value in self.df),
            "p": self.p,
            "effect": effect.measure,
            "value": effect.value,
            "low": effect.low,
            "high": effect.high,
            "n": ", ".join(map(str, effect.n)),
            "reason": reason,
            "note": "; ".join(filter(None, [reason, self.note])),
        }
