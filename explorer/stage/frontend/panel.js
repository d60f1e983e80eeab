// Beside the canvas: pseudocode with the current line lit, counters, path, the node in focus, and the list of steps.
import { boardBitmap } from './cards.js';
import { between as interval } from './looks.js';
import { sortByDragging } from './sorting.js';

const MOST_SUCCESSORS = 40, MOST_NOTED = 100; // nodes that are listed
const [BOARD_WIDTH, BOARD_HEIGHT] = [19, 10.5]; // times the size of letters, at most
const LETTERS = 18; // px, where they are largest
const ROW = 34; // height of a row of the list of steps, in px; the list draws only the rows in view

export const h = (tag, attributes = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

const FINAL_BOUNDS = { unknown: 'nothing known', tentative: 'neither bound final', lower: 'lower bound final', upper: 'upper bound final', final: 'both bounds final' };

const makeSortable = chip => {
  chip.dataset.node = chip.title;
  chip.title += ': drag it to another place to have it tried earlier or later';
};

export class Panel {
  // `reorder` is called with a node and its successors in the order in which they shall be tried.
  constructor(element, looks, { goTo, select, reorder }) {
    Object.assign(this, { element, looks, goTo, select, reorder });
    element.innerHTML = `
      <section class="code"><h3></h3><p class="warning"></p><ol></ol></section>
      <section class="now"><dl class="counters"></dl><div class="path"></div><div class="focus"></div><p class="rule"></p></section>
      <section class="noted" hidden><h3></h3><ul></ul></section>
      <section class="steps"><h3>Steps</h3><div class="list" tabindex="0" role="listbox" aria-label="Steps"><div class="rows"></div></div></section>`;
    this.find = selector => element.querySelector(selector);
    this.list = this.find('.list');
    this.list.addEventListener('scroll', () => this.drawRows());
    this.list.addEventListener('click', event => { const row = event.target.closest('[data-step]'); if (row) this.goTo(Number(row.dataset.step)); });
    new ResizeObserver(() => this.drawRows()).observe(this.list);
    // Dropped on another successor, one takes its turn.
    sortByDragging(this.find('.focus'), '[data-node]', (chip, onto) => {
      const { id, successors } = this.sorted, { node } = chip.dataset, at = successors.indexOf(onto.dataset.node);
      if (at < 0 || !successors.includes(node)) return; // another node is in focus by now
      const rest = successors.filter(each => each !== node);
      this.reorder(id, [...rest.slice(0, at), node, ...rest.slice(at)]);
    });
  }

  load(trace) {
    this.trace = trace;
    this.find('.code h3').textContent = trace?.title ?? '';
    this.find('.noted').hidden = !trace?.notesTitle;
    this.find('.noted h3').textContent = trace?.notesTitle ?? '';
    this.find('.warning').textContent = trace?.warning ?? '';
    this.find('.code ol').replaceChildren(...(trace?.pseudocode ?? []).map(line => h('li', {}, h('code', { textContent: line }))));
    this.find('.rows').style.height = `${(trace?.steps.length ?? 0) * ROW}px`;
    this.element.classList.toggle('empty', !trace);
  }

  // `rule` is what there is to say of endless play, if anything.
  show(frames, doc, rule = '') {
    const { step } = frames;
    this.find('.rule').textContent = rule;
    this.at = frames.at;
    this.light(step.l);
    this.find('.counters').replaceChildren(...this.trace.counters.flatMap((name, i) =>
      [h('div', {}, h('dt', { textContent: name }), h('dd', { textContent: (step.k[i] ?? 0).toLocaleString('en') }))]));
    this.showPath(frames, doc);
    if (this.trace.notesTitle) this.showNoted(frames, doc);
    this.scrollTo(frames.at);
    this.drawRows();
  }

  // The line of the pseudocode, brought into view.
  light(number) {
    const code = this.find('.code'), lines = [...code.querySelectorAll('li')], lit = lines[number - 1];
    lines.forEach(line => line.classList.toggle('lit', line === lit));
    if (!lit) return;
    const { top, bottom } = lit.getBoundingClientRect(), room = code.getBoundingClientRect();
    if (top < room.top || bottom > room.bottom) code.scrollTop += (top + bottom - room.top - room.bottom) / 2;
  }

  showPath(frames, doc) {
    const path = frames.path, shown = path.slice(-12);
    const names = shown.map(id => this.chip(id, frames, doc));
    const dots = path.length > shown.length ? [h('span', { className: 'dots', textContent: `… ${path.length - shown.length} more → ` })] : [];
    this.find('.path').replaceChildren(...(path.length ? [h('h4', { textContent: 'Path' }), ...dots, ...between(names, ' → ')] : []));
  }

  // The node in focus (or selected), what it is worth and what its successors are worth.
  showFocus(id, frames, doc) {
    if (!doc.nodes.has(id) || !this.looks.isThere(id)) { this.find('.focus').replaceChildren(); return; }
    const kind = { max: 'Max', min: 'Min', leaf: 'leaf', open: 'open node', mover: 'player to move' }[this.looks.kindAt(id)];
    const note = frames?.note(id), role = frames?.role(id) ?? 'unknown', words = this.trace?.bounded ? FINAL_BOUNDS[role] : role;
    const successors = this.looks.successorsOf(id), rows = successors.slice(0, MOST_SUCCESSORS).map(other => this.chip(other, frames, doc));
    if (successors.length > 1 && !this.element.closest('.read-only')) rows.forEach(makeSortable);
    this.sorted = { id, successors };
    this.find('.focus').replaceChildren(
      h('h4', { textContent: 'Node' }), h('div', {}, this.chip(id, frames, doc), ` ${kind}, ${words}`),
      ...(frames ? this.looks.windowWords(id).map(textContent => h('div', { className: 'window', textContent })) : []),
      ...this.picture(doc.nodes.get(id)), ...(note ? [h('div', { className: 'note', textContent: note })] : []),
      ...(rows.length ? [h('div', { className: 'successors' }, 'moves to ', ...between(rows, ', '))] : []));
  }

  // The position on its board, read out as text where there is a text; else the text, if there is one.
  picture({ id, picture }) {
    const cells = this.looks.cellsOf(id);
    const text = typeof picture === 'string' ? picture : '';
    if (!cells) return text ? [h('pre', { className: 'picture', textContent: text })] : [];
    const { board } = this.looks;
    const unit = Math.min(BOARD_WIDTH / board.width, BOARD_HEIGHT / board.height);
    const paint = role => this.looks.boardColour(role);
    const sharpness = LETTERS * devicePixelRatio;
    const { canvas } = boardBitmap(board, cells, { unit: unit * sharpness, paint });
    canvas.className = 'board';
    canvas.style.width = `${canvas.width / sharpness}em`;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', text || `Board: ${cells.join(' ')}`);
    return [canvas];
  }

  // What is remembered of nodes, in a trace that is about them, in the order of the nodes.
  showNoted(frames, doc) {
    const noted = [...frames.notes].sort(([one], [other]) => one - other), rest = noted.length - MOST_NOTED;
    const rows = noted.slice(0, MOST_NOTED).map(([place, note]) => {
      const id = this.trace.nodes[place], name = doc.nodes.get(id)?.label || id;
      const button = h('button', { type: 'button' }, h('b', { textContent: name }), ` ${note}`);
      button.addEventListener('click', () => this.select(id));
      return h('li', {}, button);
    });
    this.find('.noted ul').replaceChildren(...rows, ...(rest > 0 ? [h('li', { textContent: `… and ${rest.toLocaleString('en')} more` })] : []), ...(rows.length ? [] : [h('li', { textContent: 'None at this step.' })]));
  }

  chip(id, frames, doc) {
    const { text = '?', fill, ink, bounds } = frames ? this.looks.face(id) : {}, name = doc.nodes.get(id)?.label || id;
    const chip = h('button', { type: 'button', className: 'chip', title: id, textContent: bounds ? `${name} ${interval(bounds)}` : `${name} = ${text}` });
    if (text !== '?') { chip.style.background = fill; chip.style.color = ink; }
    chip.addEventListener('click', () => this.select(id));
    return chip;
  }

  scrollTo(step) {
    const top = step * ROW, { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || top + ROW > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 2 + ROW / 2;
  }

  drawRows() {
    const { steps } = this.trace ?? { steps: [] };
    const first = Math.max(0, Math.floor(this.list.scrollTop / ROW) - 4);
    const last = Math.min(steps.length, first + Math.ceil(this.list.clientHeight / ROW) + 8);
    this.find('.rows').replaceChildren(...steps.slice(first, last).map((step, i) => this.row(step, first + i)));
  }

  row(step, number) {
    const row = h('div', { className: 'row', title: step.c }, h('b', { textContent: number }), h('span', { textContent: step.c }));
    row.dataset.step = number;
    row.style.top = `${number * ROW}px`;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', number === this.at);
    return row;
  }
}

const between = (items, text) => items.flatMap((item, i) => (i ? [text, item] : [item]));
