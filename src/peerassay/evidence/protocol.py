"""The repeatability paper's protocol beside what the collection here does, and the sizes of its input packages."""

from __future__ import annotations

import inspect
import math
import operator
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.collect.outputs import sent_schema
from peerassay.collect.prompts import load_prompt
from peerassay.collect.task import Call
from peerassay.collect.tasks.forms import LONGEST_REASON, DecimalReview, Decisions, IntegerReview
from peerassay.collect.tasks.probabilities import LONGEST_ANSWER, TOP, ScoreProbabilities
from peerassay.manuscripts import IMAGE_LIMIT, LONGEST_SIDE, open_manuscript, package_summary, package_table
from peerassay.project import project_root

if TYPE_CHECKING:
    from pydantic import BaseModel

    from peerassay.claims import Claims
    from peerassay.exhibits import Page
    from peerassay.manuscripts import Package

OWN = "data/manuscripts"
CORPUS = "the input packages are not public"
DESIGN = "a choice of the study's design; its records are not public"
SAME = "a setting of the study, as described; beside it what the collection of this project uses"
PREFIX = "rep.protocol."


def form_table(form: type[BaseModel]) -> pd.DataFrame:
    """List the fields of an answer form, from the schema that is sent.

    Parameters
    ----------
    form : type of pydantic.BaseModel
        Such as `peerassay.collect.tasks.forms.IntegerReview`.

    Returns
    -------
    pandas.DataFrame
        `field`, `type` and `bounds`, in the order of the form.
    """
    properties: dict[str, Any] = sent_schema(form)["properties"]
    rows = [[name, shape["type"], _bounds(shape)] for name, shape in properties.items()]
    return pd.DataFrame(rows, columns=["field", "type", "bounds"])


def _bounds(shape: dict[str, Any]) -> str:
    if "minimum" in shape or "maximum" in shape:
        return f"{shape.get('minimum', '')} to {shape.get('maximum', '')}"
    return f"at most {shape['maxItems']}" if "maxItems" in shape else ""


def anchors(prompt: str) -> list[int]:
    """Read the anchored scores off the instructions of a review."""
    return [int(number) for number in re.findall(r"^[-*\s]*(\d+)\s*[:=]", load_prompt(prompt).text, re.MULTILINE)]


def open_packages(folder: str = "") -> list[Package]:
    """Open every manuscript of a folder.

    Parameters
    ----------
    folder : str
        Holds one folder a manuscript, each a package or with `original.md`; the six manuscripts of our own if empty.

    Returns
    -------
    list of Package
        In the order of their names.

    Raises
    ------
    FileNotFoundError
        If the folder holds no manuscript.
    peerassay.manuscripts.PackageError
        If a package is not in order.
    """
    place = Path(folder).expanduser() if folder else project_root() / OWN
    if not place.is_dir():
        raise FileNotFoundError(f"{place}: not there; expected a folder with one folder a manuscript")
    found = sorted(
        path for path in place.iterdir() if (path / "text.json").is_file() or (path / "original.md").is_file()
    )
    if not found:
        raise FileNotFoundError(f"{place}: no manuscript; expected folders with text.json or original.md")
    return [open_manuscript(path) for path in found]


def printed_sizes(claims: Claims) -> pd.DataFrame:
    """Arrange the printed sizes of the study's 200 packages as `package_summary` arranges ours.

    Returns
    -------
    pandas.DataFrame
        `quantity`, `total`, `median`, `p90`, `max`; missing where nothing is printed.
    """
    names = {"pages": "pages", "images": "images", "records": "text_records", "characters": "characters"}
    rows = []
    for quantity, name in names.items():
        keys = {part: f"rep.inputs.{name}.{part}" for part in ("total", "median", "p90", "max")}
        whole = {"total": f"rep.inputs.{name}"} if f"rep.inputs.{name}" in claims else {}
        row = {part: float(claims[key].value) for part, key in (keys | whole).items() if key in claims}
        rows.append({"quantity": quantity} | row)
    return pd.DataFrame(rows, columns=["quantity", "total", "median", "p90", "max"])


def sizes_table(packages: list[Package], claims: Claims) -> pd.DataFrame:
    """Put the printed sizes and those of some packages into one table.

    Returns
    -------
    pandas.DataFrame
        `quantity`; `total`, `mean`, `median`, `p90` and `max` printed (`mean` is the total over 200 packages); and the
        same of the packages, with names ending in ``_here``.
    """
    printed = printed_sizes(claims).set_index("quantity")
    printed.insert(1, "mean", printed["total"] / int(claims["rep.inputs.n_packages"].value))
    here = package_summary(package_table(packages)).set_index("quantity")
    here.insert(1, "mean", here["total"] / len(packages))
    return printed.join(here.add_suffix("_here")).reset_index()


def used_here() -> dict[str, tuple[float, Any]]:
    """Give what the collection of this project uses for the settings that the paper prints.

    Returns
    -------
    dict of str to tuple
        Value, and the form or prompt it is read from, by claim id (without `PREFIX`).
    """
    whole, decimal = (sent_schema(form)["properties"] for form in (IntegerReview, DecimalReview))
    longest = inspect.signature(Call).parameters["max_output_tokens"].default
    found: dict[str, tuple[float, Any]] = {
        "score.min": (whole["score"]["minimum"], IntegerReview),
        "score.max": (whole["score"]["maximum"], IntegerReview),
        "confidence.min": (whole["confidence"]["minimum"], IntegerReview),
        "confidence.max": (whole["confidence"]["maximum"], IntegerReview),
        "max_strengths": (whole["strengths"]["maxItems"], IntegerReview),
        "max_concerns": (whole["concerns"]["maxItems"], IntegerReview),
        "decimal.score.min": (decimal["score"]["minimum"], DecimalReview),
        "decimal.score.max": (decimal["score"]["maximum"], DecimalReview),
        "aux.top_logprobs": (TOP, ScoreProbabilities),
        "aux.max_output_tokens": (LONGEST_ANSWER, ScoreProbabilities),
        "target.max_output_tokens": (longest, Call),
        "selector.comment_limit": (LONGEST_REASON, Decisions),
    }
    return found | {f"anchor.s{score}": (score, load_prompt) for score in anchors("review-integer")}


def record_protocol(page: Page) -> None:
    """Give every printed number on protocol and inputs its verdict that no other page gives."""
    claims = page.claims.where(part="repeatability", section=["protocol", "inputs"])
    value = {name: int(claim.value) for name, claim in page.claims.part("repeatability").items() if not claim.decimals}
    papers = value["rep.sampling.n_papers.all"]
    reviews = papers * value[f"{PREFIX}n_configurations"] * value[f"{PREFIX}reviews_per_paper"]
    page.record(f"{PREFIX}total_reviews", reviews, function=math.prod, remark="papers, configurations, reviews each")
    for model in ("gpt6luna", "gpt6sol"):
        scores = papers * value[f"{PREFIX}decimal.reviews_per_paper"]
        remark = "papers times scores each: none is missing"
        page.record(f"{PREFIX}decimal.valid_scores.{model}", scores, function=math.prod, remark=remark)
    left = value["rep.inputs.n_packages"] - value["rep.inputs.haiku.n_excluded"]
    page.record(
        "rep.inputs.n_shared", left, function=operator.sub, remark="all packages but the one above the image limit"
    )
    page.record("rep.inputs.n_packages", papers, function=operator.pos, remark="one package a paper")
    for name, (ours, source) in used_here().items():
        if PREFIX + name in claims:
            page.beside(PREFIX + name, ours, function=source, remark=SAME)
    page.beside("rep.inputs.haiku.longest_side", LONGEST_SIDE, function=open_packages, remark=SAME)
    page.beside("rep.inputs.haiku.image_limit", IMAGE_LIMIT, function=open_packages, remark=SAME)
    for claim_id in claims:
        if claim_id not in page.rows:
            page.transcribe(claim_id, CORPUS if ".inputs." in claim_id else DESIGN)
