"""Text and colours for LaTeX."""

from __future__ import annotations

import unicodedata

from explorer.drawing.node_colours import BEST, NEUTRAL, NO_SCORE_FILL, WORST
from explorer.drawing.picture.primitives import Picture, colours_of
from explorer.drawing.theme import ACTIVITY, DARK, EDGE, FINALITY, LIGHT, MARKS, Background
from explorer.trace import Finality

OTHER = r"\other"  # the command for a character that LaTeX does not know, with its code
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",  # \textquotedbl is not in the fonts of a document without fontenc
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",  # two of them are no dash
}
_MATHEMATICAL = {
    "∞": r"\infty",
    "→": r"\to",
    "←": r"\leftarrow",
    "↔": r"\leftrightarrow",
    "⇒": r"\Rightarrow",
    "≤": r"\leq",
    "≥": r"\geq",
    "≠": r"\neq",
    "≈": r"\approx",
    "≳": r"\stackrel{>}{\sim}",
    "≲": r"\stackrel{<}{\sim}",
    "∈": r"\in",
    "∉": r"\notin",
    "∅": r"\emptyset",
    "∪": r"\cup",
    "∩": r"\cap",
    "∧": r"\wedge",
    "∨": r"\vee",
    "¬": r"\neg",
    "×": r"\times",
    "÷": r"\div",
    "±": r"\pm",
    "·": r"\cdot",
    "°": r"{}^\circ",
    "√": r"\surd",
    "∑": r"\sum",
    "′": "'",
    "⊥": r"\bot",
    "⊤": r"\top",
    "ℓ": r"\ell",
}
_GREEK = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"
_NAMED_OTHERWISE = {"epsilon": "varepsilon", "phi": "varphi", "lamda": "lambda", "Lamda": "Lambda"}  # than in Unicode
_TEXTUAL = {
    "−": r"\textminus{}",
    "…": r"\dots{}",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "„": r"\quotedblbase{}",
    "•": r"\textbullet{}",
    "§": r"\S{}",
    "©": r"\copyright{}",
    "€": r"\texteuro{}",
}


def _greek_command(letter: str) -> str:
    """Return the name of the LaTeX command for a Greek letter."""
    name = unicodedata.name(letter).rpartition(" ")[2]
    name = name.lower() if letter.islower() else name.title()
    return _NAMED_OTHERWISE.get(name, name)


_KNOWN = (
    _SPECIAL
    | _TEXTUAL
    | {character: rf"\ensuremath{{{command}}}" for character, command in _MATHEMATICAL.items()}
    | {letter: rf"\ensuremath{{\{_greek_command(letter)}}}" for letter in _GREEK}
)
# Letters that every LaTeX sets in its T1 fonts as they are.
_LETTERS = frozenset(
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ¡¿£«»"
    "ĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž"
)


def mathematical(text: str) -> str:
    """Return the text for mathematical mode: its signs as commands."""
    return "".join(_MATHEMATICAL.get(character, character) for character in text)


def escaped(text: str) -> str:
    """Return the text so that LaTeX prints it: special characters escaped, mathematical ones as commands.

    Examples
    --------
    >>> escaped("50% of s₀ − ∞ & {x}")
    '50\\\\% of s\\\\textsubscript{0} \\\\textminus{} \\\\ensuremath{\\\\infty} \\\\& \\\\{x\\\\}'
    """
    return "".join(map(_escaped_character, text))


def _escaped_character(character: str) -> str:
    """Return the LaTeX that prints one character."""
    if character in _KNOWN:
        return _KNOWN[character]
    if character.isascii() or character in _LETTERS:
        return character
    how, _, codes = unicodedata.decomposition(character).partition(" ")
    if how in ("<sub>", "<super>"):
        plain = "".join(_escaped_character(chr(int(code, 16))) for code in codes.split())
        return rf"\text{'sub' if how == '<sub>' else 'super'}script{{{plain}}}"
    return rf"{OTHER}{{{ord(character):04X}}}"


class ColourNames:
    """LaTeX names of the colours of a picture: the theme's own names, and score1, score2, … for the others."""

    def __init__(self, picture: Picture) -> None:
        known = _theme_names(DARK if picture.paper == DARK.paper else LIGHT)
        self._names = {picture.paper: "paper"}
        for colour in _colours_in_order(picture):
            self._names.setdefault(colour, known.get(colour, f"score{len(self._names)}"))

    def __getitem__(self, colour: str) -> str:
        return self._names[colour]

    def definitions(self) -> str:
        """Return the LaTeX lines that define the colours by their names."""
        return "\n".join(
            rf"\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}" for colour, name in self._names.items()
        )


def _colours_in_order(picture: Picture) -> dict[str, None]:
    """Return the colours of a picture, in the order in which they appear."""
    found: dict[str, None] = {}
    for shape in picture.shapes():
        found |= dict.fromkeys(colours_of(shape))
    return found


def _theme_names(page: Background) -> dict[str, str]:
    """Return the names of the colours of the theme; of several names for one colour, the first."""
    rings = (Finality.UNKNOWN, Finality.TENTATIVE, Finality.CONDITIONAL, Finality.FINAL, Finality.WRONG)
    named = [
        (page.ink, "ink"),
        (page.accent, "accent"),
        (EDGE, "edge"),
        (NO_SCORE_FILL, "noscore"),
        *((look.fill, name) for look, name in ((WORST, "bad"), (NEUTRAL, "neutral"), (BEST, "good"))),
        *((page.ring(FINALITY[role].left), role.words.replace(" ", "")) for role in rings),
        *((colour, name) for name, (colour, _) in MARKS.items()),
        *((colour, str(role)) for role, (colour, _) in ACTIVITY.items()),
        *((look.ink, name) for look, name in ((NEUTRAL, "darkink"), (BEST, "lightink"))),
    ]
    return dict(reversed(named))
