"""Tables of papers and reviews: schemas, loading with one message per problem, and score matrices."""

from peerassay.records.edits import load_edits
from peerassay.records.loading import Records, load_records
from peerassay.records.matrices import missing_rounds, papers_in_order, score_matrix
from peerassay.records.problems import Problem, RecordsError
from peerassay.records.ratings import Ratings, load_ratings
from peerassay.records.reviewers import ReviewerScores, reviewer_scores
from peerassay.records.schema import Field, Schema, load_schema

__all__ = [
    "Field",
    "Problem",
    "Ratings",
    "Records",
    "RecordsError",
    "ReviewerScores",
    "Schema",
    "load_edits",
    "load_ratings",
    "load_records",
    "load_schema",
    "missing_rounds",
    "papers_in_order",
    "reviewer_scores",
    "score_matrix",
]
