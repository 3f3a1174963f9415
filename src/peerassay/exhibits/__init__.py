"""Exhibits: tables and figures that know where they come from, and the page that shows them."""

from peerassay.exhibits.page import Page, open_page

__all__ = ["Page", "open_page"]
