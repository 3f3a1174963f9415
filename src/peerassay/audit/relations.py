"""Relations between printed numbers, written as text and evaluated on ranges of values.

A relation such as ``"rep.sd.luna = sqrt(rep.variance.luna)"`` is at once what people read and what is computed. It
holds two expressions with one of ``=``, ``<=``, ``>=``, ``<``, ``>`` between them; expressions consist of claim ids,
numbers, ``+ - * / **``, brackets and the functions of `FUNCTIONS`.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scipy.stats import norm

from peerassay.audit.intervals import Interval, hull, monotone
from peerassay.budgets import kl_variance_bound

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ID: Final = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+")
"""What a claim id looks like in a relation: words with dots between them."""


def _root(x: Interval) -> Interval:
    return monotone(math.sqrt, hull(max(x.low, Fraction(0)), max(x.high, Fraction(0))))


def _whole(function: Callable[[Fraction], int]) -> Callable[[Interval], Interval]:
    return lambda x: hull(function(x.low), function(x.high))


def _size(x: Interval) -> Interval:
    ends = (abs(x.low), abs(x.high))
    return hull(0, *ends) if x.low <= 0 <= x.high else hull(*ends)


def _least(*values: Interval) -> Interval:
    return Interval(min(v.low for v in values), min(v.high for v in values))


def _greatest(*values: Interval) -> Interval:
    return Interval(max(v.low for v in values), max(v.high for v in values))


def _between(*values: Interval) -> Interval:
    return hull(*(v.low for v in values), *(v.high for v in values))


def _more(x: Interval, y: Interval) -> Interval:
    return Interval(Fraction(x.low > y.high), Fraction(x.high > y.low))


def _binomial(n: Interval, k: Interval) -> Interval:
    return Interval.point(math.comb(int(n.low), int(k.low)))


def _two_sided(z: Interval) -> Interval:
    return monotone(lambda value: float(2 * norm.sf(value)), _size(z))


def _upper(variance: Interval, kernels: Interval, alpha: Interval) -> Interval:
    return monotone(lambda v: kl_variance_bound(v, int(kernels.low), float(alpha.low)), variance)


FUNCTIONS: Final[Mapping[str, Callable[..., Interval]]] = {
    "sqrt": _root,
    "log": lambda x: monotone(math.log, x),
    "ceil": _whole(math.ceil),
    "floor": _whole(math.floor),
    "abs": _size,
    "comb": _binomial,
    "min": _least,
    "max": _greatest,
    "between": _between,  # any value from the smallest to the largest argument
    "more": _more,  # 1 if the first exceeds the second, else 0
    "upper": _upper,  # certified upper bound of a mean variance, from variance, number of kernels and level
    "z": lambda level: monotone(lambda q: float(norm.ppf(q)), level),
    "two_sided": _two_sided,  # two-sided p of a standard normal statistic
}
"""What a relation may call."""

_ARITHMETIC: Final[Mapping[type[ast.operator], Callable[[Interval, Interval], Interval]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_SIGNS: Final[Mapping[type[ast.cmpop], str]] = {ast.Eq: "=", ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">"}


class RelationError(ValueError):
    """A relation that is not written in the small language of this module."""


@dataclass(frozen=True)
class Relation:
    """A relation between two expressions.

    Attributes
    ----------
    text
        As written.
    ids
        The claim ids that occur, in order and once each.
    left, right
        The two expressions, with a name for each id.
    sign
        What stands between them: ``=``, ``<=``, ``>=``, ``<`` or ``>``.
    """

    text: str
    ids: tuple[str, ...]
    left: ast.expr
    sign: str
    right: ast.expr

    def sides(self, values: Mapping[str, Interval]) -> tuple[Interval, Interval]:
        """Evaluate both expressions.

        Parameters
        ----------
        values
            A range for each claim id.

        Returns
        -------
        tuple of Interval
            Ranges that hold every value the left and the right expression can take. They may be wider than needed if
            an id occurs twice, so that a relation is never called violated when it is not.

        Raises
        ------
        RelationError
            If something else than ids, numbers, arithmetic and known functions occurs.
        KeyError
            If an id has no range.
        """
        named = {_name(i): values[claim_id] for i, claim_id in enumerate(self.ids)}
        return _evaluate(self.left, named), _evaluate(self.right, named)

    def filled(self, shown: Mapping[str, str]) -> str:
        """Return the text with something shown, such as the printed value, in the place of every id."""
        return ID.sub(lambda match: shown[match[0]], self.text)


@lru_cache(maxsize=4096)
def parse_relation(text: str) -> Relation:
    """Read a relation.

    Raises
    ------
    RelationError
        If there is not exactly one relation sign, or the text is no expression.
    """
    ids = tuple(dict.fromkeys(ID.findall(text)))
    code = ID.sub(lambda match: _name(ids.index(match[0])), text)
    try:
        tree = ast.parse(code.replace(" = ", " == "), mode="eval").body
    except SyntaxError as error:
        raise RelationError(f"relation {text!r}: {error.msg}") from error
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1 or type(tree.ops[0]) not in _SIGNS:
        raise RelationError(f"relation {text!r}: expected two expressions with one of = <= >= < > between them")
    return Relation(text, ids, tree.left, _SIGNS[type(tree.ops[0])], tree.comparators[0])


def possible(sign: str, left: Interval, right: Interval) -> bool:
    """Tell whether some value of `left` and some value of `right` stand in the relation `sign`."""
    return {
        "=": left.meets(right),
        "<=": left.low <= right.high,
        ">=": left.high >= right.low,
        "<": left.low < right.high,
        ">": left.high > right.low,
    }[sign]


def _name(index: int) -> str:
    return f"claim{index}"


def _evaluate(node: ast.expr, values: Mapping[str, Interval]) -> Interval:
    match node:
        case ast.Constant(value=int() | float() as number):
            return Interval.point(Fraction(str(number)))
        case ast.Name(id=name) if name in values:
            return values[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand, values)
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as exponent)):
            return _evaluate(base, values) ** exponent
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            return _ARITHMETIC[type(op)](_evaluate(left, values), _evaluate(right, values))
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_evaluate(argument, values) for argument in arguments))
    raise RelationError(f"{ast.unparse(node)!r}: expected a claim id, a number, + - * / ** or one of the functions")
