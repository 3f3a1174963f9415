"""Figures: `plot_x(table)` draws, `describe_x(table)` writes the alternative text from the same numbers."""
