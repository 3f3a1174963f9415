"""What the book adds to its Sphinx theme: a lighter page, local scripts, nothing from another host."""

from __future__ import annotations

import re
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.transforms.post_transforms import SphinxPostTransform

from peerassay.project import digest_bytes, project_root
from peerassay.workflow.pages.assets import copy_assets
from peerassay.workflow.pages.styles import slim_styles
from peerassay.workflow.places import Places
from peerassay.workflow.revision import SHORT, read_revision

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TEMPLATES = Path(__file__).parent / "templates"
CITATION_ROLES = re.compile(r' role="(?:doc-biblioentry|list)"(?=[ >])')
FOOTER = (
    "<p>Version {version}, {revision}, ledger SHA-256 <code>{ledger}</code>. "
    "Code under the MIT licence, text and data under CC BY 4.0.</p>"
)
FOLD = ('<details class="code"><summary>Code</summary>', "</details>")
SLIMMED = ("styles/*.css", "sphinx-design.min.css", "mystnb.*.css", "basic.css")
"""Style sheets of themes and extensions, most of whose rules the book has no use for."""

LEFT_OUT = ("scripts/fontawesome.js*", "vendor", "sphinx-thebe.*", "**/*.map")
"""Files that themes and extensions put into the site, and that no page of it uses."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx; named in `_config.yml` as an extension."""
    app.add_post_transform(FoldCode)
    app.connect("config-inited", _prepare, priority=900)
    app.connect("html-page-context", _own_formulas, priority=900)
    app.connect("html-page-context", _plain_roles, priority=901)
    app.connect("build-finished", _finish, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _prepare(app: Sphinx, _config: Any) -> None:
    app.config.templates_path.insert(0, str(TEMPLATES))
    app.config.html_theme_options["extra_footer"] = footer(project_root())
    disconnect(app, "sphinx_thebe")
    app.registry.css_files = [css for css in app.registry.css_files if not css[0].startswith("sphinx-thebe")]


def footer(root: Path) -> str:
    """Return what stands below every page: which version, which commit, and the digest of the ledger.

    Parameters
    ----------
    root
        The compendium's root folder, after the notebooks were run.
    """
    ledger = Places(root).ledger
    digest = digest_bytes(ledger.read_bytes())[:SHORT] if ledger.is_file() else "none"
    return FOOTER.format(version=version("peerassay"), revision=read_revision(root).words, ledger=digest)


def _own_formulas(app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Take MathJax from a page without formulas; Sphinx gives it to the first page if any page below has one."""
    if not app.env.get_domain("math").data["has_equations"].get(pagename, False):
        context["script_files"] = [script for script in context["script_files"] if not _is_mathjax(script)]


def _plain_roles(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Drop the list roles that docutils gives to references, which assistive programs reject."""
    context["body"] = CITATION_ROLES.sub("", context.get("body") or "")


def _is_mathjax(script: Any) -> bool:
    return "mathjax" in f"{script.filename} {script.attributes.get('body', '')}".lower()


def _finish(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        drop(static, LEFT_OUT)
        copy_assets(static)
        slim_styles(Path(app.outdir), [sheet for name in SLIMMED for sheet in static.glob(name)])


class FoldCode(SphinxPostTransform):
    """Fold the code of every notebook cell under one word, but for the parameters, which readers are to change."""

    default_priority = 198  # just before MyST-NB folds cells that are marked `hide-input`, in another look
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Fold the code cells of one page."""
        for node in self.document.findall(nodes.container):
            if node.get("nb_element") == "cell_code" and "parameters" not in _tags(node):
                _fold(node)
                if node.get("hide_mode") == "input":
                    del node["hide_mode"]


def _fold(cell: nodes.Element) -> None:
    if cell.children and cell.children[0].get("nb_element") == "cell_code_source":
        before, after = (nodes.raw("", text, format="html") for text in FOLD)
        cell.insert(0, before)
        cell.insert(2, after)


def _tags(node: nodes.Element) -> list[str]:
    return list(node.get("cell_metadata", {}).get("tags", ()))


def disconnect(app: Sphinx, package: str) -> None:
    """Take back what an extension listens to, so that it adds nothing to the pages.

    Parameters
    ----------
    app
        The Sphinx application.
    package
        The extension; Jupyter Book always loads `sphinx_thebe`, which names another host on every page.
    """
    for listeners in app.events.listeners.values():
        for listener in [known for known in listeners if known.handler.__module__.startswith(package)]:
            listeners.remove(listener)


def drop(folder: Path, patterns: tuple[str, ...]) -> None:
    """Delete files and folders below a folder by pattern; a pattern that matches nothing is fine."""
    for pattern in patterns:
        for path in list(folder.glob(pattern)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
