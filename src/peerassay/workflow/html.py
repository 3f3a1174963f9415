"""An executed notebook as one HTML file that needs no other file and no network, apart from its exhibits' downloads."""

from __future__ import annotations

import re
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from peerassay.workflow.cells import read_node

MATHJAX = "sphinx-mathjax-offline"
LABEL = re.compile(r"^\([\w.-]+\)=\n?", re.MULTILINE)
ROLE = re.compile(r"\{[\w:.-]+\}`([^`]*)`")
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


def notebook_html(path: Path, title: str, static: Path) -> str:
    """Return an executed notebook as an HTML page.

    Parameters
    ----------
    path
        The notebook.
    title
        The page's title.
    static
        The folder of the book's style sheets.

    Raises
    ------
    FileNotFoundError
        If it has formulas and the package that brings MathJax is not installed.
    """
    from nbconvert import HTMLExporter
    from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

    notebook = read_node(path)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = plain_markdown(cell.source)
    exporter = HTMLExporter(template_name="basic", exclude_input_prompt=True, exclude_output_prompt=True)  # type: ignore[no-untyped-call]
    body, _ = exporter.from_notebook_node(notebook)
    style = _book_style(static) + STYLE.read_text("utf-8") + str(HtmlFormatter().get_style_defs(".highlight"))
    return PAGE.format(title=escape(title), style=style, script=_mathjax() if _has_formula(notebook) else "", body=body)


def _book_style(static: Path) -> str:
    """Return the style sheets of the book that concern exhibits, without its fonts, which are files of their own."""
    sheets = [static / name for name in BOOK_STYLES]
    return FONT_FACE.sub("", "\n".join(sheet.read_text("utf-8") for sheet in sheets if sheet.is_file()))


def plain_markdown(text: str) -> str:
    """Return MyST Markdown as plain Markdown: labels are dropped, roles become their text."""
    return ROLE.sub(lambda match: _role_text(match[1]), LABEL.sub("", text))


def _role_text(content: str) -> str:
    return re.sub(r"\s*<[^<>]*>$", "", content)


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
