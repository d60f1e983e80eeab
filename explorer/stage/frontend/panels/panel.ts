// Beside the canvas: pseudocode with the current line lit, counters, path, the node in focus, and the list of steps.
import { closestTo, h, partsOf, renew, unbroken } from '../page/dom.ts';
import { boardBitmap } from '../draw/cards.ts';
import { between as interval, type Looks } from '../draw/looks.ts';
import { showMemo } from './memo_table.ts';
import { sortByDragging } from './sorting.ts';
import type { Board } from '../draw/board.ts';
import type { Document } from '../model/document.ts';
import type { Frames } from '../player/frames.ts';
import type { Find } from '../page/types.ts';
import type { GameNode } from '../model/types.ts';
import type { Picture } from '../draw/picture.ts';
import type { Replay } from '../player/replay.ts';
import type { Why } from './why.ts';
import { listen, type Store } from '../store.ts';

/** What the panel needs. */
interface Needs {
  store: Store;
  picture: Picture;
  replay: Replay;
  why: Pick<Why, 'isThere' | 'ask'>;
}

const MOST_SUCCESSORS = 40;
const MOST_NOTED = 400; // nodes that are listed
const BY_NAME = new Intl.Collator('en', { numeric: true });
const [BOARD_WIDTH, BOARD_HEIGHT] = [19, 10.5]; // times the size of letters, at most
const LETTERS = 18; // px, where they are largest
const ROW = 34; // height of a row of the list of steps, in px; the list draws only the rows in view
const PRESSED = 'button, [data-node], [data-step]'; // what a press in the panel may be for
const TALLEST = 8e6; // px that every browser can make an element tall

/**
 * A line of pseudocode; what of it is wrapped is indented more than its beginning.
 * @param isOff it stands there for options that are not chosen
 */
function codeLine(line: string, isOff: boolean) {
  const textContent = line.trimStart();
  const code = h('code', { textContent });
  code.style.setProperty('--indent', `${line.length - textContent.length}`);
  return h('li', { hidden: isOff }, code);
}

const makeSortable = (chip: HTMLElement) => {
  chip.dataset.node = chip.title;
  chip.title += ': drag it to another place to have it tried earlier or later';
};

export class Panel {
  find: Find;
  list: HTMLElement;
  sorted: { id: string; successors: string[] } | undefined;
  counts: HTMLElement[] = []; // the numbers of the counters
  at: number | undefined;
  // Something in it is under a hand: to draw it anew would lose the press.
  isPressed = false;

  constructor(readonly element: HTMLElement, readonly needs: Needs) {
    this.watchPresses(element);
    element.innerHTML = `
      <section class="code" aria-label="Pseudocode"><h3></h3><p class="warning"></p><ol></ol></section>
      <section class="now">
        <dl class="counters"></dl><div class="path"></div><div class="focus"></div><p class="rule"></p>
      </section>
      <section class="memo" aria-label="Memo" tabindex="0" hidden></section>
      <section class="score-rows" aria-label="Scores of the last steps"></section>
      <section class="noted" hidden><h3></h3><ul></ul></section>
      <section class="steps">
        <h3>Steps</h3>
        <div class="list" tabindex="0" role="listbox" aria-label="Steps"><div class="rows"></div></div>
      </section>`;
    this.find = partsOf(element);
    this.list = this.find('.list');
    this.list.addEventListener('scroll', () => this.drawRows());
    this.list.addEventListener('click', (event) => {
      const row = closestTo(event, '[data-step]');
      if (row) needs.store.actions.goTo(Number(row.dataset.step));
    });
    new ResizeObserver(() => this.drawRows()).observe(this.list);
    new ResizeObserver(() => this.bringLitIntoView()).observe(this.find('.code'));
    // Dropped on another successor, one takes its turn.
    sortByDragging(this.find('.focus'), '[data-node]', (chip, onto) => {
      if (!this.sorted) return;
      const { id, successors } = this.sorted;
      const { node } = chip.dataset;
      const at = successors.indexOf(onto.dataset.node ?? '');
      if (at < 0 || node === undefined || !successors.includes(node)) return; // another node is in focus by now
      const rest = successors.filter((each) => each !== node);
      const { document, isEditable } = needs.store;
      if (isEditable.value) document.value.setOrder(id, [...rest.slice(0, at), node, ...rest.slice(at)]);
    });
    this.load(null);
    listen(needs.store.frames, (frames) => this.load(frames));
    listen(needs.store.panelDue, () => this.tell());
    listen(needs.store.choice, () => this.showNode(needs.store.selected.value ?? this.frames?.focus));
  }

  get frames() {
    return this.needs.store.frames.value;
  }
  get looks() {
    return this.needs.picture.looks;
  }

  select(id: string) {
    this.needs.store.actions.choose(id);
  }

  // The present step.
  tell() {
    const { frames, needs: { store, picture, replay } } = this;
    const { value: document } = store.document;
    if (!frames || this.isPressed) return;
    this.show(frames, document, replay.endless.tell(picture.looks, picture.part.there));
    const focus = frames.focus !== undefined && document.nodes.has(frames.focus) ? frames.focus : undefined;
    this.showNode(focus ?? store.selected.value);
  }

  /** The root if there is no node. */
  showNode(id: string | undefined) {
    const { value: document } = this.needs.store.document;
    this.showFocus(id ?? document.root, this.frames, document);
  }

  watchPresses(element: HTMLElement) {
    element.addEventListener('pointerdown', (event) => {
      this.isPressed = !event.button && Boolean(closestTo(event, PRESSED));
    });
    const end = () => {
      if (!this.isPressed) return;
      this.isPressed = false;
      setTimeout(() => this.tell()); // once the press has been heard
    };
    for (const kind of ['pointerup', 'pointercancel', 'blur']) addEventListener(kind, end);
  }

  load(frames: Frames | null) {
    const trace = frames?.trace;
    this.find('.code h3').textContent = trace?.title ?? '';
    this.find('.counters').replaceChildren(...(trace?.counters ?? []).map((name) => this.counter(name)));
    this.counts = [...(this.find('.counters').querySelectorAll('button') as Iterable<HTMLElement>)];
    this.find('.noted').hidden = !trace?.notesTitle;
    this.find('.noted h3').textContent = trace?.notesTitle ?? '';
    this.find('.warning').textContent = trace?.warning ?? '';
    this.find('.code ol').replaceChildren(
      ...(trace?.pseudocode ?? []).map((line, i) => codeLine(line, trace?.linesOff?.includes(i + 1) ?? false)),
    );
    this.find('.rows').style.height = `${Math.min((trace?.length ?? 0) * ROW, TALLEST)}px`;
    this.element.classList.toggle('empty', !trace);
    if (!trace) this.find('.memo').hidden = true;
    if (!trace) { for (const part of ['.path', '.focus', '.rule', '.rows']) this.find(part).replaceChildren(); }
  }

  /** `rule` is what there is to say of endless play, if anything. */
  show(frames: Frames, doc: Document, rule = '') {
    if (frames.at < 0) return;
    this.find('.rule').textContent = rule;
    this.at = frames.at;
    this.light(frames.line);
    this.counts.forEach((count, i) => {
      count.textContent = frames.count(i).toLocaleString('en');
    });
    this.showPath(frames, doc);
    if (frames.trace.notesTitle) this.showNoted(frames, doc);
    const name = (id: string) => doc.nodes.get(id)?.label || frames.nameOf(id);
    showMemo(this.find('.memo'), frames, { name, select: (id) => this.select(id) });
    this.scrollTo(frames.at);
    this.drawRows();
  }

  /**
   * A counter, which leads to where it rises; it stays as long as the trace, so that it can be pressed again and again.
   */
  counter(name: string) {
    const words = name === 'leaves' ? 'ends of paths read' : name.replaceAll('_', ' '); // one leaf can be read often
    const title = `Go to the next step in which “${words}” rises (with Shift to the one before)`;
    const number = h('button', { type: 'button', title });
    number.addEventListener('click', (event) => this.needs.replay.toRise(name, !event.shiftKey));
    return h('div', {}, h('dt', { textContent: words }), h('dd', {}, number));
  }

  /** Lights a line of the pseudocode. */
  light(number: number) {
    const lines = [...this.find('.code').querySelectorAll('li')];
    const lit = lines[number - 1];
    lines.forEach((line) => line.classList.toggle('lit', line === lit));
    this.bringLitIntoView();
  }

  bringLitIntoView() {
    const code = this.find('.code');
    const lit = code.querySelector('.lit');
    if (!lit) return;
    const { top, bottom } = lit.getBoundingClientRect();
    const room = code.getBoundingClientRect();
    const spare = room.bottom - room.top - (bottom - top); // where there is none, its beginning is shown
    if (top < room.top || bottom > room.bottom) code.scrollTop += top - room.top - Math.max(0, spare / 2);
  }

  showPath(frames: Frames, doc: Document) {
    const path = frames.path;
    const shown = path.slice(-12);
    const names = shown.map((id) => this.chip(id, frames, doc));
    const dots = path.length > shown.length
      ? [
        h('span', { className: 'dots', textContent: `… ${(path.length - shown.length).toLocaleString('en')} more → ` }),
      ]
      : [];
    renew(
      this.find('.path'),
      ...(path.length ? [h('h4', { textContent: 'Path' }), ...dots, ...between(names, ' → ')] : []),
    );
  }

  /** The node in focus (or selected), what it is worth and what its successors are worth. */
  showFocus(id: string | undefined, frames: Frames | null | undefined, doc: Document) {
    if (id === undefined || !doc.nodes.has(id) || !this.looks.isThere(id)) {
      this.find('.focus').replaceChildren();
      return;
    }
    const kind =
      { max: 'Max', min: 'Min', leaf: 'leaf', open: 'open node', mover: 'player to move' }[this.looks.kindAt(id)];
    const note = frames?.note(id);
    const role = frames?.role(id);
    const words = role ? `, ${this.looks.theme.finality[role].name}` : '';
    const successors = this.looks.successorsOf(id);
    const rows = successors.slice(0, MOST_SUCCESSORS).map((other) => this.chip(other, frames, doc));
    if (successors.length > 1 && !this.element.closest('.read-only')) rows.forEach(makeSortable);
    this.sorted = { id, successors };
    renew(
      this.find('.focus'),
      h('h4', { textContent: 'Node' }),
      h('div', {}, this.chip(id, frames, doc), ` ${kind}${words}`, ...this.question(id)),
      ...(frames
        ? this.looks.windowWords(id).map((textContent) => h('div', { className: 'window', textContent }))
        : []),
      ...this.picture(doc.node(id)),
      ...(note ? [h('div', { className: 'note', textContent: note })] : []),
      ...this.successorsOf(id, rows),
    );
  }

  /** A button that asks why the node has its score, where that can be asked. */
  question(id: string) {
    const { why } = this.needs;
    if (!why.isThere) return [];
    const button = h('button', { type: 'button', className: 'ask', textContent: 'Why?' });
    button.title = 'Why does it have this score? (W)';
    button.addEventListener('click', () => why.ask(id));
    return [' ', button];
  }

  /** The successors that are shown, and how many there are besides. */
  successorsOf(id: string, rows: HTMLElement[]) {
    const count = this.needs.picture.part.hiddenOf(id);
    const hidden = count ? [`${count} ${count === 1 ? 'node that is' : 'nodes that are'} not shown`] : [];
    const said = [...between(rows, ', '), ...(rows.length && count ? [' and '] : []), ...hidden];
    return said.length ? [h('div', { className: 'successors' }, 'moves to ', ...said)] : [];
  }

  /** The position on its board, read out as text where there is a text; else the text, if there is one. */
  picture({ id, picture }: GameNode) {
    const cells = this.looks.cellsOf(id);
    const text = typeof picture === 'string' ? picture : '';
    if (!cells) return text ? [h('pre', { className: 'picture', textContent: text })] : [];
    const board = this.looks.board as Board;
    const unit = Math.min(BOARD_WIDTH / board.width, BOARD_HEIGHT / board.height);
    const paint = (role: string) => this.looks.boardColour(role);
    const sharpness = LETTERS * devicePixelRatio;
    const { canvas } = boardBitmap(board, cells, { unit: unit * sharpness, paint });
    canvas.className = 'board';
    canvas.style.width = `${canvas.width / sharpness}em`;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', text || `Board: ${cells.join(' ')}`);
    return [canvas];
  }

  /** What is remembered of nodes, in a trace that is about them, sorted by name as people sort: 9 before 10. */
  showNoted(frames: Frames, doc: Document) {
    const noted = frames.notes.map(([id, note]) => ({ id, name: doc.nodes.get(id)?.label || id, note })).sort((
      one,
      other,
    ) => BY_NAME.compare(one.name, other.name));
    this.find('.noted').hidden = frames.isHushed;
    const rest = noted.length - MOST_NOTED;
    const rows = noted.slice(0, MOST_NOTED).map(({ id, name, note }) => {
      const button = h('button', { type: 'button', title: id }, h('b', { textContent: name }), ` ${note}`);
      button.addEventListener('click', () => this.select(id));
      return h('li', {}, button);
    });
    renew(
      this.find('.noted ul'),
      ...rows,
      ...(rest > 0 ? [h('li', { textContent: `… and ${rest.toLocaleString('en')} more` })] : []),
      ...(rows.length ? [] : [h('li', { textContent: 'None at this step.' })]),
    );
  }

  chip(id: string, frames: Frames | null | undefined, doc: Document) {
    if (frames && !doc.nodes.has(id)) return this.hiddenChip(id, frames);
    const face: Partial<ReturnType<Looks['face']>> = frames ? this.looks.face(id) : {};
    const { unread } = this.looks.leafScore(id);
    const { text = '?', fill, ink, bounds } = face;
    const name = doc.nodes.get(id)?.label || id;
    const chip = h('button', {
      type: 'button',
      className: 'chip',
      title: id,
      textContent: bounds ? `${name} ${interval(bounds)}` : `${name}: ${unread ?? text}`,
    });
    if (text !== '?') {
      chip.style.background = fill ?? '';
      chip.style.color = ink ?? '';
    }
    chip.addEventListener('click', () => this.select(id));
    return chip;
  }

  /** Of a node that is not shown, the name alone. */
  hiddenChip(id: string, frames: Frames) {
    const chip = h('button', {
      type: 'button',
      className: 'chip hidden',
      title: `${id}: not shown; click to show it`,
      textContent: frames.nameOf(id),
    });
    chip.addEventListener('click', () => this.select(id));
    return chip;
  }

  scrollTo(step: number) {
    const top = step * ROW - this.beyond;
    const { scrollTop, clientHeight } = this.list;
    if (top >= scrollTop && top + ROW <= scrollTop + clientHeight) return;
    const wanted = step * ROW - clientHeight / 2 + ROW / 2;
    this.list.scrollTop = wanted / this.stretch;
  }

  // A list of very many rows is taller than a browser can make it: scrolled by one pixel, it moves by more.
  get stretch() {
    const { clientHeight } = this.list;
    const height = (this.frames?.length ?? 0) * ROW;
    return height > TALLEST ? (height - clientHeight) / (TALLEST - clientHeight) : 1;
  }

  // How much of the list is above what its scroll bar says, in px.
  get beyond() {
    return this.list.scrollTop * (this.stretch - 1);
  }

  drawRows() {
    const { beyond } = this;
    const first = Math.max(0, Math.floor((this.list.scrollTop + beyond) / ROW) - 4);
    const last = Math.min(this.frames?.length ?? 0, first + Math.ceil(this.list.clientHeight / ROW) + 8);
    const rows = [];
    for (let number = first; number < last; number++) rows.push(this.row(number, number * ROW - beyond));
    this.find('.rows').replaceChildren(...rows);
  }

  /** @param top in px */
  row(number: number, top: number) {
    const said = this.frames?.captionAt(number);
    if (said === undefined) this.needs.replay.chunks.want(number);
    const caption = said ?? '…';
    const row = h(
      'div',
      { className: 'row', title: caption },
      h('b', { textContent: `${number}` }),
      h('span', { textContent: unbroken(caption) }),
    );
    row.dataset.step = `${number}`;
    row.style.top = `${top}px`;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', `${number === this.at}`);
    return row;
  }
}

const between = (items: (Node | string)[], text: string): (Node | string)[] =>
  items.flatMap((item, i) => (i ? [text, item] : [item]));
