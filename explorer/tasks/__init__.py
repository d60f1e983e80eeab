"""Tasks: change a graph so that something holds, checked by the property itself and not by a key."""

from explorer.tasks.checking import check, check_start
from explorer.tasks.registry import ChosenTask, registered, task_of
from explorer.tasks.task import AllowedChange, Attempt, Task, TaskVerdict

__all__ = [
    "AllowedChange",
    "Attempt",
    "ChosenTask",
    "Task",
    "TaskVerdict",
    "check",
    "check_start",
    "registered",
    "task_of",
]
