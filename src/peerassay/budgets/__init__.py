"""How many reviews are enough: budgets from a variance, and upper bounds of the variance from a pilot."""

from peerassay.budgets.attainable import attainable_histograms, squared_sums
from peerassay.budgets.cases import bounds_without_spread, coverage_cases, coverage_study
from peerassay.budgets.chernoff import certified_budget, kernel_count, kl_bernoulli, kl_variance_bound, pilot_variances
from peerassay.budgets.coverage import Switching, error_rates, rare_jump_chance, rare_jump_error, rare_jump_floor
from peerassay.budgets.from_scores import (
    fewest_scores_table,
    score_bounds_table,
    score_budgets_table,
    score_pilots_table,
    without_fewest,
)
from peerassay.budgets.histogram import (
    histogram_mixture_bound,
    histogram_product_bound,
    histogram_variance,
    pair_histogram,
)
from peerassay.budgets.limits import kernel_bound, variance_cap
from peerassay.budgets.matchings import matchings
from peerassay.budgets.pilots import Pilot, published_pilots
from peerassay.budgets.planning import (
    distribution_free_budget,
    joint_success,
    largest_variance,
    level_per_model,
    planning_budget,
    success_lower_bound,
)
from peerassay.budgets.product import MIXTURE, PRODUCT, log_product, mixture_variance_bound, product_variance_bound
from peerassay.budgets.tables import (
    bounds_table,
    budgets_table,
    by_method,
    guarantees_table,
    pilots_table,
    rare_jump_table,
    success_curves,
)
from peerassay.budgets.words import say_answer, say_fewest, say_help

__all__ = [
    "MIXTURE",
    "PRODUCT",
    "Pilot",
    "Switching",
    "attainable_histograms",
    "bounds_table",
    "bounds_without_spread",
    "budgets_table",
    "by_method",
    "certified_budget",
    "coverage_cases",
    "coverage_study",
    "distribution_free_budget",
    "error_rates",
    "fewest_scores_table",
    "guarantees_table",
    "histogram_mixture_bound",
    "histogram_product_bound",
    "histogram_variance",
    "joint_success",
    "kernel_bound",
    "kernel_count",
    "kl_bernoulli",
    "kl_variance_bound",
    "largest_variance",
    "level_per_model",
    "log_product",
    "matchings",
    "mixture_variance_bound",
    "pair_histogram",
    "pilot_variances",
    "pilots_table",
    "planning_budget",
    "product_variance_bound",
    "published_pilots",
    "rare_jump_chance",
    "rare_jump_error",
    "rare_jump_floor",
    "rare_jump_table",
    "say_answer",
    "say_fewest",
    "say_help",
    "score_bounds_table",
    "score_budgets_table",
    "score_pilots_table",
    "squared_sums",
    "success_curves",
    "success_lower_bound",
    "variance_cap",
    "without_fewest",
]
