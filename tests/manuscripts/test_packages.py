"""Packages of manuscripts: written, read and checked, with one message per problem."""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from peerassay.manuscripts import (
    Figure,
    Package,
    PackageError,
    TextRecord,
    audit_package,
    fit_image,
    fit_images,
    load_package,
    markdown_records,
    open_manuscript,
    package_summary,
    package_table,
    read_markdown,
    validate_package,
    write_package,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TITLE = TextRecord("r1", 1, "heading", "# Title")


def png(width: int = 4, height: int = 3, kind: str = "PNG") -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (width, height), (200, 30, 30)).save(buffer, kind)
    return buffer.getvalue()


@pytest.fixture
def package() -> Package:
    figure = Figure.of("figures/one.png", 2, png())
    records = (
        TextRecord("i", 1, "instruction", "Review the following."),
        TITLE,
        TextRecord("r2", 1, "heading", "## 1 Introduction", {"box": [1, 2]}),
        TextRecord("p2", 2, "page_marker", "[page 2]"),
    )
    return Package("a", (*records, figure, TextRecord("r3", 2, "caption", "Figure 1. One.")), "original", {"made": 1})


@pytest.fixture
def folder(package: Package, tmp_path: Path) -> Path:
    return write_package(package, tmp_path / "a")


def changed(folder: Path, name: str, change: Callable[[Any], object]) -> list[str]:
    """Change a file of a package and return what is wrong with it now."""
    content = json.loads((folder / name).read_text("utf-8"))
    change(content)
    (folder / name).write_text(json.dumps(content), "utf-8")
    return [str(problem) for problem in validate_package(folder)]


def test_a_package_comes_back_as_it_was_written(package: Package, folder: Path) -> None:
    again = load_package(folder)
    assert again.records == package.records
    assert again.records[2].other == {"box": [1, 2]}
    assert [figure.read() for figure in again.figures] == [figure.read() for figure in package.figures]
    assert (again.name, again.version, again.source, again.digest) == ("a", "original", {"made": 1}, package.digest)
    assert package.statistics() == {"pages": 1, "images": 1, "records": 5, "characters": 67}


def test_the_hash_is_that_of_the_file(folder: Path) -> None:
    entry = json.loads((folder / "index.json").read_text("utf-8"))["sequence"][4]
    assert entry["sha256"] == hashlib.sha256((folder / "figures/one.png").read_bytes()).hexdigest()


def test_writing_twice_gives_the_same_bytes_and_leaves_nothing_beside(package: Package, tmp_path: Path) -> None:
    one, two = (write_package(package, tmp_path / name) for name in ("x", "y"))
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in ("text.json", "index.json"))
    write_package(package.with_texts({"r1": "# Other"}, "low"), one, replace=True)
    assert load_package(one).version == "low"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x", "y"]


def test_neither_a_package_nor_another_folder_is_overwritten_unasked(
    package: Package, folder: Path, tmp_path: Path
) -> None:
    with pytest.raises(FileExistsError, match="is there already"):
        write_package(package, folder)
    (tmp_path / "other").mkdir()
    with pytest.raises(FileExistsError, match="is no package"):
        write_package(package, tmp_path / "other", replace=True)


def test_a_package_that_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="id 'r1' occurs before"):
        write_package(Package("a", (TITLE, TITLE)), tmp_path / "a")
    with pytest.raises(PackageError, match="leaves figures/"):
        write_package(Package("a", (TITLE, Figure.of("figures/../../x.png", 1, png()))), tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_adjacent_texts_are_merged_in_order(package: Package) -> None:
    first, figure, last = package.merged()
    assert first == "Review the following.\n\n# Title\n\n## 1 Introduction\n\n[page 2]"
    assert isinstance(figure, Figure)
    assert last == "Figure 1. One."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c["records"].append(c["records"][0]), "record 6: id 'i' occurs before"),
        (lambda c: c["records"][1].update(page=0), "record 2: page is 0; expected a whole number from 1"),
        (lambda c: c["records"][1].update(page=True), "page is True"),
        (lambda c: c["records"][0].update(page=9), "record 2: page 1 after page 9"),
        (lambda c: c["records"][1].update(text=None), "record 2: text is None; expected a string"),
        (lambda c: c["records"][1].update(id=" x "), "record 2: id is ' x '; expected a word"),
        (lambda c: c.update(records=[]), "holds no records"),
        (lambda c: c["records"].insert(0, "text"), "record 1: is 'text'; expected an object"),
    ],
)
def test_each_fault_of_a_record_is_named(folder: Path, change: Callable[[Any], object], message: str) -> None:
    assert any(message in problem for problem in changed(folder, "text.json", change))


def image_entry(**values: object) -> Callable[[Any], object]:
    return lambda content: content["sequence"][4].update(values)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (image_entry(image="../secret.png"), "leaves figures/"),
        (image_entry(image="/etc/passwd"), "leaves figures/"),
        (image_entry(image="figures/../text.json"), "leaves figures/"),
        (image_entry(image="figures//one.png"), "takes a detour"),
        (image_entry(image="figures/./one.png"), "takes a detour"),
        (image_entry(image="figures\\one.png"), "forward slashes"),
        (image_entry(image="figures/one.svg"), "is no image file"),
        (image_entry(image=None), "image is None"),
        (image_entry(image="figures/two.png"), "figures/two.png: is not there"),
        (image_entry(sha256="0" * 64), "its SHA-256 differs"),
        (image_entry(sha256="xyz"), "expected 64 hexadecimal digits"),
        (image_entry(page=-1), "page is -1"),
        (lambda c: c["sequence"].append(c["sequence"][4]), "occurs before; expected every image once"),
        (lambda c: c["sequence"].pop(0), "leaves out record 'i'"),
        (lambda c: c["sequence"].append({"text": "zz"}), "names record 'zz', which is not in text.json"),
        (lambda c: c["sequence"].append({"text": "i"}), "names record 'i' more than once"),
        (lambda c: c["sequence"].reverse(), "text 1: is 'r3'; expected 'i' as in text.json"),
        (lambda c: c["sequence"].append({"text": "i", "extra": 1}), "expected text, or image with sha256 and page"),
        (lambda c: c.update(sequence=None), "holds no order"),
        (lambda c: c.update(paper=""), "paper: is ''; expected a word"),
        (lambda c: c.update(source=[]), "source: is []; expected an object"),
    ],
)
def test_each_fault_of_the_order_is_named(folder: Path, change: Callable[[Any], object], message: str) -> None:
    problems = changed(folder, "index.json", change)
    assert any(message in problem for problem in problems), problems


def test_links_are_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / "figures" / "one.png").rename(tmp_path / "elsewhere" / "one.png")
    (folder / "figures" / "one.png").symlink_to(tmp_path / "elsewhere" / "one.png")
    assert "figures/one.png is a link" in str(validate_package(folder)[0])
    (folder / "figures" / "one.png").unlink()
    (folder / "figures").rmdir()
    (folder / "figures").symlink_to(tmp_path / "elsewhere")
    assert "figures is a link" in str(validate_package(folder)[0])


def test_an_image_that_changes_after_loading_is_noticed(folder: Path) -> None:
    figure = load_package(folder).figures[0]
    (folder / "figures/one.png").write_bytes(png(5, 5))
    with pytest.raises(ValueError, match="has SHA-256"):
        figure.read()


def test_damaged_and_missing_files_say_so(folder: Path, tmp_path: Path) -> None:
    (folder / "text.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(PackageError, match=r"text\.json: is not JSON in UTF-8"):
        load_package(folder)
    (folder / "text.json").write_text("[]", "utf-8")
    with pytest.raises(PackageError, match="is no object"):
        load_package(folder)
    with pytest.raises(PackageError, match="2 problems"):
        load_package(tmp_path / "nothing")


def test_only_texts_that_may_change_can_be_replaced(package: Package) -> None:
    new = package.with_texts({"r3": "Other.", "i": "Review the following."}, "low")
    assert [old.id for old, item in zip(package.records, new.records, strict=True) if old.text != item.text] == ["r3"]
    with pytest.raises(ValueError, match="p2 are protected"):
        package.with_texts({"p2": "[page 3]"}, "low")
    with pytest.raises(ValueError, match="no record zz"):
        package.with_texts({"zz": ""}, "low")


MARKDOWN = """# A Title
## Abstract
Two lines
of one paragraph.

<!-- page 2 -->
## 1 Work
- one
- two

| a | b |
|---|---|
| 1 | 2 |

$$
x = 1

y = 2
$$

```
code

## no heading
```
![Figure 1. Red.](figures/red.png)
**Table 1.** Caption.

[1] Someone. 2020.
"""


def test_markdown_becomes_one_record_per_block(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "red.png").write_bytes(png())
    (tmp_path / "low.md").write_text(MARKDOWN, "utf-8")
    read = read_markdown(tmp_path / "low.md", name="p", version="low")
    kinds = "heading heading paragraph page_marker heading list table equation code caption caption reference"
    assert [record.type for record in read.records] == kinds.split()
    assert read.records[2].text == "Two lines\nof one paragraph."
    assert [record.page for record in read.records[:5]] == [1, 1, 1, 2, 2]
    assert read.records[3].text == "[page 2]"
    assert [len(section) for section in read.sections()] == [1, 3, 8]
    assert read.figures[0].read() == png()
    assert read.items.index(read.figures[0]) == read.items.index(read.records[9]) - 1
    assert [record.text for record in markdown_records(MARKDOWN)][9] == "![Figure 1. Red.](figures/red.png)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b" \n", "is empty"),
        (b"\xff", "is not UTF-8"),
        (b"![x](../red.png)", "must be in the folder figures/ beside the file"),
        (b"![x](figures/none.png)", "figures/none.png: is not there"),
    ],
)
def test_markdown_that_cannot_be_read_says_why(tmp_path: Path, text: bytes, message: str) -> None:
    (tmp_path / "original.md").write_bytes(text)
    with pytest.raises(PackageError, match=message):
        read_markdown(tmp_path / "original.md")


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=30), min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_no_line_of_a_markdown_text_is_lost(blocks: list[str]) -> None:
    text = "\n\n".join(blocks)
    kept = "\n".join(record.text for record in markdown_records(text)).split()
    assert kept == text.split()


@given(
    st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=20), min_size=1, max_size=6),
    st.lists(st.integers(0, 2), min_size=6, max_size=6),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_texts_survive_writing_and_reading(tmp_path: Path, texts: list[str], steps: list[int]) -> None:
    pages = np.cumsum([1, *steps]).tolist()
    records = tuple(
        TextRecord(f"r{number}", page, "paragraph", text)
        for number, (text, page) in enumerate(zip(texts, pages, strict=False))
    )
    package = Package("p", records)
    write_package(package, tmp_path / "p", replace=(tmp_path / "p").exists())
    assert load_package(tmp_path / "p").records == records


def test_every_kind_of_manuscript_is_opened(folder: Path, tmp_path: Path) -> None:
    assert open_manuscript(folder).name == "a"
    folder.rename(tmp_path / "papers")
    paper = tmp_path / "b"
    paper.mkdir()
    (tmp_path / "papers").rename(paper / "low")
    (paper / "high.md").write_text("# High", "utf-8")
    assert open_manuscript(paper, "low").name == "a"
    assert open_manuscript(paper, "high").version == "high"
    assert open_manuscript(paper / "high.md", "high").text == "# High"
    with pytest.raises(FileNotFoundError, match="no version 'native'"):
        open_manuscript(paper, "native")


def test_own_manuscripts_are_read_whole(root: Path) -> None:
    table = package_table(open_manuscript(root / "data/manuscripts" / f"m{number}") for number in range(1, 7))
    assert table["images"].sum() == 2
    assert (table["records"] > 10).all()


def test_statistics_follow_the_usual_quantiles() -> None:
    packages = [
        Package("p", tuple(TextRecord(f"r{place}", 1, "paragraph", "ab") for place in range(size)))
        for size in (1, 2, 3, 4)
    ]
    summary = package_summary(package_table(packages)).set_index("quantity")
    # records 1, 2, 3, 4: total 10, median 2.5; numpy's linear rule puts the 90 % quantile at 1 + 0.9 * 3 = 3.7
    assert summary.loc["records", ["total", "median", "p90", "max"]].tolist() == pytest.approx([10, 2.5, 3.7, 4])
    assert summary.loc["characters", "total"] == 20
    assert summary.loc["records", "p90"] == pytest.approx(np.quantile([1, 2, 3, 4], 0.9))
    with pytest.raises(ValueError, match="no package"):
        package_summary(pd.DataFrame(columns=["pages", "images", "records", "characters"]))


@pytest.mark.parametrize("kind", ["png", "jpeg", "webp"])
def test_a_long_image_is_scaled_in_proportion(kind: str) -> None:
    fitted = fit_image(Figure.of(f"figures/x.{kind}", 1, png(3136, 784, kind.upper())))
    with Image.open(BytesIO(fitted.read())) as image:
        assert (image.size, image.format) == ((1568, 392), kind.upper())


def test_an_image_that_fits_keeps_its_bytes() -> None:
    figure = Figure.of("figures/x.png", 1, png(1568, 10))
    assert fit_image(figure) is figure
    with pytest.raises(ValueError, match="at least 1 pixel"):
        fit_image(figure, 0)


def test_bombs_and_garbage_are_not_decoded() -> None:
    head = png(1, 1)
    chunk = b"IHDR" + (12_000).to_bytes(4, "big") * 2 + head[24:29]
    huge = head[:12] + chunk + zlib.crc32(chunk).to_bytes(4, "big") + head[33:]
    with pytest.raises(ValueError, match=r"12000 x 12000 pixels; at most 100,000,000"):
        fit_image(Figure.of("figures/x.png", 1, huge))
    with pytest.raises(ValueError, match="cannot be decoded"):
        fit_image(Figure.of("figures/x.png", 1, b"no image"))
    truncated = png(2000, 2000)[:-200]
    with pytest.raises(PackageError, match=r"figures/x\.png: .*cannot be decoded"):
        fit_images(Package("a", (Figure.of("figures/x.png", 1, truncated),)))


def test_too_many_images_exclude_a_manuscript_and_none_is_dropped() -> None:
    package = Package("a", tuple(Figure.of(f"figures/{number}.png", 1, png()) for number in range(3)))
    with pytest.raises(PackageError, match="3 images; the limit is 2"):
        fit_images(package, limit=2)
    assert fit_images(package, limit=3).figures == package.figures
    assert fit_images(package, longest=None, limit=None) is package


def test_a_revision_that_keeps_everything_but_wording_passes_the_audit(package: Package) -> None:
    final = package.with_texts({"r3": "Other."}, "W/S")
    assert audit_package(package, final) == audit_package(package, final, {"r3"}) == []
    (problem,) = audit_package(package, final, {"r2"})
    assert str(problem) == "text.json, record r3: its text differs, and no accepted edit is about it"


def test_each_difference_that_a_revision_must_not_have_is_named(package: Package, folder: Path) -> None:
    def with_item(place: int, **values: object) -> Package:
        items = list(package.items)
        items[place] = replace(items[place], **values)  # type: ignore[arg-type]
        return replace(package, items=tuple(items))

    def audit(final: Package) -> str:
        return "; ".join(map(str, audit_package(package, final)))

    assert "expected the 5 of the original" in audit(replace(package, items=package.items[1:]))
    assert "expected the 5 of the original" in audit(replace(package, items=package.items[::-1]))
    assert "page: 2; expected 1" in audit(with_item(1, page=2))
    assert "type: 'list'; expected 'heading'" in audit(with_item(1, type="list"))
    assert "other fields: {}" in audit(with_item(2, other={}))
    assert "is a page_marker; its text has to stay" in audit(with_item(3, text="[page 9]"))
    assert "has SHA-256" in audit(with_item(4, data=png(9, 9)))
    moved = (*package.items[:3], package.items[4], package.items[3], *package.items[5:])
    assert "at other places among the text" in audit(replace(package, items=moved))
    loaded = load_package(folder)
    (folder / "figures/one.png").unlink()
    assert "figures/one.png" in str(audit_package(package, loaded)[0])
