"""Relations that printed numbers must satisfy (or that a reader expects of them): one table per paper, as data.

Each entry names the claims and writes the relation as text; `peerassay.audit.relations` evaluates that text. To add
a check, add an entry.
"""

from peerassay.audit.identities.epistemics import EPISTEMICS
from peerassay.audit.identities.model import Identity
from peerassay.audit.identities.repeatability import REPEATABILITY
from peerassay.audit.identities.style import STYLE

IDENTITIES: tuple[Identity, ...] = (*REPEATABILITY, *STYLE, *EPISTEMICS)
"""All relations, in the order of the papers."""

__all__ = ["EPISTEMICS", "IDENTITIES", "REPEATABILITY", "STYLE", "Identity"]
