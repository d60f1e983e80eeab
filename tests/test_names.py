"""Names that explain themselves, and docstrings that are read once."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "explorer"

DEED = re.compile(
    "said|told|shown|written|drawn|kept|wanted|seen|found|given|asked|made|done|begun|going|beginning|led|met|due"
)
PARTICIPLE = re.compile(
    DEED.pattern + "|known|taken|left|sent|held|gone|lost|laid|grown|thrown|spoken|chosen|broken|frozen|hidden|caught"
    "|bought|sought|thought|felt|dealt|meant|spent|stood|understood|[a-z]{3,}(ed|ing)"
)
NOUN = re.compile(
    "string|ordering|heading|setting|thing|king|ring|spring|warning|drawing|reading|meaning|lettering|meeting|opening"
    "|ending|mapping|listing|padding|timing|rounding|spacing|layering|packing|ceiling|crossing|need|speed|feed|shed"
    "|bed|recording|labelling|unwinding|exporting|printing|saving|shading|explaining|grouping|sharing|tiling|playing"
    "|morning|evening|nothing|anything|everything|something"
)
QUESTION_WORD = re.compile(r"(What|Which|That|Nothing|Why|Where|How|Whether)\b")
MOST_WORDS = 20  # of a first sentence
MOST_PARTICIPLES = 200  # words of the field, flags, names like `sorted`, and public names
SAME_IDEA = {  # that several modules define, each in its own place; `contributing.md` says of each why
    "Fill",
    "FinalityLook",
    "Position",
    "Reader",
    "Ring",
    "Run",
}
STAYING = {
    ("comparison/shrink.py", "found"),  # the public parameters of `shrink` and `as_graph`
    ("scenes/as_graph.py", "given"),
}
DECLARATION = re.compile(
    r"\b(?:function|class|private|public|readonly|static)\s+_?(\w+)|^    _?(\w+)\??\s*(?:\([^;]*\{$|:)", re.MULTILINE
)


@cache
def _modules() -> dict[str, ast.Module]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def _nodes() -> Iterator[tuple[str, ast.AST]]:
    for path, tree in _modules().items():
        yield from ((f"{path}:{getattr(node, 'lineno', 1)}", node) for node in ast.walk(tree))


def _classes_and_aliases(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            names = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            yield from re.findall(r"^_?[A-Z][a-z]\w*$", names)


def _declared(node: ast.AST) -> list[str]:
    """Return the names of a function, or of the fields of a class."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [node.name]
    if isinstance(node, ast.ClassDef):
        fields = (each.target for each in node.body if isinstance(each, ast.AnnAssign))
        return [each.id for each in fields if isinstance(each, ast.Name)]
    return []


def _assigned(node: ast.AST) -> list[str]:
    if isinstance(node, ast.arg):
        return [node.arg]
    return [node.attr] if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) else []


def _script_names() -> Iterator[tuple[str, str]]:
    paths = [path for ending in ("ts", "tsx") for path in PACKAGE.rglob(f"*.{ending}") if "vendor" not in path.parts]
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8")
        for found in DECLARATION.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{path.relative_to(PACKAGE)}:{line}", found[1] or found[2]


def _first_sentences() -> Iterator[tuple[str, str]]:
    documented = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    for where, node in _nodes():
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            yield where, re.split(r"(?<=[.;:])\s", text.split("\n\n")[0].replace("\n", " "))[0]


def test_a_class_or_alias_has_its_name_alone_unless_it_is_the_same_idea_elsewhere():
    homes: dict[str, set[str]] = defaultdict(set)
    for path, tree in _modules().items():
        for name in _classes_and_aliases(tree):
            homes[name.lstrip("_")].add(path)
    several = {name: sorted(paths) for name, paths in homes.items() if len(paths) > 1}
    assert {name: paths for name, paths in several.items() if name not in SAME_IDEA} == {}
    assert several.keys() >= SAME_IDEA, "a name on the list is defined once only"
    assert len(SAME_IDEA) <= 30


def test_no_name_is_a_deed_where_a_noun_or_a_verb_would_explain_it():
    names = [(where, name) for where, node in _nodes() for name in (*_declared(node), *_assigned(node))]
    deeds = [each for each in (*names, *_script_names()) if DEED.fullmatch(each[1].strip("_"))]
    assert {(where.partition(":")[0], name) for where, name in deeds} == STAYING, deeds


def test_few_names_are_a_participle():
    names = Counter(name.strip("_") for _, node in _nodes() for name in _declared(node))
    few = {name: count for name, count in names.items() if PARTICIPLE.fullmatch(name) and not NOUN.fullmatch(name)}
    assert sum(few.values()) <= MOST_PARTICIPLES, few


def test_a_docstring_begins_with_a_plain_sentence():
    sentences = list(_first_sentences())
    assert [each for each in sentences if QUESTION_WORD.match(each[1])] == []
    assert [each for each in sentences if len(each[1].split()) > MOST_WORDS] == []
