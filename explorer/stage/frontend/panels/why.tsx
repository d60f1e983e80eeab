// The explanation of a score: its sentences, each of which lights its nodes and moves, the steps that a value comes
// from, and why the score is not another one.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Component, h } from '../vendor/preact-10.29.8/preact.mjs';
import { namesIn } from './caption.ts';
import { newId } from '../session/requests.ts';
import { closestTo, h as element } from '../page/dom.ts';
import type { ComparedData, WhyData, WhyMessage, WhySentence } from '../messages.ts';
import type { Share } from './share.tsx';
import { type Chain, signal, type Store } from '../store.ts';

const STEPPING = ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown']; // keys that step here as elsewhere

export class Why {
  answer = signal<WhyData | undefined>(undefined);
  row = signal(0); // the sentence that is lit
  takesFocus = false; // that sentence, once it is drawn
  passed: string | undefined; // names the question that was closed
  waiting: string | undefined; // names the question that was asked last on this page

  constructor(readonly store: Store, readonly share: Pick<Share, 'copy'>, readonly giveKeysBack: () => void) {}

  get isThere() {
    return this.store.data.value?.why !== undefined;
  }

  /** Whether there are values of somebody else's. */
  get compares() {
    return this.store.comparison.value !== undefined;
  }

  // The node to ask about if none is named.
  get chosen() {
    const { document, selected } = this.store;
    return selected.value ?? document.value.root;
  }

  get sentences(): WhySentence[] {
    const { against = [], sentences = [] } = this.answer.value ?? {};
    return [...against, ...sentences];
  }

  /** Asks why a node has its score, or how play gets there or goes on; the same question again closes it. */
  ask(id: string | undefined = this.chosen, what: WhyMessage['what'] = 'ask') {
    if (id === undefined) return;
    const { value: data } = this.answer;
    if (data?.node === id && data.what === what && data.step === this.store.step.value) this.close();
    else this.put(what, id, '');
  }

  put(what: WhyMessage['what'], id: string, expected: string) {
    const number = newId();
    this.waiting = number;
    this.passed = what === 'close' ? this.answer.value?.question : undefined;
    const { actions, versions, step } = this.store;
    actions.flush();
    actions.send('why', { what, id, expected, number, epoch: versions.epoch, step: step.value });
  }

  /** Has Python do what was chosen where values are compared. */
  choose(name: string) {
    const { actions, versions } = this.store;
    this.waiting = newId();
    actions.send('walk', { name, ...versions, number: this.waiting });
  }

  // Opens the graph before and after the last edit.
  compare() {
    this.put('compare', '', '');
  }

  close() {
    if (this.answer.value) this.put('close', this.answer.value.node, '');
    this.hide();
    this.giveKeysBack();
  }

  hide() {
    if (!this.answer.value) return;
    this.answer.value = undefined;
    this.store.chain.value = chainOf(this.store.comparison.value?.at);
  }

  /** Go to the last step when values begin to be compared, and to the node of another wrong value. */
  walk(before: ComparedData | undefined) {
    const { chain, comparison, frames, actions } = this.store;
    const at = comparison.value?.at;
    if (!before && frames.value) actions.goTo(frames.value.trace.unfinished ? Infinity : frames.value.length - 1);
    if (at?.text === before?.at?.text) return;
    this.hide();
    chain.value = chainOf(at);
    if (at) actions.choose(at.nodes[0]);
  }

  /** Shows the answer of Python. */
  take(data: WhyData | null | undefined) {
    const { value: before } = this.answer;
    if (!data || data.question === this.passed) this.hide();
    else if (JSON.stringify(data) !== JSON.stringify(before)) {
      this.answer.value = data;
      this.light(
        data.question === before?.question ? this.row.value : this.first(data),
        data.question === this.waiting,
      );
    }
  }

  /** The sentence to begin with: what refutes another value, else the play, else the first guarantee. */
  first({ against }: WhyData) {
    return against.length > 1 ? 1 : Math.max(0, this.sentences.findIndex(({ moves }) => moves.length > 0));
  }

  light(number: number, takesFocus = false) {
    const sentence = this.sentences[number];
    this.takesFocus = takesFocus;
    this.row.value = number;
    this.store.chain.value = chainOf(sentence);
  }
}

/** The nodes and moves that a sentence lights. */
const chainOf = (sentence: WhySentence | null | undefined): Chain | undefined =>
  sentence
    ? { nodes: new Set(sentence.nodes), bands: sentence.moves.map(([from, to, kind]) => ({ from, to, kind })) }
    : undefined;

export class WhyText extends Component<{ why: Why }> {
  section: HTMLElement | null = null;
  hold = (section: HTMLElement | null) => {
    this.section = section;
  };

  override componentDidMount() {
    this.componentDidUpdate();
  }

  override componentDidUpdate() {
    const { why } = this.props;
    if (why.takesFocus) {
      this.section?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true });
    }
    why.takesFocus = false;
  }

  key(event: KeyboardEvent) {
    const { why } = this.props;
    if (event.key === 'Escape') why.close();
    if (closestTo(event, 'input')) return;
    if (STEPPING.includes(event.key)) why.store.actions.step(event.key);
    if (closestTo(event, 'button')) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key.toLowerCase() === 'w') why.close();
    if (by === undefined || !closestTo(event, '[role=option]')) return;
    event.preventDefault();
    why.light(Math.min(why.sentences.length - 1, Math.max(0, why.row.value + by)), true);
  }

  override render() {
    const { why } = this.props;
    const data = why.answer.value;
    if (!data) return null;
    const { title, sentences, against, failure, playable, node, expected, text } = data;
    return (
      <section class='why' aria-label='Why?' ref={this.hold} onKeyDown={(event) => this.key(event)}>
        <header>
          <h3>{title}</h3>
          <button type='button' data-act='close' title='Close (W or Esc)' onClick={() => why.close()}>✕</button>
        </header>
        {failure && <p class='failure'>{failure}</p>}
        {against.length > 0 && <Sentences why={why} said={against} first={0} label='Why not' />}
        {against.length > 0 && playable && (
          <div class='ends'>
            <button
              type='button'
              title='Try to do better, on the page Play'
              onClick={() => why.put('play', node, expected)}
            >
              Play against it
            </button>
          </div>
        )}
        {sentences.length > 0 && <Sentences why={why} said={sentences} first={against.length} label='Why' />}
        <Origin why={why} data={data} />
        {data.what === 'ask' && sentences.length > 0 && <Challenge why={why} data={data} key={data.question} />}
        <div class='ends'>
          <button
            type='button'
            title='Copy all sentences'
            onClick={() => why.share.copy(text, 'Explanation', 'The explanation was copied.')}
          >
            Copy as text
          </button>
          <button
            type='button'
            title='Save all sentences as a file'
            onClick={() => save(`why-${node}.txt`, `${text}\n`)}
          >
            Save as text
          </button>
        </div>
      </section>
    );
  }
}

function Sentences(
  { why, said, first, label }: { why: Why; said: readonly WhySentence[]; first: number; label: string },
) {
  return (
    <ol role='listbox' aria-label={label}>
      {said.map(({ text, names, depth }, i) => {
        const isLit = first + i === why.row.value;
        return (
          <li
            key={i}
            role='option'
            aria-selected={isLit}
            tabIndex={isLit ? 0 : -1}
            style={{ '--depth': depth }}
            onClick={() => why.light(first + i, true)}
          >
            {namesIn(text, names.map(([start, end, id]) => ({ start, end, id }))).map((part) => (
              typeof part === 'string' ? part : (
                <span
                  class='name'
                  key={part.start}
                  title='Select this node'
                  onClick={() => why.store.actions.choose(part.id)}
                >
                  {part.text}
                </span>
              )
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/** Links to the steps from which the value at this step comes. */
function Origin({ why, data: { node, step, links } }: { why: Why; data: WhyData }) {
  if (!links.length) return null;
  const name = nameOf(why, node);
  return (
    <div class='origin'>
      <h4>{`Where the value of ${name} at step ${step.toLocaleString('en')} comes from`}</h4>
      <ul>
        {links.map(({ step: number, text }) => (
          <li key={number}>
            <button
              type='button'
              data-step={number}
              title='Go to this step'
              onClick={() => why.store.actions.goTo(number)}
            >
              {number.toLocaleString('en')}
            </button>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Asks why the score is not another one. */
function Challenge({ why, data: { node, expected } }: { why: Why; data: WhyData }) {
  const ask = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    why.put('ask', node, `${new FormData(event.currentTarget).get('value')}`.trim());
  };
  return (
    <form onSubmit={ask}>
      <label>
        Why not{' '}
        <input
          name='value'
          size={6}
          defaultValue={expected}
          autocomplete='off'
          aria-label={`Another value of ${nameOf(why, node)}`}
        />
      </label>
      <button type='submit'>Ask</button>
    </form>
  );
}

const nameOf = ({ store }: Why, id: string) => store.document.value.nodes.get(id)?.label || id;

/** @param name of the file */
function save(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  element('a', { href: address, download: name.replace(/[^\w.-]+/g, '_') }).click();
  URL.revokeObjectURL(address);
}
