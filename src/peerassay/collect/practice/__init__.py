"""A practice endpoint on the loopback: real wire formats, made-up answers, faults on demand; no model, no cost."""

from peerassay.collect.practice.faults import FAULTS, Faults
from peerassay.collect.practice.server import PracticeServer

__all__ = ["FAULTS", "Faults", "PracticeServer"]
