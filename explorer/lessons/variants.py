"""Variants of an assignment: the same questions over graphs of other seeds, and which variant is whose.

A lesson with `variants: N` in its head says `{variant}` where a number from 1 to N is to stand: in scenes, texts, facts
and answers.  Whose variant is which follows from the student's name alone, so that a page without the program finds
the same: the name in the form NFC, in small letters, with one space for each run of white space and none at its ends;
its 64-bit FNV-1a hash, over the bytes of UTF-8, modulo N; plus 1.  In JavaScript:

    const fnv1a = (text) => new TextEncoder().encode(text).reduce(
      (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n), 0xcbf29ce484222325n);
    const plainName = (name) =>
      name.normalize('NFC').toLowerCase().split(/[ \\t\\n\\r\\u00a0]+/).filter(Boolean).join(' ');
    const variantOf = (name, count) => Number(fnv1a(plainName(name)) % BigInt(count)) + 1;
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from explorer.lessons.lesson import Lesson, LessonQuestion, Slide

PLACE = "{variant}"  # where the number of the variant stands
MOST_VARIANTS = 100

_SPACE = re.compile("[ \t\n\r\u00a0]+")  # the same in a script, whose own white space is not Python's
_BASIS, _PRIME, _BITS = 0xCBF29CE484222325, 0x100000001B3, 0xFFFFFFFFFFFFFFFF


def fnv1a(text: str) -> int:
    """Return the 64-bit FNV-1a hash of a text, over the bytes of UTF-8.

    Examples
    --------
    >>> f"{fnv1a('foobar'):x}"
    '85944171f73967e8'
    """
    hash = _BASIS
    for byte in text.encode(errors="replace"):
        hash = ((hash ^ byte) * _PRIME) & _BITS
    return hash


def variant_of(name: str, count: int) -> int:
    """Return the number of the variant of a student, from 1 to `count`; 0 if there are no variants.

    Examples
    --------
    >>> variant_of("Ada Lovelace", 20) == variant_of(" ada  LOVELACE ", 20)
    True
    """
    return fnv1a(plain_name(name)) % count + 1 if count else 0


def plain_name(name: str) -> str:
    """Return the name of a student in small letters, with one space between words."""
    return " ".join(filter(None, _SPACE.split(unicodedata.normalize("NFC", name).lower())))


def mixed_order(texts: Iterable[str]) -> list[str]:
    """Return texts in the order of their hashes, which says nothing of their meaning."""
    return sorted(texts, key=lambda text: (fnv1a(text), text))


def is_varied(slide: Slide) -> bool:
    """Return whether the scene of a slide differs between the variants."""
    return PLACE in slide.scene


def lesson_variant(lesson: Lesson, number: int) -> Lesson:
    """Return a variant of a lesson, or the lesson itself if it has none; its varied slides have no hash."""
    if not lesson.variants:
        return lesson
    return replace(lesson, slides=tuple(slide_variant(slide, number) for slide in lesson.slides))


def slide_variant(slide: Slide, number: int) -> Slide:
    """Return a variant of a slide; if its scene is varied, without its hash, which is one for all variants."""

    def with_number(text: str) -> str:
        return text.replace(PLACE, str(number))

    def question(each: LessonQuestion) -> LessonQuestion:
        answers = (replace(a, text=with_number(a.text), reply=with_number(a.reply)) for a in each.answers)
        return replace(each, text=with_number(each.text), key=with_number(each.key), answers=tuple(answers))

    return replace(
        slide,
        title=with_number(slide.title),
        scene=with_number(slide.scene),
        hash="" if is_varied(slide) else slide.hash,
        task=with_number(slide.task),
        text=with_number(slide.text),
        notes=with_number(slide.notes),
        questions=tuple(map(question, slide.questions)),
    )
