"""Two dozen papers as PDF files of which everything is known: what identifies their authors, and what does not."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .typesetting import Look, Numbering, Piece, Typesetter

CORPUS = Path(__file__).parents[2] / "data" / "manuscripts"
NUMBER_OF_PAPERS = 24
PEOPLE = (
    "Ilka Brandsund", "Teodor van Maarn", "Mei-Ling Zhaoren", "José Ortegón", "Søren Kvistgaard", "Aoife O'Dwyren",
    "N. K. Balasubra", "Jean-Luc Perralt", "Ömer Aksoylu", "Priya Venkatesar", "Tom R. Hollowby", "Sara Lindqvarn",
)  # fmt: skip
PLACES = (
    "Norrland Technical University", "Institute for Applied Computation, Velden", "Harwick College",
    "Orbis Research Inc.", "Department of Statistics, University of Elsmere", "Kestrel Laboratories",
)  # fmt: skip
FUNDERS = ("Velden Science Council", "Elsmere Foundation for Computing", "Norrland Ministry of Education")
VENUES = (
    "Under review as a conference paper at ICLR 2026",
    "Published as a conference paper at ICLR 2025",
    "Preprint. Under review.",
    "Submitted to the 38th Conference on Neural Information Processing Systems. Do not distribute.",
    "Proceedings of the 41st International Conference on Machine Learning, Elsmere, 2024.",
)
TRAPS = (
    "The second claim is supported by the first column of the table and by nothing else.",
    "We acknowledge that the number of seeds is small and that other seeds may differ.",
    "Labels such as grant, award and contract were merged because annotators mixed them up.",
    "Papers that were published as a series are counted once, whatever their authors contributed.",
    "The corpus names universities and funding agencies, which the tagger has to find.",
    "Messages with an address such as the at sign alone are kept in the training set.",
    "Earlier work by other groups reports higher values with a larger model.",
    "In the acknowledgement protocol of this network, every packet is confirmed once.",
)
SOFTWARE = "https://github.com/tabletools/tabular-baselines"
"""Software by others that the text names: to be removed by the rule, though it identifies nobody."""


@dataclass
class Planted:
    """Something that identifies the authors: its kind, and the words that must be gone."""

    kind: str
    words: str


@dataclass
class MadePaper:
    """A paper, what was planted in it, and the sentences that have to stay."""

    name: str
    layout: str
    data: bytes
    planted: list[Planted]
    sentences: list[str]
    traps: list[str]
    pages: int
    software: bool
    look: Look


@dataclass
class Plan:
    """What one paper is to have; everything follows from its number."""

    number: int
    planted: list[Planted] = field(default_factory=list)

    def pick(self, options: tuple[str, ...], shift: int = 0) -> str:
        return options[(self.number + shift) % len(options)]

    def plant(self, kind: str, text: str, *words: str) -> str:
        self.planted += [Planted(kind, one) for one in words or (text,)]
        return text

    @property
    def authors(self) -> list[str]:
        return [PEOPLE[(self.number + 5 * place) % len(PEOPLE)] for place in range(1 + self.number % 3)]

    @property
    def places(self) -> list[str]:
        return [PLACES[(self.number + place) % len(PLACES)] for place in range(1 + self.number % 2)]


@cache
def made_papers() -> tuple[MadePaper, ...]:
    return tuple(make_paper(number) for number in range(NUMBER_OF_PAPERS))


def make_paper(number: int) -> MadePaper:
    plan = Plan(number)
    sections = corpus_sections(number % 6 + 1)
    sections[-1:-1] = [one for step in (1, 2) for one in corpus_sections((number + step) % 6 + 1)[2:-1]]
    look = make_look(plan)
    traps = [TRAPS[(number + place) % len(TRAPS)] for place in (0, 3)]
    sections[1][1].insert(0, " ".join(traps))
    sentences = [one for _, paragraphs in sections for text in paragraphs for one in split_sentences(text)]
    pieces = [*title_block(plan), *body(plan, sections), *references(plan)]
    layout = f"{'two columns' if look.columns == 2 else 'one column'}, {look.numbers or 'no'} line numbers"
    setter = Typesetter(look)
    data = setter.set(pieces)
    kept = [one for one in sentences if one not in traps]
    software = any(SOFTWARE in piece.text for piece in pieces)
    return MadePaper(f"made-{number:02d}", layout, data, plan.planted, kept, traps, setter.page, software, look)


def corpus_sections(number: int) -> list[tuple[str, list[str]]]:
    """Take headings and plain paragraphs of a manuscript of the corpus: no tables, formulas or references."""
    text = (CORPUS / f"m{number}" / "original.md").read_text("utf-8").split("## References")[0]
    sections: list[tuple[str, list[str]]] = []
    for block in text.split("\n\n"):
        if block.startswith("#"):
            sections.append((block.lstrip("# "), []))
        elif not block.lstrip().startswith(("|", "$", "!", "**")) and sections:
            sections[-1][1].append(" ".join(re.sub(r"\$[^$]*\$", "x", block).split()))
    return sections


def split_sentences(text: str) -> list[str]:
    return [one for one in re.split(r"(?<=[.?!])\s+(?=[A-Z])", text) if len(one.split()) > 4]


def make_look(plan: Plan) -> Look:
    number = plan.number
    numbering: tuple[Numbering, ...] = ("left", "", "both", "inside")
    look = Look(1 + number // 12, numbering[number // 3 % 4], page_numbers=number % 7 != 6)
    venue = plan.pick(VENUES)
    if number % 4 == 0:
        look.head = plan.plant("venue", venue)
    elif number % 4 == 1:
        look.foot = plan.plant("venue", venue)
    elif number % 4 == 2:
        look.stamp = plan.plant("venue", f"arXiv:26{number:02d}.0{number}321v1 [cs.LG] 3 Nov 2026")
    if number % 6 == 5:
        look.watermark = plan.plant("venue", "Velden Workshop Draft")
    if number % 3 == 1:
        surnames = [name.split()[-1] for name in plan.authors]
        look.odd_head = plan.plant("running head", f"{' and '.join(surnames)}: Lines above Pages", "Lines above Pages")
    if number % 2:
        look.metadata = {"Author": ", ".join(plan.authors), "Title": "Draft"}
    return look


def title_block(plan: Plan) -> list[Piece]:
    """Title, names and affiliations in one of six ways, and the abstract."""
    style = plan.number % 6
    names, places = plan.authors, plan.places
    for name in names:
        plan.plant("author name", name)
    for place in places:
        plan.plant("affiliation", place)
    marked = [f"{name}{mark}" for name, mark in zip(names, "123", strict=False)]
    emails = make_emails(plan)
    joined = ", ".join(names)
    affiliation = [f"{mark}{place}" for mark, place in zip("123", places, strict=False)]
    ways = (
        [" | ".join(names), " | ".join(places), emails],
        [", ".join(marked), *affiliation, emails],
        [joined, emails],
        [name_and_place for name in names for name_and_place in (name, places[0], emails)][: 3 * len(names)],
        [" and ".join(names) + "*"],
        [f"{joined}, {'; '.join(places)}", emails],
    )
    pieces = [Piece(corpus_sections(plan.number % 6 + 1)[0][0], "title")]
    pieces += [Piece(line, "centre") for line in ways[style]]
    if style == 2:
        pieces.append(Piece(f"All authors are with {'; '.join(places)}.", "note"))
    if style == 4:
        pieces.append(Piece(f"* {'; '.join(places)}. Correspondence to: {emails}.", "note"))
    return pieces


def make_emails(plan: Plan) -> str:
    first = plan.authors[0].split()[-1].lower().replace("'", "")
    host = ("norrland", "velden", "harwick", "orbis", "elsmere", "kestrel")[plan.number % 6]
    ways = (f"{first}@{host}.edu", f"{{{first}, second}}@{host}.ac.uk", f"{first} (at) {host} (dot) org")
    return plan.plant("e-mail address", plan.pick(ways), host)


def body(plan: Plan, sections: list[tuple[str, list[str]]]) -> list[Piece]:
    pieces: list[Piece] = []
    for place, (heading, paragraphs) in enumerate(sections):
        if place == 0:
            continue
        if not (heading == "Abstract" and plan.number % 12 == 11):  # one in twelve has no such heading
            pieces.append(Piece(heading, "heading"))
        texts = list(paragraphs)
        if place == 2:
            texts.append(link_sentence(plan))
        if place == len(sections) - 1:
            texts += last_words(plan)
        pieces += [Piece(text) for text in texts]
        if place == 3:
            pieces += [Piece(f"Row {row} | 0.{row}1 | 0.{row}2 | 0.{row}3", "row") for row in range(1, 5)]
    return [*pieces, *thanks(plan)]


def link_sentence(plan: Plan) -> str:
    owner = plan.authors[-1].split()[-1].lower().replace("'", "")
    ways = (
        (f"{owner}-group", f"Our code is at https://github.com/{owner}-group/steady-masks for everyone to use."),
        (f"com/{owner}", f"All scripts can be found at gitlab.com/{owner}/scripts, with the settings of each run."),
        (
            f"{owner}lab",
            f"Examples are kept at https://{owner}lab.github.io/examples, where runs can be heard.",
        ),
        ("", f"Baselines are those of {SOFTWARE}, unchanged."),
    )
    words, text = ways[plan.number % 4]
    return plan.plant("repository link", text, words) if words else text


def last_words(plan: Plan) -> list[str]:
    """What stands in the text itself: a name, an institution, a phrase about earlier work."""
    way = plan.number % 4
    if way == 0:
        name = plan.authors[0]
        plan.plant("name in the text", name, f"data kept by {name}")
        return [f"Further runs are among the data kept by {name} and can be had on request."]
    if way == 1:
        plan.plant("institution in the text", "", "students of Kronberg Polytechnic")
        return ["Volunteers were students of Kronberg Polytechnic who answered a call."]
    if way == 2:
        plan.plant("self-citation in the text", "", "our earlier work [2]")
        return ["This continues our earlier work [2] with another kind of model."]
    user = plan.authors[0].split()[-1].lower().replace("'", "")
    plan.plant("user name in a path", "", f"home/{user}/runs")
    return [f"Logs refer to files below /home/{user}/runs, which need not exist elsewhere."]


def thanks(plan: Plan) -> list[Piece]:
    funder, helper = plan.pick(FUNDERS), ("Wanda Quillmore", "Pekka Rautala", "Dr. Isolde Fennimor")[plan.number % 3]
    grant = f"grant no. EL-{4000 + plan.number}"
    way = plan.number % 5
    if way == 4:
        return []
    plan.plant("funding", "", funder)
    words = f"This work was supported by the {funder} under {grant}."
    if way == 3:
        return [Piece(words, "note")]
    plan.plant("acknowledgements", "", helper.split()[-1])
    together = f"We thank {helper} for reading a draft of this paper. {words}"
    if way == 0:
        return [Piece("Acknowledgements", "heading"), Piece(together)]
    if way == 1:
        return [Piece(f"Acknowledgments. {together}")]
    return [Piece("Acknowledgments and Disclosure of Funding", "heading"), Piece(together)]


def references(plan: Plan) -> list[Piece]:
    surname = plan.authors[0].split()[-1]
    plan.plant("self-citation in the references", "", f"{surname} and A. Other")
    entries = (
        "[1] B. Someone and C. Else. A simple method for tables. Journal of Tables, 2019.",
        f"[2] {plan.authors[0][0]}. {surname} and A. Other. A first look at the same question. Journal of Looks, 2023.",
        "[3] D. Further. On the number of seeds. Seeds and Runs, 2021.",
    )
    appendix = "Proofs and further tables stand here, which no reader of the prepared text gets to see."
    return [
        Piece("References", "heading"),
        *(Piece(entry, "reference") for entry in entries),
        Piece("A Proofs", "heading"),
        Piece(appendix),
    ]
