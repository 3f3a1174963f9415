"""The notebooks of the compendium: what each asks, reads and accepts as parameters.

Every notebook `notebooks/<part>/NN-name.ipynb` has a specification `NN-name.toml` beside it. It is the one source for
the command line's help, the check of parameters before anything runs, and the parameter page of the book.
"""

from peerassay.manifest.loading import PARTS, ManifestError, load_notebooks, stray_notebooks
from peerassay.manifest.notebooks import Notebook, unknown_parameter
from peerassay.manifest.parameters import TYPES, Parameter, ParameterError

__all__ = [
    "PARTS",
    "TYPES",
    "ManifestError",
    "Notebook",
    "Parameter",
    "ParameterError",
    "load_notebooks",
    "stray_notebooks",
    "unknown_parameter",
]
