"""What the searches share."""


class SearchError(RuntimeError):
    """A search ended before everything imposed was met."""
