"""Papers, official reviews and decisions from OpenReview: fetched politely, read strictly, drawn from, and joined."""

from peerassay.fetching.designs import DESIGNS, Drawn, Sizes, draw_design
from peerassay.fetching.drawing import draw_sample
from peerassay.fetching.folder import Fetched, next_commands, open_fetched
from peerassay.fetching.gathering import Listener
from peerassay.fetching.joining import Joined, join_records
from peerassay.fetching.measures import drawn_texts, measure_reviews, summarise
from peerassay.fetching.problems import EmptyAnswerError, FetchError, UnreachableError
from peerassay.fetching.venues import Venue, find_venue, load_venues

__all__ = [
    "DESIGNS",
    "Drawn",
    "EmptyAnswerError",
    "FetchError",
    "Fetched",
    "Joined",
    "Listener",
    "Sizes",
    "UnreachableError",
    "Venue",
    "draw_design",
    "draw_sample",
    "drawn_texts",
    "find_venue",
    "join_records",
    "load_venues",
    "measure_reviews",
    "next_commands",
    "open_fetched",
    "summarise",
]
