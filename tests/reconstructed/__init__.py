"""Tests of records on a page and of the verdicts that follow."""
