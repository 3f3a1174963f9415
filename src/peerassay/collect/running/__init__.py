"""Running a plan against an endpoint."""

from peerassay.collect.running.collecting import collect
from peerassay.collect.running.estimate import Estimate, estimate
from peerassay.collect.running.listening import Listener
from peerassay.collect.running.report import Report

__all__ = ["Estimate", "Listener", "Report", "collect", "estimate"]
