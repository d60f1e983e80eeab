// Answers to questions: read from what was typed, clicked or chosen, graded against all right answers, and kept.
import { parseScore } from '../model/scores.ts';
import type { AnswerData, QuestionData } from '../messages.ts';

type Verdict = { right: boolean; misconception: string };
/** an answer of null: it was shown */
export type Answered = { step: number; answer: AnswerData | null; right: boolean };

const INFINITY = /^([+-]?)(inf|infinity|∞)$/i;
const NUMBER = /^([+-]?\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
const KEPT = 'explorer-answers/';

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

/** Whether two answers or scores are the same, 1/2 and 2/4 among them. */
export function areSame(one: AnswerData, other: AnswerData) {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false;
    return one.length === other.length && one.every((id) => other.includes(id));
  }
  const [left, right] = [fraction(one), fraction(other)];
  return left && right ? left[0] * right[1] === right[0] * left[1] : `${one}` === `${other}`;
}

/** A number as an exact fraction; undefined for an infinity or the key of a choice. */
function fraction(value: number | string): [bigint, bigint] | undefined {
  const [top, below] = `${value}`.split('/').map(decimal);
  if (!top) return undefined;
  return below ? [top[0] * below[1], top[1] * below[0]] : top;
}

function decimal(text: string): [bigint, bigint] | undefined {
  const [, whole, rest = '', exponent = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (!/\d/.test(`${whole ?? ''}${rest}`)) return undefined;
  const power = Number(exponent) - rest.length;
  const number = BigInt(`${whole.replace('+', '')}${rest}`);
  const scale = 10n ** BigInt(Math.abs(power));
  return power < 0 ? [number, scale] : [number * scale, 1n];
}

/**
 * What was answered before in this browser, by step.
 * @param name of the run and the seed
 */
export function recall(name: string): Map<number, Answered> {
  try {
    const kept: Answered[] = JSON.parse(localStorage.getItem(KEPT + name) ?? '[]');
    return new Map(kept.map((each) => [each.step, each]));
  } catch {
    return new Map(); // no storage, or not ours
  }
}

export function remember(name: string, answers: Map<number, Answered>) {
  try {
    if (answers.size) localStorage.setItem(KEPT + name, JSON.stringify([...answers.values()]));
    else localStorage.removeItem(KEPT + name);
  } catch {
    // without storage the answers last as long as the page
  }
}
