"""An executed notebook as one HTML file that needs no other file and no network, apart from its exhibits' downloads."""

from __future__ import annotations

import re
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peerassay.workflow.cells import read_node
from peerassay.workflow.prose import Prose

if TYPE_CHECKING:
    from peerassay.manifest import Notebook

MATHJAX = "sphinx-mathjax-offline"
FORMULA = re.compile(r"\$[^$\n]+\$|\$\$|\\\(|\\\[")

PAGE = """<!DOCTYPE html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
{script}
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""

FONT_FACE = re.compile(r"@font-face *\{[^}]*\}\s*")
BOOK_STYLES = ("palette.css", "exhibits.css")
STYLE = Path(__file__).with_name("run.css")

MATHJAX_OPTIONS = """<script>
MathJax = {tex: {inlineMath: [["$", "$"], ["\\\\(", "\\\\)"]]}, options: {enableMenu: false}};
</script>"""


FOLDED = """{% extends 'basic/index.html.j2' %}
{% block input %}
{%- if cell.metadata.get('tags', []) | select('in', ['parameters', 'injected-parameters']) | list -%}
{{ super() }}
{%- else -%}
<details class="code"><summary>Code</summary>{{ super() }}</details>
{%- endif -%}
{% endblock input %}"""
"""As in the book, only the cell of the parameters shows its code at once."""


def notebook_html(path: Path, notebook: Notebook, root: Path, folder: Path) -> str:
    """Return an executed notebook as an HTML page.

    Parameters
    ----------
    path
        The executed notebook.
    notebook
        Which one it is.
    root
        The compendium's root folder, whose style sheets, references and rendered book are used.
    folder
        Where the page will lie.

    Raises
    ------
    FileNotFoundError
        If it has formulas and the package that brings MathJax is not installed.
    """
    from nbconvert import HTMLExporter
    from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

    content, prose = read_node(path), Prose(root, notebook.part, folder)
    _to_markdown(content, prose)
    exporter = HTMLExporter(
        raw_template=FOLDED, template_name="basic", exclude_input_prompt=True, exclude_output_prompt=True
    )  # type: ignore[no-untyped-call]
    body, _ = exporter.from_notebook_node(content)
    highlighting = str(HtmlFormatter().get_style_defs(".highlight"))
    style = _book_style(root / "book" / "_static") + STYLE.read_text("utf-8") + highlighting
    script = _mathjax() if _has_formula(content) else ""
    return PAGE.format(title=escape(notebook.title), style=style, script=script, body=body)


def _to_markdown(content: Any, prose: Prose) -> None:
    """Make plain Markdown of the prose, in place: that of the cells and that which the code has written."""
    for cell in content.cells:
        if cell.cell_type == "markdown":
            cell.source = prose.plain(cell.source)
        for output in cell.get("outputs", ()):
            if "text/markdown" in output.get("data", {}):
                output["data"]["text/markdown"] = prose.plain(output["data"]["text/markdown"])


def _book_style(static: Path) -> str:
    """Return the style sheets of the book that concern exhibits, without its fonts, which are files of their own."""
    sheets = [static / name for name in BOOK_STYLES]
    return FONT_FACE.sub("", "\n".join(sheet.read_text("utf-8") for sheet in sheets if sheet.is_file()))


def _has_formula(notebook: Any) -> bool:
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    texts += [output["data"].get("text/markdown", "") for output in outputs if "data" in output]
    return any(FORMULA.search(text) for text in texts)


def _mathjax() -> str:
    spec = find_spec(MATHJAX)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package {MATHJAX} is not installed, so formulas cannot be shown")
    code = (Path(spec.origin).parent / "static" / "mathjax" / "tex-svg.js").read_text("utf-8")
    safe = code.replace("</script", "<\\/script")
    return f"{MATHJAX_OPTIONS}\n<script>\n{safe}\n</script>"
