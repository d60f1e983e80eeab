"""Lessons: text files with slides, each beside a scene of the program, and a check of all their statements.

A lesson is data.  Its text is shown as text, its numbers are compared with what the program computes, and nothing in
it runs.
"""

from explorer.lessons.checking import check
from explorer.lessons.lesson import Lesson, LessonAnswer, LessonProblem, LessonQuestion, Slide, SlideClaim
from explorer.lessons.library import LessonSet, lesson_names, load_lesson, read_lessons
from explorer.lessons.reading import read_lesson
from explorer.lessons.scenes import SlideScene, graph_hash, scene_of, slide_scene

__all__ = [
    "Lesson",
    "LessonAnswer",
    "LessonProblem",
    "LessonQuestion",
    "LessonSet",
    "Slide",
    "SlideClaim",
    "SlideScene",
    "check",
    "graph_hash",
    "lesson_names",
    "load_lesson",
    "read_lesson",
    "read_lessons",
    "scene_of",
    "slide_scene",
]
