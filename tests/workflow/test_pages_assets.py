from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from peerassay.workflow.pages.assets import MATHJAX, classic_script, copy_assets, package_folder
from peerassay.workflow.pages.theme import CITATION_ROLES, disconnect, drop

if TYPE_CHECKING:
    from pathlib import Path


def test_everything_that_mathjax_is_told_to_load_is_copied(tmp_path: Path, root: Path) -> None:
    copy_assets(tmp_path)
    settings = yaml.safe_load((root / "_config.yml").read_text("utf-8"))["sphinx"]["config"]
    names = [name.replace("[tex]", "input/tex/extensions") for name in settings["mathjax3_config"]["loader"]["load"]]
    wanted = {"startup.js", *(f"{name}.js" for name in names)}
    assert wanted <= set(MATHJAX)
    assert all((tmp_path / "mathjax" / name).is_file() for name in MATHJAX)
    assert len(list((tmp_path / "mathjax").rglob("*.woff"))) > 10


def test_the_table_script_is_classic_and_sets_datatable(tmp_path: Path) -> None:
    copy_assets(tmp_path)
    script = (tmp_path / "datatables.js").read_text("utf-8")
    assert script.startswith("(function(){")
    assert "window.DataTable=" in script
    assert not re.search(r"(^|[;}\n])(export|import)\s*[{*]", script)


def test_a_module_becomes_a_script_that_sets_its_default_export() -> None:
    script = classic_script("var a=1,b=2;export{a as other,b as default};")
    assert script == "(function(){\nvar a=1,b=2;\nwindow.DataTable=b;\n\n})();\n"


@pytest.mark.parametrize("module", ["var a=1;", "var a=1;export{a as other};"])
def test_a_module_without_a_default_export_is_refused(module: str) -> None:
    with pytest.raises(ValueError, match="expected a default"):
        classic_script(module)


def test_a_package_that_is_not_installed_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="no_such_package_at_all is not installed"):
        package_folder("no_such_package_at_all")


def test_files_that_no_page_uses_are_dropped_and_others_stay(tmp_path: Path) -> None:
    for name in ("a.js", "a.js.map", "vendor/font.woff", "deep/b.css.map"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    drop(tmp_path, ("vendor", "**/*.map", "nothing-like-this*"))
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["a.js"]


def test_an_extension_that_is_disconnected_is_no_longer_called() -> None:
    def other() -> None: ...

    def thebe() -> None: ...

    thebe.__module__ = "sphinx_thebe.inner"
    listeners: dict[str, list[Any]] = {"event": [SimpleNamespace(handler=other), SimpleNamespace(handler=thebe)]}
    app: Any = SimpleNamespace(events=SimpleNamespace(listeners=listeners))
    disconnect(app, "sphinx_thebe")
    assert [listener.handler for listener in listeners["event"]] == [other]


def test_only_the_roles_of_references_are_dropped() -> None:
    html = '<div role="list" class="citation-list"><div id="a" role="doc-biblioentry"><i role="img">x</i></div></div>'
    assert CITATION_ROLES.sub("", html) == '<div class="citation-list"><div id="a"><i role="img">x</i></div></div>'
