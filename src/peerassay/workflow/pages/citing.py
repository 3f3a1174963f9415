"""How to cite, from CITATION.cff, and what the book says of running it elsewhere, from its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from peerassay.workflow.revision import read_revision

if TYPE_CHECKING:
    from peerassay.workflow.pages.facts import Facts

CITATION = "CITATION.cff"
SETTINGS = "_config.yml"


def citation(facts: Facts) -> str:
    """Return the ways to cite the book: a sentence, BibTeX, the citation file, and what a DOI would add.

    Raises
    ------
    FileNotFoundError
        If there is no ``CITATION.cff``.
    """
    text = (facts.root / CITATION).read_text("utf-8")
    cff = yaml.safe_load(text)
    blocks = [
        f"> {sentence(cff)}",
        f"This copy was built from {read_revision(facts.root).words}.",
        f"```bibtex\n{bibtex(cff, read_revision(facts.root).words)}\n```",
        _one_exhibit(facts, cff),
        f":::{{dropdown}} The same as a citation file (`{CITATION}`)\n```yaml\n{text.strip()}\n```\n:::",
        _address_note(cff),
    ]
    return "\n\n".join(blocks) + "\n"


def authors(cff: dict[str, Any]) -> list[str]:
    """Return the authors' names, family name first."""
    return [
        person["name"] if "name" in person else f"{person['family-names']}, {person['given-names']}"
        for person in cff["authors"]
    ]


def sentence(cff: dict[str, Any]) -> str:
    """Return the reference as one sentence; what is not set is left out."""
    parts = [f"{'; '.join(authors(cff))} ({_year(cff)})." if _year(cff) else f"{'; '.join(authors(cff))}."]
    parts.append(f"*{cff['title']}* (version {cff['version']}).")
    if cff.get("doi"):
        parts.append(f"https://doi.org/{cff['doi']}")
    elif cff.get("repository-code"):
        parts.append(str(cff["repository-code"]))
    return " ".join(parts)


def bibtex(cff: dict[str, Any], note: str = "") -> str:
    """Return the reference as a BibTeX entry, with a note such as the commit."""
    fields = {
        "author": " and ".join(f"{{{name}}}" if ", " not in name else name for name in authors(cff)),
        "title": f"{{{cff['title']}}}",
        "version": cff["version"],
        "year": _year(cff),
        "doi": cff.get("doi", ""),
        "url": cff.get("repository-code", ""),
        "note": note,
    }
    lines = ",\n".join(f"  {name:<8}= {{{value}}}" for name, value in fields.items() if value)
    return f"@software{{peerassay,\n{lines}\n}}"


def _one_exhibit(facts: Facts, cff: dict[str, Any]) -> str:
    """Return how to cite a single exhibit, by the example of the first."""
    record = next(iter(facts.exhibits.values()), None)
    if record is None:
        return ""
    words = f"version {cff['version']}, {read_revision(facts.root).words}, notebook {record['notebook']}"
    return f"A single exhibit, for example:\n\n> Exhibit {record['number']} in *{cff['title']}*, {words}."


def _year(cff: dict[str, Any]) -> str:
    return str(cff.get("date-released", ""))[:4]


def _address_note(cff: dict[str, Any]) -> str:
    if cff.get("doi"):
        return ""
    return (
        "```{note}\nThis copy has no DOI"
        + ("" if cff.get("repository-code") else " and no public address")
        + ". They are settings of whoever publishes it: `doi` and `repository-code` in `CITATION.cff`, "
        "and `repository: url` in `_config.yml`. Until then, cite the version and say where you got the copy.\n```"
    )


def launch(facts: Facts) -> str:
    """Return what the re-run page says of Binder: a hint at the button, or how to get one."""
    settings = yaml.safe_load((facts.root / SETTINGS).read_text("utf-8"))
    url = settings.get("repository", {}).get("url", "")
    binder = settings.get("launch_buttons", {}).get("binderhub_url", "")
    if url and binder:
        return "The rocket at the top of a notebook page opens that notebook on Binder; nothing has to be installed.\n"
    return (
        "This copy of the book was built without a public repository, so it has no Binder button. Whoever publishes a "
        "copy sets `repository: url` and `launch_buttons: binderhub_url` in `_config.yml`; the button then appears on "
        "every notebook page, and Binder builds its machine from `environment.yml`.\n"
    )
