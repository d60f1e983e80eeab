"""Gambit's extensive games of very many nodes, read by columns; what is odd about any is left to `parse_efg`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.gambit_syntax import AUTOMATIC, EfgHead, EfgOutcome, in_text, paid, parse_head
from explorer.formats.runs import MARK, Writing, in_re2, met, unless_odd
from explorer.model.arrow import (
    Column,
    are_true,
    in_arrow,
    in_numpy,
    in_one_piece,
    joined_texts,
    numbers_in_arrow,
    replaced_at,
    texts_in_arrow,
    truths_in_arrow,
)
from explorer.model.extras import Extras
from explorer.model.fields import MAX_ID_LENGTH
from explorer.model.numbering import are_once, require
from explorer.model.plain import PlainTables
from explorer.model.scores import parse_score

_GAP, _SOME = r"[ \t\n]*+", r"[ \t\n]++"
_TEXT = r'[^"\\]*+(?>(?:\\++[^\\][^"\\]*+)*)'
_QUOTED, _AND = rf'"{_TEXT}"{_GAP}', rf"(?:,{_GAP})?"
_ACTION = rf'"({_TEXT})"{_GAP}{_AND}'
_NUMBER, _PAYOFF = "[1-9][0-9]{0,17}", "[-+0-9./eE]{1,100}"
_SET = rf'([12]){_SOME}(0|{_NUMBER}){_SOME}(?:"({_TEXT})"{_GAP})?'
_ACTIONS = rf"\{{{_GAP}((?>(?:{_QUOTED}{_AND})+))\}}{_GAP}"
_PAYOFFS = rf"\{{{_GAP}({_PAYOFF}(?:{_GAP},{_GAP}|{_SOME}){_PAYOFF}){_GAP}{_AND}\}}{_GAP}"
_OUTCOME = rf'({_NUMBER}){_SOME}(?:"({_TEXT})"{_GAP})?(?:{_PAYOFFS})?'
_NODES = Writing(
    begin=rf"{_GAP}EFG{_SOME}2{_SOME}[RD]{_SOME}{_QUOTED}\{{{_GAP}(?:{_QUOTED}{_AND}){{2}}\}}{_GAP}(?:{_QUOTED})?",
    node=rf'([pt]){_SOME}"({_TEXT})"{_SOME}(?:{_SET}{_ACTIONS})?(?:0{_SOME}|{_OUTCOME})',
    end=r"\Z",
)
_BETWEEN = re.compile(r"[ \t\n,]+")
_OTHER_PART = (r"[ \t\n,].*$", r"^.*[ \t\n,]")  # of a pair of payoffs
_SHORT = r"^-?[0-9]{1,7}(?:\.[0-9]{0,8})?$"  # number that is exact as a float
_BEHIND = r" (?:\([0-9]+,[0-9]+\)|Outcome [0-9]+)$"


class EfgColumns(NamedTuple):
    """A whole file: what stands before the nodes, these and their moves, and what the payoffs of every end add to."""

    head: EfgHead
    tables: PlainTables
    total: Fraction


@unless_odd
def columns_in(text: str) -> EfgColumns | None:
    """The game of a text with line feeds for all ends of lines; None if it is small, or anything is odd about it."""
    run = _NODES.run_in(f"{text}\n")
    if run is None:
        return None
    import pyarrow as pa  # not for small texts
    import pyarrow.compute as pc

    kinds, names, players, sets, set_names, actions, outcomes, outcome_names, payoffs = map(in_one_piece, run.nodes)
    end, nothing, zero = texts_in_arrow(["t", "", "0"])
    is_end = pc.equal(kinds, end)
    words, degrees = _actions(actions)
    require(np.array_equal(degrees == 0, are_true(is_end)))
    _require_sets_of_one(players, sets)
    first, scores, total = _outcomes(outcomes, payoffs, are_true(is_end))
    second_names = in_text.column(pc.if_else(is_end, outcome_names.take(first), set_names))
    numbers = pc.if_else(pc.equal(outcomes, nothing), zero, outcomes)
    automatic = pc.if_else(is_end, joined_texts("Outcome ", numbers), joined_texts("(", players, ",", sets, ")"))
    names = in_text.column(names)
    ids = _ids(names)
    sources, targets = _moves_in_prefix_order(degrees)
    nodes = {
        "id": ids,
        "player": pc.replace_substring(pc.replace_substring(players, "1", "max"), "2", "min"),
        "score": pc.if_else(is_end, scores, nothing),
        "label": _labels(ids, names, second_names, automatic),
    }
    ends = [pa.DictionaryArray.from_arrays(in_arrow(rows).chunk(0), ids) for rows in (sources, targets)]
    tables = PlainTables(
        sources=pa.chunked_array(ends[:1]),
        targets=pa.chunked_array(ends[1:]),
        nodes={key: pa.chunked_array([column]) for key, column in nodes.items()},
        lines=run.lines,
        root=ids[0].as_py(),
        extras=_extras(words, degrees, ids.take(ends[1].indices)),
    )
    return EfgColumns(parse_head(run.rest), tables, total)


def _actions(actions: Column) -> tuple[Column, NDArray[np.int64]]:
    """The names of all moves, and how many there are of each node."""
    import pyarrow.compute as pc

    lists = pc.split_pattern(pc.replace_substring_regex(actions, in_re2(_ACTION), rf"{MARK}\1"), MARK)
    bounds = in_numpy(lists.offsets, 0).astype(np.int64)
    is_name = np.ones(bounds[-1], np.bool_)
    is_name[bounds[:-1]] = False  # what stands before the first
    return in_text.column(lists.flatten().filter(truths_in_arrow(is_name))), np.diff(bounds) - 1


def _require_sets_of_one(players: Column, sets: Column) -> None:
    """Raise `OddError` if an information set has more than one node."""
    import pyarrow.compute as pc

    named = joined_texts(players, " ", sets).filter(pc.not_equal(players, texts_in_arrow([""])[0]))
    require(pc.count_distinct(named).as_py() == len(named))


def _outcomes(numbers: Column, payoffs: Column, is_end: NDArray[np.bool_]) -> tuple[Column, Column, Fraction]:
    """For each node the first row with its outcome, and the score; and what the payoffs of every end add to."""
    import pyarrow.compute as pc

    nothing, zero = texts_in_arrow(["", "0 0"])
    is_given = are_true(pc.not_equal(payoffs, nothing))
    _, outcomes, met_at = met(numbers)
    pairs, codes, _ = met(pc.if_else(pc.equal(payoffs, nothing), zero, payoffs))
    first = np.where(outcomes < 0, np.arange(len(outcomes)), np.append(met_at, 0)[outcomes])
    own = codes[first]
    require((is_given[first] | (outcomes < 0)).all() and (~is_given | (codes == own)).all())
    scores, exact = _scores(in_one_piece(pairs))
    ends, others = ({*np.unique(own[rows]).tolist()} for rows in (is_end, ~is_end))
    totals = {exact[pair].total for pair in ends & exact.keys()} | ({Fraction()} if ends - exact.keys() else set())
    require(len(totals) == 1 and all(pair in exact and exact[pair].is_nothing for pair in others))
    return in_arrow(first).chunk(0), scores.take(in_arrow(own).chunk(0)), totals.pop()


def _scores(pairs: Column) -> tuple[Column, dict[int, EfgOutcome]]:
    """What player 1 gets by each pair of payoffs; and those pairs, by index, that are not a number and its negative."""
    import pyarrow.compute as pc

    firsts, seconds = (pc.replace_substring_regex(pairs, part, "") for part in _OTHER_PART)
    negatives = pc.if_else(pc.starts_with(firsts, "-"), pc.ascii_ltrim(firsts, "-"), joined_texts("-", firsts))
    is_plain = pc.and_(pc.equal(seconds, negatives), pc.match_substring_regex(firsts, _SHORT))
    odd = np.flatnonzero(~are_true(is_plain))
    exact = {row: paid("", 0, _BETWEEN.split(pairs[row].as_py()), 0) for row in odd.tolist()}
    scores = texts_in_arrow([str(parse_score(each.score)) for each in exact.values()])
    return replaced_at(firsts, odd, scores), exact


def _ids(names: Column) -> Column:
    """The name of each node where it is there once, or else a number that is not yet used."""
    import pyarrow as pa
    import pyarrow.compute as pc

    lengths = in_numpy(pc.utf8_length(names), 0)
    is_own = truths_in_arrow(are_once(names) & (lengths > 0) & (lengths <= MAX_ID_LENGTH))
    numbers, used = in_arrow(np.arange(1, len(names) + 1)).chunk(0).cast(pa.string()), names.filter(is_own)
    numbers = pc.if_else(pc.is_in(numbers, value_set=used), joined_texts(numbers, "'"), numbers)
    ids = pc.if_else(is_own, names, numbers)
    require(pc.count_distinct(ids).as_py() == len(ids))
    return ids


def _labels(ids: Column, names: Column, second_names: Column, automatic: Column) -> Column:
    """The name that a node shares with others, or the other one, if somebody gave it."""
    import pyarrow.compute as pc

    nothing = texts_in_arrow([""])[0]
    is_own = pc.or_(pc.equal(names, nothing), pc.equal(names, ids))
    labels = pc.if_else(is_own, second_names, names)
    labels = pc.if_else(pc.match_substring_regex(labels, f"^(?:{AUTOMATIC})$"), nothing, labels)
    short = pc.replace_substring_regex(labels, _BEHIND, "")
    return pc.if_else(pc.equal(joined_texts(short, " ", automatic), labels), short, labels)


def _moves_in_prefix_order(degrees: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sources and targets of the moves of a tree in prefix order with so many moves of each node, by source.

    Raises
    ------
    OddError
        If it is not one whole tree.
    """
    left = np.cumsum(degrees - 1) + 1  # moves that have no node yet, behind each node
    require(bool((left[:-1] > 0).all()) and left[-1] == 0)
    sources = np.repeat(np.arange(len(degrees)), degrees)
    numbers = np.arange(len(sources)) - np.repeat(np.cumsum(degrees) - degrees, degrees)
    targets = np.empty(len(sources), np.int64)  # a node is that of the last of the moves that are left
    targets[np.argsort(left[sources] - numbers, kind="stable")] = np.argsort(left[:-1], kind="stable") + 1
    return sources, targets


def _extras(actions: Column, degrees: NDArray[np.int64], targets: Column) -> Mapping[int, Mapping[str, Any]]:
    """The names of the moves of each node, unless they are those of the nodes that they lead to."""
    import pyarrow as pa
    import pyarrow.compute as pc

    bounds, others = (np.append(0, np.cumsum(each)) for each in (degrees, are_true(pc.not_equal(actions, targets))))
    has_others = np.diff(others[bounds]) > 0
    lists = pa.ListArray.from_arrays(in_arrow(bounds).chunk(0).cast(pa.int32()), actions)
    rows = numbers_in_arrow(np.arange(len(degrees)), has_others)
    return Extras({"actions": lists.take(rows)}) if has_others.any() else {}
