"""The ledger of the whole book, from the rows that each notebook wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.project import digest_bytes, digest_files
from peerassay.workflow.expectations import missing_verdicts, read_expectations
from peerassay.workflow.inputs import canonical
from peerassay.workflow.places import Places, read_json, write_json, write_text

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from peerassay.workflow.inputs import Inventory


def merged(root: Path) -> pd.DataFrame:
    """Return the ledger as the notebooks' rows and the claims make it now.

    Raises
    ------
    peerassay.ledger.LedgerError
        If the rows contradict each other or the claims.
    """
    from peerassay.claims import load_claims
    from peerassay.ledger import merge_ledger

    return merge_ledger(Places(root).fragments, load_claims(root / "data" / "claims"))


def refresh_ledger(root: Path, inventory: Inventory, *, whole: bool) -> bool:
    """Write ``build/ledger.csv`` unless it was already made from the same rows, claims and source.

    Parameters
    ----------
    root
        The compendium's root folder.
    inventory
        Digests of the package.
    whole
        Whether all notebooks have run, so that parts that are declared complete must be.

    Returns
    -------
    bool
        Whether it was written.

    Raises
    ------
    peerassay.ledger.LedgerError
        If the rows contradict each other or the claims, or a part that is declared complete is not.
    """
    places = Places(root)
    record = places.build / "ledger.json"
    made_from = {
        "claims": digest_files((root / "data" / "claims").glob("*.csv"), root),
        "rows": digest_files(places.fragments.glob("*.csv"), root),
        "complete": list(read_expectations(root).complete) if whole else [],
        "source": digest_bytes(canonical(inventory.source).encode()),
    }
    if places.ledger.is_file() and read_json(record) == made_from | {"ledger": digest_files([places.ledger], root)}:
        return False
    ledger = merged(root)
    write_text(places.ledger, ledger.to_csv(index=False, lineterminator="\n"))
    if whole:
        _require_complete(ledger, root)
    write_json(record, made_from | {"ledger": digest_files([places.ledger], root)})
    return True


def _require_complete(ledger: pd.DataFrame, root: Path) -> None:
    from peerassay.ledger import LedgerError

    missing = missing_verdicts(ledger, read_expectations(root))
    if missing:
        raise LedgerError("\n".join(missing))
