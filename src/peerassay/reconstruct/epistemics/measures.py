"""What ratings have for each printed number: by section of the claims, in the claims' units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.epistemics.effects import cohens_d, minimum_detectable_effect
from peerassay.epistemics.equation import fit_groups, resolutions
from peerassay.epistemics.explained import explained
from peerassay.epistemics.groups import kruskal_wallis, mann_whitney, one_way_anova
from peerassay.epistemics.labels import chi_square
from peerassay.epistemics.rubric import RUBRIC
from peerassay.epistemics.selections import AGENTIC, FLAGGED, agentic, commented, cross_section, with_tier, years_of
from peerassay.epistemics.structure import largest_correlation, principal_components, shift_table
from peerassay.epistemics.summaries import category_counts, tier_spreads, year_fit
from peerassay.epistemics.tags import phi_matrix, phi_pairs
from peerassay.reconstruct.epistemics.groups import TIERS
from peerassay.reconstruct.epistemics.printed import least_adjusted_p, pooled_mean, pooled_system1, rest_of_short
from peerassay.records.ratings import Ratings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.claims import Claims

    Values = dict[str, float]

VENUE: Final = "ICLR"
"""The venue whose years are compared."""
SYSTEM1, SYSTEM2 = "System 1", "System 2"
TAGS: Final = "tag_"
NAMED: Final = ("evidence_specificity", "falsifiability", "impression_reliance")
SCALING: Final = "standardised"
"""Which of the three scalings the printed shift is compared in, as Kaiser's threshold implies."""


def one_rating_each(ratings: pd.DataFrame) -> pd.DataFrame:
    """Bring a table that was just built into the form in which pages get it, tags as columns ``tag_<name>``."""
    blank = {name: ratings[name].where(ratings[name] != "") for name in ("paper_id", "venue", "tier", "ac_comment")}
    empty = ratings.assign(**blank)
    loaded = Ratings(empty, (), RUBRIC.tag_names)
    return loaded.frame.join(loaded.tags.add_prefix(TAGS))


def tag_columns(ratings: pd.DataFrame) -> pd.DataFrame:
    """Return the tags of reviews whose judge was asked for them, one column each, by the rubric's names."""
    columns = ratings[[f"{TAGS}{name}" for name in RUBRIC.tag_names]].dropna()
    return columns.rename(columns=lambda name: str(name).removeprefix(TAGS)).astype(bool)


def venue_values(ratings: pd.DataFrame) -> Values:
    """Means, System 1 shares and tests over the venues of the latest year."""
    people = cross_section(ratings)
    values: Values = {}
    for key, part in _by_key(people):
        values[f"epi.venue.rqs_mean.{key}"] = float(part["rqs"].mean())
        values[f"epi.venue.system1_share.{key}"] = _percent(part["label"] == SYSTEM1)
    scores = [part["rqs"] for _, part in _by_key(people)]
    values["epi.venue.p.kruskal_wallis_rqs"] = kruskal_wallis(scores).p
    values["epi.venue.p.chi_square_label.fig1"] = _label_test(people)
    return values


def temporal_values(ratings: pd.DataFrame, claims: Claims) -> Values:
    """Means, shares and tests over the years of one venue; the printed multiples from the printed shares."""
    years = years_of(ratings, VENUE)
    values: Values = {"epi.temporal.count.reviews": len(years)}
    parts = dict(_by_key(years))
    for key in ("iclr2021", "iclr2022", "iclr2023"):
        values[f"epi.temporal.rqs_mean.{key}"] = float(parts[key]["rqs"].mean())
    for place, label in ((1, SYSTEM1), (2, SYSTEM2)):
        values[f"epi.temporal.system{place}_share.start"] = _percent(parts["iclr2021"]["label"] == label)
        start, end = (claims[f"epi.temporal.system{place}_share.{when}"].value for when in ("start", "iclr2025"))
        values[f"epi.temporal.system{place}_ratio"] = float(end / start)
    values["epi.temporal.system2_share.iclr2025"] = _percent(parts["iclr2025"]["label"] == SYSTEM2)
    values["epi.temporal.p.kruskal_wallis_rqs"] = kruskal_wallis([part["rqs"] for part in parts.values()]).p
    values["epi.temporal.p.chi_square_label"] = _label_test(years)
    fit = year_fit(years["rqs"], years["year"], years["n_chars"])
    for year in ("2022", "2023", "2025"):
        values[f"epi.temporal.coefficient.iclr{year}_vs_2021"] = fit.estimate(year)
        values[f"epi.temporal.p.iclr{year}_vs_2021"] = fit.contrast({year: 1.0})["p"]
    return values


def outcome_values(ratings: pd.DataFrame) -> Values:
    """Test, largest difference and sizes of the acceptance tiers."""
    tiers = with_tier(ratings)
    values: Values = {
        f"epi.outcome.count.{key}.{tier}": int((part["tier"] == tier).sum())
        for key, part in _by_key(tiers)
        for tier in TIERS
    }
    values["epi.outcome.tier_mean_spread"] = float(tier_spreads(tiers)["spread"].max())
    values["epi.outcome.p.anova_tier"] = one_way_anova([part for _, part in tiers.groupby("tier")["rqs"]]).p
    return values


def comment_values(ratings: pd.DataFrame, claims: Claims) -> Values:
    """Effect size and test of the reviewers that area chairs commented on; the effect that could be detected."""
    rated = commented(ratings)
    flagged, peers = (
        (rated.loc[rated["ac_comment"] == FLAGGED, "rqs"]),
        rated.loc[rated["ac_comment"] != FLAGGED, "rqs"],
    )
    power = float(claims["epi.ac_comments.power"].value) / 100
    return {
        "epi.ac_comments.count.negative": len(flagged),
        "epi.ac_comments.count.peers": len(peers),
        "epi.ac_comments.cohen_d.rqs": cohens_d(flagged, peers).value,
        "epi.ac_comments.p.rqs": mann_whitney(flagged, peers).p,
        "epi.ac_comments.mdes.rqs": minimum_detectable_effect(*_comment_sizes(claims), power=power),
    }


def agentic_values(ratings: pd.DataFrame, claims: Claims, seed: int = 0) -> Values:
    """Shares, means, SDs and the effect size of the agentic reviews against all human ones."""
    people, model = cross_section(ratings), agentic(ratings)
    effect = cohens_d(model["rqs"], people["rqs"], np.random.default_rng(seed))
    spreads = [float(part["rqs"].std(ddof=1)) for _, part in _by_key(people)]
    return {
        "epi.agentic.system2_share.agentic": _percent(model["label"] == SYSTEM2),
        "epi.agentic.system2_share.human_pooled": _percent(people["label"] == SYSTEM2),
        "epi.agentic.rqs_mean.agentic": float(model["rqs"].mean()),
        "epi.agentic.rqs_mean.human_pooled": pooled_mean(claims),
        "epi.agentic.cohen_d.rqs": effect.value,
        "epi.agentic.cohen_d.rqs.ci_low": effect.low,
        "epi.agentic.cohen_d.rqs.ci_high": effect.high,
        "epi.agentic.rqs_sd.agentic": float(model["rqs"].std(ddof=1)),
        "epi.agentic.rqs_sd.human_venues.min": min(spreads),
        "epi.agentic.rqs_sd.human_venues.max": max(spreads),
    }


def dimension_values(ratings: pd.DataFrame, claims: Claims, seed: int = 0) -> Values:
    """Effect sizes of the dimensions; what the smallest printed one implies for the tests of all."""
    people, model = cross_section(ratings), agentic(ratings)
    values: Values = {}
    rng, sizes = np.random.default_rng(seed), []
    for name in RUBRIC.dimension_names:
        effect = cohens_d(model[name], people[name], rng if name in NAMED else None)
        sizes.append(abs(effect.value))
        if name in NAMED:
            prefix = f"epi.dimensions.cohen_d.{name}"
            values |= {prefix: effect.value, f"{prefix}.ci_low": effect.low, f"{prefix}.ci_high": effect.high}
    p = least_adjusted_p(claims)
    alpha = float(claims["epi.dimensions.alpha"].value)
    return values | {
        "epi.dimensions.abs_cohen_d.min.fig5": min(sizes),
        "epi.dimensions.p.all.fig5": p,
        "epi.dimensions.count.significant": len(sizes) if p < alpha else float("nan"),
    }


def length_values(ratings: pd.DataFrame, claims: Claims) -> Values:
    """Coefficients of Equation 1, venue effects adding up to zero, and the share that is said to be explained."""
    people, model = cross_section(ratings), agentic(ratings)
    table = pd.concat([model.assign(group=AGENTIC), people], ignore_index=True)
    lengths = np.log(table["n_chars"].to_numpy(float))
    fit = fit_groups(table["rqs"], table["group"], lengths, AGENTIC)
    sizes = people["group"].value_counts(sort=False).to_dict()
    way = next(way for way in resolutions({str(name): int(n) for name, n in sizes.items()}) if way.key == "sum_to_zero")
    found = fit.contrast(way.weights)
    printed = [float(claims[f"epi.length_regression.coefficient.{name}"].value) for name in ("ai_naive", "ai")]
    prefix = "epi.length_regression"
    return {
        f"{prefix}.coefficient.ai_naive": float(model["rqs"].mean() - people["rqs"].mean()),
        f"{prefix}.coefficient.ai": found["estimate"],
        f"{prefix}.coefficient.ai.ci_low": found["low"],
        f"{prefix}.coefficient.ai.ci_high": found["high"],
        f"{prefix}.p.ai": found["p"],
        f"{prefix}.coefficient.log_length": fit.estimate("log_length"),
        f"{prefix}.share_explained": 100 * explained(*printed),
    }


def bias_values(ratings: pd.DataFrame) -> Values:
    """Shares of tags, and the strongest pair."""
    people, model = tag_columns(cross_section(ratings)), tag_columns(agentic(ratings))
    values: Values = {"epi.bias.share.any_tag.human": _percent(people.any(axis=1))}
    for name in ("checklist_inflation", "representativeness", "question_substitution", "authority_substitution"):
        values[f"epi.bias.share.{name}.agentic"] = _percent(model[name])
    strongest = phi_pairs(people).iloc[0]
    pair = {strongest["first"], strongest["second"]}
    named = pair == {"representativeness", "question_substitution"}
    values["epi.bias.phi.max_pair"] = float(strongest["phi"]) if named else float("nan")
    off = np.abs(phi_matrix(people).to_numpy()[np.triu_indices(len(people.columns), 1)])
    values["epi.bias.phi.threshold.fig9"] = float(off.max())
    return values


def structure_values(ratings: pd.DataFrame) -> Values:
    """Principal components of the dimensions, and where the agentic reviews lie on the first."""
    names = list(RUBRIC.dimension_names)
    people, model = cross_section(ratings)[names], agentic(ratings)[names]
    reversed_ = RUBRIC.named("S1")
    found = principal_components(people, reversed_)
    shifts = shift_table(people, model, reversed_).set_index("scaling")["shift"]
    return {
        "epi.pca.variance_explained.pc1": 100 * float(found.shares[0]),
        "epi.pca.count.dominant_factors": found.above_kaiser,
        "epi.pca.count.eigenvalues_above_kaiser": found.above_kaiser,
        "epi.pca.correlation.max_offdiagonal": largest_correlation(found.correlation)[2],
        "epi.pca.share.positive_pc1_loadings": 100 * found.positive_share,
        "epi.pca.difference.pc1_shift_agentic": float(shifts[SCALING]),
    }


def short_values(ratings: pd.DataFrame, claims: Claims) -> Values:
    """Measure the shortest tenth of the human reviews; of the rest, what the printed numbers leave."""
    people = cross_section(ratings)
    short = people[people["n_chars"] <= int(claims["epi.short_reviews.threshold.characters"].value)]
    tags = tag_columns(short)
    prefix = "epi.short_reviews"
    return {
        f"{prefix}.count": len(short),
        f"{prefix}.rqs_mean.ultra_short": float(short["rqs"].mean()),
        f"{prefix}.rqs_mean.rest": rest_of_short(claims, pooled_mean(claims), "rqs_mean"),
        f"{prefix}.system1_share.ultra_short": _percent(short["label"] == SYSTEM1),
        f"{prefix}.system1_share.rest": rest_of_short(claims, pooled_system1(claims), "system1_share"),
        f"{prefix}.share.checklist_inflation.ultra_short": _percent(tags["checklist_inflation"]),
        f"{prefix}.share.no_tag.ultra_short": _percent(~tags.any(axis=1)),
    }


def section_values(ratings: pd.DataFrame, claims: Claims) -> Mapping[str, Values]:
    """Return the values of every section that the reconstruction takes up, by its name.

    Parameters
    ----------
    ratings : pandas.DataFrame
        One rating of each review, with the tags as columns, as from `one_rating_each`.
    claims : Claims
        The printed numbers.
    """
    return {
        "venue": venue_values(ratings),
        "temporal": temporal_values(ratings, claims),
        "outcome": outcome_values(ratings),
        "ac_comments": comment_values(ratings, claims),
        "agentic": agentic_values(ratings, claims),
        "dimensions": dimension_values(ratings, claims),
        "length_regression": length_values(ratings, claims),
        "bias": bias_values(ratings),
        "pca": structure_values(ratings),
        "short_reviews": short_values(ratings, claims),
    }


def _by_key(people: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    pairs = people.groupby(["venue", "year"], sort=True)
    return [(f"{venue}{year}".lower(), part) for (venue, year), part in pairs]


def _percent(flags: pd.Series) -> float:
    return 100 * float(flags.mean())


def _label_test(people: pd.DataFrame) -> float:
    return chi_square(category_counts(people["group"], people["label"], RUBRIC.label_names)).p


def _comment_sizes(claims: Claims) -> tuple[int, int]:
    negative, peers = (int(claims[f"epi.ac_comments.count.{name}"].value) for name in ("negative", "peers"))
    return negative, peers
