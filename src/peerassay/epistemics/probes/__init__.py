"""Function probes: pairs of reviews alike in form, of which one names a planted fault and the other does not.

The protocol as code: load the pairs, measure how well they match, hand them to a judge under neutral names, and analyse
what the judge gives back.
"""

from peerassay.epistemics.probes.analysis import KEY_FILE, ProbeResult, analyse_probes, blinded, find_key
from peerassay.epistemics.probes.markers import BOUNDS, MARKERS, marker_balance, marker_table, text_markers
from peerassay.epistemics.probes.pairs import PROBES, SIDES, Probe, load_probes, pair_card, probe_table

__all__ = [
    "BOUNDS",
    "KEY_FILE",
    "MARKERS",
    "PROBES",
    "SIDES",
    "Probe",
    "ProbeResult",
    "analyse_probes",
    "blinded",
    "find_key",
    "load_probes",
    "marker_balance",
    "marker_table",
    "pair_card",
    "probe_table",
    "text_markers",
]
