// Verdicts on the answers to a question of a lesson, as explorer/lessons/answering.py gives them; a test compares them.
import { readNumber } from '../player/answers.ts';
import { approximate, isSame, scoreText } from '../model/scores.ts';
import type { LessonQuestionData, LessonReplies } from '../messages.ts';

/** A verdict with a reply as HTML; null for a text that cannot be an answer, or that a person marks. */
export type Verdict = { isRight: boolean | null; isPartly: boolean; reply: string };
type Judge = (replies: LessonReplies, entries: string[], names: Map<string, string>) => Verdict;

const WRONG: Verdict = { isRight: false, isPartly: false, reply: '' };

/**
 * @param answer as the file of answers has it: a list is JSON
 * @param names of the nodes, by id
 */
export function judge({ form, replies }: LessonQuestionData, answer: string, names: Map<string, string>): Verdict {
  if (!replies) return WRONG;
  if (form === 'typed') return judgeText(replies, answer);
  if (form === 'free') return verdictOf(replies.other);
  if (form === 'one') {
    const known = replies.known.find(([text]) => text === answer);
    return known ? verdictOf(known[1]) : WRONG;
  }
  const entries = listEntries(answer);
  return entries ? LISTS[form](replies, entries, names) : { ...WRONG, isRight: null, reply: 'This is no list.' };
}

/** The entries of an answer that is a JSON list of texts; undefined if it is none. */
export function listEntries(answer: string): string[] | undefined {
  try {
    const entries = JSON.parse(answer);
    return Array.isArray(entries) && entries.every((each) => typeof each === 'string') ? entries : undefined;
  } catch {
    return undefined;
  }
}

/** Whether two texts say the same, whatever their signs for minus, spaces, capitals and number formats. */
export function isSameText(one: string, other: string) {
  const left = partsOf(one);
  return partsOf(other).every((part) => {
    const place = left.findIndex((each) => isSamePart(each, part));
    return place >= 0 && left.splice(place, 1);
  }) && !left.length;
}

const partsOf = (text: string) =>
  text.trim().toLowerCase().replace(/[−–]/g, '-').replace(/(?<=\d),(?=\d{3}\b)/g, '').split(',');

function isSamePart(one: string, other: string) {
  const numbers = [one, other].map(readNumber);
  if (numbers[0] !== undefined && numbers[1] !== undefined) return isSame(numbers[0], numbers[1]);
  return one.split(/\s+/).filter(Boolean).join(' ') === other.split(/\s+/).filter(Boolean).join(' ');
}

const verdictOf = ({ is_right, reply }: LessonReplies['other']): Verdict => ({
  isRight: is_right,
  isPartly: false,
  reply,
});

function judgeText({ known, score, low, high, other }: LessonReplies, text: string): Verdict {
  const reply = known.find(([each]) => isSameText(each, text));
  if (reply) return verdictOf(reply[1]);
  const number = score === undefined ? undefined : readNumber(text.replace(/–/g, '-').replace(/,(?=\d{3}\b)/g, ''));
  if (score === undefined || number === undefined) return verdictOf(other);
  const words = approximate(score) > approximate(number) ? low : high;
  return { ...WRONG, reply: escaped(`${words} ${scoreText(number)}.`) };
}

const LISTS: Record<'several' | 'node' | 'nodes' | 'path' | 'order', Judge> = {
  several: ({ right, known }, entries) => {
    const wrongly = known.filter(([text, { is_right }]) => entries.includes(text) !== is_right);
    return judgeSet(entries, right, 'choice', wrongly.map(([_, { reply }]) => reply).filter(Boolean));
  },
  node: (replies, entries, names) => {
    const isRight = entries.length === 1 && replies.right.includes(entries[0]);
    return replyOfNodes(replies, entries, names, { ...WRONG, isRight });
  },
  nodes: (replies, entries, names) =>
    replyOfNodes(replies, entries, names, judgeSet(entries, replies.right, 'node', [])),
  path: (replies, entries, names) => {
    const { right } = replies;
    const isRight = entries.length === right.length && entries.every((id, place) => id === right[place]);
    return replyOfNodes(replies, entries, names, { ...WRONG, isRight });
  },
  order: ({ right }, entries) => {
    if ([...entries].sort().join('\n') !== [...right].sort().join('\n')) {
      return { ...WRONG, isRight: null, reply: 'Put all items in order.' };
    }
    const places = right.filter((item, place) => item === entries[place]).length;
    if (places === right.length) return { ...WRONG, isRight: true };
    const reply = `${places} of ${right.length} are in their place. The order: ${right.map(escaped).join(' → ')}.`;
    return { isRight: false, isPartly: places > 0, reply };
  },
};

/** A set: each right entry counts, each wrong one takes as much away. */
function judgeSet(entries: string[], right: readonly string[], noun: string, replies: string[]): Verdict {
  const chosen = new Set(entries);
  const hits = right.filter((each) => chosen.has(each)).length;
  const wrongs = chosen.size - hits;
  if (!wrongs && hits === right.length) return { ...WRONG, isRight: true, reply: replies.join(' ') };
  const words = `${hits} of ${right.length} right ${noun}${right.length === 1 ? '' : 's'}, ${wrongs} wrong.`;
  return { isRight: false, isPartly: hits > wrongs, reply: [words, ...replies].join(' ') };
}

function replyOfNodes(
  { known, other }: LessonReplies,
  entries: string[],
  names: Map<string, string>,
  verdict: Verdict,
): Verdict {
  if (entries.some((id) => !names.has(id))) {
    return { ...WRONG, isRight: null, reply: 'The answer names a node that the graph does not have.' };
  }
  const text = entries.map((id) => names.get(id)).join(', ');
  const [, foreseen] = known.find(([each]) => isSameText(each, text)) ?? [];
  if (foreseen?.reply && foreseen.is_right === verdict.isRight) return { ...verdict, reply: foreseen.reply };
  return verdict.isRight ? verdict : { ...verdict, reply: `${verdict.reply} ${other.reply}`.trim() };
}

/** A text as HTML that shows it. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
