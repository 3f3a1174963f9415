"""Blinding takes out what names the authors, keeps the rest, and reports both what went and what may still tell."""

from __future__ import annotations

import time
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from peerassay.manuscripts import Figure, Finding, Package, TextRecord, blind, findings_summary, findings_table
from peerassay.manuscripts import read_markdown as read
from peerassay.manuscripts.findings import KINDS, SUSPICIONS
from peerassay.manuscripts.image_metadata import strip_metadata
from peerassay.manuscripts.names import name_pattern, names_of, surnames_of
from peerassay.manuscripts.rules import drop_sentences, replace_pieces

if TYPE_CHECKING:
    from pathlib import Path

NAMED = """# A Study of Nothing

Ilka Brandsund, Teodor van Maarn

Norrland Technical University

## Abstract

We study nothing. Write to ilka@norrland.edu for data.

<!-- Teodor: shorten this -->

## 1 Introduction

This continues our earlier work [2]. Code is at https://github.com/brandsund/nothing, and Ilka Brandsund keeps the data.
Students of Kestrel College took part, see https://kestrel.example.org/study.

## Acknowledgements

We thank Wanda Quillmore.

This work was supported by the Velden Science Council.

## References

[1] A. Other. On nothing. 2020.

[2] I. Brandsund and T. van Maarn. Less than nothing. 2021.
"""


@pytest.fixture
def blinded(tmp_path: Path) -> tuple[Package, tuple[Finding, ...]]:
    (tmp_path / "paper.md").write_text(NAMED, "utf-8")
    return blind(read(tmp_path / "paper.md"))


def test_what_names_the_authors_is_gone_and_the_rest_stays_word_for_word(
    blinded: tuple[Package, tuple[Finding, ...]],
) -> None:
    assert blinded[0].text == (
        "# A Study of Nothing\n\n## Abstract\n\nWe study nothing. Write to [e-mail removed] for data.\n\n"
        "## 1 Introduction\n\nThis continues our earlier work [2]. Code is at [link removed], and [name removed] keeps "
        "the data.\nStudents of Kestrel College took part, see https://kestrel.example.org/study.\n\n## References\n\n"
        "[1] A. Other. On nothing. 2020.\n\n[2] I. Brandsund and T. van Maarn. Less than nothing. 2021."
    )


def test_every_removal_and_every_suspicion_is_reported_with_its_place(
    blinded: tuple[Package, tuple[Finding, ...]],
) -> None:
    table = findings_table([("p", blinded[1])])
    counts = {(row.action, row.kind): row.findings for row in findings_summary(table).itertuples()}
    assert counts == {
        ("removed", "title block"): 2,
        ("removed", "e-mail address"): 1,
        ("removed", "acknowledgements"): 3,
        ("removed", "repository link"): 1,
        ("removed", "author name"): 1,
        ("removed", "comment"): 1,
        ("left", "self-citation"): 2,
        ("left", "institution"): 1,
        ("left", "web address"): 1,
    }
    place = table[table["kind"] == "e-mail address"].iloc[0]
    assert (place["page"], place["record"], place["text"]) == (1, "r0005", "ilka@norrland.edu")
    assert set(table["kind"]) <= set(KINDS) | set(SUSPICIONS)
    assert table["action"].tolist() == sorted(table["action"], reverse=True)


def test_ids_order_and_pages_of_what_is_left_are_the_same(
    tmp_path: Path, blinded: tuple[Package, tuple[Finding, ...]]
) -> None:
    before = [(record.id, record.page, record.type) for record in read(tmp_path / "paper.md").records]
    after = [(record.id, record.page, record.type) for record in blinded[0].records]
    assert after == [one for one in before if one in after]
    assert "file" not in blinded[0].source
    assert blinded[0].source["blinded"] is True


def test_blinding_twice_changes_nothing_more(blinded: tuple[Package, tuple[Finding, ...]]) -> None:
    again, findings = blind(blinded[0])
    assert again.items == blinded[0].items
    assert [one for one in findings if one.action == "removed"] == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Write to a.b@c.edu.", "e-mail address"),
        ("{ann, bob}@uni.ac.uk wrote it.", "e-mail address"),
        ("ann (at) uni (dot) edu", "e-mail address"),
        ("Mail ann [at] mail.uni [dot] edu", "e-mail address"),
        ("https://orcid.org/0000-0002-1825-0097", "author identifier"),
        ("See github.com/ann/tool.", "repository link"),
        ("See https://huggingface.co/ann/model, please", "repository link"),
        ("Data: https://zenodo.org/records/123.", "repository link"),
        ("Demo at ann.github.io/demo", "repository link"),
    ],
)
def test_addresses_and_links_are_replaced(text: str, kind: str) -> None:
    new, caught = replace_pieces(text, None)
    assert [one.kind for one in caught] == [kind]
    assert "ann" not in new
    assert "removed]" in new


@pytest.mark.parametrize(
    "text",
    [
        "We look at github.com as a whole.",
        "Code: https://anonymous.4open.science/r/x, https://github.com/anonymous/x",
        "Meet at noon at 12 (at the door).",
        "An accuracy of 80 at rank 5 and 90 at rank 10.",
        "pass@1 and recall@10 rise",
    ],
)
def test_what_only_looks_like_an_address_stays(text: str) -> None:
    new = replace_pieces(text, None)[0]
    assert new == text or "github.com as" in text


@pytest.mark.parametrize(
    ("text", "left", "kinds"),
    [
        ("A result. We thank Dr. Fenn for help. Another.", "A result. Another.", ["acknowledgements"]),
        ("This work was supported by the Velden Council under grant no. 7. End.", "End.", ["funding"]),
        ("A. B. was funded by a fellowship of the Elsmere Foundation.", "", ["funding"]),
        ("Acknowledgments. We thank all. More.", "", ["acknowledgements"]),
        ("**Funding:** none to report.", "", ["funding"]),
        ("The claim is supported by Table 2.", "The claim is supported by Table 2.", []),
        ("We acknowledge that seeds are few.", "We acknowledge that seeds are few.", []),
        ("Funding agencies are named in the corpus.", "Funding agencies are named in the corpus.", []),
        ("This work supports the view of many.", "This work supports the view of many.", []),
    ],
)
def test_sentences_of_thanks_and_funding_go_and_others_stay(text: str, left: str, kinds: list[str]) -> None:
    new, caught = drop_sentences(text)
    assert new == left
    assert [one.kind for one in caught] == kinds


def test_names_are_read_from_the_title_block_and_the_properties() -> None:
    block = (
        "Ilka Brandsund¹*, Teodor van Maarn² and N. K. Balasubra¹\n¹Norrland University, New Town\nilka@norrland.edu"
    )
    assert names_of(block) == ("Ilka Brandsund", "Teodor van Maarn", "N. K. Balasubra")
    assert names_of("Ann Berg  Carl Dahl\nUniversity of X\na@x.org\nEva Falk\nNew York, Stony Point") == (
        "Ann Berg", "Carl Dahl", "Eva Falk",
    )  # fmt: skip
    assert names_of("", ["Ann Berg; Carl Dahl", "LaTeX"]) == ("Ann Berg", "Carl Dahl")
    assert names_of("Anonymous authors\nPaper under double-blind review") == ()
    assert surnames_of(["Teodor van Maarn", "Li Xu"]) == ("Maarn",)
    pattern = name_pattern(["Ilka M. Brandsund"])
    assert pattern
    for text in ("Ilka Brandsund", "Ilka M. Brandsund", "I. Brandsund", "I. M. Brandsund"):
        assert pattern.fullmatch(text), text
    assert name_pattern([]) is None


def test_names_in_the_properties_alone_are_looked_for_too() -> None:
    package = Package(
        "p",
        (TextRecord("r1", 1, "paragraph", "The data were kept by Ilka Brandsund at home."),),
        source={"extractor": "pypdf 0", "metadata": {"Author": "Ilka Brandsund"}, "notes": []},
    )
    new, findings = blind(package)
    assert new.text == "The data were kept by [name removed] at home."
    assert {one.kind for one in findings} == {"PDF metadata", "author name"}


def test_head_matter_of_markdown_goes_and_an_abstract_without_a_heading_stays(tmp_path: Path) -> None:
    abstract = "We study something at length and report what we find in several sentences. " * 5
    head = "---\ntitle: X\nauthor: Ilka Brandsund\n---\n\n# X\n\nIlka Brandsund"
    text = f"{head}\n\n{abstract}\n\n## 1 Introduction\n\nText."
    (tmp_path / "x.md").write_text(text, "utf-8")
    new, _ = blind(read(tmp_path / "x.md"))
    assert new.text == f"# X\n\n{abstract.strip()}\n\n## 1 Introduction\n\nText."


def photo(kind: str, **options: object) -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (40, 30), (90, 10, 10)).save(buffer, kind, **options)
    return buffer.getvalue()


def test_images_lose_their_metadata_and_not_a_pixel() -> None:
    exif = Image.Exif()
    exif[315] = "Ilka Brandsund"
    info = PngInfo()
    info.add_text("Author", "Ilka Brandsund")
    for kind, options in (("JPEG", {"exif": exif, "comment": b"Ilka Brandsund"}), ("PNG", {"pnginfo": info}),
                          ("WEBP", {"exif": exif})):  # fmt: skip
        data = photo(kind, **options)
        bare = strip_metadata(data)
        assert b"Brandsund" in data
        assert b"Brandsund" not in bare
        assert Image.open(BytesIO(bare)).tobytes() == Image.open(BytesIO(data)).tobytes()
        assert strip_metadata(bare) == bare
    new, findings = blind(Package("p", (Figure.of("figures/x.png", 1, photo("PNG", pnginfo=info)),)))
    assert b"Brandsund" not in new.figures[0].read()
    assert [(one.action, one.kind) for one in findings] == [
        ("left", "image not looked into"),
        ("removed", "image metadata"),
    ]


@given(st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"RIFF\x10\0\0\0WEBP"]))
@settings(max_examples=200, deadline=None)
def test_no_bytes_break_the_stripping_of_metadata(data: bytes, head: bytes) -> None:
    assert strip_metadata(head + data)[: len(head)][:4] == head[:4]


@given(st.lists(st.sampled_from(NAMED.split()), max_size=30).map(" ".join))
@settings(max_examples=100, deadline=None)
def test_words_are_only_ever_removed_or_replaced_by_a_stand_in(text: str) -> None:
    new, _ = replace_pieces(drop_sentences(text)[0], name_pattern(["Ilka Brandsund"]))
    added = [word for word in new.split() if word.strip(".,") not in {old.strip(".,") for old in text.split()}]
    assert all("removed]" in word or word.startswith(("[link", "[e-mail", "[name")) for word in added)


@pytest.mark.parametrize(
    "piece", ["a,", "Aa ", "<!-- ", "{a ", "1234-", "We ", " at dot ", "github.io-", "a-", "http://x"]
)
def test_no_text_makes_the_rules_slow(piece: str) -> None:
    text = f"x {piece * (20_000 // len(piece))} x@y.zz (dot github"
    start = time.process_time()
    blind(Package("p", (TextRecord("r1", 1, "paragraph", text),)))
    assert time.process_time() - start < 2
