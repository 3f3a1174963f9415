"""Originals and their rewrites: reading them, and what the pages on rewriting and its validation show."""
