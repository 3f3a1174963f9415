"""The published numbers: every number printed in the three papers, with its place, and the test of agreement with one.

`load_claims` reads the registry from ``data/claims``; `agrees` tells whether a value could have been
printed as a claim.
"""

from peerassay.claims.agreement import UnitError, agrees
from peerassay.claims.claim import CLASSES, COMPARATORS, PARTS, Claim
from peerassay.claims.reading import COLUMNS, ClaimFileError, load_claims, read_claims
from peerassay.claims.registry import Claims, UnknownClaimError

__all__ = [
    "CLASSES",
    "COLUMNS",
    "COMPARATORS",
    "PARTS",
    "Claim",
    "ClaimFileError",
    "Claims",
    "UnitError",
    "UnknownClaimError",
    "agrees",
    "load_claims",
    "read_claims",
]
