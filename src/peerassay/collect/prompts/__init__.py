"""The instructions that reviewers, writers and judges are given, as plain files of the package.

Each file begins with a note on where it comes from and who worded it; what follows is sent. A name in double braces
stands for a shared part in `parts/`, or for what the rubric or the list of aspects holds, so that prompts, answer forms
and validation have one source.
"""

from peerassay.collect.prompts.loading import Prompt, load_prompt, prompt_names

__all__ = ["Prompt", "load_prompt", "prompt_names"]
