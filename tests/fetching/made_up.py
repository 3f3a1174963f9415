"""A made-up conference in the shapes of both APIs: papers, reviews and decisions that nobody wrote.

`example_papers` is what ``data/examples/fetched`` was fetched from.
"""

from __future__ import annotations

import random
from typing import Any

V1, V2 = "Example.cc/2029/Conference", "Example.cc/2030/Conference"
DAY = 86_400_000
START = 1_900_000_000_000  # 17 March 2030
WORDS = {0: "strong reject", 2: "reject", 4: "below the line", 6: "above the line", 8: "accept", 10: "strong accept"}
AREAS = ("learning from few examples", "planning with maps", "speech of machines")
PLACES = {"rejected": "Rejected_Submission", "withdrawn": "Withdrawn_Submission", "desk": "Desk_Rejected_Submission"}
TIERS = ("oral", "spotlight", "poster")

SUMMARY = (
    "The paper proposes a way to {a} without labels and tests it on two tasks.",
    "This work studies how to {a} when memory is short.",
    "The authors want to {a}, and compare three variants of one idea.",
)
THINGS = (
    "sort maps by age",
    "guess the next street",
    "hear two voices apart",
    "plan with a torn map",
    "name new birds",
)
GOOD = (
    "The question is clear and the paper stays with it.",
    "Table 2 repeats every run with five seeds and shows the spread.",
    "The proof of Lemma 1 is short and I could follow each step.",
    "Code is promised, and the appendix lists every setting.",
)
BAD = (
    "The test set was used to choose the step size, if I read Section 4.2 correctly; the gain may then vanish.",
    "I am not convinced by the novelty.",
    "The baseline in Table 1 was trained for half as long as the method, which could explain the gap of 1.3 points.",
    "Perhaps the authors could say what happens if the map has no border.",
    "Equation 5 assumes that both voices are equally loud; the claim in the abstract does not.",
    "The writing should be improved.",
)
ASKED = (
    "How long was the baseline trained?",
    "What does the method do with a map that has no border?",
    "Would the ranking of Table 3 survive another split?",
)


def review(name: str, rating: Any, rng: random.Random, **more: Any) -> dict[str, Any]:
    """A review: `items` numbered weaknesses if given, else a few sentences."""
    items = more.pop("items", 0)
    weak = [rng.choice(BAD) for _ in range(items)] or rng.sample(BAD, rng.randint(1, 4))
    numbered = "\n".join(f"{number}. {text}" for number, text in enumerate(weak, start=1))
    content = {
        "summary": rng.choice(SUMMARY).format(a=rng.choice(THINGS)),
        "strengths": " ".join(rng.sample(GOOD, rng.randint(1, 3))),
        "weaknesses": numbered if items or rng.random() < 0.5 else " ".join(weak),
        "questions": " ".join(rng.sample(ASKED, rng.randint(1, 2))),
        "rating": rating,
        "confidence": rng.randint(2, 5),
        "soundness": rng.randint(1, 4),
    }
    created = START + rng.randint(0, 9) * DAY
    head = {"id": name, "created": created, "modified": created, "deleted": False, "signed": f"Reviewer_{name[-4:]}"}
    head |= {key: more.pop(key) for key in ("modified", "deleted", "signed") if key in more}
    return head | {"content": {key: value for key, value in (content | more).items() if value is not None}}


def example_papers() -> list[dict[str, Any]]:
    """Twenty-six papers of three areas, with everything that can be odd about them."""
    rng = random.Random(2030)
    plan = ["oral", "spotlight", "poster", "poster", "rejected", "rejected", "rejected", "withdrawn"] * 3
    centre = {"oral": 4, "spotlight": 4, "poster": 3, "rejected": 2, "withdrawn": 1}
    papers = []
    for at, state in enumerate(plan):
        name = f"made{at + 1:02d}up"
        steps = [min(max(centre[state] + rng.choice((-1, 0, 0, 1)), 0), 5) for _ in range(rng.randint(3, 4))]
        reviews = [review(f"{name}r{number}", 2 * step, rng) for number, step in enumerate(steps, start=1)]
        papers.append({"id": name, "number": at + 1, "area": AREAS[at % 3], "state": state, "reviews": reviews})
    papers.append({"id": "made25up", "number": 25, "area": AREAS[0], "state": "desk", "reviews": []})
    papers.append({"id": "made26up", "number": 26, "area": None, "state": "withdrawn", "reviews": []})
    _make_odd(papers, rng)
    return papers


def _make_odd(papers: list[dict[str, Any]], rng: random.Random) -> None:
    papers[0]["reviews"][0] = review("made01upr1", 8, rng, items=32)
    papers[1]["reviews"][1]["content"]["rating"] = "7 of 10"
    papers[2]["reviews"].append(review("made03upr9", 10, rng, deleted=True))
    papers[3]["reviews"][0] |= {"modified": START + 30 * DAY}
    papers[4]["reviews"][0]["content"].pop("confidence")
    papers[5]["reviews"][0]["signed"] = "~A_Name1"
    papers[6]["reviews"][0]["content"] |= {"strengths": "", "weaknesses": "Not new.", "questions": ""}
    papers[8]["reviews"][0]["content"]["final_remark"] = "A field that is not declared."


def as_v2(papers: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The answers of the second API: values under ``value``, every final state under one invitation."""
    return {f"{V2}/-/Submission": [_submission_v2(paper) for paper in papers]}


def _wrap(content: dict[str, Any]) -> dict[str, Any]:
    return {name: {"value": value} for name, value in content.items() if value is not None}


def _times(one: dict[str, Any]) -> dict[str, Any]:
    created, changed = one.get("created", START - 30 * DAY), one.get("modified", START)
    gone = {"ddate": changed + DAY} if one.get("deleted") else {}
    return {"cdate": created, "tcdate": created, "mdate": changed, "tmdate": changed} | gone


def _submission_v2(paper: dict[str, Any]) -> dict[str, Any]:
    state = paper["state"]
    venue = {"rejected": "Submitted to Example 2030", "withdrawn": "Example 2030 Withdrawn Submission",
             "desk": "Example 2030 Desk Rejected Submission"}.get(state, f"Example 2030 {state}")  # fmt: skip
    place = f"{V2}/{PLACES[state]}" if state in PLACES else V2
    content = {"title": f"A made-up paper, number {paper['number']}", "authors": ["A. Nobody"], "venue": venue,
               "authorids": ["~A_Nobody1"], "venueid": place, "primary_area": paper["area"],
               "pdf": f"/pdf/{paper['id']}.pdf", "abstract": "Nothing."}  # fmt: skip
    base = f"{V2}/Submission{paper['number']}"
    replies = [
        {"id": one["id"], "forum": paper["id"], "replyto": paper["id"], "invitations": [f"{base}/-/Official_Review",
         f"{base}/-/Edit"], "signatures": [one["signed"] if one["signed"][0] == "~" else f"{base}/{one['signed']}"],
         "content": _wrap(one["content"]), "version": 2} | _times(one)
        for one in paper["reviews"]
    ]  # fmt: skip
    comment: dict[str, Any] = {"id": f"{paper['id']}c", "invitations": [f"{base}/-/Official_Comment"]}
    comment |= {"signatures": [f"{base}/Authors"], "content": _wrap({"comment": "We thank the reviewers."})}
    decided = [
        {"id": f"{paper['id']}d", "invitations": [f"{base}/-/Decision"], "signatures": [f"{V2}/Program_Chairs"],
         "content": _wrap({"decision": "Reject" if state == "rejected" else f"Accept ({state})"})}
    ] if state in ("rejected", *TIERS) else []  # fmt: skip
    return {"id": paper["id"], "forum": paper["id"], "number": paper["number"], "domain": V2, "version": 2,
            "invitations": [f"{V2}/-/Submission", f"{V2}/-/Edit"], "signatures": [f"{base}/Authors"],
            "readers": ["everyone"], "content": _wrap(content),
            "details": {"replies": [*replies, comment, *decided]}} | _times(paper)  # fmt: skip


def as_v1(papers: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The answers of the first API: bare values, ratings with words, withdrawn papers under their own invitations."""
    found: dict[str, list[dict[str, Any]]] = {f"{V1}/-/{name}": [] for name in ("Blind_Submission", *PLACES.values())}
    found.pop(f"{V1}/-/Rejected_Submission")
    for paper in papers:
        state = paper["state"]
        place = PLACES[state] if state in ("withdrawn", "desk") else "Blind_Submission"
        found[f"{V1}/-/{place}"].append(_submission_v1(paper, f"{V1}/-/{place}"))
    return found


def _submission_v1(paper: dict[str, Any], invitation: str) -> dict[str, Any]:
    base, state = f"{V1}/Paper{paper['number']}", paper["state"]
    replies: list[dict[str, Any]] = []
    for at, one in enumerate(paper["reviews"], start=1):
        content = dict(one["content"])
        content["review"] = "\n\n".join(
            content.pop(name, "") for name in ("summary", "strengths", "weaknesses", "questions")
        )
        if content["rating"] in WORDS:
            content["rating"] = f"{content['rating']}: {WORDS[content['rating']]}"
        if "confidence" in content:
            content["confidence"] = f"{content['confidence']}: fairly sure of it"
        content["soundness"] = "Not applicable" if content["soundness"] == 1 else f"{content['soundness']} good"
        signed = [one["signed"] if one["signed"][0] == "~" else f"{base}/AnonReviewer{at}"]
        head = {"id": one["id"], "forum": paper["id"], "invitation": f"{base}/-/Official_Review", "signatures": signed}
        replies.append(head | {"readers": ["everyone"], "content": content} | _times(one))
    if state in ("rejected", *TIERS):
        said = "Reject" if state == "rejected" else f"Accept ({state.capitalize()})"
        decision = {"id": f"{paper['id']}d", "invitation": f"{base}/-/Decision", "content": {"decision": said}}
        replies.append(decision | {"signatures": [f"{V1}/Program_Chairs"], "readers": ["everyone"]})
    content = {"title": f"A made-up paper, number {paper['number']}", "authors": ["Anonymous"], "pdf": "/pdf/x.pdf"}
    content |= {"area": paper["area"]} if paper["area"] else {}
    return {"id": paper["id"], "forum": paper["id"], "number": paper["number"], "invitation": invitation,
            "readers": ["everyone"], "writers": [V1], "nonreaders": [], "signatures": [V1], "content": content,
            "details": {"replies": replies}} | _times(paper)  # fmt: skip
