"""Predict, then reveal: questions about the next step of a trace, graded against all that the algorithm may do."""

from explorer.questions.asking import all_questions, kinds, questions
from explorer.questions.question import Answer, Form, Kind, Question

__all__ = ["Answer", "Form", "Kind", "Question", "all_questions", "kinds", "questions"]
