// Why a node has its score: the sentences beside the canvas, each of which lights what it is about, the steps that a
// value comes from, and why the score is not another one.
import { withNames } from './caption.ts';
import { newId } from '../session/requests.ts';
import { closestTo, giveKeysBack, h } from '../page/dom.ts';
import type { WhyData, WhyMessage, WhySentence } from '../messages.ts';
import type { Share } from './share.ts';
import type { Chain, Store } from '../store.ts';

const OPEN = 'explained'; // class of a stage whose panel this is

export class Why {
  data: WhyData | null | undefined; // what is shown
  passed: string | undefined; // names the question that was closed
  waiting: string | undefined; // names the question that was asked last on this page
  rows: { said: WhySentence; row: HTMLElement }[] = [];

  constructor(readonly element: HTMLElement, readonly store: Store, readonly share: Pick<Share, 'copy'>) {
    element.addEventListener('click', (event) => this.press(event));
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.data) this.put('ask', this.data.node, this.field?.value.trim() ?? '');
    });
  }

  /** Of the stage. */
  get root() {
    return this.element.closest('.stage');
  }

  get isThere() {
    return this.store.data.value?.why !== undefined;
  }

  get field(): HTMLInputElement | null {
    return this.element.querySelector('input');
  }

  // The node to ask about if none is named.
  get chosen() {
    const { document, selected } = this.store;
    return selected.value ?? document.value.root;
  }

  /** What people call a node. */
  name(id: string) {
    return this.store.document.value.nodes.get(id)?.label || id;
  }

  /** Asks why a node has its score; the same question again closes it. */
  ask(id: string | undefined = this.chosen) {
    if (id === undefined) return;
    const isShown = !this.element.hidden && this.data?.node === id;
    if (isShown && this.data?.step === this.store.step.value) this.close();
    else this.put('ask', id, '');
  }

  put(what: WhyMessage['what'], id: string, expected: string) {
    const number = newId();
    this.waiting = number;
    this.passed = what === 'close' ? this.data?.asked : undefined;
    const { actions, shown, step } = this.store;
    actions.flush();
    actions.send('why', { what, id, expected, number, epoch: shown.epoch, step: step.value });
  }

  // Opens the graph before and after the last edit.
  compare() {
    this.put('compare', '', '');
  }

  close() {
    if (this.data) this.put('close', this.data.node, '');
    this.hide();
    giveKeysBack(this.element);
  }

  hide() {
    this.data = undefined;
    this.element.hidden = true;
    this.root?.classList.remove(OPEN);
    this.light(undefined);
  }

  /** What Python says. */
  take(data: WhyData | null | undefined) {
    if (!data || data.asked === this.passed) {
      if (this.data) this.hide();
      return;
    }
    if (JSON.stringify(data) === JSON.stringify(this.data)) return;
    const isOther = data.asked !== this.data?.asked;
    const index = isOther ? undefined : this.rows.findIndex(({ row }) => row.ariaSelected === 'true');
    this.data = data;
    this.show(data);
    this.element.hidden = false;
    this.root?.classList.add(OPEN);
    this.lightRow(index ?? this.first(data));
    if (data.asked === this.waiting) this.rows[index ?? this.first(data)]?.row.focus({ preventScroll: true });
  }

  /** The sentence to begin with: what refutes another value, else the play, else the first guarantee. */
  first({ against }: WhyData) {
    return against.length > 1 ? 1 : Math.max(0, this.rows.findIndex(({ said }) => said.moves.length > 0));
  }

  show(data: WhyData) {
    const { title, sentences, against, failure } = data;
    this.rows = [];
    this.element.replaceChildren(
      h(
        'section',
        {},
        h('header', {}, h('h3', { textContent: title }), this.button('close', '✕', 'Close (W or Esc)')),
        ...(failure ? [h('p', { className: 'failure', textContent: failure })] : []),
        ...(against.length ? [this.list(against, 'Why not'), ...this.challenge(data)] : []),
        ...(sentences.length ? [this.list(sentences, 'Why')] : []),
        ...this.comesFrom(data),
        ...(sentences.length ? [this.form(data)] : []),
        h(
          'div',
          { className: 'ends' },
          this.button('copy', 'Copy as text', 'Copy all sentences'),
          this.button('save', 'Save as text', 'Save all sentences as a file'),
        ),
      ),
    );
  }

  list(sentences: WhySentence[], label: string) {
    const list = h('ol', { ariaLabel: label });
    list.setAttribute('role', 'listbox');
    for (const said of sentences) {
      const row = h(
        'li',
        { tabIndex: -1 },
        ...withNames(said.text, said.names.map(([start, end, id]) => ({ start, end, id })), 'name'),
      );
      row.setAttribute('role', 'option');
      row.style.setProperty('--depth', `${said.depth}`);
      row.dataset.row = `${this.rows.length}`;
      this.rows.push({ said, row });
      list.append(row);
    }
    return list;
  }

  challenge({ playable }: WhyData) {
    if (!playable) return [];
    return [
      h('div', { className: 'ends' }, this.button('play', 'Play against it', 'Try to do better, on the page Play')),
    ];
  }

  /** Where the value comes from that the node has at the step. */
  comesFrom({ node, links, step }: WhyData) {
    if (!links.length) return [];
    const steps = links.map(({ step: number, text }) => {
      const button = this.button('step', number.toLocaleString('en'), 'Go to this step');
      button.dataset.step = `${number}`;
      return h('li', {}, button, h('span', { textContent: text }));
    });
    const head = `Where the value of ${this.name(node)} at step ${step.toLocaleString('en')} comes from`;
    return [h('div', { className: 'origin' }, h('h4', { textContent: head }), h('ul', {}, ...steps))];
  }

  form({ expected, node }: WhyData) {
    const input = h('input', { size: 6, value: expected, autocomplete: 'off' });
    input.setAttribute('aria-label', `Another value of ${this.name(node)}`);
    return h('form', {}, h('label', {}, 'Why not ', input), h('button', { type: 'submit', textContent: 'Ask' }));
  }

  button(act: string, text: string, title: string) {
    const button = h('button', { type: 'button', textContent: text, title });
    button.dataset.act = act;
    return button;
  }

  // ---- what is pressed

  press(event: Event) {
    const act = closestTo(event, '[data-act]');
    if (act) this.do(act.dataset.act ?? '', act);
    const name = closestTo(event, '[data-node]');
    if (name) this.store.actions.choose(name.dataset.node ?? '');
    const row = closestTo(event, '[data-row]');
    if (row) this.lightRow(Number(row.dataset.row), true);
  }

  do(act: string, button: HTMLElement) {
    const { data } = this;
    if (!data) return;
    if (act === 'close') this.close();
    if (act === 'copy') this.share.copy(data.text, 'Explanation', 'The explanation was copied.');
    if (act === 'save') save(`why-${data.node}.txt`, `${data.text}\n`);
    if (act === 'play') this.put('play', data.node, data.expected);
    if (act === 'step') this.store.actions.goTo(Number(button.dataset.step));
  }

  key(event: KeyboardEvent) {
    if (event.key === 'Escape') this.close();
    if (closestTo(event, 'input, button')) return;
    const at = this.rows.findIndex(({ row }) => row === closestTo(event, '[data-row]'));
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'w') this.close();
    if (at < 0 || by === undefined) return;
    event.preventDefault();
    this.lightRow(Math.min(this.rows.length - 1, Math.max(0, at + by)), true);
  }

  light(chain: Chain | undefined) {
    this.store.chain.value = chain;
  }

  lightRow(number: number, focus = false) {
    this.rows.forEach(({ row }, i) => {
      row.ariaSelected = `${i === number}`;
      row.tabIndex = i === number ? 0 : -1;
    });
    const { said, row } = this.rows[number] ?? {};
    if (!said || !row) {
      this.light(undefined);
      return;
    }
    if (focus) row.focus();
    this.light({
      nodes: new Set(said.nodes),
      bands: said.moves.map(([from, to, kind]) => ({ from, to, kind })),
    });
  }
}

/** @param name of the file */
function save(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: address, download: name.replace(/[^\w.-]+/g, '_') }).click();
  URL.revokeObjectURL(address);
}
