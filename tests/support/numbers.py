"""The numbers in the text of a lesson that nothing holds to what the program computes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from explorer.lessons import Slide, scene_of

_CLAIM = re.compile(r"\{\{.+? : .+?\}\}", re.DOTALL)
_FORMULA = re.compile(r"\$[^$]+\$")
_REFERENCE = re.compile(
    r"\b(?i:Figures?|Theorem|Definitions?|Lemma|Algorithms?|Example|Corollary|Table|Part|Rules?|sections?|chapter|step|steps|"
    r"sweep|depth|pass|level|rooms?|mouse|cat)"
    r"( \d+(\.\d+)?)((,| and| to) \d+(\.\d+)?)*"
)
_POSITIONS = re.compile(r"\b(?:[Pp]ositions?|[Nn]odes?|[Nn]umbers?|[Tt]otals?)((?:(?:,| and| or| to)? \d+)+)")
_COPY = re.compile(r"\b\w+#\d+")  # as nodes of a graph under a rule about repetition are named
_ITEM = re.compile(r"^\d+\. ", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,/]\d+)*")


def unchecked(slide: Slide) -> Iterator[str]:
    """The numbers, with the words around them, that are no claim, no formula, no reference and no name of a node.

    0 is free: it is what a draw is worth, by definition.
    """
    names = {node.name for node in scene_of(slide.scene).graph.nodes}
    for text in _texts(slide):
        rest = _COPY.sub(lambda found: "" if found[0] in names else found[0], _REFERENCE.sub("", _bare(text)))
        rest = _POSITIONS.sub(lambda found: _unknown(found[1], names), rest)
        yield from (
            rest[max(0, found.start() - 30) : found.end() + 20] for found in _NUMBER.finditer(rest) if found[0] != "0"
        )


def _texts(slide: Slide) -> Iterator[str]:
    """All that is read on a slide; a typed answer is compared with what the program finds."""
    yield slide.text
    yield slide.notes
    for question in slide.questions:
        yield question.text
        for answer in question.answers:
            yield answer.reply if question.is_typed else f"{answer.text} {answer.reply}"


def _bare(text: str) -> str:
    return _ITEM.sub("", _FORMULA.sub("", _CLAIM.sub("", text)))


def _unknown(numbers: str, names: set[str]) -> str:
    return " ".join(number for number in re.findall(r"\d+", numbers) if number not in names)
