// The reader's record of answers, which the browser keeps, and the file that is handed in: both as
// explorer/lessons/marking.py has them.
import { Slot } from '../page/storage.ts';
import type { LessonData } from '../messages.ts';

const TIME = '@'; // behind the key of an answer: the time at which it was given
const TASK = '.task';
const MOST_NAME = 100; // characters
const SUFFIX = '.answers.json';

type Blank = { answers: { key: string }[]; lesson: string };

const now = () => `${new Date().toISOString().slice(0, 19)}Z`;

export class AnswerRecord {
  slot: Slot<Record<string, string>>;
  texts: Record<string, string>;
  isKept: boolean;

  constructor(readonly data: Pick<LessonData, 'id' | 'variants' | 'files'>) {
    this.slot = new Slot('localStorage', `game-graph-explorer lesson/${data.id}`);
    this.texts = this.slot.read() ?? {};
    this.isKept = this.slot.write(this.texts);
  }

  get(key: string) {
    return this.texts[key] ?? '';
  }

  /** Another tab may have changed the record since. */
  set(key: string, text: string) {
    if (text === this.get(key)) return;
    const isAnswer = /^\d/.test(key);
    this.texts = { ...this.texts, ...this.slot.read(), [key]: text, ...(isAnswer ? { [key + TIME]: now() } : {}) };
    this.isKept = this.slot.write(this.texts);
  }

  get student() {
    return this.get('student').trim().slice(0, MOST_NAME);
  }
  /** From 1; 0 if the lesson has no variants. */
  get variant() {
    return variantOf(this.student, this.data.variants);
  }
  get blank() {
    return this.data.files[Math.max(0, this.variant - 1)] as unknown as Blank;
  }
  /** Of the questions; tasks are for the program. */
  get keys() {
    return this.blank.answers.map(({ key }) => key).filter((key) => !key.endsWith(TASK));
  }
  get taskCount() {
    return this.blank.answers.length - this.keys.length;
  }
  get doneCount() {
    return this.keys.filter((key) => this.get(key).trim()).length;
  }

  /** The name and the content of the file to hand in. */
  file(): [string, string] {
    const { blank, student } = this;
    const answers = blank.answers.map((each) => ({
      ...each,
      given: this.get(each.key).trim(),
      at: this.get(each.key + TIME),
    }));
    const number = this.get('number').trim().slice(0, MOST_NAME);
    const { checksum: _, ...content } = { ...blank, student, number, saved: now(), answers, checksum: '' };
    const name = student.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
    return [
      `${blank.lesson}${name && `-${name}`}${SUFFIX}`,
      JSON.stringify({ ...content, checksum: checksum(content) }, null, 1),
    ];
  }
}

export const fnv1a = (text: string) =>
  new TextEncoder().encode(text).reduce(
    (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n),
    0xcbf29ce484222325n,
  );

const plainName = (name: string) =>
  name.normalize('NFC').toLowerCase().split(/[ \t\n\r\u00a0]+/).filter(Boolean).join(' ');

/** Which variant a student has: as in explorer/lessons/variants.py. */
export const variantOf = (name: string, count: number) =>
  count ? Number(fnv1a(plainName(name)) % BigInt(count)) + 1 : 0;

/** Of a file without its checksum. */
export const checksum = (content: object) => fnv1a(JSON.stringify(sorted(content))).toString(16).padStart(16, '0');

/** A value with the keys of all its records in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1).map(
      ([key, each]) => [key, sorted(each)],
    ),
  );
}
