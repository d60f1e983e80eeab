"""A user's algorithms as entries of the registry: a Python function, steps in a `game-trace` file, or a search's log.

A function is called with the graph, and with `endless` if it has such a parameter.  It returns the values of nodes by
id, or the value of the root; or it is a generator, which yields `(node, value)`, perhaps with a sentence, and at last
returns nothing, or the same as a function.  A generator may yield a `Step`, too.  Its own lines are the
pseudocode, and the line at which it yields is the line of the step.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from types import GeneratorType, ModuleType
from typing import Any, TypeVar

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.replay.steps import lines_of, log_algorithm
from explorer.model.errors import ExplorerError, FormatError, OptionError, quoted
from explorer.model.graph import GameGraph, Node
from explorer.model.scores import Score, format_score, parse_endless
from explorer.model.user_code import error_words, line_in, run_file
from explorer.model.words import counted
from explorer.solver import solve
from explorer.trace import Activity, Finality, Result, Step, Steps
from explorer.trace.caption import Quantity, Value, caption, named
from explorer.trace.options import ENDLESS, endless_worth
from explorer.trace.reading import parse_trace

EXAMPLE = "my.py:function"

_REFERENCE = re.compile(r"(?P<file>.+\.(py|json|jsonl))(:(?P<name>\w+))?", re.DOTALL)

T = TypeVar("T")


def is_reference(text: str) -> bool:
    """Return whether a text names a file with an algorithm: `my.py:function`, `run.trace.json`, `search.jsonl`."""
    return _REFERENCE.fullmatch(text) is not None


def load(reference: str, folder: str = ".") -> Algorithm:
    """Return the algorithm in a file, running the file if it is Python; its name is the reference.

    Raises
    ------
    FormatError
        If there is no such file, or no algorithm in it.
    """
    parts = _REFERENCE.fullmatch(reference)
    file, name = (reference, "") if parts is None else (parts["file"], parts["name"] or "")
    path = Path(folder, file)
    if file.endswith(".jsonl"):
        return of_log(path, reference)
    return (
        _algorithm_in_module(run_file(str(path), EXAMPLE), name, file)
        if file.endswith(".py")
        else _algorithm_from_trace(path, reference)
    )


def _algorithm_in_module(module: ModuleType, name: str, file: str) -> Algorithm:
    """Return the function or the registry's entry of this name in a module; without a name, its only function."""
    functions = [key for key, each in vars(module).items() if getattr(each, "__module__", "") == module.__name__]
    reference = f"{file}:{name}" if name else file
    name = functions[0] if not name and len(functions) == 1 else name
    found = vars(module).get(name)
    if isinstance(found, Algorithm):
        return replace(found, name=reference)
    if not callable(found):
        has = f"has no function {quoted(name)}" if name else f"has {len(functions) or 'no'} functions"
        choose = (
            f"choose one of {', '.join(f'{file}:{each}' for each in functions)}" if functions else f"name {EXAMPLE}"
        )
        raise FormatError(f"{file} {has}; {choose}")
    return of_function(found, reference)


def of_function(function: Callable[..., Any], name: str = "") -> Algorithm:
    """Return a function as an algorithm, called as in `v2.solve()` unless a name is given."""
    module, own = getattr(function, "__module__", "__main__"), getattr(function, "__name__", type(function).__name__)
    name = name or f"{'' if module == '__main__' else f'{module}.'}{own}()"
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):  # typed in, or built by other code
        lines, first = [name], 1
    has_endless = ENDLESS in inspect.signature(function).parameters
    entry = Algorithm(
        name=name,
        title=name.removesuffix("()"),
        source="of your own",
        summary=(inspect.getdoc(function) or "A function of your own.").partition("\n")[0],
        pseudocode=tuple(dedent("".join(lines)).rstrip().splitlines()),
        run=lambda graph, endless=None: _Run(graph, function, entry, first, endless).steps(),
        options=(endless_worth(),) if has_endless else (),
    )
    return entry


def _algorithm_from_trace(path: Path, name: str) -> Algorithm:
    """Return an algorithm that gives the steps in a file on any graph."""
    from explorer.algorithms import registered  # not at the top, since it imports this module

    try:
        saved = parse_trace(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, ExplorerError) as error:
        raise FormatError(f"{name}: {getattr(error, 'strerror', None) or error}") from None

    def endless(value: object) -> Score:
        if parse_endless(value) != saved.endless:
            raise OptionError(
                f"{name} was made with {ENDLESS} {format_score(saved.endless)}; make it again for another"
            )
        return saved.endless

    ours = registered().get(saved.algorithm)
    return Algorithm(
        name=name,
        title=f"{saved.algorithm or 'Trace'} ({path.name})",
        source="of your own",
        summary="The steps in a file.",
        pseudocode=saved.pseudocode or (ours.pseudocode if ours else ()),
        run=lambda graph, **options: saved.run(graph),
        options=(replace(endless_worth(), default=saved.endless, parse=endless),),
    )


def of_log(path: Path, name: str) -> Algorithm:
    """Return an algorithm that gives the events of a search's log on the graph that was searched.

    Raises
    ------
    FormatError
        If there is no such file.
    """
    if not path.is_file():
        raise FormatError(f"{name}: there is no such file")
    return log_algorithm(lambda: lines_of(path), name, f"Log of a search ({path.name})")


class _Run:
    """A function on a graph: its values step by step, and in the end compared with the true scores."""

    def __init__(
        self, graph: GameGraph, function: Callable[..., Any], entry: Algorithm, first: int, endless: Score | None
    ) -> None:
        self.graph, self.function, self.name, self.first = graph, function, entry.name, first
        self.length = len(entry.pseudocode)
        self.options = {} if endless is None else {ENDLESS: endless}
        self.values: dict[str, Score] = {}

    @cached_property
    def true_scores(self) -> Mapping[str, Score]:
        """The true scores of the nodes, from the solver."""
        return solve(self.graph, endless=self.options.get(ENDLESS, 0)).scores

    def steps(self) -> Steps:
        """Yield the steps of the user's function, and return its result."""
        found = self._with_line_in_errors(lambda: self.function(self.graph, **self.options))
        returned = (yield from self._generator_steps(found)) if isinstance(found, GeneratorType) else found
        if isinstance(returned, Mapping) and "value" in returned and "value" not in self.graph.index:
            return returned  # a result as that of the program's algorithms
        if isinstance(returned, Mapping):
            yield from (self._final_step(node, value) for node, value in returned.items())
        elif returned is not None:
            yield self._final_step(self.graph.root, returned)
        elif self.values:
            yield self._last_step()
        return self._result()

    def _result(self) -> Result:
        return {"value": self.values.get(str(self.graph.root)), "scores": dict(self.values)}

    def _generator_steps(self, steps: GeneratorType[Any, None, Any]) -> Generator[Step, None, Any]:
        """Yield a step for each item that a generator yields, and return its result."""
        while True:
            try:
                item = self._with_line_in_errors(lambda: next(steps))
            except StopIteration as stop:
                return stop.value
            yield self._yielded_step(item, self._running_line(steps))

    def _running_line(self, steps: GeneratorType[Any, None, Any]) -> int:
        """Return the line of the function that is running, from 1; that of the innermost call inside it."""
        line = 1
        here: Any = steps
        while isinstance(here, GeneratorType):
            at = here.gi_frame.f_lineno - self.first + 1 if here.gi_frame is not None else 0
            is_here = here.gi_code.co_filename == getattr(getattr(self.function, "__code__", None), "co_filename", None)
            line, here = at if is_here and 1 <= at <= self.length else line, here.gi_yieldfrom
        return line

    def _yielded_step(self, item: object, line: int) -> Step:
        """Return the step for a yielded item: a node, its value, and perhaps a sentence and a line."""
        if isinstance(item, Step):
            for id in (*item.scores, *item.bounds, *item.finality, *([item.focus] if item.focus else [])):
                self._node(id)
            self.values |= {id: score for id, score in item.scores.items() if score is not None}
            return item
        if not isinstance(item, tuple | list) or len(item) < 2:
            raise FormatError(f"{self.name} must yield (node, value), perhaps with a sentence; got {quoted(item)}")
        node, value = self._node_and_value(item[0], item[1])
        words = next((each for each in item[2:] if isinstance(each, str)), "")
        line = next((each for each in item[2:] if isinstance(each, int)), line)
        was = self.values.get(node.id, value)
        self.values[node.id] = value
        text = caption(named(node), " gets the value ", _score(node, value), *_old_value_words(was, value), ".")
        return Step(words or text, line, {node.id: value}, finality={node.id: Finality.TENTATIVE}, focus=node.id)

    def _final_step(self, item: object, value: object) -> Step:
        """Return the step for a value that will not change any more."""
        node, value = self._node_and_value(item, value)
        self.values[node.id] = value
        is_true = value == self.true_scores[node.id]
        words = caption(named(node), " has the value ", _score(node, value))
        words = caption(words, ".") if is_true else caption(words, "; its score is ", self._true_value(node), ".")
        role = Finality.FINAL if is_true else Finality.WRONG
        activity = {} if is_true else {node.id: Activity.WRONG}
        return Step(words, self.length, {node.id: value}, finality={node.id: role}, activity=activity, focus=node.id)

    def _last_step(self) -> Step:
        """Return the step that compares the last values with the scores."""
        wrong = [id for id, value in self.values.items() if value != self.true_scores[id]]
        roles = dict.fromkeys(self.values, Finality.FINAL) | dict.fromkeys(wrong, Finality.WRONG)
        if not wrong:
            return Step(caption("The function ends; all values are correct."), self.length, finality=roles)
        node = self.graph.node(wrong[0])
        words = caption(
            f"The function ends; {len(wrong):,} of {counted(len(self.values), 'value')} ",
            "is wrong: " if len(wrong) == 1 else "are wrong, first ",
            *(
                named(node),
                " has ",
                _score(node, self.values[node.id]),
                ", and its score is ",
                self._true_value(node),
                ".",
            ),
        )
        activity = dict.fromkeys(wrong, Activity.WRONG)
        return Step(words, self.length, finality=roles, activity=activity, focus=node.id)

    def _true_value(self, node: Node) -> Value:
        return Value(self.true_scores[node.id], Quantity.TRUE, node.id)

    def _node_and_value(self, item: object, value: object) -> tuple[Node, Score]:
        """Return a node and its value, exact."""
        node = self._node(item)
        try:
            return node, parse_endless(value)
        except OptionError:
            raise FormatError(f"{self.name} gives {node.name} the value {quoted(value)}, which is no number") from None

    def _node(self, item: object) -> Node:
        id = item.id if isinstance(item, Node) else str(item)
        if id not in self.graph.index:
            raise FormatError(f"{self.name} names {quoted(item)}, which is no node of the graph")
        return self.graph.node(id)

    def _with_line_in_errors(self, work: Callable[[], T]) -> T:
        """Return the result of `work`, with any error in it as one sentence with the line."""
        try:
            return work()
        except StopIteration:
            raise
        except (Exception, SystemExit) as error:
            raise FormatError(f"{self.name}{line_in(error)}: {error_words(error)}") from error


def _score(node: Node, value: Score) -> Value:
    return Value(value, Quantity.SCORE, node.id)


def _old_value_words(before: Score, value: Score) -> tuple[str, ...]:
    """Return the addition to a caption for the old value of a node, none without one."""
    return () if before == value else (f", was {format_score(before)}",)
