// Scores as they are typed and read.
import type { Score } from './types.ts';

const DIGITS = '\\d{1,300}'; // as in explorer/model/scores.py; a test has both read the same texts
const SCORE = new RegExp(
  `^[+-]?(${DIGITS}(\\.\\d{0,300})?|\\.${DIGITS})(e[+-]?\\d{1,3})?$|^[+-]?${DIGITS}\\s*/\\s*(?!0+$)${DIGITS}$`,
  'i',
);
const NUMBER = /^([+-]?\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** The score that was typed, as JSON holds it exactly; undefined if it is none. */
export function parseScore(text: string): Score | undefined {
  const plain = text.trim().replaceAll('−', '-');
  if (!SCORE.test(plain)) return undefined;
  const number = Number(plain);
  if (!plain.includes('/') && !Number.isFinite(number)) return undefined;
  return plain.includes('/') || (Number.isInteger(number) && !Number.isSafeInteger(number))
    ? plain.replaceAll(' ', '')
    : number;
}

/** Return the reason why a text is no score. */
export const noScore = (text: string) => `A score is a number such as 2, -0.5 or 16/3, not “${text}”.`;

/** A score as people read it. */
export const scoreText = (score: Score) => `${score}`.replaceAll('-', '−').replace('inf', '∞');

/** A score as a number, an infinity among them; only as exact as a float is. */
export function approximate(score: Score): number {
  const [top, below = '1'] = `${score}`.split('/');
  return top.endsWith('inf') ? (top.startsWith('-') ? -Infinity : Infinity) : Number(top) / Number(below);
}

/** Whether two scores are the same, 1/2 and 2/4 among them. */
export function isSame(one: number | string, other: number | string) {
  const [left, right] = [fraction(one), fraction(other)];
  return left && right ? left[0] * right[1] === right[0] * left[1] : `${one}` === `${other}`;
}

/** A number as an exact fraction; undefined for an infinity, or a word. */
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
