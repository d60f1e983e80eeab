// Answers to questions: read from what was typed, clicked or chosen, graded against all right answers, and kept.
import { isSame, parseScore } from '../model/scores.ts';
import { Slot } from '../page/storage.ts';
import type { AnswerData, QuestionData } from '../messages.ts';

type Verdict = { right: boolean; misconception: string };
/** an answer of null: it was shown */
export type Answered = { step: number; answer: AnswerData | null; right: boolean };

const INFINITY = /^([+-]?)(inf|infinity|∞)$/i;

/** The number that was typed; undefined if it is none, which is no attempt. */
export function readNumber(text: string): number | string | undefined {
  const plain = text.trim().replaceAll('−', '-');
  const infinite = INFINITY.exec(plain);
  return infinite ? `${infinite[1] === '-' ? '-' : ''}inf` : parseScore(plain);
}

/** Whether an answer is one of the right ones, and what a wrong one shows. */
export function grade({ legal, mistakes }: QuestionData, answer: AnswerData): Verdict {
  if (legal.some((each) => areSame(each, answer))) return { right: true, misconception: '' };
  const known = mistakes.find(([each]) => areSame(each, answer));
  return { right: false, misconception: known?.[1] ?? '' };
}

/** Whether two answers are the same, nodes in any order. */
function areSame(one: AnswerData, other: AnswerData) {
  if (!Array.isArray(one) && !Array.isArray(other)) return isSame(one, other);
  return Array.isArray(one) && Array.isArray(other) && one.length === other.length &&
    one.every((id) => other.includes(id));
}

/**
 * The answers that were given before in this browser, by step.
 * @param name of the run and the seed
 */
export function recall(name: string): Map<number, Answered> {
  const answers = slot(name).read() ?? [];
  return new Map(answers.map((each) => [each.step, each]));
}

export function remember(name: string, answers: Map<number, Answered>) {
  slot(name).write(answers.size ? [...answers.values()] : undefined);
}

const slot = (name: string) => new Slot<Answered[]>('localStorage', `explorer-answers/${name}`);
