"""What a task is: how manuscripts become calls, and how an answer becomes a result or a named problem.

The engine (plan, store, running, command line) knows tasks only by the protocol `Task`; the tasks know the engine only
by the small classes of this module. A task never sends anything, and never reads the clock or the environment.

The life of one call:

1. `Task.calls` is asked, lazily, for the calls of one entry ``[[tasks]]`` of the plan and one model. Entries run one
   after the other in the order of the plan, so a task that needs answers of an earlier entry reads them with
   `Context.results`, and manuscripts that an earlier entry made come through `Context.manuscripts` by themselves.
2. The engine skips what the store already has an answer to, reserves the call's cost, sends it, and stores the raw
   answer.
3. `Task.parse` turns the answer into a result (what JSON can hold) or a `Problem`; either is stored with the attempt.
"""

from peerassay.collect.task.protocol import Context, Task
from peerassay.collect.task.shapes import (
    Answer,
    Call,
    Configuration,
    Done,
    Image,
    Key,
    Manuscript,
    Message,
    Part,
    Role,
    TokenProbability,
    Usage,
    call_mark,
)

__all__ = [
    "Answer",
    "Call",
    "Configuration",
    "Context",
    "Done",
    "Image",
    "Key",
    "Manuscript",
    "Message",
    "Part",
    "Role",
    "Task",
    "TokenProbability",
    "Usage",
    "call_mark",
]
