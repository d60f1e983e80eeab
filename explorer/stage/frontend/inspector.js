// A small form at a node: its name, kind and score, the root, delete. Every change is an edit of its own.
import { kindOf, parseScore } from './document.js';
import { h } from './panel.js';

const KINDS = { max: 'Max', min: 'Min', leaf: 'Leaf', open: 'Open', mover: 'Node' };

export class Inspector {
  constructor(element, { closed, say }) {
    Object.assign(this, { element, closed, say, id: null });
    element.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.giveUp();
      if (event.key === 'Enter' && event.target.matches('input')) this.close();
    });
  }

  open(doc, id, at, field = 'score') {
    this.doc = doc;
    this.id = id;
    const node = doc.nodes.get(id), kind = kindOf(node);
    const name = h('input', { name: 'name', value: node.label ?? id, maxLength: 100, autocomplete: 'off' });
    const score = h('input', { name: 'score', value: node.score ?? '', size: 6, autocomplete: 'off', inputMode: 'text' });
    name.addEventListener('change', () => this.rename(name));
    score.addEventListener('change', () => this.rescore(score));
    const kinds = doc.kinds.map(each => this.button(KINDS[each], () => this.setKind(each), each === kind));
    this.element.replaceChildren(
      h('label', {}, 'Name ', name), h('div', { className: 'kinds' }, ...kinds),
      ...(kind === 'leaf' ? [h('label', {}, 'Score ', score)] : []),
      h('div', { className: 'ends' }, this.button('Root', () => { doc.setRoot(this.id); this.reopen(); }, doc.root === id),
        this.button('Delete', () => { doc.remove([this.id], []); this.close(); }), this.button('Close', () => this.close())));
    this.element.style.left = `${at.x}px`;
    this.element.style.top = `${at.y}px`;
    this.at = at;
    this.element.hidden = false;
    const first = this.element.querySelector(`[name=${field}]`) ?? name;
    first.focus();
    first.select();
  }

  // A key that was pressed on the canvas begins the score.
  typed(character) {
    const field = this.element.querySelector('[name=score]');
    field.value = character;
    field.setSelectionRange(character.length, character.length);
    field.addEventListener('blur', () => this.rescore(field), { once: true }); // no change event if nothing more is typed
  }

  button(text, act, pressed = false) {
    const button = h('button', { type: 'button', textContent: text });
    button.setAttribute('aria-pressed', pressed);
    button.addEventListener('click', act);
    return button;
  }

  setKind(kind) { this.doc.setKind([this.id], kind); this.reopen(); }
  reopen() { if (this.id !== null) this.open(this.doc, this.id, this.at); }

  rename(input) {
    const name = input.value.trim();
    if (!name || this.id === null) return;
    const id = this.doc.rename(this.id, name);
    if (id === undefined) { this.say(`There is already a node named ${name}; choose another name.`); input.value = this.id; return; }
    this.id = id;
  }

  rescore(input) {
    const score = parseScore(input.value);
    if (this.id === null) return;
    if (score === undefined) { this.say(`A score is a number such as 2, -0.5 or 16/3, not “${input.value}”.`); input.value = this.doc.nodes.get(this.id).score; return; }
    this.doc.setScore(this.id, score);
  }

  // Escape: what stands in the field that has the keys is forgotten.
  giveUp() { this.id = null; this.close(); }

  close() {
    if (this.element.hidden) return;
    this.element.contains(this.element.getRootNode().activeElement) && this.element.getRootNode().activeElement.blur(); // commits what was typed
    this.element.hidden = true;
    this.id = null;
    this.closed();
  }
}
