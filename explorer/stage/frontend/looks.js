// From document, trace and theme to what a node looks like now. What an edit alone can change is worked out once.
import { areSame } from './answers.js';
import { readBoard, readCells } from './board.js';
import { footprintOf } from './cards.js';
import { kindOf } from './document.js';
import { parseScore, scoreText } from './scores.js';
import { pencil } from './glyph.js';
import { pageColours } from './page_colours.js';

/**
 * @import { Board } from './board.js'
 * @import { Document } from './document.js'
 * @import { Frames } from './frames.js'
 * @import { ProblemData, Theme, TriedData } from './messages.d.ts'
 * @import { Band, FixedLook, GameNode, Kind, LeafScore, NodeLook, Paint } from './types.d.ts'
 */

export class Looks {
  /** @type {Theme} */
  theme = /** @type {any} */ (undefined);
  /** @type {Document} */
  document = /** @type {any} */ (undefined);
  /** @type {Frames | null} */
  frames = null;
  /** @type {Map<string, { message: string, severity: string }>} */
  troubled;
  /** @type {Band[]} */
  cycles = [];
  /** @type {{ nodes: Set<string>, bands: Band[] } | undefined} what an explanation lights */
  chain;
  /** @type {Set<string>} nodes with another score since the last edit */
  edited = new Set();
  /** @type {Record<string, TriedData>} what nodes show while values are on trial */
  tried = {};
  /** @type {Set<string>} */
  lit;
  /** @type {Map<string, FixedLook>} */
  fixed;
  /** @type {Map<string, string[]>} */
  successors;
  /** @type {Paint} the colours of the page around the canvas */
  paint;
  /** @type {unknown} */
  boardData;
  /** @type {Board | undefined} */
  board;
  /** @type {ReturnType<typeof footprintOf> | undefined} */
  footprint;

  isDrawing = false; // whether the graph is whole and can be edited

  constructor() {
    this.troubled = new Map();
    this.lit = new Set();
    this.fixed = new Map();
    this.successors = new Map();
    this.paint = { dark: false, paper: '#ffffff', ink: '#15181d' };
  }

  /**
   * After every edit.
   * @param {Document} document
   */
  read(document) {
    this.document = document;
    this.readBoard(document.meta.board);
    this.successors = new Map();
    for (const [from, to] of document.moves.values()) {
      const row = this.successors.get(from);
      if (row) row.push(to);
      else this.successors.set(from, [to]);
    }
    this.fixed = new Map([...document.nodes.values()].map((node) => [node.id, this.fixedLook(node)]));
  }

  /**
   * The board that all positions share, with the room that a node with one takes.
   * @param {unknown} data
   */
  readBoard(data) {
    if (data === this.boardData) return;
    this.boardData = data;
    this.board = readBoard(data);
    this.footprint = this.board && footprintOf(this.board);
  }

  /**
   * @param {string} id
   * @returns {string[] | undefined}
   */
  cellsOf(id) {
    return this.fixed.get(id)?.cells;
  }

  /** @param {string} role */
  boardColour(role) {
    const { light, dark } = this.theme.board[role] ?? this.theme.board.ink;
    return this.paint.dark ? dark : light;
  }

  /**
   * @param {GameNode} node
   * @returns {FixedLook}
   */
  fixedLook(node) {
    const kind = kindOf(node);
    const isOpen = kind === 'open';
    const isDashed = isOpen || this.isUnfinished(node.id);
    return {
      shape: this.theme.shapes[kind].shape,
      name: node.label || node.id,
      root: node.id === this.document.root,
      isOpen,
      cells: readCells(this.board, node.board),
      score: node.score,
      style: (node.copy && this.theme.copies[node.copy]?.style) ?? (isDashed ? 'dashed' : undefined),
    };
  }

  // ---- what is there at this step, where the graph grows

  /** @param {string} id */
  isThere(id) {
    return this.fixed.has(id) && (this.frames?.isThere(id) ?? true);
  }
  /**
   * @param {string} id
   * @returns {Kind}
   */
  kindAt(id) {
    return this.frames?.isExpanded(id) === false ? 'open' : kindOf(this.document.node(id));
  }
  /**
   * Whether it is an inner node without moves, as there are many while a graph is drawn; in a part of a graph its
   * moves may be hidden.
   * @param {string} id
   */
  isUnfinished(id) {
    const kind = kindOf(this.document.node(id));
    return this.isDrawing && kind !== 'leaf' && kind !== 'open' && !this.successors.has(id);
  }
  /** @param {string} id */
  isOpen(id) {
    return this.isThere(id) && this.kindAt(id) === 'open';
  }
  /** @returns {GameNode[]} */
  get nodes() {
    return [...this.document.nodes.values()].filter(({ id }) => this.isThere(id));
  }
  /**
   * @param {string} id
   * @returns {string[]}
   */
  successorsOf(id) {
    const row = this.successors.get(id) ?? [];
    const { frames } = this;
    return frames ? row.filter((to) => frames.hasMove([id, to])) : row;
  }

  /**
   * @param {string} id
   * @returns {NodeLook | undefined}
   */
  of(id) {
    const { theme, frames } = this;
    const fixed = this.fixed.get(id);
    if (!fixed) return undefined;
    const ring = theme.finality[this.roleOf(id) ?? 'unknown'];
    return {
      ...fixed,
      window: frames?.window(id),
      pale: frames?.isPruned(id) ?? false,
      ...(frames?.isExpanded(id) === false ? this.unexpanded : undefined),
      ...this.face(id),
      ...this.leafScore(id),
      left: ring.left,
      right: ring.right,
      halo: this.halo(id),
      rimmed: this.lit.has(id),
      sign: ring.sign ?? theme.signs[frames?.activityOf(id) ?? ''],
      problem: this.troubled.get(id)?.severity,
      dark: this.paint.dark,
      paper: this.paint.paper,
    };
  }

  get unexpanded() {
    return { shape: this.theme.shapes.open.shape, style: 'dashed', isOpen: true };
  }

  /**
   * Text and fill: the score, or the bounds before the colour of the score that follows from them.
   * @param {string} id
   * @returns {{ text?: string, fill: string, ink: string, bounds?: string[], mark?: string }}
   */
  face(id) {
    const { theme, frames } = this;
    if (Object.hasOwn(this.tried, id)) {
      const { fill, ink, text } = this.tried[id];
      return { fill, ink, text };
    }
    const bounds = this.boundsOf(id);
    const { fill, ink, text } = (bounds === null ? undefined : frames?.value(id)) ?? theme.noScore;
    if (!bounds && frames && !frames.isScored(id)) return { ...theme.noScore, text };
    if (!bounds) return { fill, ink, text };
    const [lower, upper] = bounds;
    return lower === upper
      ? { fill, ink, text: lower }
      : { fill, ink, text: bounds.join(', '), bounds, mark: theme.marks.endless.colour };
  }

  /**
   * What a leaf shows of its own score, whatever an algorithm knows of it.
   * @param {string} id
   * @returns {LeafScore}
   */
  leafScore(id) {
    const score = this.fixed.get(id)?.score;
    if (score === undefined || this.kindAt(id) !== 'leaf') return {};
    const { text, bounds } = this.face(id);
    if (!bounds && (text ?? '?') === '?') return { unread: scoreText(score) };
    const known = this.frames?.trace.words?.[text ?? ''] ?? parseScore(text ?? '');
    const isShown = !bounds && known !== undefined && (known === score || areSame(known, score));
    return isShown ? {} : { own: scoreText(score) };
  }

  /**
   * The texts of lower and upper bound; null for an open node, of which nothing is known.
   * @param {string} id
   * @returns {string[] | null | undefined}
   */
  boundsOf(id) {
    const bounds = this.frames?.bounds(id);
    return bounds && this.isOpen(id) ? null : bounds;
  }

  // Nodes with a score, and among them those with one that depends on what endless play is worth.
  hanging() {
    const scored = this.nodes.filter(({ id }) => this.boundsOf(id));
    const hanging = scored.filter(({ id }) => this.frames?.hangs(id));
    return {
      scored: scored.length,
      hanging: hanging.length,
      open: this.nodes.filter(({ id }) => this.isOpen(id)).length,
    };
  }

  /** @param {string} id */
  halo(id) {
    if (this.chain?.nodes.has(id)) return this.theme.marks.chain.colour;
    const holds = this.tried[id]?.holds;
    if (typeof holds === 'boolean') return this.theme.marks[holds ? 'holds' : 'fails'].colour;
    if (this.lit.has(id)) return this.theme.marks.copies.colour;
    const activity = this.frames?.activityOf(id);
    if (activity) return this.theme.activity[activity].colour;
    if (this.frames && id === this.frames.focus) return this.theme.marks[this.frames.focusMark].colour;
    return this.edited.has(id) ? this.theme.marks.edited.colour : undefined;
  }

  /**
   * Marks nodes that have problems, the error of a node that has both, and the moves of cycles that keep an algorithm
   * from running; returns whether the marked moves have to be found anew.
   * @param {ProblemData[]} problems
   */
  mark(problems) {
    const ofNodes = problems
      .flatMap(({ node, message, severity }) => (node === null ? [] : [{ node, message, severity }]))
      .sort((one, other) => Number(one.severity === 'error') - Number(other.severity === 'error'));
    this.troubled = new Map(ofNodes.map(({ node, message, severity }) => [node, { message, severity }]));
    const before = this.cycles;
    this.cycles = problems.flatMap(({ cycle }) =>
      cycle.map((id, i) => ({ from: id, to: cycle[(i + 1) % cycle.length], kind: 'cycle' }))
    );
    return before.length > 0 || this.cycles.length > 0;
  }

  /**
   * The explanation that is open; else the cycles that keep an algorithm from running; else marked moves, such as back
   * links that are met, the moves of the current path, and the move of this step.
   * @returns {Band[]}
   */
  bands() {
    if (this.chain) return this.chain.bands.filter(({ from, to }) => this.isThere(from) && this.isThere(to));
    if (this.cycles.length || !this.frames) return this.cycles;
    const { path, move } = this.frames;
    const bands = [...this.frames.marks, ...path.slice(1).map((id, i) => ({ from: path[i], to: id, kind: 'path' }))];
    if (move && !bands.some(({ from, to, kind }) => kind === 'back' && from === move[0] && to === move[1])) {
      bands.push({ from: move[0], to: move[1], kind: 'move' });
    }
    return bands.filter(({ from, to }) => this.isThere(from) && this.isThere(to));
  }

  /**
   * The colours of the page around the canvas.
   * @param {Element} element
   */
  readPaint(element) {
    const { paper, ink } = pageColours(element);
    if (paper !== this.paint.paper || ink !== this.paint.ink) this.paint = { dark: luminance(paper) < 0.5, paper, ink };
  }

  /**
   * As "score 3" or "between −1 and 3, score 0".
   * @param {string} id
   */
  scoreWords(id) {
    const { bounds } = this.face(id);
    const score = this.scoreText(id);
    if (Object.hasOwn(this.tried, id) && this.kindAt(id) !== 'leaf') return `value on trial ${score}`;
    return bounds
      ? `${between(bounds)}, shown as ${score} if the value of endless play is ${this.frames?.endless?.text}`
      : `score ${score}`;
  }

  /**
   * As "window α = 3, β = ∞" and "cut off"; none where neither is so.
   * @param {string} id
   */
  windowWords(id) {
    const window = this.frames?.window(id);
    return [
      ...(window ? [`window ${windowText(window)}`] : []),
      ...(this.frames?.isPruned(id) ? ['skipped after a cutoff'] : []),
    ];
  }

  /**
   * Nothing is said of what is final while values are on trial.
   * @param {string} id
   */
  roleOf(id) {
    return Object.hasOwn(this.tried, id) ? undefined : this.frames?.role(id);
  }

  /** @param {string} id */
  scoreText(id) {
    if (Object.hasOwn(this.tried, id)) return this.tried[id].text;
    return (this.boundsOf(id) === null ? undefined : this.frames?.value(id)?.text) ?? '?';
  }

  /** @param {string} id */
  describe(id) {
    const node = this.document.node(id);
    const problem = this.troubled.get(id)?.message;
    const note = this.frames?.note(id);
    const named = node.label && node.label !== id && !node.copy; // the id of a copy is a number that says nothing
    const name = named ? `${node.label} (${id})` : node.label || id;
    const words = [name, this.theme.shapes[this.kindAt(id)].meaning];
    const { unread, own = unread } = this.leafScore(id);
    if (own !== undefined) words.push(`own score ${own}`);
    // the note of a copy says which value it has: s₁(c) = 0
    if (this.frames && unread === undefined && !(node.copy && note)) words.push(this.scoreWords(id));
    const role = this.roleOf(id);
    if (role) words.push(this.theme.finality[role][this.frames?.bounds(id) ? 'of_bounds' : 'meaning']);
    if (this.frames) words.push(...this.windowWords(id));
    return [...words, node.copy && this.theme.copies[node.copy]?.meaning, note, problem].filter(Boolean).join(' · ');
  }
}

/** @param {string[]} window */
const windowText = ([alpha, beta]) => `α = ${alpha}, β = ${beta}`;
/** @param {string[]} bounds */
export const between = ([lower, upper]) => `between ${lower} and ${upper}`;

/** @param {string} colour */
function luminance(colour) {
  const probe = pencil(document.createElement('canvas'));
  probe.fillStyle = colour;
  const [r, g, b] = [1, 3, 5].map((place) => parseInt(String(probe.fillStyle).slice(place, place + 2), 16));
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}
