"""Scripts and fonts that the book needs at reading time, copied out of installed packages so that no host is asked."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

MATHJAX = (
    "startup.js",
    "core.js",
    "input/tex-base.js",
    "input/tex/extensions/ams.js",
    "input/tex/extensions/newcommand.js",
    "output/chtml.js",
    "output/chtml/fonts/tex.js",
    "a11y/assistive-mml.js",
)
"""The parts of MathJax that the formulas of the book need; see `mathjax3_config` in `_config.yml`."""

DATATABLES_EXPORT = "export{"


def copy_assets(folder: Path) -> None:
    """Copy MathJax and the table scripts into the static folder of a rendered book.

    Parameters
    ----------
    folder
        The site's ``_static``; made if it does not exist.

    Raises
    ------
    FileNotFoundError
        If an installed package lacks a file that the book needs.
    """
    copy_mathjax(folder / "mathjax")
    copy_datatables(folder)


def copy_mathjax(folder: Path) -> None:
    """Copy MathJax and its fonts from the package ``sphinx-mathjax-offline``.

    Raises
    ------
    FileNotFoundError
        If the package or one of the files is missing.
    """
    source = package_folder("sphinx-mathjax-offline") / "static" / "mathjax"
    fonts = sorted((source / "output/chtml/fonts/woff-v2").glob("*.woff"))
    for path in [*(source / name for name in MATHJAX), *fonts]:
        target = folder / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def copy_datatables(folder: Path) -> None:
    """Copy DataTables from the package ``itables``, as a classic script that also works from a file address.

    Raises
    ------
    FileNotFoundError
        If the package or one of the files is missing.
    ValueError
        If the bundle is no longer the module that `classic_script` knows.
    """
    source = package_folder("itables") / "html"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "datatables.js").write_text(classic_script((source / "dt_bundle.js").read_text("utf-8")), "utf-8")


def classic_script(module: str) -> str:
    """Turn the DataTables module into a script that sets ``window.DataTable``.

    A browser refuses modules on pages that were opened from a folder; a classic script has no such limit.

    Raises
    ------
    ValueError
        If the module does not end in an export statement with a default, which is DataTables.
    """
    start = module.rfind(DATATABLES_EXPORT)
    names = module[start + len(DATATABLES_EXPORT) : module.find("}", start)] if start >= 0 else ""
    pairs = [pair.split(" as ") for pair in names.split(",") if " as " in pair]
    exported = {outside: inside for inside, outside in pairs}
    if "default" not in exported:
        raise ValueError(f"the DataTables bundle exports {', '.join(exported) or 'nothing'}: expected a default")
    rest = module[module.find("}", start) + 1 :].lstrip(";\n ")
    return f"(function(){{\n{module[:start]}\nwindow.DataTable={exported['default']};\n{rest}\n}})();\n"


def package_folder(name: str) -> Path:
    """Return the folder of an installed package.

    Raises
    ------
    FileNotFoundError
        If it is not installed.
    """
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package {name} is not installed: run make book, or pip install {name}")
    return Path(spec.origin).parent
