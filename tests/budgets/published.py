"""The published inputs of the budget tests: sums over the 9,000 pairs of 200 papers with ten scores."""

from fractions import Fraction

MODELS = ("GPT-5.6-Sol", "GPT-6-Luna", "GPT-6-Sol")
EQUAL_PAIRS = (6557, 6512, 7667)
SQUARED_SUMS = (2521, 2680, 1333)
VARIANCES = tuple(Fraction(total, 18_000) for total in SQUARED_SUMS)
PAPERS, ROUNDS, KERNELS = 200, 10, 1000
