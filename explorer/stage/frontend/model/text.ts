// A document as plain text, a line a node, and back: the grammar that explorer/formats/plain_text.py defines.
import { type Document, kindOf } from './document.ts';
import { parseScore } from './scores.ts';
import type { NodeRecord } from '../messages.ts';
import type { Ends, Found, GameNode, Graph, Mistake, Move, Said, Score, Token } from './types.ts';

const BLANKS = '\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const BLANK = `[${BLANKS}]`;
const WORD = `(?:(?!-+>)[^${BLANKS}"#:=?>@,])+`;
const QUOTED = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';
const TOKEN = new RegExp(
  `${BLANK}*(?:(?<quoted>${QUOTED})|(?<arrow>-+>)|(?<mark>[:=?>@,])|(?<word>${WORD})|(?<end>#.*|$))`,
  'sy',
);
const WHOLE_WORD = new RegExp(`^${WORD}$`, 's');
const DIRECTIVE = new RegExp(`^${BLANK}*@([A-Za-z-]*)(.*)$`, 's');
const AROUND = new RegExp(`^${BLANK}+|${BLANK}+$`, 'g');
const EXPECTED: Record<string, string> = {
  at: 'an id, x and y',
  convention: 'minimax or negamax',
  'no-root': 'nothing',
};
const HALF = /\p{Cs}/u; // of a character
const LONGEST = 1000; // characters of an id
const FARTHEST = 1e9; // from the middle of the canvas
const PLACES: Record<string, number> = { at: 3, convention: 1, 'no-root': 0 }; // words after a directive

/** The nodes and the root; with `places` also where the nodes lie, with `head` name and description. */
export function textOf(
  document: Document,
  { places = false, head = false }: { places?: boolean; head?: boolean } = {},
) {
  const rows = movesByNode([...document.moves.values()]);
  const { name, description } = document.meta;
  const lines = [
    ...(head && name ? [`@name ${JSON.stringify(name)}`] : []),
    ...(head && description ? description.split('\n').map((line) => `@description ${JSON.stringify(line)}`) : []),
    ...(document.negamax ? ['@convention negamax'] : []),
    ...[...document.nodes.values()].map((node) =>
      lineOfNode(node, node.id === document.root, endsOf(document, rows.get(node.id)))
    ),
    ...(places ? [...document.nodes.values()].map(({ id, x, y }) => `@at ${word(id)} ${x} ${y}`) : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function lineOfNode(node: GameNode, isRoot: boolean, successors: string[] = []) {
  const kind = { max: ' max', min: ' min', leaf: ` = ${node.score}`, open: ' ?', mover: '' }[kindOf(node)];
  const isInner = ['max', 'min', 'mover'].includes(kindOf(node));
  const label = node.label === undefined ? '' : ` ${JSON.stringify(node.label)}`;
  return [
    `${isRoot ? '> ' : ''}${word(node.id)}${label}${kind}${isInner || successors.length ? ':' : ''}`,
    ...successors,
  ].join(' ');
}

/** Successors, with the names of moves in quotes; then commas stand between them. */
function endsOf({ nodes }: Document, moves: Move[] = []) {
  if (moves.every(([, , name]) => !name)) return moves.map(([, to]) => word(to));
  const ends = moves.map(([, to, name]) => (name ? `${word(to)} ${JSON.stringify(name)}` : word(to)));
  const isDoubtful = ends.length === 1 && nodes.has(moves[0][2] ?? '');
  return ends.map((end, i) => (i < ends.length - 1 || isDoubtful ? `${end},` : end));
}

function movesByNode(moves: Move[]) {
  const rows = new Map<string, Move[]>();
  for (const move of moves) {
    const row = rows.get(move[0]);
    if (row) row.push(move);
    else rows.set(move[0], [move]);
  }
  return rows;
}

const word = (id: string) => (WHOLE_WORD.test(id) ? id : JSON.stringify(id));

/**
 * What the lines say, and for each that is wrong { line, message, severity }, just as Python reads them.
 * @param negamax whether the graph is one where the text does not say
 */
export function parse(text: string, negamax?: boolean): Found {
  const found: Found = {
    nodes: [],
    moves: [],
    meta: {},
    problems: [],
    lines: new Map(),
    places: new Map(),
    arrows: new Set(),
    ends: new Map(),
  };
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    try {
      takeLine(found, line, i + 1);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      note(found, i + 1, error.message);
    }
  });
  for (const [id, ends] of found.ends) takeMoves(found, id, ends);
  takeRoot(found);
  found.negamax ??= negamax;
  takePlaces(found);
  addMissing(found);
  settle(found);
  if (found.noRoot !== undefined && found.meta.root !== undefined) {
    note(found, found.noRoot, `The root is ${found.meta.root}; delete @no-root or the > mark.`);
  }
  if (found.negamax !== undefined) found.meta.convention = found.negamax ? 'negamax' : 'minimax';
  found.problems.sort((one, other) => one.line - other.line);
  return found;
}

const note = (found: Found, line: number, message: string, severity: Mistake['severity'] = 'error') =>
  found.problems.push({ line, message, severity });

/**
 * What was typed, when the document has changed meanwhile from what the text was (`base`) to `now`: where the user
 * typed nothing else than was there, what is there now stands.
 */
export function merged(base: Graph, typed: Found, now: Graph): Found {
  const rows = ({ moves }: Graph) => movesByNode(moves);
  const byId = ({ nodes }: Graph) => new Map(nodes.map((node) => [node.id, node]));
  const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const [before, said, there] = [base, typed, now].map(byId);
  const [oldRows, saidRows, nowRows] = [base, typed, now].map(rows);
  const kept = typed.nodes.filter(({ id }) =>
    there.has(id) || !alike(before.get(id), said.get(id)) || !alike(oldRows.get(id), saidRows.get(id))
  )
    .map((node) => (alike(before.get(node.id), node) ? there.get(node.id) ?? node : node));
  const nodes = [...kept, ...now.nodes.filter(({ id }) => !before.has(id) && !said.has(id))];
  const ids = new Set(nodes.map(({ id }) => id));
  const rowOf = (id: string) =>
    (there.has(id) && alike(oldRows.get(id), saidRows.get(id)) ? nowRows.get(id) : saidRows.get(id)) ?? [];
  const moves = nodes.flatMap(({ id }) => rowOf(id).filter(([, to]) => ids.has(to)));
  const meta = alike(base.meta, typed.meta) ? now.meta : typed.meta;
  return { ...typed, nodes, moves, meta };
}

class Wrong extends Error {}

function takeLine(found: Found, text: string, line: number) {
  const said = parseLine(text);
  if (said?.directive) takeDirective(found, said.directive, said.words ?? [], line);
  if (!said?.node) return;
  const { isRoot, ends, badScore } = said;
  const { id } = said.node;
  if (found.lines.has(id)) addTo(found, said);
  else found.nodes.push(said.node);
  if (said.hasArrow) found.arrows.add(id);
  line = found.lines.get(id) ?? line;
  found.lines.set(id, line);
  if (badScore !== undefined) {
    const not = badScore || 'nothing';
    note(found, line, `The score of ${id} must be a number such as 2, -0.5 or 16/3, not ${not}.`);
  }
  if (isRoot && found.meta.root !== undefined && found.meta.root !== id) {
    note(found, line, `The root is ${found.meta.root} already; delete one of the > marks.`);
  } else if (isRoot) found.meta.root = id;
  found.ends.set(id, [...found.ends.get(id) ?? [], ...(ends ? [ends] : [])]);
}

/** The moves of a node; one that is given twice counts once, its names joined. */
function takeMoves(found: Found, id: string, ends: Ends[]) {
  const names = new Map<string, Set<string>>();
  for (const [to, name] of ends.flatMap((each) => pairsOf(each, found.lines))) {
    if (names.has(to)) {
      const line = found.lines.get(id) ?? 0;
      note(found, line, `The move from ${id} to ${to} is given twice; it counts once.`, 'warning');
    } else names.set(to, new Set());
    if (name) names.get(to)?.add(name);
  }
  for (const [to, some] of names) found.moves.push(some.size ? [id, to, [...some].join(', ')] : [id, to]);
}

/** Successors with the names of the moves to them, "" for none, where some nodes have a line. */
function pairsOf({ words, hasCommas }: Ends, lines: Map<string, number>) {
  const pairs: [string, string][] = [];
  let isWaiting = false; // for a name
  for (const { word, isQuoted, followsComma } of words) {
    const isName: boolean = isWaiting && isQuoted && !followsComma && (hasCommas || !lines.has(word));
    if (isName) pairs[pairs.length - 1][1] = word.trim();
    else pairs.push([word, '']);
    isWaiting = !isName;
  }
  return pairs;
}

/** Add a second line on a node, if there is an arrow in one of the two. */
function addTo(found: Found, { node = { id: '' }, hasArrow }: Said) {
  const first = found.nodes.find(({ id }) => id === node.id);
  if (!first || !(hasArrow || found.arrows.has(node.id)) || (kindOf(first) !== 'mover' && kindOf(node) !== 'mover')) {
    throw new Wrong(
      `Node ${node.id} has a line already, line ${found.lines.get(node.id)}; give this one another name.`,
    );
  }
  Object.assign(first, { ...node, ...first });
  found.arrows.add(node.id);
}

/** A first line such as root: a names the root, unless root is a node. */
function takeRoot(found: Found) {
  const { nodes, moves, lines, meta } = found;
  const [first] = nodes;
  const [to = '', ...others] = moves.filter(([from]) => from === first?.id).map(([, end]) => end);
  const isNode = !first || first.id.toLowerCase() !== 'root' || kindOf(first) !== 'mover' ||
    first.label !== undefined ||
    found.arrows.has(first.id) || moves.some(([, end]) => end === first.id);
  const isSaid = [meta.root, found.negamax, found.noRoot].some((each) => each !== undefined);
  if (isNode || isSaid || others.length || !lines.has(to)) return;
  const { id } = first;
  note(found, lines.get(id) ?? 0, `${id}: ${to} names the root; if ${id} is a node, write > ${id}: ${to}`, 'warning');
  nodes.shift();
  lines.delete(id);
  moves.splice(moves.findIndex(([from]) => from === id), 1);
  meta.root = to;
}

function takeDirective(found: Found, directive: string, words: string[], line: number) {
  const [first, ...others] = words;
  const { meta, places } = found;
  if (directive === 'no-root') found.noRoot = line;
  else if (directive === 'description') {
    meta.description = [meta.description, first].filter((part) => part !== undefined).join('\n');
  } else if (directive === 'at') {
    if (places.has(first)) throw new Wrong(`Node ${first} has a position already; delete one of the @at lines.`);
    const [x, y] = others.map((each) => numberOf(parseScore(each) ?? 0));
    places.set(first, { line, x, y });
  } else if ((directive === 'name' ? meta.name : found.negamax) !== undefined) {
    throw new Wrong(`@${directive} is given twice; delete one of the lines.`);
  } else if (directive === 'name') meta.name = first;
  else found.negamax = first.toLowerCase() === 'negamax';
}

/** Positions are those of nodes that have a line, and within reach. */
function takePlaces(found: Found) {
  const nodes = new Map(found.nodes.map((node) => [node.id, node]));
  for (const [id, { line, x, y }] of found.places) {
    const node = nodes.get(id);
    if (!node) note(found, line, `@at needs a node ${id}, and no line says what it is.`);
    else if (Math.max(Math.abs(x), Math.abs(y)) > FARTHEST) {
      note(found, found.lines.get(id) ?? line, `The position of ${id} is too far away; it was left out.`, 'warning');
    } else Object.assign(node, { x, y });
  }
}

/** Nodes that do not fit the convention are made to, which is an error all the same. */
function settle(found: Found) {
  if (found.negamax === undefined) return;
  const sources = new Set(found.moves.map(([from]) => from));
  for (const node of found.nodes) {
    const { id, player } = node;
    const line = found.lines.get(id) ?? 0;
    if (found.negamax && player !== undefined) {
      delete node.player;
      note(found, line, `In a negamax graph no node names a player; write ${id}: and its successors.`);
    } else if (!found.negamax && kindOf(node) === 'mover') {
      Object.assign(node, sources.has(id) ? { player: 'max' } : { open: true });
      note(found, line, `Say who moves: ${id} max: or ${id} min: and its successors.`);
    }
  }
}

/** A score or place, which may be a fraction, as a number. */
const numberOf = (value: Score) => {
  const [above, below = 1] = String(value).split('/').map(Number);
  return above / below;
};

/** A successor without a line of its own is a node of which nothing is known. */
function addMissing(found: Found) {
  for (const [from, to] of found.moves) {
    if (found.lines.has(to)) continue;
    const line = found.lines.get(from) ?? 0;
    found.lines.set(to, line);
    found.nodes.push({ id: to, open: true });
    note(found, line, `${to} has no line of its own; it is an open node until it gets one.`, 'warning');
  }
}

/** The comment at the end of a line, with its mark; nothing where there is none. */
export function commentIn(line: string) {
  const [, name = '', rest = line] = DIRECTIVE.exec(line) ?? [];
  if (/^(name|description)$/i.test(name)) return ''; // there # is part of the text
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(rest); found; found = TOKEN.exec(rest)) {
    const { end } = found.groups ?? {};
    if (end !== undefined) return end;
  }
  return '';
}

function parseLine(line: string): Said | undefined {
  const [, name, rest] = DIRECTIVE.exec(line) ?? [];
  if (name !== undefined) return parseDirective(name.toLowerCase(), rest);
  const tokens = tokensOf(line);
  return tokens.length ? parseNode(tokens) : undefined;
}

function tokensOf(line: string): Token[] {
  const tokens = [];
  for (TOKEN.lastIndex = 0;;) {
    const match = TOKEN.exec(line);
    if (!match) throw new Wrong('A double quote " is not closed.');
    const { quoted, arrow, mark, word: plain } = match.groups ?? {};
    if (quoted !== undefined) tokens.push({ kind: 'quoted', value: unquoted(quoted) });
    else if (arrow !== undefined) tokens.push({ kind: 'arrow', value: arrow });
    else if (mark !== undefined) tokens.push({ kind: mark, value: mark });
    else if (plain !== undefined) tokens.push({ kind: 'word', value: plain });
    else return tokens;
  }
}

function unquoted(text: string) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Wrong(`${text} is not a text in double quotes; \\ stands before " or \\ or one of nrtbfu.`);
  }
  if (HALF.test(value)) throw new Wrong(`${text} holds half of a character.`);
  return value;
}

function parseDirective(directive: string, rest: string): Said {
  if (directive === 'name' || directive === 'description') {
    const text = rest.replace(AROUND, '');
    if (!text.startsWith('"')) return { directive, words: [text] };
    const tokens = tokensOf(text);
    if (tokens.length > 1) throw new Wrong('Nothing may follow a text in double quotes; quote all of it.');
    return { directive, words: [tokens[0].value] };
  }
  if (!(directive in PLACES)) {
    throw new Wrong(
      `There is no @${directive}; a line that begins with @ is @name, @description, @convention, @at or @no-root.`,
    );
  }
  const tokens = tokensOf(rest);
  const words = tokens.map((token) => token.value);
  const isGood = tokens.every(({ kind }) => kind === 'word' || kind === 'quoted') &&
    words.length === PLACES[directive] &&
    (directive !== 'convention' || /^(minimax|negamax)$/i.test(words[0])) &&
    (directive !== 'at' || words.slice(1).every((each) => parseScore(each) !== undefined));
  if (!isGood) {
    throw new Wrong(`Write ${EXPECTED[directive]} after @${directive}.`);
  }
  return { directive, words };
}

function parseNode(tokens: Token[]): Said {
  const rest = [...tokens].reverse();
  const taken = (
    ...kinds: string[]
  ): string | undefined => (kinds.includes(rest.at(-1)?.kind ?? '') ? rest.pop()?.value : undefined);
  const isRoot = taken('>') !== undefined;
  const id = taken('word', 'quoted');
  if (!id) {
    throw new Wrong(
      `A line begins with the name of a node, not with ${
        rest.at(-1)?.value ?? 'nothing'
      }; put odd names in double quotes.`,
    );
  }
  checkId(id);
  const label = taken('quoted');
  const node: NodeRecord = { id, ...(label ? { label } : {}) };
  const atArrow = () => rest.at(-1)?.kind === 'arrow' || (rest.at(-1)?.kind === 'word' && rest.at(-1)?.value === '→');
  const player = atArrow() ? undefined : taken('word')?.toLowerCase();
  const isOpen = !player && taken('?') !== undefined;
  const isLeaf = !player && !isOpen && taken('=') !== undefined;
  const words = [];
  while (isLeaf && rest.at(-1)?.kind === 'word') words.push(rest.pop()?.value);
  const score = isLeaf ? parseScore(words.join(' ')) : undefined;
  if (score !== undefined) node.score = score;
  else if (isOpen || isLeaf) node.open = true;
  if (player === 'max' || player === 'min') node.player = player;
  const hasArrow = atArrow();
  const hasColon = (hasArrow ? rest.pop() : taken(':')) !== undefined;
  if (
    (player && !node.player) || (rest.length && !hasColon) ||
    !(player || isOpen || isLeaf || hasColon)
  ) {
    throw new Wrong(`After ${id}, write max: or min: with its successors, = with a score, or ?`);
  }
  const odd = rest.find(({ kind }) => !['word', 'quoted', ','].includes(kind));
  if (odd) {
    throw new Wrong(`After the colon or arrow stand names of nodes, not ${odd.value}; put odd names in double quotes.`);
  }
  const marked = rest.reverse();
  const ends = {
    words: marked.map(({ kind, value }, i) => ({
      word: value,
      isQuoted: kind === 'quoted',
      followsComma: marked[i - 1]?.kind === ',',
    })).filter((_, i) => marked[i].kind !== ','),
    hasCommas: marked.some(({ kind }) => kind === ','),
  };
  for (const [to] of pairsOf(ends, new Map())) checkId(to);
  return {
    node,
    isRoot,
    hasArrow,
    ends,
    ...(isLeaf && score === undefined ? { badScore: words.join(' ') } : {}),
  };
}

function checkId(id: string) {
  if (!id) throw new Wrong('The name of a node cannot be empty.');
  if ([...id].length > LONGEST) throw new Wrong(`The name of a node has at most ${LONGEST} characters.`);
}
