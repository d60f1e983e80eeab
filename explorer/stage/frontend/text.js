// A document as plain text, a line a node, and back: the grammar that explorer/formats/plain_text.py defines.
import { kindOf } from './document.js';
import { parseScore } from './scores.js';

/**
 * @import { Document } from './document.js'
 * @import { NodeRecord } from './messages.d.ts'
 * @import { Found, GameNode, Graph, Mistake, Move, Said, Score, Token } from './types.d.ts'
 */

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
/** @type {Record<string, string>} */
const EXPECTED = { at: 'an id, x and y', convention: 'minimax or negamax', 'no-root': 'nothing' };
const HALF = /\p{Cs}/u; // of a character
const LONGEST = 1000; // characters of an id
const FARTHEST = 1e9; // from the middle of the canvas
/** @type {Record<string, number>} */
const PLACES = { at: 3, convention: 1, 'no-root': 0 }; // words after a directive

/**
 * The nodes and the root; with `places` also where the nodes lie, with `head` name and description.
 * @param {Document} document
 * @param {{ places?: boolean, head?: boolean }} [how]
 */
export function textOf(document, { places = false, head = false } = {}) {
  const successors = new Map();
  for (const [from, to] of document.moves.values()) successors.set(from, [...(successors.get(from) ?? []), word(to)]);
  const { name, description } = document.meta;
  const lines = [
    ...(head && name ? [`@name ${JSON.stringify(name)}`] : []),
    ...(head && description ? description.split('\n').map((line) => `@description ${JSON.stringify(line)}`) : []),
    ...(document.negamax ? ['@convention negamax'] : []),
    ...[...document.nodes.values()].map((node) => lineOfNode(node, node.id === document.root, successors.get(node.id))),
    ...(places ? [...document.nodes.values()].map(({ id, x, y }) => `@at ${word(id)} ${x} ${y}`) : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * @param {GameNode} node
 * @param {boolean} isRoot
 * @param {string[]} [successors]
 */
function lineOfNode(node, isRoot, successors = []) {
  const kind = { max: ' max', min: ' min', leaf: ` = ${node.score}`, open: ' ?', mover: '' }[kindOf(node)];
  const isInner = ['max', 'min', 'mover'].includes(kindOf(node));
  const label = node.label === undefined ? '' : ` ${JSON.stringify(node.label)}`;
  return [
    `${isRoot ? '> ' : ''}${word(node.id)}${label}${kind}${isInner || successors.length ? ':' : ''}`,
    ...successors,
  ].join(' ');
}

/** @param {string} id */
const word = (id) => (WHOLE_WORD.test(id) ? id : JSON.stringify(id));

/**
 * { nodes, moves, meta, problems }: what the lines say, and for each that is wrong { line, message, severity }, just as
 * Python reads them. In a text without @convention the convention is `negamax`, if that is given.
 * @param {string} text
 * @param {boolean} [negamax]
 * @returns {Found}
 */
export function parse(text, negamax) {
  /** @type {Found} */
  const found = {
    nodes: [],
    moves: [],
    meta: {},
    problems: [],
    lines: new Map(),
    places: new Map(),
    arrows: new Set(),
  };
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    try {
      takeLine(found, line, i + 1);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      note(found, i + 1, error.message);
    }
  });
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

/**
 * @param {Found} found
 * @param {number} line
 * @param {string} message
 * @param {Mistake['severity']} [severity]
 */
const note = (found, line, message, severity = 'error') => found.problems.push({ line, message, severity });

/**
 * What was typed, when the document has changed meanwhile from what the text was (`base`) to `now`: where the user
 * typed nothing else than was there, what is there now stands.
 * @param {Graph} base
 * @param {Found} typed
 * @param {Graph} now
 * @returns {Found}
 */
export function merged(base, typed, now) {
  /** @param {Graph} graph */
  const rows = ({ moves }) => {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const [from, to] of moves) found.set(from, [...(found.get(from) ?? []), to]);
    return found;
  };
  /** @param {Graph} graph */
  const byId = ({ nodes }) => new Map(nodes.map((node) => [node.id, node]));
  /**
   * @param {unknown} one
   * @param {unknown} other
   */
  const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const [before, said, there] = [base, typed, now].map(byId);
  const [oldRows, saidRows, nowRows] = [base, typed, now].map(rows);
  const kept = typed.nodes.filter(({ id }) =>
    there.has(id) || !alike(before.get(id), said.get(id)) || !alike(oldRows.get(id), saidRows.get(id))
  )
    .map((node) => (alike(before.get(node.id), node) ? there.get(node.id) ?? node : node));
  const nodes = [...kept, ...now.nodes.filter(({ id }) => !before.has(id) && !said.has(id))];
  const ids = new Set(nodes.map(({ id }) => id));
  /** @param {string} id */
  const rowOf = (id) =>
    (there.has(id) && alike(oldRows.get(id), saidRows.get(id)) ? nowRows.get(id) : saidRows.get(id)) ?? [];
  const moves = nodes.flatMap(({ id }) =>
    rowOf(id).filter((to) => ids.has(to)).map((to) => /** @type {Move} */ ([id, to]))
  );
  const meta = alike(base.meta, typed.meta) ? now.meta : typed.meta;
  return { ...typed, nodes, moves, meta };
}

class Wrong extends Error {}

/**
 * @param {Found} found
 * @param {string} text
 * @param {number} line
 */
function takeLine(found, text, line) {
  const said = parseLine(text);
  if (said?.directive) takeDirective(found, said.directive, said.words ?? [], line);
  if (!said?.node) return;
  const { isRoot, successors = [], badScore } = said;
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
  if (isRoot && found.meta.root !== undefined) {
    note(found, line, `The root is ${found.meta.root} already; delete one of the > marks.`);
  } else if (isRoot) found.meta.root = id;
  const known = new Set(found.moves.filter(([from]) => from === id).map(([, to]) => to));
  for (const to of successors) {
    if (known.has(to)) note(found, line, `The move from ${id} to ${to} is given twice; it counts once.`, 'warning');
    else found.moves.splice(after(found.moves, id), 0, [id, to]);
    known.add(to);
  }
}

/**
 * Where the next move from a node belongs: behind its others, or at the end.
 * @param {Move[]} moves
 * @param {string} id
 */
const after = (moves, id) => moves.findLastIndex(([from]) => from === id) + 1 || moves.length;

/**
 * What a line says of a node that has one already, if there is an arrow in one of them.
 * @param {Found} found
 * @param {Said} said
 */
function addTo(found, { node = { id: '' }, hasArrow }) {
  const first = found.nodes.find(({ id }) => id === node.id);
  if (!first || !(hasArrow || found.arrows.has(node.id)) || (kindOf(first) !== 'mover' && kindOf(node) !== 'mover')) {
    throw new Wrong(
      `Node ${node.id} has a line already, line ${found.lines.get(node.id)}; give this one another name.`,
    );
  }
  Object.assign(first, { ...node, ...first });
  found.arrows.add(node.id);
}

/**
 * A first line such as root: a names the root, unless root is a node.
 * @param {Found} found
 */
function takeRoot(found) {
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

/**
 * @param {Found} found
 * @param {string} directive
 * @param {string[]} words
 * @param {number} line
 */
function takeDirective(found, directive, words, line) {
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

/**
 * Positions are those of nodes that have a line, and within reach.
 * @param {Found} found
 */
function takePlaces(found) {
  const nodes = new Map(found.nodes.map((node) => [node.id, node]));
  for (const [id, { line, x, y }] of found.places) {
    const node = nodes.get(id);
    if (!node) note(found, line, `@at needs a node ${id}, and no line says what it is.`);
    else if (Math.max(Math.abs(x), Math.abs(y)) > FARTHEST) {
      note(found, found.lines.get(id) ?? line, `The position of ${id} is too far away; it was left out.`, 'warning');
    } else Object.assign(node, { x, y });
  }
}

/**
 * Nodes that do not fit the convention are made to, which is an error all the same.
 * @param {Found} found
 */
function settle(found) {
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

/**
 * A score or place, which may be a fraction, as a number.
 * @param {Score} value
 */
const numberOf = (value) => {
  const [above, below = 1] = String(value).split('/').map(Number);
  return above / below;
};

/**
 * A successor without a line of its own is a node of which nothing is known.
 * @param {Found} found
 */
function addMissing(found) {
  for (const [from, to] of found.moves) {
    if (found.lines.has(to)) continue;
    const line = found.lines.get(from) ?? 0;
    found.lines.set(to, line);
    found.nodes.push({ id: to, open: true });
    note(found, line, `${to} has no line of its own; it is an open node until it gets one.`, 'warning');
  }
}

/**
 * The comment at the end of a line, with its mark; nothing where there is none.
 * @param {string} line
 */
export function commentIn(line) {
  const [, name = '', rest = line] = DIRECTIVE.exec(line) ?? [];
  if (/^(name|description)$/i.test(name)) return ''; // there # is part of the text
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(rest); found; found = TOKEN.exec(rest)) {
    const { end } = found.groups ?? {};
    if (end !== undefined) return end;
  }
  return '';
}

/**
 * @param {string} line
 * @returns {Said | undefined}
 */
function parseLine(line) {
  const [, name, rest] = DIRECTIVE.exec(line) ?? [];
  if (name !== undefined) return parseDirective(name.toLowerCase(), rest);
  const tokens = tokensOf(line);
  return tokens.length ? parseNode(tokens) : undefined;
}

/**
 * @param {string} line
 * @returns {Token[]}
 */
function tokensOf(line) {
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

/** @param {string} text */
function unquoted(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Wrong(`${text} is not a text in double quotes; \\ stands before " or \\ or one of nrtbfu.`);
  }
  if (HALF.test(value)) throw new Wrong(`${text} holds half of a character.`);
  return value;
}

/**
 * @param {string} directive
 * @param {string} rest
 * @returns {Said}
 */
function parseDirective(directive, rest) {
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

/**
 * @param {Token[]} tokens
 * @returns {Said}
 */
function parseNode(tokens) {
  const rest = [...tokens].reverse();
  /**
   * @param {...string} kinds
   * @returns {string | undefined}
   */
  const taken = (...kinds) => (kinds.includes(rest.at(-1)?.kind ?? '') ? rest.pop()?.value : undefined);
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
  /** @type {NodeRecord} */
  const node = { id, ...(label ? { label } : {}) };
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
  const successors = rest.reverse().filter(({ kind }) => kind !== ',').map((token) => token.value);
  successors.forEach(checkId);
  return {
    node,
    isRoot,
    hasArrow,
    successors,
    ...(isLeaf && score === undefined ? { badScore: words.join(' ') } : {}),
  };
}

/** @param {string} id */
function checkId(id) {
  if (!id) throw new Wrong('The name of a node cannot be empty.');
  if ([...id].length > LONGEST) throw new Wrong(`The name of a node has at most ${LONGEST} characters.`);
}
