"""Questions about a trace as the browser gets them, with all right answers: it grades at once, and without a server."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256

from explorer.drawing.messages.trace import AnswerData, QuestionData, QuestionsData
from explorer.drawing.stage_data import strict_json
from explorer.model.graph import GameGraph
from explorer.model.scores import score_to_json
from explorer.questions import Question, StepAnswer, questions
from explorer.questions.asking import searched_step_count
from explorer.trace import Trace


def questions_data(
    trace: Trace, *, seed: int, number: str, visible_ids: Collection[str] | None = None
) -> QuestionsData:
    """Return the questions that a seed asks about a trace, of the visible nodes; `number` names the request."""
    chosen = questions(trace, seed=seed, visible_nodes=visible_ids)
    return {
        "number": number,
        "seed": seed,
        "run": _run_name(trace),
        "left_out": f"Questions are about the first {read:,} steps."
        if (read := searched_step_count(trace)) < len(trace)
        else "",
        "questions": [question_data(trace.graph, question) for question in chosen],
    }


def question_data(graph: GameGraph, question: Question) -> QuestionData:
    """Return one question for the browser."""

    def data(answer: StepAnswer) -> AnswerData:
        if isinstance(answer, frozenset):
            return sorted(answer, key=graph.index.__getitem__)
        return answer if isinstance(answer, str) else score_to_json(answer)

    made: QuestionData = {
        "step": question.step,
        "kind": question.kind.name,
        "form": question.form.value,
        "text": question.text,
        "legal": [data(answer) for answer in question.legal],
        "mistakes": [(data(answer), sentence) for answer, sentence in question.mistakes.items()],
        "choices": list(question.choices.items()),
        "solution": question.solution(graph),
        "remark": question.remark,
    }
    return made if question.about is None else {**made, "about": question.about}


def _run_name(trace: Trace) -> str:
    """Return a name for a run: a hash of the graph, the algorithm and its options."""
    options = sorted((name, str(value)) for name, value in trace.options.items())
    text = strict_json([trace.graph.to_json(), trace.algorithm, options])
    return sha256(text.encode()).hexdigest()[:16]
