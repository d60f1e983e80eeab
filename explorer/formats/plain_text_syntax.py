"""Single lines of the plain text format, as the grammar in `explorer.formats.plain_text` defines them."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from explorer.intake.cells import MAX_ID_LENGTH, is_encodable
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.scores import parse_score

_OTHER_BLANKS = (0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF)
BLANKS = "".join(map(chr, (*range(0x21), *range(0x7F, 0xA1), *range(0x2000, 0x200B), *_OTHER_BLANKS)))

_BLANK = f"[{re.escape(BLANKS)}]"
_WORD = re.compile(f'(?:(?!-+>)[^{re.escape(BLANKS)}"#:=?>@,])+')
_TOKEN = re.compile(
    rf'{_BLANK}*(?:(?P<quoted>"[^"\\]*+(?>(?:\\.[^"\\]*+)*)")|(?P<arrow>-+>)|(?P<mark>[:=?>@,])|(?P<word>{_WORD.pattern})|(?P<end>#.*|$))',
    re.DOTALL,
)
_DIRECTIVE = re.compile(rf"{_BLANK}*@(?P<name>[A-Za-z-]*)(?P<rest>.*)", re.DOTALL)
_LINE = re.compile(r"([^\r\n]*+)(\r\n|\r|\n|$)")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")

_ARROW = "→"  # which is part of a word where it does not stand alone
DIRECTIVES = ("name", "description", "convention", "at", "no-root")
_CONVENTIONS = ("minimax", "negamax")


@dataclass(frozen=True)
class NodeLine:
    """A line that describes a node.

    Attributes
    ----------
    kind : the kind of the node, under the key of the `.game.json` format: player, score, open, or nothing.
    ends : the parts behind the colon or arrow; of several lines one after another.
    has_arrow : whether an arrow stands before the successors, so that other lines may name more of them.
    """

    id: str
    is_root: bool = False
    label: str | None = None
    kind: Mapping[str, object] = field(default_factory=dict)
    ends: tuple[SuccessorList, ...] = ()
    has_arrow: bool = False

    def with_more(self, other: NodeLine) -> NodeLine | None:
        """Return both lines of the same node as one; None if neither has an arrow, or both state a kind."""
        if not (self.has_arrow or other.has_arrow) or (self.kind and other.kind):
            return None
        return NodeLine(
            self.id,
            self.is_root or other.is_root,
            other.label if self.label is None else self.label,
            self.kind or other.kind,
            self.ends + other.ends,
            has_arrow=True,
        )

    def moves(self, ids: Container[str]) -> Iterator[tuple[str, str | None]]:
        """Yield the successors with the names of the moves to them; `ids` are those of nodes with a line."""
        for ends in self.ends:
            yield from ends.moves(ids)


class SuccessorList(NamedTuple):
    """The successors of a line, and names of moves among them: each with whether it is in quotes and follows a comma.

    In quotes directly behind a successor stands the name of the move to it.  Only in a line without commas it is
    another successor if that has a line.
    """

    words: tuple[tuple[str, bool, bool], ...]
    has_commas: bool

    def moves(self, ids: Container[str]) -> Iterator[tuple[str, str | None]]:
        """Yield the successors with the names of the moves to them; `ids` are those of nodes with a line."""
        waiting: str | None = None
        for word, is_quoted, follows_comma in self.words:
            is_name = is_quoted and waiting is not None and not follows_comma
            if is_name and (self.has_commas or word not in ids):
                yield waiting or "", word
                waiting = None
                continue
            if waiting is not None:
                yield waiting, None
            waiting = word
        if waiting is not None:
            yield waiting, None


class Directive(NamedTuple):
    """Line that begins with @: its name, its text, or of `@at` the id, and the two numbers after that."""

    name: str
    text: str = ""
    position: tuple[str, str] = ("", "")


class _Token(NamedTuple):
    """Kind of a token (quoted, word, or a mark, which is its own kind) and its value."""

    kind: str
    value: str


def split_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text without their ends, numbered from 1."""
    for number, match in enumerate(_LINE.finditer(text), 1):
        yield number, match[1]


def content_lines(text: str) -> Iterator[tuple[int, str]]:
    """Return the numbered lines of a list that are neither blank nor comments."""
    return ((number, line) for number, line in split_lines(text) if is_content(line))


def is_content(line: str) -> bool:
    """Return whether a line of a list is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith(("#", "%"))


def parse_line(line: str) -> NodeLine | Directive | None:
    """Return the node or directive of a line; None if it has neither.

    Raises
    ------
    FormatError
        If it is not of the grammar.
    """
    directive = _DIRECTIVE.match(line)
    if directive is not None:
        return _parse_directive(directive["name"].lower(), directive["rest"])
    tokens = _tokens(line)
    return _parse_node(tokens) if tokens else None


def comment_in(line: str) -> str:
    """Return the comment of a line from its # on, "" if it has none; names and descriptions may contain #."""
    directive = _DIRECTIVE.match(line)
    if directive is not None and directive["name"].lower() in ("name", "description"):
        return ""
    rest = line if directive is None else directive["rest"]
    return next((text for kind, text in _token_parts(rest) if kind == "end"), "")


def _tokens(line: str) -> list[_Token]:
    tokens: list[_Token] = []
    for kind, value in _token_parts(line):
        if kind == "end":
            return tokens
        tokens.append(_Token(value if kind == "mark" else kind, _parse_quoted(value) if kind == "quoted" else value))
    raise FormatError('a double quote " is not closed; put \\ before those that belong to the text')


def _token_parts(line: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and text of each token of a line, the comment with the end; fewer if a quote is open."""
    position = 0
    while (match := _TOKEN.match(line, position)) is not None:
        kind = match.lastgroup or ""
        yield kind, match[kind]
        if kind == "end":
            return
        position = match.end()


def _parse_quoted(text: str) -> str:
    try:
        value = str(json.loads(text))
    except ValueError:
        raise FormatError(
            f'{quoted(text)} is not a string as JSON writes it; \\ stands before " or \\ or one of nrtbfu'
        ) from None
    if not is_encodable(value):
        raise FormatError(f"{quoted(text)} holds half of a character (a lone surrogate)")
    return value


def _parse_directive(name: str, rest: str) -> Directive:
    if name in ("name", "description"):
        return Directive(name, _parse_free_text(rest))
    if name not in DIRECTIVES:
        raise FormatError(f"there is no @{name[:60]}; a line that begins with @ is one of @{', @'.join(DIRECTIVES)}")
    tokens = _tokens(rest)
    words = [token.value for token in tokens if token.kind in ("word", "quoted")]
    if len(words) < len(tokens) or len(words) != {"at": 3, "convention": 1, "no-root": 0}[name]:
        after = {"at": "an id, x and y", "convention": "minimax or negamax", "no-root": "nothing"}[name]
        raise FormatError(f"expected {after} after @{name}, got {quoted(rest.strip(BLANKS))}")
    if name == "at":
        return Directive(name, words[0], (_number_or_none(words[1]), _number_or_none(words[2])))
    if name == "convention" and words[0].lower() not in _CONVENTIONS:
        raise FormatError(f"the convention must be minimax or negamax, got {quoted(words[0])}")
    return Directive(name, words[0].lower() if words else "")


def _number_or_none(word: str) -> str:
    """Return the word as a number; None if it is none."""
    try:
        parse_score(word)
    except OptionError as error:
        raise FormatError(f"expected an id, x and y after @at: {error}") from None
    return word


def _parse_free_text(rest: str) -> str:
    text = rest.strip(BLANKS)
    if text.startswith('"'):
        tokens = _tokens(text)
        if len(tokens) != 1:
            raise FormatError("nothing may follow a text in double quotes; quote the whole text, or none of it")
        return tokens[0].value
    return text


def _parse_node(tokens: list[_Token]) -> NodeLine:
    """Return the node of a line by its tokens."""
    rest = list(reversed(tokens))
    is_root = _take_token(rest, ">") is not None
    id = _take_token(rest, "word", "quoted")
    if id is None:
        raise FormatError(
            f"a line begins with the id of a node, got {_next_token_words(rest)}; put odd ids in double quotes"
        )
    _require_id_length(id)
    label = _take_token(rest, "quoted")
    kind = {} if _is_arrow(rest) else _take_kind(rest)
    has_arrow = _is_arrow(rest)
    has_colon = (rest.pop() if has_arrow else _take_token(rest, ":")) is not None
    if kind is None or (rest and not has_colon) or not (kind or has_colon):
        raise FormatError(
            f"expected max, min, = with a score, ?, a colon or an arrow after the id {quoted(id)}, "
            f"got {_next_token_words(rest)}"
        )
    return NodeLine(id, is_root, label, kind, (_take_successors(rest),), has_arrow)


def _is_arrow(rest: list[_Token]) -> bool:
    """Return whether an arrow comes next, as two or more characters or one."""
    return bool(rest) and (rest[-1].kind == "arrow" or rest[-1] == ("word", _ARROW))


def _take_token(rest: list[_Token], *kinds: str) -> str | None:
    """Take away the next token and return its value, if it is of one of these kinds."""
    return rest.pop().value if rest and rest[-1].kind in kinds else None


def _take_kind(rest: list[_Token]) -> dict[str, object] | None:
    """Return the kind of the node in the line, {} if there is none; None if it is not understood."""
    if rest and rest[-1].kind == "word":
        player = rest[-1].value.lower()
        if player not in ("max", "min"):
            return None
        rest.pop()
        return {"player": player}
    if _take_token(rest, "?"):
        return {"open": True}
    if not _take_token(rest, "="):
        return {}
    words = []
    while (word := _take_token(rest, "word")) is not None:
        words.append(word)
    return {"score": " ".join(words)}


def _take_successors(rest: list[_Token]) -> SuccessorList:
    """Take away the tokens of the successors, behind the colon or arrow, and return these."""
    words: list[tuple[str, bool, bool]] = []
    before = ""
    for token in reversed(rest):
        if token.kind in ("word", "quoted"):
            words.append((token.value, token.kind == "quoted", before == ","))
        elif token.kind != ",":
            hint = "begin a new line for each arrow" if token.kind == "arrow" else "put odd ids in double quotes"
            raise FormatError(f"after the colon or arrow stand ids, got {token.value}; {hint}")
        before = token.kind
    ends = SuccessorList(tuple(words), any(token.kind == "," for token in rest))
    for id, _ in ends.moves(()):
        _require_id_length(id)
    return ends


def _require_id_length(id: str) -> None:
    if not 0 < len(id) <= MAX_ID_LENGTH:
        raise FormatError(f"an id has 1 to {MAX_ID_LENGTH:,} characters, got {quoted(id)}")


def _next_token_words(rest: list[_Token]) -> str:
    """Return the next token of a line in quotes for an error, or "nothing"."""
    return quoted(rest[-1].value) if rest else "nothing"


# ---- writing


def id_text(id: str) -> str:
    """Return the id as a word, or in double quotes."""
    return id if _WORD.fullmatch(id) else json_string(id)


def json_string(text: str) -> str:
    """Return the text as a string of JSON."""
    return json.dumps(text, ensure_ascii=False)


def raw_or_quoted(text: str) -> str:
    """Return the text as it stands, or in double quotes if the format would read it back differently."""
    is_plain = text == text.strip(BLANKS) and not text.startswith('"') and not _CONTROL.search(text)
    return text if is_plain else json_string(text)
