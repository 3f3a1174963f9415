"""The dated file of prices in `data/prices`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import Field

from peerassay.collect.plan import Price, Section
from peerassay.collect.task import Usage
from peerassay.project import project_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class _File(Section):
    date: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    source: str
    note: str
    unit: str
    models: dict[str, Price]


@dataclass(frozen=True)
class PriceBook:
    """Prices of one day.

    Attributes
    ----------
    file : str
        Name of the file.
    date : str
        The day, ISO 8601.
    models : mapping of str to Price
        By exact model name.
    """

    file: str
    date: str
    models: Mapping[str, Price]


def load_prices(folder: Path | None = None) -> PriceBook:
    """Load the newest file of prices.

    Parameters
    ----------
    folder : pathlib.Path, optional
        The compendium's `data/prices` if not given.

    Returns
    -------
    PriceBook
        Prices in US dollars per million tokens.

    Raises
    ------
    FileNotFoundError
        If there is none.
    """
    place = folder if folder is not None else project_root() / "data" / "prices"
    files = sorted(place.glob("*.toml"))
    if not files:
        raise FileNotFoundError(f"{place}: no file of prices; give a price for every model in the plan")
    content = _File.model_validate(tomllib.loads(files[-1].read_text("utf-8")))
    return PriceBook(f"data/prices/{files[-1].name}", content.date, content.models)


def price_of(book: PriceBook, model: str) -> Price | None:
    """Return the price of a model by its exact name, or None; nothing is guessed from a similar name.

    Parameters
    ----------
    book : PriceBook
        From `load_prices`.
    model : str
        As it is sent to the endpoint.
    """
    return book.models.get(model)


def cost(price: Price, usage: Usage, *, batch: bool = False) -> float:
    r"""Return what a call costs, in US dollars.

    Parameters
    ----------
    price : Price
        Of the model.
    usage : Usage
        Tokens of the call.
    batch : bool
        Whether it was part of a batch.

    Returns
    -------
    float
        Never negative.

    Notes
    -----
    :math:`[f_i\{p_i (I - C - W) + p_c C + p_w W\} + f_o\,p_o O] / 10^6`, times the factor for batches: `I` is all
    that was read, `C` what came out of the cache, `W` what was put into it, `O` what was written; the factors :math:`f`
    are 1 unless the prompt is a long one.
    """
    long = price.long_from is not None and usage.read > price.long_from
    from_cache = price.input if price.cached is None else price.cached
    to_cache = price.input if price.cache_write is None else price.cache_write
    plain = max(usage.read - usage.cached - usage.cache_written, 0)
    read = price.input * plain + from_cache * usage.cached + to_cache * usage.cache_written
    total = read * (price.long_input if long else 1) + price.output * usage.written * (price.long_output if long else 1)
    return total / 1e6 * (price.batch if batch else 1)


def most(price: Price, read: int, written: int) -> float:
    """Return the most that a call can cost, in US dollars: as if everything read were put into the cache, no discount.

    Parameters
    ----------
    price : Price
        Of the model.
    read, written : int
        Bounds of the tokens.
    """
    dearest = max(price.input, price.cache_write or 0, price.cached or 0)
    return cost(price.model_copy(update={"input": dearest}), Usage(read=read, written=written))
