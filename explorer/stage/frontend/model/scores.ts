// Scores as they are typed and read.
import type { Score } from './types.ts';

const DIGITS = '\\d{1,300}'; // as in explorer/model/scores.py; a test has both read the same texts
const SCORE = new RegExp(
  `^[+-]?(${DIGITS}(\\.\\d{0,300})?|\\.${DIGITS})(e[+-]?\\d{1,3})?$|^[+-]?${DIGITS}\\s*/\\s*(?!0+$)${DIGITS}$`,
  'i',
);

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

/** A score as people read it. */
export const scoreText = (score: Score) => `${score}`.replaceAll('-', '−');
