"""Tasks: change a graph so that something holds, checked by the property itself and not by a key."""

from explorer.tasks.checking import check, check_start
from explorer.tasks.registry import TaskChosen, registered, task_of
from explorer.tasks.task import Attempt, Change, Task, Verdict

__all__ = ["Attempt", "Change", "Task", "TaskChosen", "Verdict", "check", "check_start", "registered", "task_of"]
