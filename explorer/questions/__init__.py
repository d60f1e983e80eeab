"""Predict, then reveal: questions about the next step of a trace, graded against all that the algorithm may do."""

from explorer.questions.asking import all_questions, kinds, questions
from explorer.questions.question import Form, Question, QuestionKind, StepAnswer

__all__ = ["Form", "Question", "QuestionKind", "StepAnswer", "all_questions", "kinds", "questions"]
