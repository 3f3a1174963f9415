"""A papermill engine that leaves the notebook in the caller's hands, also when time runs out or the kernel dies."""

from __future__ import annotations

import logging
from typing import Any

from papermill.engines import NBClientEngine, papermill_engines

ENGINE = "peerassay"


class KeepingEngine(NBClientEngine):  # type: ignore[misc]  # papermill is untyped
    """Papermill's own engine; the notebook that it works on is appended to the list `kept`."""

    @classmethod
    def execute_managed_notebook(cls, nb_man: Any, kernel_name: str, *, kept: list[Any], **options: Any) -> Any:
        """Run the notebook of an execution manager as papermill does."""
        kept.append(nb_man.nb)
        return super().execute_managed_notebook(nb_man, kernel_name, **options)


papermill_engines.register(ENGINE, KeepingEngine)
logging.getLogger("papermill").setLevel(logging.CRITICAL)  # what goes wrong is reported once, by us
