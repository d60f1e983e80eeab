"""Values of another solver beside a solved folder, both streamed: how many are wrong, and those nearest to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from heapq import heappush, heapreplace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.score_words import ScoreWords, ValueClaim, is_word, parse_words
from explorer.comparison.supplied import NAMES, ColumnRole
from explorer.formats.files import FilePath
from explorer.model.errors import FormatError, OptionError, brief, quoted
from explorer.model.graph import Kind
from explorer.model.scores import format_interval, format_score
from explorer.model.words import counted
from explorer.solved_folder import layout
from explorer.solved_folder.folder import SolvedFolder, SolvedNode
from explorer.trace import Relation

_GROUPS_AT_ONCE = 64  # row groups of nodes, whose values are sorted in memory together
_MOST_BUCKETS = 200
_MOST_FIRST = 1_000  # wrong values that are kept
_MOST_PROOFS = 20  # of them that are proved
_EXAMPLES = 3
_ROLES = (ColumnRole.ID, ColumnRole.VALUE, ColumnRole.DISTANCE)
_FAR = 2**62  # stands for the distance of a node that has none


@dataclass
class WrongValue:
    """A wrong value with its node in the folder, and for the first ones a sentence that proves it."""

    node: SolvedNode
    claim: ValueClaim
    proof: str = ""


@dataclass
class FolderDifference:
    """Result of the comparison of values with a solved folder.

    Attributes
    ----------
    value_count, agree : the number of values of nodes of the folder, and of those that are right.
    without_value, strangers : the number of nodes without a value, and of values without a node, each with examples.
    by_distance : by the moves to the end, the number of compared values and of wrong ones; -1 where there is no end.
    distances : the number of compared distances and of those that are right; None without such a column.
    first : the wrong values, the nearest to the end first.
    left_out : columns that are not compared.
    """

    value_count: int = 0
    agree: int = 0
    without_value: int = 0
    strangers: int = 0
    examples: dict[str, list[str]] = field(default_factory=lambda: {"missing": [], "strangers": []})
    by_distance: dict[int, list[int]] = field(default_factory=dict)
    distances: list[int] | None = None
    first: list[WrongValue] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> int:
        """The number of wrong values."""
        return self.value_count - self.agree

    @property
    def is_anything_wrong(self) -> bool:
        """Return whether a value or a distance is wrong."""
        return self.wrong > 0 or (self.distances is not None and self.distances[0] > self.distances[1])

    def summary(self) -> Iterator[str]:
        """Yield sentences with all numbers."""
        yield f"{self.agree:,} of {counted(self.value_count, 'value')} agree"
        if self.without_value:
            named = _some(self.examples["missing"], self.without_value)
            yield f"no value is given for {counted(self.without_value, 'node')}: {named}"
        if self.wrong:
            verb = "value is" if self.wrong == 1 else "values are"
            yield f"{self.wrong:,} {verb} wrong"
            at = [
                f"{wrong:,} of {of:,} at {moves}"
                for moves, (of, wrong) in sorted(self.by_distance.items())
                if wrong and moves >= 0
            ]
            rest = self.by_distance.get(-1, [0, 0])[1]
            at += [f"{rest:,} where there is none"] if rest else []
            yield f"wrong by moves to the end: {', '.join(at)}"
        if self.distances is not None:
            yield f"{self.distances[1]:,} of {counted(self.distances[0], 'distance')} agree"
        if self.strangers:
            named = _some(self.examples["strangers"], self.strangers)
            yield f"{counted(self.strangers, 'id')} not in the graph: {named}"
        if self.left_out:
            yield f"not compared: {', '.join(self.left_out)}"


def folder_difference(
    folder: SolvedFolder,
    paths: Sequence[FilePath],
    *,
    words: Mapping[str, object] | None = None,
    progress: Callable[[int], None] | None = None,
) -> FolderDifference:
    """Compare values with the scores of a solved folder; neither is read whole, and neither has to be sorted.

    Values are written to temporary files, each for a range of the folder, and then compared a range at a time.

    Parameters
    ----------
    paths : tables of node and value, Parquet or CSV, or folders of Parquet files.
    words : the scores of words.
    progress : called with the number of nodes that were compared.

    Raises
    ------
    FormatError
        If a file cannot be read, has not the columns, has two values of a node, or no id is that of a node.
    OptionError
        If a cell is neither a number nor one of the words.
    """
    with TemporaryDirectory(prefix="game-graph-explorer-values-") as place:
        comparison = _FolderComparison(folder, Path(place), parse_words(words or {}))
        comparison.deal(paths)
        comparison.compare(progress)
        comparison.prove()
    return comparison.result


class _FolderComparison:
    """A comparison of a folder with values that lie in temporary files, one for a range of keys."""

    def __init__(self, folder: SolvedFolder, place: Path, words: ScoreWords) -> None:
        self.folder, self.place, self.words = folder, place, words
        self.result = FolderDifference()
        groups = len(folder.nodes)
        self.span = max(_GROUPS_AT_ONCE, -(-groups // _MOST_BUCKETS))
        lows = [folder.nodes.range_of(number)[0] for number in range(0, groups, self.span)]
        self.edges = np.array(lows[1:], np.uint64 if folder.has_texts else np.int64)
        self.has_matched = False
        self._claims: dict[Any, ValueClaim] = {}
        self._first: list[tuple[int, int, str, ValueClaim]] = []  # a heap, the farthest first

    # ---- dealing values to files

    def deal(self, paths: Sequence[FilePath]) -> None:
        """Write all values to the files of their ranges."""
        import pyarrow as pa

        with ExitStack() as stack:
            writers: dict[int, Any] = {}
            schemas: dict[int, Any] = {}
            for table in (table for path in paths for table in _tables(Path(path), self.result.left_out)):
                rows = self._with_keys(table)
                buckets = np.searchsorted(self.edges, rows["key"].to_numpy(), "right")
                for bucket in np.unique(buckets).tolist():
                    if bucket not in writers:
                        writers[bucket] = stack.enter_context(pa.ipc.new_stream(self._path(bucket), rows.schema))
                        schemas[bucket] = rows.schema
                    if not rows.schema.equals(schemas[bucket]):
                        raise FormatError("the files of values have different columns; write them alike")
                    writers[bucket].write_table(rows.filter(pa.array(buckets == bucket)))

    def _with_keys(self, table: Any) -> Any:
        """Return the columns of a table under their roles, with keys; rows whose id no node can have are strangers."""
        import pyarrow as pa
        import pyarrow.compute as pc

        ids = pc.cast(table[ColumnRole.ID], pa.string())
        if self.folder.has_texts:
            return table.set_column(table.schema.get_field_index("id"), "id", ids).append_column(
                "key", pa.array(layout.keys_of(ids))
            )
        is_number = pc.match_substring_regex(ids, "^(0|-?[1-9][0-9]{0,17})$")
        if not pc.all(is_number).as_py():
            others = ids.filter(pc.invert(is_number))
            self._note_strangers(len(others), others.slice(0, _EXAMPLES).to_pylist())
            table, ids = table.filter(is_number), ids.filter(is_number)
        return table.drop_columns("id").append_column("key", pc.cast(ids, pa.int64()))

    def _path(self, bucket: int) -> str:
        return str(self.place / f"{bucket:05}.arrow")

    def _bucket(self, number: int) -> Any:
        """Return the values of a range of keys, sorted; None if there are none."""
        import pyarrow as pa

        if not Path(self._path(number)).exists():
            return None
        with pa.memory_map(self._path(number)) as file, pa.ipc.open_stream(file) as reader:
            rows = reader.read_all()
        return rows.take(pa.array(np.argsort(rows["key"].to_numpy(), kind="stable"))).combine_chunks()

    # ---- comparing

    def compare(self, progress: Callable[[int], None] | None) -> None:
        """Compare all values, a range of keys at a time."""
        nodes = self.folder.nodes
        for bucket, first in enumerate(range(0, len(nodes), self.span)):
            values = self._bucket(bucket)
            keys = np.empty(0, self.edges.dtype) if values is None else values["key"].to_numpy()
            if len(again := np.flatnonzero(keys[1:] == keys[:-1])):
                raise FormatError(f"node {quoted(self._id_of(values, int(again[0])))} has two values; delete one")
            matched = np.zeros(len(keys), np.bool_)
            for number in range(first, min(first + self.span, len(nodes))):
                self._compare_group(nodes.read(number), values, keys, matched)
            strangers = np.flatnonzero(~matched)
            self.has_matched |= bool(matched.any())
            self._note_strangers(len(strangers), [self._id_of(values, row) for row in strangers[:_EXAMPLES].tolist()])
            if progress is not None:
                progress(self.result.value_count)
        if self.result.strangers and not self.has_matched:
            stranger, node = self.result.examples["strangers"][0], self.folder.root
            raise FormatError(
                f"no id, such as {quoted(stranger)}, is a node of the graph, whose root is {quoted(node)}; "
                "use the ids of its nodes"
            )

    def _compare_group(self, group: Any, values: Any, keys: NDArray[Any], matched: NDArray[np.bool_]) -> None:
        """Compare the values of the nodes of a row group."""
        import pyarrow as pa

        node_keys = group[layout.key_column(self.folder.has_texts)].to_numpy()
        places = np.searchsorted(keys, node_keys)
        has = places < len(keys)
        has[has] = keys[places[has]] == node_keys[has]
        if self.folder.has_texts and has.any():
            mine = group["id"].filter(pa.array(has)).to_pylist()
            has[has] = [
                one == other
                for one, other in zip(mine, values["id"].take(pa.array(places[has])).to_pylist(), strict=True)
            ]
        self.result.without_value += int((~has).sum())
        _add_examples(self.result.examples["missing"], group["id"], np.flatnonzero(~has))
        matched[places[has]] = True
        if has.any():
            self._compare_rows(group.filter(pa.array(has)), values.take(pa.array(places[has])))

    def _compare_rows(self, nodes: Any, values: Any) -> None:
        """Compare rows of nodes with their values, both in one order."""
        import pyarrow as pa

        claims, claim_codes = _distinct(values["value"])
        lows, low_codes = _distinct(nodes[layout.LEAST if layout.LEAST in nodes.column_names else layout.SCORE])
        highs, high_codes = _distinct(nodes[layout.MOST if layout.MOST in nodes.column_names else layout.SCORE])
        has = claim_codes >= 0
        self.result.without_value += int((~has).sum())
        _add_examples(self.result.examples["missing"], nodes["id"], np.flatnonzero(~has))
        combined = (claim_codes.astype(np.int64) * len(lows) + low_codes) * len(highs) + high_codes
        used, at = np.unique(combined[has], return_inverse=True)
        agrees = [
            self._agrees(
                claims[int(code // len(highs) // len(lows))],
                lows[int(code // len(highs) % len(lows))],
                highs[int(code % len(highs))],
            )
            for code in used.tolist()
        ]
        is_right = np.array(agrees, np.bool_)[at]
        nodes, values = nodes.filter(pa.array(has)), values.filter(pa.array(has))
        moves = nodes[layout.DISTANCE].fill_null(-1).to_numpy()
        self.result.value_count += len(is_right)
        self.result.agree += int(is_right.sum())
        self._count_by_distance(moves, is_right)
        if "distance" in values.column_names:
            self._compare_distances(moves, values["distance"])
        wrong = np.flatnonzero(~is_right)
        for row in wrong[np.argsort(np.where(moves[wrong] < 0, _FAR, moves[wrong]), kind="stable")][
            :_MOST_FIRST
        ].tolist():
            self._keep(int(moves[row]), str(nodes["id"][row]), claims[int(claim_codes[has][row])])

    def _agrees(self, cell: Any, least: Any, most: Any) -> bool:
        """Return whether the claim in a cell fits the interval of a score."""
        claim, low, high = self._claim(cell), layout.score_of(least), layout.score_of(most)
        return (claim.relation is Relation.AT_MOST or claim.score <= high) and (
            claim.relation is Relation.AT_LEAST or claim.score >= low
        )

    def _claim(self, cell: Any) -> ValueClaim:
        if cell not in self._claims:
            claim = self.words.claim(cell)
            if claim is None:
                advice = (
                    "say what words stand for, as in --words win=1,draw=0,loss=-1" if is_word(cell) else "correct it"
                )
                raise OptionError(f"{quoted(cell)} is no number; {advice}")
            self._claims[cell] = claim
        return self._claims[cell]

    def _count_by_distance(self, moves: NDArray[Any], is_right: NDArray[np.bool_]) -> None:
        used, at = np.unique(moves, return_inverse=True)
        of, wrong = np.bincount(at, minlength=len(used)), np.bincount(at[~is_right], minlength=len(used))
        for number, total, bad in zip(used.tolist(), of.tolist(), wrong.tolist(), strict=True):
            counts = self.result.by_distance.setdefault(number, [0, 0])
            counts[0] += total
            counts[1] += bad

    def _compare_distances(self, moves: NDArray[Any], claimed: Any) -> None:
        """Compare distances, where both sides have one."""
        import pyarrow as pa
        import pyarrow.compute as pc

        numbers = pc.cast(claimed, pa.float64()).fill_null(-1).to_numpy()
        both = (moves >= 0) & (numbers >= 0)
        counts = self.result.distances = self.result.distances or [0, 0]
        counts[0] += int(both.sum())
        counts[1] += int((moves == numbers)[both].sum())

    def _keep(self, moves: int, id: str, cell: Any) -> None:
        """Keep a wrong value if it is among the nearest to the end."""
        entry = (-(_FAR if moves < 0 else moves), -len(self._first) - self.result.value_count, id, self._claim(cell))
        if len(self._first) < _MOST_FIRST:
            heappush(self._first, entry)
        elif entry > self._first[0]:
            heapreplace(self._first, entry)

    def _note_strangers(self, count: int, names: Sequence[str]) -> None:
        self.result.strangers += count
        kept = self.result.examples["strangers"]
        kept += list(names)[: _EXAMPLES - len(kept)]

    def _id_of(self, values: Any, row: int) -> str:
        return str(values["id" if self.folder.has_texts else "key"][row])

    # ---- proving

    def prove(self) -> None:
        """List the wrong values, the nearest to the end first, and prove the first of them."""
        listed = sorted(self._first, key=lambda entry: (-entry[0], -entry[1]))
        rows = self.folder.nodes_of([id for _, _, id, _ in listed])
        self.result.first = [WrongValue(rows[id], claim) for _, _, id, claim in listed]
        after = {each.node.id: self.folder.successors(each.node.id) for each in self.result.first[:_MOST_PROOFS]}
        others = self.folder.nodes_of([*dict.fromkeys(id for ids in after.values() for id in ids)])
        claims = self._claims_of([*others])
        for each in self.result.first[:_MOST_PROOFS]:
            each.proof = self._proof(each, [others[id] for id in after[each.node.id]], claims)

    def _claims_of(self, ids: Sequence[str]) -> dict[str, ValueClaim]:
        """Return the claims about some nodes."""
        keys = {id: self.folder.key_of(id) or 0 for id in ids}
        order = sorted(ids, key=keys.__getitem__)
        buckets = np.searchsorted(self.edges, np.array([keys[id] for id in order], self.edges.dtype), "right")
        found: dict[str, ValueClaim] = {}
        for bucket in np.unique(buckets).tolist():
            values = self._bucket(bucket)
            known = np.empty(0) if values is None else values["key"].to_numpy()
            for id in (order[at] for at in np.flatnonzero(buckets == bucket).tolist()):
                place = int(np.searchsorted(known, known.dtype.type(keys[id]))) if len(known) else 0
                if (
                    place < len(known)
                    and known[place] == keys[id]
                    and (cell := values["value"][place].as_py()) is not None
                ):
                    found[id] = self._claim(cell)
        return found

    def _proof(self, wrong: WrongValue, after: Sequence[SolvedNode], claims: Mapping[str, ValueClaim]) -> str:
        """Return a sentence that proves a value wrong, by the values of the successors."""
        node, sign = wrong.node, self.folder.sign
        begin = f"{brief(node.id)} is said to be {wrong.claim}, and is {format_interval(node.least, node.most)}"
        if not node.kind.is_inner:
            return f"{begin}, {'the score of the leaf' if node.kind is Kind.LEAF else 'an open node'}"
        counts = {each.id: claims.get(each.id, ValueClaim(each.score)) for each in after}
        if any(claim.relation is not Relation.EXACT for claim in (*counts.values(), wrong.claim)):
            return begin
        operator, best = ("min", min) if node.kind is Kind.MIN else ("max", max)
        backed_up = best(sign * claim.score for claim in counts.values())
        culprits = [each for each in after if not self._fits(counts[each.id], each)]
        if backed_up == wrong.claim.score and culprits:
            named = [
                f"value({brief(each.id)}) = {counts[each.id]} (in truth {format_score(each.score)})"
                for each in culprits
            ]
            return f"{begin}: it agrees with {', '.join(named[:_EXAMPLES])}"
        if best(sign * each.score for each in after) != node.score and self.folder.endless == 0:
            return f"{begin}; the folder has no successor with that score, so it is not sound here"
        if backed_up == wrong.claim.score:
            return f"{begin}: it agrees with the values of its successors, and only a cycle decides"
        minus = "−" if sign < 0 else ""
        names = ", ".join(f"{minus}value({brief(each.id)})" for each in after)
        numbers = ", ".join(self._words(counts[each.id], each) for each in after)
        return f"{begin}: {operator}{{{names}}} = {operator}{{{numbers}}} = {format_score(backed_up)}"

    def _fits(self, claim: ValueClaim, node: SolvedNode) -> bool:
        return node.least <= claim.score <= node.most

    def _words(self, claim: ValueClaim, node: SolvedNode) -> str:
        """Return the value that counts for a successor, and the true one in brackets if it differs."""
        sign = self.folder.sign
        words = format_score(sign * claim.score)
        return words if self._fits(claim, node) else f"{words} (in truth {format_score(sign * node.score)})"


# ---- tables


def _tables(path: Path, left_out: list[str]) -> Iterator[Any]:
    """Yield the rows of a file or a folder as tables with the columns id, value and distance."""
    if path.is_dir():
        files = sorted(path.glob("*.parquet"))
        if not files:
            raise FormatError(f"{path}: there are no Parquet files in this folder")
        for file in files:
            yield from _tables(file, left_out)
        return
    import pyarrow as pa

    try:
        for batch in _batches(path):
            table = pa.Table.from_batches([batch])
            places = _places(table.column_names, path)
            rest = [title for place, title in enumerate(table.column_names) if place not in places.values()]
            left_out += [title for title in rest if title not in left_out]
            yield pa.table({str(role): _plain(table.column(place)) for role, place in places.items()})
    except (pa.ArrowException, OSError, ValueError) as error:
        raise FormatError(f"{path}: {str(error).rstrip('.')}") from None


def _plain(column: Any) -> Any:
    """Return a column of whole numbers, floats or texts as one of 64 bits or of texts."""
    import pyarrow as pa
    import pyarrow.types as pt

    if pt.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if pt.is_integer(column.type):
        return column.cast(pa.int64())
    return column.cast(pa.float64() if pt.is_floating(column.type) else pa.string())


def _batches(path: Path) -> Iterator[Any]:
    """Yield the batches of a Parquet or CSV file."""
    import pyarrow.parquet as pq

    if path.suffix == ".parquet":
        with pq.ParquetFile(path) as file:
            yield from file.iter_batches(use_threads=False)
        return
    import pyarrow as pa
    from pyarrow import csv

    if path.suffix not in (".csv", ".tsv"):
        raise FormatError(f"{path}: values for a solved folder are a .parquet, .csv or .tsv file")
    delimiter = "\t" if path.suffix == ".tsv" else ","
    with path.open(encoding="utf-8-sig") as text:
        titles = [title.strip().strip('"') for title in text.readline().rstrip("\n").split(delimiter)]
    types = dict.fromkeys(titles, pa.string())
    convert = csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""])
    with csv.open_csv(path, parse_options=csv.ParseOptions(delimiter=delimiter), convert_options=convert) as reader:
        yield from reader


def _places(titles: Sequence[str], path: Path) -> dict[ColumnRole, int]:
    """Return the place of the columns of ids, values and distances, by title."""
    plain = [title.strip().lower().replace("_", " ") for title in titles]
    places = {
        role: plain.index(name) for role in _ROLES if (name := next((n for n in NAMES[role] if n in plain), "")) != ""
    }
    if not {ColumnRole.ID, ColumnRole.VALUE} <= places.keys():
        raise FormatError(f"{path}: expected a column node and a column value, got {quoted(', '.join(titles))}")
    return places


def _distinct(column: Any) -> tuple[list[Any], NDArray[Any]]:
    """Return the distinct cells of a column, and for each row the place of its own; -1 for an empty one."""
    encoded = column.combine_chunks()
    encoded = encoded if hasattr(encoded, "dictionary") else encoded.dictionary_encode()
    return encoded.dictionary.to_pylist(), encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)


def _add_examples(examples: list[str], ids: Any, rows: NDArray[Any]) -> None:
    """Add ids of rows to a list of examples, as long as it is short."""
    examples += [str(ids[row]) for row in rows[: _EXAMPLES - len(examples)].tolist()]


def _some(examples: Sequence[str], count: int) -> str:
    """Return examples in words, with dots if there are more."""
    return ", ".join(map(brief, examples)) + (", …" if count > len(examples) else "")
