"""An ordered registry of claims: look up by id, select by column, turn into a data frame."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from peerassay.claims.claim import PARTS, Claim

if TYPE_CHECKING:
    import pandas as pd

FIELDS = tuple(field.name for field in fields(Claim))


class UnknownClaimError(KeyError):
    """No claim has the id that was asked for."""

    def __init__(self, claim_id: object, known: Iterable[str]) -> None:
        super().__init__(claim_id)
        self.claim_id, self.known = claim_id, known

    def __str__(self) -> str:
        import difflib  # only needed when somebody reads the message

        nearest = difflib.get_close_matches(str(self.claim_id), list(self.known), n=3, cutoff=0.5)
        hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
        return f"no claim has the id {self.claim_id!r}{hint}"


class Claims(Mapping[str, Claim]):
    """Claims by id, in the order of the files.

    Parameters
    ----------
    claims
        The claims, with distinct ids.

    Raises
    ------
    ValueError
        If two claims have the same id.
    """

    def __init__(self, claims: Iterable[Claim]) -> None:
        self._by_id: dict[str, Claim] = {}
        for claim in claims:
            if claim.id in self._by_id:
                raise ValueError(f"two claims have the id {claim.id!r}: ids must be unique")
            self._by_id[claim.id] = claim

    def __getitem__(self, claim_id: str) -> Claim:
        try:
            return self._by_id[claim_id]
        except KeyError:
            raise UnknownClaimError(claim_id, self._by_id) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def __contains__(self, claim_id: object) -> bool:
        return claim_id in self._by_id

    def __repr__(self) -> str:
        return f"<Claims: {len(self)}>"

    def part(self, name: str) -> Claims:
        """Select the claims of one paper.

        Parameters
        ----------
        name
            ``repeatability``, ``style`` or ``epistemics``.

        Raises
        ------
        ValueError
            If there is no such part.
        """
        if name not in PARTS:
            raise ValueError(f"part {name!r}: expected one of {', '.join(PARTS)}")
        return self.where(part=name)

    def exhibit(self, part: str, exhibit: str) -> Claims:
        """Select the claims printed in one table or figure of one paper, such as ``("style", "Table 4")``.

        Raises
        ------
        ValueError
            If there is no such part, or no claim of it stands in that exhibit.
        """
        found = self.part(part).where(exhibit=exhibit)
        if not found:
            known = sorted({claim.exhibit for claim in self.part(part).values()})
            raise ValueError(f"exhibit {exhibit!r} of {part}: expected one of {', '.join(known)}")
        return found

    def where(self, **columns: object) -> Claims:
        """Select the claims whose fields have the given values.

        Parameters
        ----------
        **columns
            Field names of `Claim`, each with one value or with a list, tuple or set of allowed values.

        Raises
        ------
        ValueError
            If a claim has no such field.
        """
        unknown = [name for name in columns if name not in FIELDS]
        if unknown:
            raise ValueError(f"claims have no field {', '.join(unknown)}: expected one of {', '.join(FIELDS)}")
        return Claims(claim for claim in self.values() if _matches(claim, columns))

    def frame(self) -> pd.DataFrame:
        """Return the claims as a table, one row each.

        Returns
        -------
        pandas.DataFrame
            The fields of `Claim` (``class`` for ``class_``), with ``printed`` as text and, after it, ``value`` as a
            float; ``n`` is a nullable integer.
        """
        import pandas as pd  # slow to import, and needed here only

        rows = [{**asdict(claim), "value": float(claim.value)} for claim in self.values()]
        table = pd.DataFrame(rows, columns=_frame_columns()).rename(columns={"class_": "class"})
        return table.astype({"n": "Int64"})


def _frame_columns() -> list[str]:
    after = FIELDS.index("printed") + 1
    return [*FIELDS[:after], "value", *FIELDS[after:]]


def _matches(claim: Claim, columns: Mapping[str, object]) -> bool:
    return all(_allows(wanted, getattr(claim, name)) for name, wanted in columns.items())


def _allows(wanted: object, value: object) -> bool:
    if isinstance(wanted, Collection) and not isinstance(wanted, str):
        return value in wanted
    return value == wanted
