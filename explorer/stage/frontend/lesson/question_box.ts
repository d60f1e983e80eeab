// A question of a slide: the field for its answer, by the form of the answer, and the verdict on it.
import { button, h } from '../page/dom.ts';
import type { LessonQuestionData } from '../messages.ts';
import type { AnswerRecord } from './answer_record.ts';
import { judge, listEntries, type Verdict } from './judging.ts';

const MOST_BUTTONS = 14; // of nodes or items up to which each has a button
const [MOST_TYPED, MOST_FREE] = [60, 2000]; // characters
const HINTS = {
  node: 'Click the node, or choose it here.',
  nodes: 'Click all these nodes, or choose them here; a second press takes one back.',
  path: 'Click the nodes of the path one after the other, or choose them here.',
  order: 'Choose the first one, then the next.',
  several: 'Choose all that hold.',
};
const WITH_NODES = ['node', 'nodes', 'path'];

export class QuestionBox {
  verdict = h('div', { className: 'verdict' });
  field = h('div', { className: 'field' });

  /**
   * @param names of the nodes, by id
   * @param answered is called after each change
   */
  constructor(
    readonly element: HTMLElement,
    readonly data: LessonQuestionData,
    readonly record: AnswerRecord,
    readonly names: Map<string, string>,
    readonly answered: () => void,
  ) {
    this.verdict.setAttribute('role', 'status');
    const place = element.querySelector('.lines, details');
    element.insertBefore(this.field, place);
    element.insertBefore(this.verdict, place);
    this.build();
    if (this.answer.trim()) this.judge();
  }

  get answer() {
    return this.record.get(this.data.key);
  }
  get entries() {
    return listEntries(this.answer);
  }
  get takesNodes() {
    return WITH_NODES.includes(this.data.form);
  }
  get title() {
    return this.element.querySelector('p')?.textContent ?? '';
  }

  build() {
    const { form } = this.data;
    if (form === 'typed' || form === 'free') this.buildText(form === 'free');
    else if (form === 'one' || form === 'several') this.buildChoices(form === 'one');
    else this.buildList();
  }

  keep(text: string, isFinal = true) {
    this.record.set(this.data.key, text);
    this.verdict.replaceChildren();
    this.verdict.className = 'verdict';
    if (isFinal && this.data.form === 'one') this.judge();
    this.answered();
  }

  // ---- fields

  buildText(isFree: boolean) {
    const input = isFree
      ? h('textarea', { rows: 4, maxLength: MOST_FREE })
      : h('input', { type: 'text', size: 12, maxLength: MOST_TYPED, autocomplete: 'off' });
    input.value = this.answer;
    input.ariaLabel = this.title;
    input.addEventListener('input', () => this.keep(input.value));
    input.addEventListener('keydown', (event) => {
      if (!isFree && (event as KeyboardEvent).key === 'Enter') this.judge();
    });
    this.field.append(input, ...this.checkButton());
  }

  /** The choices stand in the text of the slide; each gets a control. */
  buildChoices(isOne: boolean) {
    const items = [...this.element.querySelectorAll('.choices > li')];
    const controls = items.map((item, place) => {
      const type = isOne ? 'radio' : 'checkbox';
      const text = this.data.choices[place];
      const checked = isOne ? this.answer === text : Boolean(this.entries?.includes(text));
      const control = h('input', { type, name: this.data.key, checked });
      const words = item.querySelector('label > span') ?? item; // the slide may be shown again
      item.replaceChildren(h('label', {}, control, h('span', {}, ...words.childNodes)));
      return control;
    });
    const chosen = () => this.data.choices.filter((_, place) => controls[place].checked);
    for (const control of controls) {
      control.addEventListener('change', () => {
        if (isOne) this.keep(chosen()[0]);
        else this.keep(chosen().length ? JSON.stringify(chosen()) : '');
      });
    }
    if (!isOne) this.field.append(h('small', { textContent: HINTS.several }), ...this.checkButton());
  }

  /** Nodes or items, one after the other. */
  buildList() {
    const { form, choices } = this.data;
    const { entries } = this;
    const all = form === 'order' ? choices.map((item) => [item, item] as const) : [...this.names];
    const isOnce = form === 'order' || form === 'node' || form === 'nodes';
    const left = all.filter(([entry]) => !(isOnce && entries?.includes(entry)));
    const words = entries?.map((entry) => this.names.get(entry) ?? entry);
    const chosen = words?.length ? words.join(form === 'nodes' || form === 'node' ? ', ' : ' → ') : 'none';
    const acts = [
      ...(form === 'nodes' && !entries ? [button('None', () => this.putList([]))] : []),
      ...(entries
        ? [button('Take back', () => this.putList(entries.length > 1 ? entries.slice(0, -1) : undefined))]
        : []),
      ...this.checkButton(),
    ];
    this.field.replaceChildren(
      entries
        ? h('p', { className: 'chosen', textContent: chosen })
        : h('small', { textContent: HINTS[form as keyof typeof HINTS] }),
      this.entryMenu(left),
      h('div', { className: 'acts' }, ...acts),
    );
  }

  entryMenu(entries: (readonly [string, string])[]) {
    if (entries.length <= MOST_BUTTONS) {
      const chips = entries.map(([entry, name]) => button(name, () => this.add(entry), { className: 'entry' }));
      return h('div', { className: 'entries' }, ...chips);
    }
    const select = h('select', { ariaLabel: this.title }, new Option('Choose …', ''));
    for (const [entry, name] of entries) select.append(new Option(name, entry));
    select.addEventListener('change', () => select.value && this.add(select.value));
    return select;
  }

  /** A node is clicked, or an entry chosen; in a set, one that is there is taken back. */
  add(entry: string) {
    const entries = this.entries ?? [];
    const { form } = this.data;
    if (form === 'node') this.putList([entry]);
    else if (form === 'nodes' && entries.includes(entry)) {
      const others = entries.filter((each) => each !== entry);
      this.putList(others.length ? others : undefined);
    } else this.putList([...entries, entry]);
  }

  putList(entries: string[] | undefined) {
    const hadFocus = this.field.contains(document.activeElement);
    this.keep(entries ? JSON.stringify(entries) : '');
    this.buildList();
    if (hadFocus) this.field.querySelector<HTMLElement>('.entry, select, button')?.focus({ preventScroll: true });
  }

  // ---- the verdict

  checkButton() {
    return this.data.replies && this.data.form !== 'free'
      ? [button('Check', () => this.judge(), { className: 'check' })]
      : [];
  }

  judge() {
    if (!this.data.replies || !this.answer.trim()) return;
    const verdict = judge(this.data, this.answer.trim(), this.names);
    this.verdict.className = `verdict ${verdict.isRight ? 'is-right' : verdict.isRight === null ? '' : 'is-wrong'}`;
    const reply = h('span');
    reply.innerHTML = verdict.reply; // made by Python of the lesson's text, with nothing but emphasis and formulas
    this.verdict.replaceChildren(h('b', { textContent: headOf(verdict) }), ' ', reply);
  }
}

function headOf({ isRight, isPartly }: Verdict) {
  if (isRight === null) return '';
  return isRight ? 'Right.' : isPartly ? 'Partly right.' : 'Not quite.';
}
