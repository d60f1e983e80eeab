"""Facts: what a lesson may say of a scene, and what the program finds.

A fact is a phrase such as "score of a", "value of c at step 3" or "result visits".  It may end in " in QUERY", which is
then the scene that it is about, and begin with "not ", if it is yes or no.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from explorer.lessons.fact_kinds import KINDS, NO, YES, Found
from explorer.lessons.scenes import SlideScene, scene_of
from explorer.model.errors import OptionError, quoted
from explorer.model.scores import parse_endless

_NUMBER = re.compile(r"\d+(?:[.,/]\d+)*")
_DASHES = str.maketrans("−–", "--")
_NOT = "not "
_OPPOSITE = {YES: NO, NO: YES}
_ELSEWHERE = re.compile(r"(?P<fact>.+) in (?P<query>\S+=\S*)")


def found_for(text: str, scene: SlideScene) -> Found:
    """What the program finds for a fact.

    Raises
    ------
    OptionError
        If it is no fact that is known.
    ExplorerError
        If the scene that it is about cannot be worked out.

    Examples
    --------
    >>> from explorer.lessons.scenes import scene_of
    >>> found_for("value of a at step 2", scene_of("sample=figure-1")).text
    '1'
    """
    about, phrase = _where(text, scene)
    if phrase.startswith(_NOT):
        return Found.of(_OPPOSITE.get(found_for(phrase.removeprefix(_NOT), about).text, "neither yes nor no"))
    for kind in KINDS:
        if (match := kind.pattern.fullmatch(phrase)) is not None:
            return kind.find(about, match.groupdict())
    raise OptionError(f"{quoted(phrase)} is no fact; facts are {'; '.join(kind.written for kind in KINDS)}")


def is_of_step(text: str) -> bool:
    """Whether a fact is about the step that its scene shows."""
    if _ELSEWHERE.fullmatch(text):
        return False
    matches = ((kind, kind.pattern.fullmatch(text)) for kind in KINDS if kind.has_step)
    return any(match is not None and not match.groupdict().get("step") for _, match in matches)


def is_same_text(one: str, other: str) -> bool:
    """Whether two texts say the same: signs, spaces, capitals and the way a number is written do not matter.

    Examples
    --------
    >>> is_same_text("–0.5", "−1/2"), is_same_text("72,739", "72739"), is_same_text("c, b", "b,c")
    (True, True, True)
    """
    return _parts(one) == _parts(other)


def plain(text: str) -> str:
    """A text without capitals and commas between groups of digits, and a hyphen for each minus sign and dash.

    Examples
    --------
    >>> plain(" –72,739")
    '-72739'
    """
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.strip().lower().translate(_DASHES))


def is_found(shown: str, phrase: str, found: Found) -> bool:
    """Whether what a text shows is what the program finds for a fact.

    A text may also say in its own words what the program finds to hold; every number in it stands in the fact then.
    """
    if is_same_text(shown, found.text):
        return True
    return found.text == YES and set(_NUMBER.findall(shown)) <= set(_NUMBER.findall(phrase))


def _where(text: str, scene: SlideScene) -> tuple[SlideScene, str]:
    match = _ELSEWHERE.fullmatch(text)
    return (scene, text) if match is None else (scene_of(match["query"], scene.files), match["fact"])


def _parts(text: str) -> tuple[str, ...]:
    return tuple(sorted(_written(part.strip()) for part in plain(text).split(",")))


def _written(part: str) -> str:
    try:
        value = parse_endless(part)
        return str(value) if math.isinf(value) else str(Fraction(str(value)))
    except OptionError:
        return " ".join(part.split())
