"""The research object crate of a release: what is in it, in the words that archives and search engines read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml
from rocrate.model import ContextEntity, File, Person
from rocrate.rocrate import ROCrate

from peerassay.release.contents import RESULTS

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "ro-crate-metadata.json"
LICENCES = {
    "https://spdx.org/licenses/MIT": "MIT licence (program and notebooks)",
    "https://creativecommons.org/licenses/by/4.0/": "CC BY 4.0 (text, figures and data)",
}
FORMATS = {
    ".csv": "text/csv", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png",
    ".ipynb": "application/x-ipynb+json", ".html": "text/html", ".md": "text/markdown",
}  # fmt: skip


def crate_text(citation: str, manifest: Mapping[str, Any]) -> str:
    """Write the metadata of a crate.

    Parameters
    ----------
    citation : str
        The citation file of the release.
    manifest : mapping
        As from `peerassay.release.contents.manifest`.

    Returns
    -------
    str
        JSON-LD (RO-Crate 1.2 or what the installed `rocrate` writes): the release as a dataset with authors, licences
        and date; every notebook as software source code; every file of an exhibit with the run that made it.
    """
    cff, crate = yaml.safe_load(citation), ROCrate()
    root = crate.root_dataset
    crate.name, crate.description = cff["title"], cff["abstract"].strip()
    root["version"], root["keywords"] = cff["version"], ", ".join(cff.get("keywords", ()))
    root["datePublished"] = cff["date-released"]
    root["license"] = [crate.add(_entity(crate, uri, "CreativeWork", name=name)) for uri, name in LICENCES.items()]
    root["author"] = [crate.add(_author(crate, number, person)) for number, person in enumerate(cff["authors"], 1)]
    if cff.get("doi"):
        root["identifier"] = f"https://doi.org/{cff['doi']}"
    for name in ("CITATION.cff", "README.md", f"{RESULTS}/ledger.csv", f"{RESULTS}/book/index.html"):
        _file(crate, name)
    for notebook in sorted({str(record["notebook"]) for record in manifest["exhibits"]}):
        _run(crate, notebook, [record for record in manifest["exhibits"] if record["notebook"] == notebook])
    content = crate.metadata.generate()
    return json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _entity(crate: ROCrate, identifier: str, kind: str, **properties: Any) -> ContextEntity:
    return ContextEntity(crate, identifier, properties={"@type": kind, **properties})


def _author(crate: ROCrate, number: int, person: Mapping[str, str]) -> ContextEntity:
    if "name" in person:
        return _entity(crate, f"#author-{number}", "Organization", name=person["name"])
    properties = {"familyName": person["family-names"], "givenName": person["given-names"]}
    name = f"{person['given-names']} {person['family-names']}"
    return Person(crate, person.get("orcid") or f"#author-{number}", properties={"name": name, **properties})


def _file(crate: ROCrate, name: str, **properties: Any) -> File:
    kind = FORMATS.get(name[name.rfind(".") :])
    known = {"name": name.rsplit("/", 1)[-1]} | ({"encodingFormat": kind} if kind else {})
    return crate.add(File(crate, dest_path=name, properties=known | properties))


def _run(crate: ROCrate, notebook: str, exhibits: list[Mapping[str, Any]]) -> None:
    """Describe one notebook, its executed copy, and the run that made its exhibits."""
    slug = notebook.replace("/", "--")
    kind = {"@type": ["File", "SoftwareSourceCode"], "programmingLanguage": "Python"}
    source = _file(crate, f"notebooks/{notebook}.ipynb", **kind)
    executed = _file(crate, f"{RESULTS}/executed/{slug}.ipynb")
    data = sorted({name for record in exhibits for name in record["data"] if name.startswith("data/")})
    made = [
        _file(
            crate, f"{RESULTS}/exhibits/{name}", description=f"exhibit {record['number']}, evidence: {record['tier']}"
        )
        for record in exhibits
        for name in record["files"]
    ]
    run = _entity(crate, f"#run-{slug}", "CreateAction", name=f"execution of {notebook}")
    run["instrument"] = source
    run["object"] = [crate.dereference(name) or _file(crate, name) for name in data]
    run["result"] = [executed, *made]
    crate.root_dataset.append_to("mentions", crate.add(run))
