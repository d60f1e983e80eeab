// The votes of a class on the questions of its slides: what a student answers, what the lecturer opens, closes and
// reveals, and the histograms of all rounds side by side.
import { deck } from './deck.ts';
import { button, make } from './make.ts';

export type Question = { text: string; choices: string[]; nodes: Record<string, string> };
export type Poll = {
  id: number;
  slide: number;
  question: number;
  number: number; // of the round
  state: 'open' | 'closed' | 'revealed';
  mine: string | null;
  count?: number;
  votes?: [string, number][];
};
type Box = { element: HTMLElement; slide: number; question: number; shown: string };

const LONGEST = 60; // characters of an answer
const MOST_ROUNDS = 3; // side by side

export class Polls {
  polls: Poll[] = [];
  boxes: Box[];
  picked: string | undefined; // the node that was selected at the last look
  lit = ''; // the round whose votes are lit on the nodes

  constructor(
    readonly questions: Question[][],
    readonly send: (message: object) => void,
    readonly isLecturer: boolean,
  ) {
    this.boxes = deck.sections.flatMap((section, slide) =>
      [...section.querySelectorAll<HTMLElement>('.question')].map((around, question) => {
        const element = make('div', { className: 'vote' });
        around.append(element);
        return { element, slide, question, shown: '' };
      })
    );
    this.show();
  }

  take(polls: Poll[]) {
    const wasOpen = new Set(this.polls.filter(({ state }) => state === 'open').map(({ id }) => id));
    this.polls = polls;
    this.show();
    const begun = polls.find(({ id, state }) => state === 'open' && !wasOpen.has(id));
    if (begun && !this.isLecturer && begun.slide === deck.slide) {
      this.box(begun)?.element.scrollIntoView({ block: 'nearest' });
    }
  }

  refuse(text: string) {
    for (const { element, slide } of this.boxes) {
      if (slide === deck.slide) element.append(make('small', { className: 'refusal', textContent: text }));
    }
  }

  /** Whether a press on a node is an answer at this moment. */
  get takesNodes() {
    return !this.isLecturer &&
      this.polls.some((poll) => poll.state === 'open' && poll.slide === deck.slide && this.hasNodes(poll));
  }

  /** Looks at what is selected, which may be an answer; and at the votes on nodes, which are lit on their slide. */
  look() {
    const id = deck.selected.split(':')[1];
    if (id !== this.picked && id !== undefined && this.takesNodes) this.answerNode(id);
    this.picked = id;
    this.light();
  }

  private answerNode(id: string) {
    const poll = this.polls.findLast((each) =>
      each.state === 'open' && each.slide === deck.slide && this.hasNodes(each)
    );
    const { choices = [], nodes = {} } = poll ? this.question(poll) : {};
    const name = Object.keys(nodes).find((key) => nodes[key] === id);
    const index = choices.findIndex((text) => text.toLowerCase() === name);
    if (poll && name) this.vote(poll, choices.length ? `${index}` : name);
  }

  private hasNodes(poll: Poll) {
    return Object.keys(this.question(poll)?.nodes ?? {}).length > 0;
  }

  private question({ slide, question }: Poll) {
    return this.questions[slide]?.[question];
  }

  private box({ slide, question }: Poll) {
    return this.boxes.find((box) => box.slide === slide && box.question === question);
  }

  private vote({ id }: Poll, answer: string) {
    this.send({ vote: { round: id, answer } });
  }

  // ---- what is shown

  private show() {
    for (const box of this.boxes) {
      const rounds = this.polls.filter(({ slide, question }) => slide === box.slide && question === box.question);
      const shown = JSON.stringify(rounds);
      if (box.shown === shown) continue;
      box.shown = shown;
      const now = rounds.at(-1);
      const draft = box.element.querySelector('input')?.value ?? '';
      box.element.parentElement?.classList.toggle('voting', now?.state === 'open' && !this.isLecturer);
      box.element.replaceChildren(
        ...this.isLecturer ? this.controls(box, now) : this.ballot(now, draft),
        ...bars(rounds),
      );
    }
  }

  /** What the lecturer can do with a question. */
  private controls({ slide, question }: Box, now: Poll | undefined): HTMLElement[] {
    const begin = (title: string) => button(title, () => this.send({ open: { slide, question } }));
    if (!now) return [begin('Open the vote')];
    const votes = make('strong', { textContent: now.count === 1 ? '1 vote' : `${now.count ?? 0} votes` });
    if (now.state === 'open') return [votes, button('Close the vote', () => this.send({ close: now.id }))];
    const reveal = button('Show the result', () => this.send({ reveal: now.id }));
    return [votes, ...now.state === 'closed' ? [reveal] : [], begin('Vote again')];
  }

  /** What a student can answer. */
  private ballot(now: Poll | undefined, draft: string): HTMLElement[] {
    if (now === undefined) return [];
    const { choices, nodes } = this.question(now);
    const answer = now.mine === null ? '' : choices[Number(now.mine)] ?? now.mine;
    if (now.state !== 'open') {
      const result = now.state === 'closed' ? 'The vote is closed. ' : '';
      return [make('small', { textContent: `${result}${answer ? `Your answer: ${answer}` : 'You did not vote.'}` })];
    }
    const note = make('small', {
      textContent: answer
        ? `Your answer: ${answer}. You can change it until the vote is closed.`
        : 'Nobody sees who voted.',
    });
    if (choices.length) {
      const rows = choices.map((text, index) => {
        const row = button(text, () => this.vote(now, `${index}`));
        row.setAttribute('aria-pressed', String(now.mine === String(index)));
        return row;
      });
      return [make('div', { className: 'choices' }, ...rows), note];
    }
    const input = make('input', { maxLength: LONGEST, value: draft || answer, ariaLabel: 'Your answer' });
    const give = () => input.value.trim() && this.vote(now, input.value);
    input.addEventListener('keydown', ({ key }) => key === 'Enter' && give());
    const hint = Object.keys(nodes).length ? [make('small', { textContent: 'Or press the node in the picture.' })] : [];
    return [input, button('Send', give), ...hint, note];
  }

  /** Halos on the nodes that were voted for, as long as their slide is shown. */
  private light() {
    const poll = this.polls.findLast(({ slide, votes }) => slide === deck.slide && votes);
    const counts = new Map(
      (poll && this.hasNodes(poll) ? poll.votes ?? [] : []).flatMap(([text, count]) => {
        const id = this.question(poll!).nodes[text.toLowerCase()];
        return id === undefined || !count ? [] : [[id, count] as [string, number]];
      }),
    );
    const lit = JSON.stringify([deck.slide, ...counts]);
    const { store } = deck.stage;
    if (lit === this.lit && (!counts.size || store.comparison.value)) return; // another colour scheme takes it away
    if (counts.size) {
      const claims = [...counts.values()].map((count) => ({ text: `${count} votes`, tag: `${count}` }));
      const nodes = [...counts.keys()].map((id, index) => [id, index] as [string, number]);
      store.comparison.value = { lines: [], actions: [], claims, nodes, at: null };
      store.lit.value = { nodes: new Set(counts.keys()) };
    } else if (this.lit && JSON.parse(this.lit).length > 1) {
      store.comparison.value = undefined;
      store.lit.value = { nodes: new Set() };
    }
    this.lit = lit;
  }
}

/** The histograms of the rounds whose votes are revealed, side by side. */
function bars(rounds: Poll[]): HTMLElement[] {
  const revealed = rounds.filter(({ votes }) => votes).slice(-MOST_ROUNDS);
  if (!revealed.length) return [];
  return [make('div', { className: 'bars' }, ...revealed.map((round) => histogram(round, rounds.length > 1)))];
}

function histogram({ number, votes = [], count = 0 }: Poll, isNumbered: boolean) {
  const title = `${isNumbered ? `Round ${number}: ` : ''}${count === 1 ? '1 vote' : `${count} votes`}`;
  const rows = votes.map(([text, number]) => {
    const share = count ? Math.round(100 * number / count) : 0;
    const bar = make('div', { className: 'bar' });
    bar.style.width = `${share}%`;
    return make('div', {}, `${text}: ${number} (${share} %)`, bar);
  });
  return make('div', {}, make('h3', { textContent: title }), ...rows);
}
