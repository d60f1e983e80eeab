// A small form at a node: its name, kind and score, the root, delete. Every change is an edit of its own.
import { type Document, kindOf } from '../model/document.ts';
import { parseScore } from '../model/scores.ts';
import { focusedBeside, giveKeysBack, h, targetOf } from '../page/dom.ts';
import type { Kind, Place } from '../model/types.ts';
import { type Edit, listen } from '../store.ts';
import type { Stage } from '../stage.ts';

const BESIDE = 34; // px from the middle of the node to the form
const EDGE = 4; // px that it keeps to the edges of the view
const KINDS = { max: 'Max', min: 'Min', leaf: 'Leaf', open: 'Open', mover: 'Node' };

export class Inspector {
  id: string | undefined = undefined;
  doc!: Document;
  at!: Place; // where the node is in the view

  constructor(readonly element: HTMLElement, readonly needs: Pick<Stage, 'store' | 'why'>) {
    const { store } = needs;
    listen(store.document, () => this.element.hidden = true);
    listen(store.edit, (edit) => edit && this.follow(edit));
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.giveUp();
      if (event.key === 'Enter' && targetOf(event).matches('input') && this.take(targetOf(event))) this.close();
    });
  }

  open(doc: Document, id: string, at: Place, field = 'score') {
    this.needs.store.pointed.value = undefined;
    this.doc = doc;
    this.id = id;
    const node = doc.node(id);
    const kind = kindOf(node);
    const name = h('input', { name: 'name', value: node.label ?? id, maxLength: 100, autocomplete: 'off' });
    const score = h('input', {
      name: 'score',
      value: `${node.score ?? ''}`,
      size: 6,
      autocomplete: 'off',
      inputMode: 'text',
    });
    for (const input of [name, score]) input.addEventListener('change', () => this.take(input));
    const remove = this.button('Delete', () => {
      doc.remove([this.id ?? id], []);
      this.giveUp();
    });
    const kinds = doc.kinds.map((each) => this.button(KINDS[each], () => this.setKind(each), each === kind));
    this.element.replaceChildren(
      h('label', {}, 'Name ', name),
      h('div', { className: 'kinds' }, ...kinds),
      ...(kind === 'leaf' ? [h('label', {}, 'Score ', score)] : []),
      h(
        'div',
        { className: 'ends' },
        this.button('Root', () => {
          doc.setRoot(this.id ?? id); // a name that was being typed has become the id by now
          this.reopen();
        }, doc.root === id),
        remove,
        ...(this.needs.why.isThere ? [this.button('Why?', () => this.why())] : []),
        this.button('Close', () => this.giveUp()), // a press on it has taken what was typed
      ),
    );
    this.at = at;
    this.element.hidden = false;
    this.placeBeside(at);
    this.keepFrom(at, remove);
    const first = this.field(field) ?? name;
    first.focus();
    first.select();
  }

  // The node may have got another name, or be gone.
  follow({ renamed }: Edit) {
    this.id = renamed(this.id);
    if (this.id !== undefined && !this.doc.nodes.has(this.id)) this.element.hidden = true;
  }

  /** To the right of the node, or to the left; where there is room for neither, below it or above. */
  placeBeside({ x, y }: Place) {
    const { offsetWidth, offsetHeight, style } = this.element;
    const room = this.element.parentElement as HTMLElement;
    const [right, bottom] = [room.clientWidth - offsetWidth - EDGE, room.clientHeight - offsetHeight - EDGE];
    const [before, after] = [x - BESIDE - offsetWidth, x + BESIDE];
    const isBeside = after <= right || before >= EDGE;
    const left = !isBeside ? x - offsetWidth / 2 : after <= right ? after : before;
    const below = y + BESIDE <= bottom || y < room.clientHeight / 2 ? y + BESIDE : y - BESIDE - offsetHeight;
    style.left = `${Math.max(EDGE, Math.min(left, right))}px`;
    style.top = `${Math.max(EDGE, Math.min(isBeside ? y - 20 : below, bottom))}px`;
  }

  /**
   * Where the form covers the node, as on a phone, and so the finger that has opened it, a button moves out of its way.
   */
  keepFrom({ x, y }: Place, button: HTMLElement) {
    const { offsetLeft, offsetTop, offsetWidth } = this.element;
    if (x < offsetLeft || x > offsetLeft + offsetWidth || y < offsetTop) return;
    if (x < offsetLeft + offsetWidth / 2) button.parentElement?.append(button);
    else button.parentElement?.prepend(button);
  }

  field(name: string): HTMLInputElement | null {
    return this.element.querySelector(`[name=${name}]`);
  }

  /**
   * What was typed on the canvas begins the name or the score.
   * @param name of the field
   */
  typed(name: 'name' | 'score', text: string) {
    const field = this.field(name);
    if (!field) return;
    field.value = text;
    field.setSelectionRange(text.length, text.length);
    // no change event if nothing more is typed
    field.addEventListener('blur', () => this.take(field), { once: true });
  }

  button(text: string, act: () => void, pressed = false) {
    const button = h('button', { type: 'button', textContent: text });
    button.setAttribute('aria-pressed', `${pressed}`);
    button.addEventListener('click', act);
    return button;
  }

  setKind(kind: Kind) {
    if (this.id !== undefined) this.doc.setKind([this.id], kind);
    this.reopen();
  }
  reopen() {
    if (this.id !== undefined) this.open(this.doc, this.id, this.at);
  }

  /**
   * Makes what stands in a field the name or the score; where that cannot be, it stays, with the reason under it, and
   * the answer is false.
   */
  take(input: HTMLInputElement) {
    const problem = this.id === undefined ? '' : input.name === 'name' ? this.rename(input) : this.rescore(input);
    const label = input.parentElement as HTMLElement;
    if (label.nextElementSibling?.matches('.wrong')) label.nextElementSibling.remove();
    input.setAttribute('aria-invalid', `${Boolean(problem)}`);
    if (problem) label.after(h('p', { className: 'wrong', role: 'alert', textContent: problem }));
    return !problem;
  }

  // What is being typed counts from now on, as far as it can be.
  takeAll() {
    if (this.element.hidden) return;
    for (const input of this.element.querySelectorAll('input')) this.take(input);
  }

  /** Why the name cannot be; nothing if it is the name now. */
  rename(input: HTMLInputElement) {
    const name = input.value.trim();
    if (!name || this.id === undefined) return '';
    const id = this.doc.rename(this.id, name);
    if (id === undefined) return `There is already a node named ${name}; choose another name.`;
    this.id = id;
    return '';
  }

  /** Why the score cannot be; nothing if it is the score now. */
  rescore(input: HTMLInputElement) {
    const score = parseScore(input.value);
    if (this.id === undefined) return '';
    if (score === undefined) return `A score is a number such as 2, -0.5 or 16/3, not “${input.value}”.`;
    this.doc.setScore(this.id, score);
    return '';
  }

  // Why the node has its score.
  why() {
    const { id } = this;
    this.close(); // which may rename it
    if (id !== undefined) this.needs.why.ask(id);
  }

  // Escape: what stands in the field that has the keys is forgotten.
  giveUp() {
    this.id = undefined;
    this.close();
  }

  close() {
    if (this.element.hidden) return;
    // commits what was typed
    const focused = focusedBeside(this.element);
    if (this.element.contains(focused)) focused?.blur();
    const wrong: HTMLInputElement | null = this.element.querySelector('[aria-invalid=true]');
    if (this.id !== undefined && wrong) {
      wrong.focus(); // it stays to be mended
      return;
    }
    this.element.hidden = true;
    this.id = undefined;
    giveKeysBack(this.element);
  }
}
