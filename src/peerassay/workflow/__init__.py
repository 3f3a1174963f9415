"""Running the notebooks, keeping what is up to date, merging the ledger and rendering the book."""
