// Predict, then reveal: before some steps the picture waits and asks what the algorithm is about to do.
import { type Answered, grade, readNumber, recall, remember } from './answers.ts';
import type { Turn } from '../session/page_exit.ts';
import { newId, Request } from '../session/requests.ts';
import { button, giveKeysBack, h, unbroken } from '../page/dom.ts';
import { hidesLater, isLecture } from '../page/lecture.ts';
import { listen, type Store } from '../store.ts';
import type { AnswerData, QuestionData, QuestionsData, StageData } from '../messages.ts';
import type { Announcer } from '../panels/announcer.ts';
import type { Picture } from '../draw/canvas/picture.ts';
import type { Player } from './player.ts';
import type { Selection } from '../edit/selection.ts';

const MOST_BUTTONS = 14; // nodes up to which each has a button
const FIRST_SEED = 1;
const TURNING = ['PageUp', 'PageDown']; // all that a presenter's remote has
const HOW: Record<QuestionData['form'], string> = {
  node: 'Click a node, or choose it here.',
  nodes: 'Click the nodes, or choose them here. You may also answer “none”.',
  score: 'Type a number.',
  choice: 'Choose.',
};

/** The parts with which questions are asked and answered. */
export interface AskingNeeds {
  store: Store;
  picture: Picture;
  selection: Selection;
  announcer: Announcer;
}

export class Asking {
  seed: number | undefined; // undefined while nothing is asked
  data: QuestionsData | undefined;
  answers = new Map<number, Answered>(); // the first answer to each question, by step
  open: QuestionData | undefined; // the question that waits for its answer
  picked: string[] = []; // nodes picked for it
  again: number | undefined; // step of a question that is answered again, which does not count
  latest: { question: QuestionData; answer: AnswerData | null } | undefined; // what was answered last
  tallied = false;
  linked = false;
  wish: string | undefined;
  wishing = new Request();

  button: HTMLButtonElement;

  /** @param hush keeps to itself what is next, or not any more */
  constructor(
    readonly element: HTMLElement,
    readonly player: Player,
    readonly hush: (isAsked: boolean) => void,
    readonly needs: AskingNeeds,
  ) {
    this.button = button('Ask me', () => this.turn(this.seed === undefined ? FIRST_SEED : undefined), {
      className: 'ask',
      title: 'Predict the next step before it is shown',
      ariaPressed: 'false',
    });
    player.slider.before(this.button);
    player.waits = (step) => this.holds(step);
    player.passes = () => this.pass();
    player.end = () => this.end();
    player.hides = () => this.seed !== undefined || hidesLater();
    element.addEventListener('keydown', (event) => {
      if (TURNING.includes(event.key) && player.key(event.key)) event.preventDefault(); // in a field, too
    });
    listen(needs.store.moment, (moment) => moment?.isHere && this.show(moment.step));
  }

  get name() {
    return `${this.data?.run}/${this.data?.seed}`;
  }

  get isOffered() {
    return !this.button.hidden && !this.needs.store.data.value.in_lockstep && this.player.length > 1;
  }

  // ---- on and off

  /** Another trace is shown; a link may name the seed. */
  begin({ asks, ask }: Pick<StageData, 'ask' | 'asks'>) {
    this.button.hidden = !asks;
    this.forget();
    if (!this.linked && typeof ask === 'number') this.seed = ask;
    this.linked = true;
    if (this.seed !== undefined) this.turn(this.seed);
  }

  turn(seed: number | undefined) {
    const before = this.seed;
    this.seed = seed;
    this.forget();
    this.button.setAttribute('aria-pressed', `${seed !== undefined}`);
    this.element.hidden = seed === undefined;
    this.element.closest('.stage')?.classList.toggle('asks', seed !== undefined);
    this.element.replaceChildren(h('p', { textContent: 'Questions are being made …' }));
    this.hush(seed !== undefined);
    this.player.update();
    this.wishFor(seed ?? before ?? FIRST_SEED);
    if (seed === undefined) giveKeysBack(this.element);
  }

  /** Python answers a wish once, and newer data may overtake the answer. */
  wishFor(seed: number) {
    const { store } = this.needs;
    const on = this.seed !== undefined;
    this.wishing.repeat(() => {
      this.wish = newId();
      store.actions.send('questions', { seq: store.versions.seq, seed, on, number: this.wish });
    });
    if (!on) this.wishing.end();
  }

  forget() {
    this.wishing.end();
    this.data =
      this.open =
      this.latest =
      this.again =
        undefined;
    this.answers = new Map();
    this.tallied = false;
  }

  receive(data: QuestionsData) {
    if (data.number !== this.wish || this.seed === undefined) return;
    this.wishing.end();
    this.data = data;
    this.answers = recall(this.name);
    this.show(this.player.at);
  }

  // ---- steps

  question(step: number) {
    return this.data?.questions.find((each) => each.step === step);
  }

  /** Whether the picture waits before a step. */
  holds(step: number) {
    const waits = Boolean(this.question(step)) && (!this.answers.has(step) || this.again === step);
    if (waits) {
      this.latest = undefined;
      this.show(step - 1);
      this.focus();
    }
    return waits;
  }

  /** Whether a question was open, which is passed over. */
  pass() {
    const { open } = this;
    if (open) this.settle(open, null);
    return Boolean(open);
  }

  /** True if what turns a slide steps here instead: while questions are asked, up to either end of the run. */
  takeTurn(direction: Turn) {
    const { at, length, goesOn } = this.player;
    const isEnd = direction === 'next' ? !this.open && !goesOn && at >= length - 1 : at <= 0;
    if (this.seed === undefined || isEnd) return false;
    this.player.act(direction === 'next' ? 'onward' : 'previous');
    return true;
  }

  /** Return the target of the key End: the next question, if one is left. */
  end() {
    const { at, length } = this.player;
    const next = this.next(at);
    if (next?.step === at + 1) this.holds(next.step);
    return next ? next.step - 1 : length - 1;
  }

  /** The next question after a step that is not answered. */
  next(after: number) {
    return this.data?.questions.find(({ step }) => step > after && !this.answers.has(step));
  }

  /** Show the question or the answer of the present step. */
  show(step: number) {
    const { data } = this;
    if (!data) return;
    const next = this.question(step + 1);
    const waits = next && (!this.answers.has(next.step) || this.again === next.step);
    if (waits && this.open === next) return;
    if (this.latest?.question.step !== step) this.latest = undefined;
    this.open = waits && !this.latest ? next : undefined; // what was answered is read first
    this.picked = [];
    const last = step === this.player.length - 1;
    if (this.open) this.pose(this.open);
    else if (this.latest) this.tell(this.latest.question, this.latest.answer);
    else if (last || this.tallied || !data.questions.length) this.tally();
    else this.rest();
  }

  pose(question: QuestionData) {
    const form = h('form', { className: 'answer' });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit(question, form);
    });
    const shown = button('Show me', () => this.settle(question, null), { title: 'Go on without an answer' });
    form.append(
      this.field(question),
      h('span', { className: 'acts' }, h('button', { type: 'submit', textContent: 'Answer' }), shown),
      h('span', { className: 'slip' }),
    );
    this.fill(h('b', { textContent: question.text }), form);
    this.say(`${question.text} ${HOW[question.form]}`);
    if (matchMedia('(pointer: fine)').matches) this.focus();
  }

  /** Where an answer is given. */
  field({ form, text, choices }: QuestionData) {
    const field = h('fieldset', {}, h('legend', { textContent: HOW[form] }));
    if (form === 'score') {
      field.append(h('input', { type: 'text', name: 'number', autocomplete: 'off', size: 8, ariaLabel: text }));
    } else if (form === 'choice') {
      field.append(
        ...choices.map(([key, words]) =>
          h('label', {}, h('input', { type: 'radio', name: 'choice', value: key }), ` ${words}`)
        ),
      );
    } else field.append(this.nodes());
    return field;
  }

  /** Ids and names of the nodes that are shown. */
  get names(): [string, string][] {
    return this.needs.picture.looks.nodes.map(({ id, label }) => [id, label ?? id]);
  }

  say(text: string) {
    this.needs.announcer.say(text, 'asking');
  }

  // Buttons for the nodes, of a large graph a field for names and buttons for those that were picked.
  nodes() {
    const { names } = this;
    const isSmall = names.length <= MOST_BUTTONS;
    const chips = h('span', { className: 'chips' });
    for (const [id, name] of names) {
      if (!isSmall && !this.picked.includes(id)) continue;
      const chip = button(name, () => this.pick(id), { ariaPressed: `${this.picked.includes(id)}` });
      chip.dataset.id = id;
      chips.append(chip);
    }
    if (!isSmall) {
      const how = { placeholder: 'Name, then Enter', ariaLabel: 'Name of a node', autocomplete: 'off' } as const;
      const input = h('input', { type: 'text', size: 12, ...how });
      input.addEventListener('keydown', (event) => {
        const found = names.find(([id, name]) => name === input.value.trim() || id === input.value.trim());
        if (event.key !== 'Enter' || !input.value.trim()) return;
        event.preventDefault();
        if (found) this.pick(found[0]);
        else this.slip(`There is no node ${input.value.trim()} here. This costs no attempt.`);
      });
      chips.append(input);
    }
    return chips;
  }

  /** True if a question waits for nodes: this one is picked, or is not any more. */
  pick(id: string | undefined) {
    const form = this.open?.form;
    if (id === undefined || (form !== 'node' && form !== 'nodes')) return false;
    const isPicked = this.picked.includes(id);
    if (form === 'node') this.picked = isPicked ? [] : [id];
    else this.picked = isPicked ? this.picked.filter((each) => each !== id) : [...this.picked, id];
    this.needs.selection.several(this.picked);
    const focused = this.element.querySelector('.chips :focus') as HTMLElement | null;
    const chips = this.nodes();
    this.element.querySelector('.chips')?.replaceWith(chips);
    const selector = focused?.dataset.id === undefined ? 'input' : `[data-id="${CSS.escape(focused.dataset.id)}"]`;
    if (focused) (chips.querySelector(selector) as HTMLElement | null)?.focus();
    this.slip('');
    return true;
  }

  // ---- answers

  submit(question: QuestionData, form: HTMLFormElement) {
    const given = new FormData(form);
    if (question.form === 'score') {
      const number = readNumber(String(given.get('number')));
      if (number === undefined) this.slip('Type a number such as 2, −1/2 or ∞ (inf). This costs no attempt.');
      else this.settle(question, number);
    } else if (question.form === 'choice') {
      const key = given.get('choice');
      if (key === null) this.slip('Choose one of the answers. This costs no attempt.');
      else this.settle(question, String(key));
    } else if (question.form === 'node' && this.picked.length !== 1) {
      this.slip('Pick one node. This costs no attempt.');
    } else this.settle(question, [...this.picked]);
  }

  slip(text: string) {
    const slip = this.element.querySelector('.slip');
    if (slip) slip.textContent = text;
    if (text) this.say(text);
  }

  /** The answer is given, or the question passed over: the step is shown. */
  settle(question: QuestionData, answer: AnswerData | null) {
    const { step } = question;
    const right = answer !== null && grade(question, answer).right;
    if (!this.answers.has(step)) this.answers.set(step, { step, answer, right });
    remember(this.name, this.answers);
    this.again = undefined;
    this.latest = { question, answer };
    this.open = undefined;
    if (this.picked.length) this.needs.selection.several([]);
    this.needs.store.actions.goTo(step);
    if (!isLecture()) this.element.querySelector('button')?.focus();
  }

  /** Right or wrong, and what that shows; the caption gives the reason. */
  tell(question: QuestionData, answer: AnswerData | null) {
    const { right, misconception } = answer === null ? { right: false, misconception: '' } : grade(question, answer);
    const verdict = answer === null ? 'Shown.' : right ? 'Right.' : 'Not right.';
    const said = answer === null || right ? '' : `You answered: ${this.words(question, answer)}. `;
    const solution = right && question.legal.length === 1 ? '' : `Right: ${question.solution}. `;
    const rest = `${said}${right ? '' : misconception && `${misconception} `}${solution}${question.remark}`;
    const words = h('p', { className: right ? 'verdict is-right' : answer === null ? 'verdict' : 'verdict is-wrong' });
    words.append(h('b', { textContent: verdict }), ` ${unbroken(rest)}`);
    this.fill(words, this.onward());
    this.say(`${verdict} ${rest}`);
  }

  words({ choices }: QuestionData, answer: AnswerData) {
    const names = new Map(this.names);
    if (Array.isArray(answer)) return answer.map((id) => names.get(id) ?? id).join(', ') || 'none';
    return choices.find(([key]) => key === answer)?.[1] ?? `${answer}`.replace('-', '−').replace('inf', '∞');
  }

  // ---- between questions, and the end

  rest() {
    this.fill(this.onward());
  }

  onward() {
    const next = this.next(this.player.at);
    const goOn = button(next ? 'Next question' : 'Tally', () => {
      this.latest = undefined;
      if (next && next.step - 1 === this.player.at) this.show(this.player.at);
      else if (next) this.needs.store.actions.goTo(next.step - 1);
      else this.tally();
      this.focus();
    });
    return h('span', { className: 'acts' }, goOn);
  }

  tally() {
    const { data } = this;
    if (!data) return;
    this.latest = undefined;
    this.tallied = true;
    if (!data.questions.length) {
      this.fill(h('b', { textContent: 'This run has no step to ask about. Choose another algorithm or graph.' }));
      return;
    }
    const wrong = data.questions.filter(({ step }) => this.answers.has(step) && !this.answers.get(step)?.right);
    const list = h('span', { className: 'chips' });
    for (const { step, text } of wrong) {
      const words = `Step ${this.stepName(step)}`;
      list.append(button(words, () => this.retry(step), { title: text }));
    }
    const first = data.questions.find(({ step }) => !this.answers.has(step));
    const goBack = wrong.length ? ' Go back to what went wrong (a second answer does not count):' : '';
    const words = `${first ? '' : ' No question is left.'}${goBack} `;
    this.fill(
      h('p', { className: 'tally' }, h('b', { textContent: `Done ${this.figures}.` }), words, list),
      h(
        'span',
        { className: 'acts' },
        ...(first
          ? [button(`First open question: step ${this.stepName(first.step)}`, () => this.retry(first.step))]
          : []),
        button('Start again', () => this.startAgain()),
        button('Other questions', () => this.turn((this.seed ?? 0) + 1)),
      ),
    );
  }

  get figures() {
    const given = [...this.answers.values()].filter(({ answer }) => answer !== null);
    const right = given.filter((each) => each.right).length;
    return `${given.length} of ${this.data?.questions.length} · right ${right}`;
  }

  retry(step: number) {
    this.again = step;
    this.tallied = false;
    if (this.player.at === step - 1) this.show(step - 1);
    else this.needs.store.actions.goTo(step - 1);
  }

  stepName(step: number) {
    return (this.player.first + step).toLocaleString('en');
  }

  startAgain() {
    this.answers.clear();
    remember(this.name, this.answers);
    this.tallied = false;
    this.open = undefined;
    if (this.player.at) this.needs.store.actions.goTo(0);
    else this.show(0);
  }

  // ---- the element

  fill(...parts: HTMLElement[]) {
    const figures = h('span', {
      className: 'figures',
      textContent: this.data?.questions.length ? `Done ${this.figures}` : '',
    });
    figures.title = `Set ${this.seed} of questions. ${this.data?.left_out ?? ''}`;
    const live = h('div', { className: 'posed' }, ...parts);
    this.element.replaceChildren(live, ...(this.tallied && !this.open && !this.latest ? [] : [figures]));
  }

  /** In a lecture the keys stay with the stage: the class answers. */
  focus() {
    if (isLecture()) {
      giveKeysBack(this.element);
      return;
    }
    const first = this.element.querySelector('input, .chips button, button');
    (first as HTMLElement | null)?.focus({ preventScroll: true });
  }
}
