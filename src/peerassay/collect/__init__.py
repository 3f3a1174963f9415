"""Collecting reviews, rewrites and ratings from endpoints that speak the OpenAI API.

A plan (`read_plan`) says which endpoint, models, tasks and manuscripts; `running.estimate` says what it takes,
`running.collect` runs it into a store that survives any end, and `StoreReader` reads the answers back.
"""

from peerassay.collect.plan import Plan, PlanError
from peerassay.collect.problems import KINDS, Effect, Problem, problem
from peerassay.collect.reading import make_plan, read_plan
from peerassay.collect.store import StoreBusyError, StoreError, StoreReader

__all__ = [
    "KINDS",
    "Effect",
    "Plan",
    "PlanError",
    "Problem",
    "StoreBusyError",
    "StoreError",
    "StoreReader",
    "make_plan",
    "problem",
    "read_plan",
]
