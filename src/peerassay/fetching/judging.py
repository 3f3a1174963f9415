"""A plan of `peerassay collect` that has a judge rate the fetched reviews."""

from __future__ import annotations

from typing import Final

PLAN: Final = "judge.toml"

TEXT: Final = """\
# Has a judge rate the reviews of this folder by the rubric: text, venue and ratings are sent, never the paper.
#   peerassay collect judge.toml --dry-run                    calls, tokens and dollars, without sending anything
#   peerassay collect judge.toml --export judged              run, and write judged/ratings.csv
#   peerassay join judged . --out joined                      year, tier and venue beside the ratings
# As it stands it asks the built-in practice endpoint, whose answers are made up. For a real judge change base_url and
# the model; `peerassay collect --example FOLDER` writes a plan that explains every field.
# The reviews are other people's words: send them only to an endpoint that you may send them to.

store = "judged.sqlite"

[endpoint]
base_url = "practice"
api = "chat"
output = "json_schema"
key_variable = "OPENAI_API_KEY"
concurrency = 4

[caps]
money = 1.00                      # US dollars; raise it after --dry-run

[[models]]
name = "practice-1"
reviewer = "Practice judge"

[[tasks]]
task = "rate"
rounds = 1
options = { reviews = "review_texts.csv" }
"""
