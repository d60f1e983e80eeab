// From document, trace and theme to what a node looks like now. What an edit alone can change is worked out once.
import { type Board, readBoard, readCells } from './board.ts';
import { type Footprint, footprintOf } from './geometry.ts';
import { type Document, kindOf } from '../../model/document.ts';
import { Levels } from '../canvas/levels.ts';
import { MoveLooks } from '../move/move_looks.ts';
import { isSame, parseScore, scoreText } from '../../model/scores.ts';
import { signal } from '../../store.ts';
import type { Frames } from '../../player/frames.ts';
import type { ClaimData, ProblemData, Theme, TriedData } from '../../messages.ts';
import type { Band } from '../move/ways.ts';
import type { FixedLook, LeafScore, NodeLook } from './look.ts';
import type { Paint } from '../shapes/page_colours.ts';
import type { GameNode, Kind } from '../../model/types.ts';

export class NodeLooks {
  theme!: Theme;
  document!: Document;
  troubled = new Map<string, { message: string; severity: string }>();
  chain: { nodes: Set<string>; bands: Band[] } | undefined; // what an explanation lights
  isChainAlone = false; // and nothing that is done in the step
  edited = new Set<string>(); // nodes with another score since the last edit
  tried: Record<string, TriedData> = {}; // what nodes show while values are on trial
  claims = new Map<string, ClaimData>(); // values of somebody else's
  lit = new Set<string>();
  fixed = new Map<string, FixedLook>();
  successors = new Map<string, string[]>();
  paint: Paint; // the colours of the page around the canvas
  boardData: unknown;
  board: Board | undefined;
  footprint: Footprint | undefined;

  moves = new MoveLooks(this);
  levels = new Levels(this); // of a tree that grows

  isDrawing = false; // whether the graph is whole and can be edited

  /** @param run that is shown */
  constructor(readonly run = signal<Frames | null>(null)) {
    this.paint = { dark: false, paper: '#ffffff', ink: '#15181d' };
  }

  get frames() {
    return this.run.value;
  }
  set frames(frames: Frames | null) {
    this.run.value = frames;
  }

  /** After every edit. */
  read(document: Document) {
    this.document = document;
    this.readBoard(document.meta.board);
    this.successors = new Map();
    this.moves.read(document);
    for (const [from, to] of document.moves.values()) {
      const row = this.successors.get(from);
      if (row) row.push(to);
      else this.successors.set(from, [to]);
    }
    this.fixed = new Map([...document.nodes.values()].map((node) => [node.id, this.fixedLook(node)]));
  }

  /** The board that all positions share, with the room that a node with one takes. */
  readBoard(data: unknown) {
    if (data === this.boardData) return;
    this.boardData = data;
    this.board = readBoard(data);
    this.footprint = this.board && footprintOf(this.board);
  }

  nameOf(id: string) {
    return this.fixed.get(id)?.name;
  }

  cellsOf(id: string): string[] | undefined {
    return this.fixed.get(id)?.cells;
  }

  /** The outline of a node of the document. */
  shapeOf(id: string) {
    return this.fixed.get(id)?.shape ?? '';
  }

  boardColour(role: string) {
    const { light, dark } = this.theme.board[role] ?? this.theme.board.ink;
    return this.paint.dark ? dark : light;
  }

  fixedLook(node: GameNode): FixedLook {
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
      style: isDashed ? 'dashed' : undefined,
    };
  }

  // ---- what is there at this step, where the graph grows

  isThere(id: string) {
    return this.fixed.has(id) && (this.frames?.isThere(id) ?? true);
  }
  kindAt(id: string): Kind {
    return this.frames?.isExpanded(id) === false ? 'open' : kindOf(this.document.node(id));
  }
  /**
   * Whether it is an inner node without moves, as there are many while a graph is drawn; in a part of a graph its
   * moves may be hidden.
   */
  isUnfinished(id: string) {
    const kind = kindOf(this.document.node(id));
    return this.isDrawing && kind !== 'leaf' && kind !== 'open' && !this.successors.has(id);
  }
  isOpen(id: string) {
    return this.isThere(id) && this.kindAt(id) === 'open';
  }
  get nodes(): GameNode[] {
    return [...this.document.nodes.values()].filter(({ id }) => this.isThere(id));
  }
  successorsOf(id: string): string[] {
    const row = this.successors.get(id) ?? [];
    const { frames } = this;
    return frames ? row.filter((to) => frames.hasMove([id, to])) : row;
  }

  of(id: string): NodeLook | undefined {
    const { theme, frames } = this;
    const fixed = this.fixed.get(id);
    if (!fixed) return undefined;
    const copy = this.levels.copyOf(this.document.node(id));
    const ring = theme.finality[this.roleOf(id) ?? 'unknown'];
    return {
      ...fixed,
      style: (copy && theme.copies[copy]?.style) ?? fixed.style,
      window: frames?.window(id),
      pale: frames?.isPruned(id) ?? false,
      ...(frames?.isExpanded(id) === false ? this.unexpanded : undefined),
      ...this.face(id),
      ...this.leafScore(id),
      ...this.claimTag(id),
      left: ring.left,
      right: ring.right,
      bar: theme.marks.back.colour,
      halo: this.halo(id),
      rimmed: this.lit.has(id),
      sign: ring.sign ?? theme.signs[this.activityOf(id) ?? ''],
      problem: this.troubled.get(id)?.severity,
    };
  }

  get unexpanded() {
    return { shape: this.theme.shapes.open.shape, style: 'dashed', isOpen: true };
  }

  /** Text and fill: the score, or the bounds before the colour of the score that follows from them. */
  face(id: string): { text?: string; fill: string; ink: string; bounds?: string[]; mark?: string } {
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

  /** The text of a leaf's own score, whatever an algorithm knows of it. */
  leafScore(id: string): LeafScore {
    const score = this.fixed.get(id)?.score;
    if (score === undefined || this.kindAt(id) !== 'leaf') return {};
    const { text, bounds } = this.face(id);
    if (!bounds && (text ?? '?') === '?') return { unread: scoreText(score) };
    const known = this.frames?.trace.words?.[text ?? ''] ?? parseScore(text ?? '');
    const isShown = !bounds && known !== undefined && (known === score || isSame(known, score));
    return isShown ? {} : { own: scoreText(score) };
  }

  /** A wrong value of somebody else's beside the score. */
  claimTag(id: string): LeafScore {
    const tag = this.claims.get(id)?.tag;
    return tag ? { own: tag } : {};
  }

  /** The texts of lower and upper bound; null for an open node, of which nothing is known. */
  boundsOf(id: string): string[] | null | undefined {
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

  /** The activity at a node in this step. */
  activityOf(id: string) {
    return this.isHushed ? undefined : this.frames?.activityOf(id);
  }
  /** The node that the step is about. */
  get focus() {
    return this.isHushed ? undefined : this.frames?.focus;
  }
  get isHushed() {
    return this.isChainAlone && this.chain !== undefined;
  }

  halo(id: string) {
    if (this.chain?.nodes.has(id)) return this.theme.marks.chain.colour;
    const holds = this.tried[id]?.holds;
    if (typeof holds === 'boolean') return this.theme.marks[holds ? 'holds' : 'fails'].colour;
    if (this.lit.has(id)) return this.theme.marks.copies.colour;
    const activity = this.activityOf(id);
    if (activity) return this.theme.activity[activity].colour;
    if (this.frames && id === this.focus) return this.theme.marks[this.frames.focusMark].colour;
    const { marks } = this.theme;
    const claim = this.claims.get(id);
    if (claim) return marks[claim.tag ? 'wrong' : 'agrees'].colour;
    return this.edited.has(id) ? marks.edited.colour : undefined;
  }

  /**
   * Marks nodes that have problems, the error of a node that has both, and moves; returns whether the marked moves have
   * to be found anew.
   */
  mark(problems: ProblemData[]) {
    const ofNodes = problems
      .flatMap(({ node, message, severity }) => (node === null ? [] : [{ node, message, severity }]))
      .sort((one, other) => Number(one.severity === 'error') - Number(other.severity === 'error'));
    this.troubled = new Map(ofNodes.map(({ node, message, severity }) => [node, { message, severity }]));
    return this.moves.markCycles(problems);
  }

  /** As "score 3" or "between −1 and 3, score 0". */
  scoreWords(id: string) {
    const { bounds } = this.face(id);
    const score = this.scoreText(id);
    if (Object.hasOwn(this.tried, id) && this.kindAt(id) !== 'leaf') return `value on trial ${score}`;
    return bounds
      ? `${between(bounds)}, shown as ${score} if the value of endless play is ${this.frames?.endless?.text}`
      : `score ${score}`;
  }

  /** As "window α = 3, β = ∞" and "cut off"; none where neither is so. */
  windowWords(id: string) {
    const window = this.frames?.window(id);
    return [
      ...(window ? [`window ${windowText(window)}`] : []),
      ...(this.frames?.isPruned(id)
        ? [this.frames.unplayed.size ? 'play never gets here' : 'skipped after a cutoff']
        : []),
    ];
  }

  /** The finality of a node; none while values are on trial. */
  roleOf(id: string) {
    return Object.hasOwn(this.tried, id) ? undefined : this.frames?.role(id);
  }

  scoreText(id: string) {
    if (Object.hasOwn(this.tried, id)) return this.tried[id].text;
    return (this.boundsOf(id) === null ? undefined : this.frames?.value(id)?.text) ?? '?';
  }

  describe(id: string) {
    const node = this.document.node(id);
    const problem = this.troubled.get(id)?.message;
    const note = this.frames?.note(id);
    const named = node.label && node.label !== id && !node.copy; // the id of a copy is a number that says nothing
    const name = named ? `${node.label} (${id})` : node.label || id;
    const words = [name, this.theme.shapes[this.kindAt(id)].meaning];
    const { unread, own = unread } = this.leafScore(id);
    if (own !== undefined) words.push(`own score ${own}`);
    const copy = this.levels.copyOf(node);
    // In a still picture some nodes have none.
    const isScored = this.frames?.trace.roles.length || this.frames?.value(id);
    if (this.levels.frames) words.push(`${this.levels.valueName(node)} = ${this.scoreText(id)}`);
    // the note of a copy says which value it has: on this path
    else if (isScored && unread === undefined && !(node.copy && note)) words.push(this.scoreWords(id));
    const role = node.copy && !this.levels.frames ? undefined : this.roleOf(id);
    if (role) words.push(this.theme.finality[role][this.frames?.bounds(id) ? 'of_bounds' : 'meaning']);
    if (this.frames) words.push(...this.windowWords(id));
    const claim = this.claims.get(id)?.text;
    return [...words, copy && this.theme.copies[copy]?.meaning, note, claim, problem].filter(Boolean).join(' · ');
  }
}

const windowText = ([alpha, beta]: string[]) => `α = ${alpha}, β = ${beta}`;
export const between = ([lower, upper]: string[]) => `between ${lower} and ${upper}`;
