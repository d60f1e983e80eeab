// Answers to questions: read from what was typed, clicked or chosen, graded against all right answers, and kept.
import { parseScore } from './scores.js';

/**
 * @import { AnswerData, QuestionData } from './messages.d.ts'
 */

/** @typedef {{ right: boolean, misconception: string }} Verdict */
/** @typedef {{ step: number, answer: AnswerData | null, right: boolean }} Answered an answer of null: it was shown */

const INFINITY = /^([+-]?)(inf|infinity|∞)$/i;
const NUMBER = /^([+-]?\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
const KEPT = 'explorer-answers/';

/**
 * The number that was typed; undefined if it is none, which is no attempt.
 * @param {string} text
 * @returns {number | string | undefined}
 */
export function readNumber(text) {
  const plain = text.trim().replaceAll('−', '-');
  const infinite = INFINITY.exec(plain);
  return infinite ? `${infinite[1] === '-' ? '-' : ''}inf` : parseScore(plain);
}

/**
 * Whether an answer is one of the right ones, and what a wrong one shows.
 * @param {QuestionData} question
 * @param {AnswerData} answer
 * @returns {Verdict}
 */
export function grade({ legal, mistakes }, answer) {
  if (legal.some((each) => areSame(each, answer))) return { right: true, misconception: '' };
  const known = mistakes.find(([each]) => areSame(each, answer));
  return { right: false, misconception: known?.[1] ?? '' };
}

/**
 * Whether two answers or scores are the same, 1/2 and 2/4 among them.
 * @param {AnswerData} one
 * @param {AnswerData} other
 */
export function areSame(one, other) {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false;
    return one.length === other.length && one.every((id) => other.includes(id));
  }
  const [left, right] = [fraction(one), fraction(other)];
  return left && right ? left[0] * right[1] === right[0] * left[1] : `${one}` === `${other}`;
}

/**
 * A number as an exact fraction; undefined for an infinity or the key of a choice.
 * @param {number | string} value
 * @returns {[bigint, bigint] | undefined}
 */
function fraction(value) {
  const [top, below] = `${value}`.split('/').map(decimal);
  if (!top) return undefined;
  return below ? [top[0] * below[1], top[1] * below[0]] : top;
}

/**
 * @param {string} text
 * @returns {[bigint, bigint] | undefined}
 */
function decimal(text) {
  const [, whole, rest = '', exponent = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (!/\d/.test(`${whole ?? ''}${rest}`)) return undefined;
  const power = Number(exponent) - rest.length;
  const number = BigInt(`${whole.replace('+', '')}${rest}`);
  const scale = 10n ** BigInt(Math.abs(power));
  return power < 0 ? [number, scale] : [number * scale, 1n];
}

/**
 * What was answered before in this browser, by step.
 * @param {string} name of the run and the seed
 * @returns {Map<number, Answered>}
 */
export function recall(name) {
  try {
    /** @type {Answered[]} */
    const kept = JSON.parse(localStorage.getItem(KEPT + name) ?? '[]');
    return new Map(kept.map((each) => [each.step, each]));
  } catch {
    return new Map(); // no storage, or not ours
  }
}

/**
 * @param {string} name
 * @param {Map<number, Answered>} answers
 */
export function remember(name, answers) {
  try {
    if (answers.size) localStorage.setItem(KEPT + name, JSON.stringify([...answers.values()]));
    else localStorage.removeItem(KEPT + name);
  } catch {
    // without storage the answers last as long as the page
  }
}
