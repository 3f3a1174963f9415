"""What is declared about a venue: which API answers for it, what its forms are called, and which values they take."""

from __future__ import annotations

import difflib
import tomllib
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from peerassay.fetching.problems import FetchError
from peerassay.project import project_root
from peerassay.records import load_schema

if TYPE_CHECKING:
    from pathlib import Path

DECLARATIONS = "data/openreview/venues.toml"
Number = int | float


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Scale(_Section):
    """One score of a form.

    Attributes
    ----------
    field : str
        Its name in the form.
    values : tuple of number
        Every value that it can have.
    none : tuple of str
        Answers that stand for "no score".
    """

    field: str = Field(min_length=1)
    values: tuple[Number, ...] = Field(min_length=1, strict=False)
    none: tuple[str, ...] = Field(default=(), strict=False)

    @property
    def lowest(self) -> Number:
        """The lowest value."""
        return min(self.values)

    @property
    def highest(self) -> Number:
        """The highest value."""
        return max(self.values)

    @property
    def words(self) -> str:
        """The values, for people."""
        return ", ".join(f"{value:g}" for value in self.values)


class Venue(_Section):
    """One venue; the file of declarations explains each field.

    Attributes
    ----------
    id, name : str
        As OpenReview and as the tables name it.
    year : int
        Of the venue.
    api : int
        1 or 2.
    submissions : tuple of str
        Names of the invitations of submissions.
    reviews, decisions : str
        Names of the invitations of reviews and of decision notes.
    area : str
        Field of the primary area; empty if there is none.
    public : str
        What the public can see.
    text : tuple of str
        Fields that make the text of a review.
    states, wordings : dict of str to str
        Endings of venueid or invitation, and wordings of decisions, each with its final status.
    rating : Scale
        The overall score.
    scores : dict of str to Scale
        Further scores by name.
    """

    id: str = Field(min_length=3)
    name: str = Field(min_length=1)
    year: int = Field(ge=1900, le=2200)
    api: Literal[1, 2]
    submissions: tuple[str, ...] = Field(min_length=1, strict=False)
    reviews: str = Field(min_length=1)
    decisions: str
    area: str
    public: str
    text: tuple[str, ...] = Field(min_length=1, strict=False)
    states: dict[str, str]
    wordings: dict[str, str]
    rating: Scale
    scores: dict[str, Scale] = {}

    @property
    def all_scores(self) -> dict[str, Scale]:
        """The overall score under the name ``overall``, then the further ones."""
        return {"overall": self.rating} | self.scores

    @property
    def content_fields(self) -> tuple[str, ...]:
        """The fields of a submission that are kept; no names of authors are among them."""
        return tuple(filter(None, ("title", "venue", "venueid", "pdf", self.area)))

    @property
    def review_fields(self) -> tuple[str, ...]:
        """The fields of a review that are kept."""
        return (*(scale.field for scale in self.all_scores.values()), *self.text)


def load_venues(extra: Path | None = None) -> dict[str, Venue]:
    """Read the declarations.

    Parameters
    ----------
    extra : pathlib.Path, optional
        A file with further venues, or other declarations of known ones.

    Returns
    -------
    dict of str to Venue
        By id, in the order of the files.

    Raises
    ------
    FetchError
        If a file cannot be read, or breaks the form; the message names every place.
    """
    found = _read(project_root() / DECLARATIONS)
    return found if extra is None else found | _read(extra)


def find_venue(name: str, extra: Path | None = None) -> Venue:
    """Look a venue up.

    Parameters
    ----------
    name : str
        Its id, such as ``ICLR.cc/2025/Conference``.
    extra : pathlib.Path, optional
        As in `load_venues`.

    Returns
    -------
    Venue
        Its declaration.

    Raises
    ------
    FetchError
        If it is not declared; the message lists those that are and says how to add one.
    """
    venues = load_venues(extra)
    if name in venues:
        return venues[name]
    close = difflib.get_close_matches(name, venues, n=1)
    guess = f" Did you mean {close[0]}?" if close else ""
    raise FetchError(
        f"no venue {name!r} is declared; known are {', '.join(venues)}.{guess} To add one: copy a [[venues]] block of "
        f"{DECLARATIONS} into a file of your own, change its id, its fields and its scales to those of the venue's "
        "forms, and give the file as --venues FILE"
    )


def _read(path: Path) -> dict[str, Venue]:
    try:
        declared = tomllib.loads(path.read_text("utf-8")).get("venues", [])
        venues = [Venue.model_validate(one) for one in declared]
    except OSError as error:
        raise FetchError(f"{path}: cannot be read ({error.strerror})") from None
    except tomllib.TOMLDecodeError as error:
        raise FetchError(f"{path}: {error}") from None
    except ValidationError as error:
        places = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        raise FetchError(f"{path}: {'; '.join(places)}") from None
    wrong = [f"{venue.id}: {status!r}" for venue in venues for status in _statuses(venue) if status not in _known()]
    if wrong or not venues:
        told = f"unknown final status {', '.join(wrong)}" if wrong else "no [[venues]] in it"
        raise FetchError(f"{path}: {told}; expected one of {', '.join(sorted(filter(None, _known())))}")
    return {venue.id: venue for venue in venues}


def _statuses(venue: Venue) -> list[str]:
    return [*venue.states.values(), *venue.wordings.values()]


def _known() -> set[str]:
    return {"", *load_schema("papers").field("status").choices}
