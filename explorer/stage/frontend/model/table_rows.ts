// Nodes and moves as rows of two tables: what their cells say, and what becomes of the document when one says something
// else.
import { type Document, kindOf } from './document.ts';
import { moveId } from './records.ts';
import { noScore, parseScore } from './scores.ts';
import type { Kind, Move } from './types.ts';

export const KINDS: Record<Kind, string> = { max: 'Max', min: 'Min', leaf: 'Leaf', open: 'Open', mover: 'Node' };
export const YES = 'yes'; // in the cell of the root
const AS_YES = ['yes', 'true', '1', 'x']; // as spreadsheets write it

/** Texts in the cells of a row, by their columns. */
export type Texts = Record<string, string>;

export interface Table {
  columns: Texts; // their titles
  names: string[]; // the columns that name a row, and that a new one needs
  /** The names of all rows, in their order. */
  ids: (document: Document) => string[];
  texts: (document: Document, id: string) => Texts;
  /** The reasons why the names in a row, or in a new one, are refused, by columns. */
  check: (document: Document, texts: Texts, id?: string) => Texts;
  /** Have a row, or a new one, called so; returns its name. */
  call: (document: Document, texts: Texts, id?: string) => string;
  /** Have another cell say something else; returns why it cannot, if so. */
  set: Record<string, (document: Document, id: string, text: string) => string | void>;
  remove: (document: Document, ids: string[]) => void;
}

export const NODES: Table = {
  columns: { id: 'Id', kind: 'Kind', score: 'Score', label: 'Label', root: 'Root' },
  names: ['id'],
  ids: (document) => [...document.nodes.keys()],
  texts: (document, id) => {
    const { score = '', label = '' } = document.node(id);
    return {
      id,
      kind: KINDS[kindOf(document.node(id))],
      score: `${score}`,
      label,
      root: document.root === id ? YES : '',
    };
  },
  check: (document, { id: name = '' }, id): Texts => {
    if (name === id || (id === undefined && !name)) return {};
    if (!name) return { id: 'A node needs an id.' };
    return document.nodes.has(name) ? { id: `There is already a node ${name}; choose another id.` } : {};
  },
  call: (document, { id: name }, id) => {
    if (id !== undefined) return document.renameId(id, name) ?? id;
    const { x, y } = document.freePlace();
    return document.addNode('open', x, y, name) as string;
  },
  set: {
    kind: (document, id, text) => {
      const kind = document.kinds.find((each) => KINDS[each].toLowerCase() === text.toLowerCase());
      if (!kind) return `A kind is one of ${document.kinds.map((each) => KINDS[each]).join(', ')}, not “${text}”.`;
      document.setKind([id], kind);
    },
    // A score that is typed without choosing a kind makes a leaf.
    score: (document, id, text) => {
      const score = parseScore(text);
      if (score === undefined) return noScore(text);
      if (kindOf(document.node(id)) !== 'leaf') document.setKind([id], 'leaf');
      document.setScore(id, score);
    },
    label: (document, id, text) => document.setLabel(id, text),
    root: (document, id, text) => {
      if (AS_YES.includes(text.toLowerCase())) document.setRoot(id);
    },
  },
  remove: (document, ids) => document.remove(ids, []),
};

export const MOVES: Table = {
  columns: { from: 'From', to: 'To' },
  names: ['from', 'to'],
  ids: (document) => [...document.moves.keys()],
  texts: (document, id) => {
    const [from, to] = document.moves.get(id) as Move;
    return { from, to };
  },
  check: (document, texts, id): Texts => {
    const isUnknown = (end: string) => (texts[end] || id !== undefined) && !document.nodes.has(texts[end]);
    const unknown = MOVES.names.filter(isUnknown).map((end) => [end, `There is no node “${texts[end]}”.`]);
    if (unknown.length) return Object.fromEntries(unknown);
    const name = moveId(texts.from, texts.to);
    if (name === id || !document.moves.has(name)) return {};
    return { to: `There is already a move from ${texts.from} to ${texts.to}; a graph has each move once.` };
  },
  call: (document, { from, to }, id) => {
    if (id === undefined) document.addMove(from, to);
    else document.redirect(id, [from, to]);
    return moveId(from, to);
  },
  set: {},
  remove: (document, ids) => document.remove([], ids),
};

/**
 * Have cells of a row, or of a new one, say these texts. Returns the name that the row has by now, if it is in the
 * document, and why texts of some columns cannot be.
 */
export function write(table: Table, document: Document, texts: Texts, id?: string): { id?: string; problems: Texts } {
  const before = id === undefined ? {} as Texts : table.texts(document, id);
  const after = { ...before, ...texts };
  const problems = table.check(document, after, id);
  const isNamed = table.names.every((column) => after[column]);
  const isOther = table.names.some((column) => after[column] !== before[column]);
  const now = isNamed && isOther && !Object.keys(problems).length ? table.call(document, after, id) : id;
  if (now === undefined) return { problems };
  for (const [column, set] of Object.entries(table.set)) {
    const text = texts[column];
    if (text === undefined || text === table.texts(document, now)[column] || isBesideKind(column, texts)) continue;
    const problem = set(document, now, text);
    if (problem) problems[column] = problem;
  }
  return { id: now, problems };
}

/** A kind that is chosen with a score, or with none, counts more than that. */
const isBesideKind = (column: string, { kind, score }: Texts) =>
  column === 'score' && kind !== undefined && (!score || kind.toLowerCase() !== KINDS.leaf.toLowerCase());
