"""Moodle XML: the questions of a lesson for the question bank of Moodle, with the picture of each slide inside.

The format is that of https://docs.moodle.org/en/Moodle_XML_format.  A question about a varied slide is there once for
each variant, in a category of its own, from which a quiz draws one at random.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from explorer.drawing.exports import png
from explorer.drawing.exports.export import ExportProgress, silent
from explorer.drawing.exports.lesson_stages import view_of_slide
from explorer.drawing.graph_view import Style
from explorer.lessons.choices import choices_of, ordered_items
from explorer.lessons.facts import fact_value, nodes_of_fact
from explorer.lessons.lesson import AnswerForm, Lesson, LessonAnswer, LessonQuestion, Slide, without_claims
from explorer.lessons.markup import html_of, inline_html
from explorer.lessons.scenes import NO_FILES, Files, SlideScene, slide_scene
from explorer.lessons.variants import is_varied, slide_variant
from explorer.model.errors import FORESEEN, FormatError, OptionError, reason
from explorer.model.scores import Score, parse_endless

MOST_CHOICES = 30  # nodes among which one is chosen; of more, the name is typed
MOST_RIGHT = 10  # right choices of several: Moodle knows no smaller share than a tenth
TOLERANCE = "0.001"  # of a number that has no finite decimal form

_STYLE = Style(title=False, legend=False, caption=False, scale=2.0)
_SCALE = 2  # pixels of the picture for one of the page
_NONE = "none of them"
_MOST_ORDERS = 3  # parts of a typed list that are accepted in every order
_JOINTS = (", ", ",", " ", " → ", " -> ", "->", "-")  # between the nodes of a typed path


@dataclass
class MoodleQuiz:
    """A quiz under way: its XML, and the sentences on what Moodle cannot hold."""

    root: Element = field(default_factory=lambda: Element("quiz"))
    omissions: list[str] = field(default_factory=list)

    @property
    def content(self) -> bytes:
        """The file."""
        indent(self.root)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(self.root, encoding="unicode")}\n'.encode()

    def begin_category(self, *names: str) -> None:
        """Let the next questions be in a category, given by its path below that of the course."""
        path = "/".join(["$course$", "top", *(name.replace("/", "//") for name in names)])
        category = SubElement(SubElement(self.root, "question", type="category"), "category")
        SubElement(category, "text").text = path


@dataclass(frozen=True)
class _QuizEntry:
    """A question of a slide in its scene, with the element that holds it in Moodle."""

    question: LessonQuestion
    scene: SlideScene
    element: Element

    def set(self, name: str, value: object) -> None:
        """Add an element with a plain value."""
        SubElement(self.element, name).text = str(value)


def moodle_quiz(lesson: Lesson, files: Files = NO_FILES, *, progress: ExportProgress = silent) -> MoodleQuiz:
    """Return the questions of a lesson as a quiz for Moodle.

    Raises
    ------
    ExplorerError
        If a scene cannot be opened; `explorer.lessons.check` says where.
    FormatError
        If the lesson asks nothing that Moodle can hold.
    """
    quiz, title = MoodleQuiz(), without_claims(lesson.title)
    for number, slide in enumerate(lesson.slides, 1):
        if slide.task:
            quiz.omissions.append(f"slide {number}: the task is left out, since Moodle cannot check a graph")
        for place in range(len(slide.questions)):
            _add_question(quiz, lesson, number, place, files)
        progress(number, len(lesson.slides))
    if not any(each.get("type") != "category" for each in quiz.root):
        raise FormatError(f"the lesson {title} has no question that Moodle can hold")
    return quiz


def _add_question(quiz: MoodleQuiz, lesson: Lesson, number: int, place: int, files: Files) -> None:
    """Add a question of a slide, or all its variants in a category of their own."""
    slide, title = lesson.slides[number - 1], without_claims(lesson.title)
    name = f"{number}.{place + 1} {without_claims(slide.title)}"
    variants = range(1, lesson.variants + 1) if is_varied(slide) else range(1)
    quiz.begin_category(title, *([name] if len(variants) > 1 else []))
    for variant in variants:
        own = slide_variant(slide, variant) if lesson.variants else slide
        element = Element("question")
        entry = _QuizEntry(own.questions[place], slide_scene(own.scene, files), element)
        _add_head(entry, own, f"{name}, variant {variant}" if variant else name)
        try:
            element.set("type", _WRITERS[entry.question.form](entry))
        except FORESEEN as error:
            quiz.omissions.append(f"slide {number}, question {place + 1} is left out: {reason(error)}")
        else:
            quiz.root.append(element)


def _add_head(entry: _QuizEntry, slide: Slide, name: str) -> None:
    """Add what all kinds of questions have: the name, the text with the picture, and the points."""
    SubElement(SubElement(entry.element, "name"), "text").text = name
    view = view_of_slide(entry.scene, slide.stage)
    content = png.EXPORT.write(view, _STYLE, silent)
    alt = f"The graph {entry.scene.graph.name}".strip()
    image = Element("img", src="@@PLUGINFILE@@/graph.png", alt=alt, width=str(_png_width(content) // _SCALE))
    how = _INSTRUCTIONS.get(entry.question.form, "")
    question = f"<p><strong>{inline_html(entry.question.text)}</strong></p>{f'<p>{how}</p>' if how else ''}"
    html = f"{html_of(slide.text)}<p>{tostring(image, encoding='unicode')}</p>{question}"
    text = _add_html(entry.element, "questiontext", html)
    SubElement(text, "file", name="graph.png", path="/", encoding="base64").text = b64encode(content).decode()
    _add_html(entry.element, "generalfeedback", "")
    entry.set("defaultgrade", entry.question.points)
    entry.set("penalty", 0)
    entry.set("hidden", 0)


def _png_width(content: bytes) -> int:
    """Return the width of a PNG file, which stands in its first chunk."""
    return int.from_bytes(content[16:20], "big")


_INSTRUCTIONS = {
    AnswerForm.SEVERAL: "Each right choice counts, each wrong one takes as much away.",
    AnswerForm.NODES: "Each right choice counts, each wrong one takes as much away.",
    AnswerForm.PATH: "Type the nodes in their order, with commas between them.",
    AnswerForm.ORDER: "Give each its place.",
}


def _add_html(parent: Element, name: str, html: str) -> Element:
    element = SubElement(parent, name, format="html")
    SubElement(element, "text").text = html
    return element


def _add_answer(
    entry: _QuizEntry, text: str, share: Fraction | int, reply: str = "", *, is_html: bool = False
) -> Element:
    """Add an answer that gets a share of the points, which may be below 0."""
    format = "html" if is_html else "moodle_auto_format"
    element = SubElement(
        entry.element, "answer", fraction=f"{float(100 * share):.5f}".rstrip("0").rstrip("."), format=format
    )
    SubElement(element, "text").text = inline_html(text) if is_html else text
    _add_html(element, "feedback", inline_html(reply) if reply else "")
    return element


# ---- the forms


def _write_typed(entry: _QuizEntry) -> str:
    """Add the answers to a typed question: numbers if it has such, else words."""
    value = fact_value(entry.question.key, entry.scene)
    rights = [LessonAnswer(text, True, _reply_to(entry, text), 0) for text in sorted(value.right_answers)]
    wrongs = [answer for answer in entry.question.answers if not answer.is_right]
    if any(_number(answer.text) is None for answer in rights):
        return _write_words(entry, [*rights, *wrongs])
    for answer in (*rights, *wrongs):
        if (number := _number(answer.text)) is not None:
            text, is_exact = _decimal(number)
            element = _add_answer(entry, text, int(answer.is_right), answer.reply)
            SubElement(element, "tolerance").text = "0" if is_exact else TOLERANCE
    return "numerical"


def _reply_to(entry: _QuizEntry, text: str) -> str:
    """Return the author's reply to a right answer, if there is one."""
    return next((each.reply for each in entry.question.answers if each.is_right and each.text == text), "")


def _number(text: str) -> Score | None:
    """Return the finite number that an answer is; None for any other text."""
    try:
        number = parse_endless(text.replace(",", ""))
    except OptionError:
        return None
    return number if abs(number) != float("inf") else None


def _decimal(number: Score) -> tuple[str, bool]:
    """Return a number with a decimal point, and whether that is exact."""
    exact = Fraction(str(number))
    text = f"{float(exact):.6f}".rstrip("0").rstrip(".")
    return text, Fraction(text) == exact


def _write_words(entry: _QuizEntry, answers: Sequence[LessonAnswer]) -> str:
    """Add words that are typed, in every order of a short list."""
    entry.set("usecase", 0)
    for answer in answers:
        for text in dict.fromkeys(_spellings(answer.text)):
            _add_answer(entry, text.replace("*", "\\*"), int(answer.is_right), answer.reply)
    return "shortanswer"


def _spellings(text: str) -> Iterator[str]:
    """Yield the spellings of an answer in words that count as the same."""
    parts = text.split(", ")
    for order in permutations(parts) if len(parts) <= _MOST_ORDERS else [parts]:
        yield from (", ".join(order), ",".join(order))
    if "∞" in text:
        yield from (text.replace("∞", "inf"), text.replace("−", "-").replace("∞", "inf"))


def _write_one(entry: _QuizEntry) -> str:
    """Add the choices of which one is right."""
    return _write_choices(entry, choices_of(entry.question, entry.scene), is_one=True)


def _write_several(entry: _QuizEntry) -> str:
    """Add the choices of which several are right."""
    return _write_choices(entry, choices_of(entry.question, entry.scene), is_one=False)


def _write_node(entry: _QuizEntry) -> str:
    """Add all nodes as choices of which one is right, or the names of those that are right."""
    graph = entry.scene.graph
    rights = set(nodes_of_fact(fact_value(entry.question.key, entry.scene), entry.question.key))
    answers = [LessonAnswer(node.name, node.id in rights, "", 0) for node in graph.nodes]
    if len(answers) > MOST_CHOICES:
        return _write_words(entry, [answer for answer in answers if answer.is_right])
    return _write_choices(entry, answers, is_one=True)


def _write_nodes(entry: _QuizEntry) -> str:
    """Add all nodes as choices, and that none is right."""
    graph = entry.scene.graph
    rights = set(nodes_of_fact(fact_value(entry.question.key, entry.scene), entry.question.key))
    answers = [LessonAnswer(node.name, node.id in rights, "", 0) for node in graph.nodes]
    if len(answers) > MOST_CHOICES:
        raise FormatError(f"there are {len(answers)} nodes, and at most {MOST_CHOICES} are choices in Moodle")
    return _write_choices(entry, [*answers, LessonAnswer(_NONE, not rights, "", 0)], is_one=False)


def _write_choices(entry: _QuizEntry, choices: Sequence[LessonAnswer], *, is_one: bool) -> str:
    """Add choices; of several, each right one has its share of the points, and each wrong one takes as much away."""
    rights = sum(choice.is_right for choice in choices)
    if not rights or (rights > MOST_RIGHT and not is_one):
        raise FormatError(f"{rights} choices are right, and Moodle needs from 1 to {MOST_RIGHT}")
    entry.set("single", "true" if is_one else "false")
    entry.set("shuffleanswers", int(bool(entry.question.answers)))
    entry.set("answernumbering", "none")
    entry.set("showstandardinstruction", 0)
    right, wrong = (1, 0) if is_one else (Fraction(1, rights), -Fraction(1, rights))
    for choice in choices:
        _add_answer(entry, choice.text, right if choice.is_right else wrong, choice.reply, is_html=True)
    return "multichoice"


def _write_path(entry: _QuizEntry) -> str:
    """Add a path as words, with all usual marks between its nodes."""
    nodes = nodes_of_fact(fact_value(entry.question.key, entry.scene), entry.question.key)
    names = [entry.scene.graph.node(id).name for id in nodes]
    if not names:
        raise FormatError(f"{entry.question.key} is an empty path, which cannot be typed")
    entry.set("usecase", 0)
    for text in dict.fromkeys(joint.join(names) for joint in _JOINTS):
        _add_answer(entry, text.replace("*", "\\*"), 1)
    return "shortanswer"


def _write_order(entry: _QuizEntry) -> str:
    """Add an order as items that are matched with their places; of two, with a third place that is wrong."""
    items = ordered_items(entry.question, entry.scene)
    entry.set("shuffleanswers", 1)
    for place, item in enumerate([*items, *([""] if len(items) == 2 else [])], 1):
        element = _add_html(entry.element, "subquestion", inline_html(item))
        SubElement(SubElement(element, "answer"), "text").text = f"{place}."
    return "matching"


def _write_free(entry: _QuizEntry) -> str:
    """Add a text that a person marks, with the author's models for that person."""
    entry.set("responseformat", "editor")
    entry.set("responserequired", 1)
    entry.set("responsefieldlines", 5)
    entry.set("attachments", 0)
    models = "".join(f"<p>{inline_html(answer.text)}</p>" for answer in entry.question.answers)
    _add_html(entry.element, "graderinfo", models)
    _add_html(entry.element, "responsetemplate", "")
    return "essay"


_WRITERS: dict[AnswerForm, Callable[[_QuizEntry], str]] = {
    AnswerForm.TYPED: _write_typed,
    AnswerForm.ONE: _write_one,
    AnswerForm.SEVERAL: _write_several,
    AnswerForm.NODE: _write_node,
    AnswerForm.NODES: _write_nodes,
    AnswerForm.PATH: _write_path,
    AnswerForm.ORDER: _write_order,
    AnswerForm.FREE: _write_free,
}
