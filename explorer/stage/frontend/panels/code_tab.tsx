// The tab Code: pseudocode with the current line lit, counters, the path, and the list of steps.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Component, type ComponentChildren, Fragment, h } from '../vendor/preact-10.29.8/preact.mjs';
import { Chip, separated } from './chip.tsx';
import { LongList } from './long_list.tsx';
import { unbroken } from '../page/dom.ts';
import type { Topic } from './topic.ts';
import type { TraceData } from '../messages.ts';

const ROW = 34; // height of a step in their list, in px
const MOST_OF_PATH = 12;
const COUNTED: Record<string, string> = { leaves: 'leaves read', control: 'starts and acknowledgements' };

/** @param isBrief without the list of steps */
export function CodeTab({ topic, isBrief, children }: {
  topic: Topic;
  isBrief?: boolean;
  children?: ComponentChildren; // what stands beside the counters
}) {
  const { frames, rule } = topic;
  if (!frames) return null;
  const { trace } = frames;
  return (
    <Fragment>
      <Code trace={trace} lit={frames.line} />
      <section class='now'>
        <dl class='counters'>
          {trace.counters.map((name, i) => <Counter key={name} topic={topic} name={name} count={frames.count(i)} />)}
        </dl>
        <Path topic={topic} path={frames.path} />
        {children}
        {rule && <p class='rule'>{rule}</p>}
      </section>
      {!isBrief && <Steps topic={topic} />}
    </Fragment>
  );
}

class Code extends Component<{ trace: TraceData; lit: number }> {
  code: HTMLElement | null = null;
  hold = (code: HTMLElement | null) => {
    this.code = code;
  };
  sizes = new ResizeObserver(() => this.bringLitIntoView());

  override componentDidMount() {
    if (this.code) this.sizes.observe(this.code);
  }

  override componentDidUpdate(before: { lit: number }) {
    if (before.lit !== this.props.lit) this.bringLitIntoView();
  }

  override componentWillUnmount() {
    this.sizes.disconnect();
  }

  bringLitIntoView() {
    const { code } = this;
    const lit = code?.querySelector('.lit');
    if (!code || !lit) return;
    const { top, bottom } = lit.getBoundingClientRect();
    const room = code.getBoundingClientRect();
    const spare = room.bottom - room.top - (bottom - top); // where there is none, its beginning is shown
    if (top < room.top || bottom > room.bottom) code.scrollTop += top - room.top - Math.max(0, spare / 2);
  }

  override render() {
    const { trace: { title, warning, pseudocode, linesOff }, lit } = this.props;
    return (
      <section class='code' aria-label='Pseudocode' tabIndex={0} ref={this.hold}>
        <h3>{title}</h3>
        {warning && <p class='warning'>{warning}</p>}
        <ol>
          {pseudocode.map((line, i) => (
            <li key={i} hidden={linesOff?.includes(i + 1)} class={i + 1 === lit ? 'lit' : ''}>
              <code style={{ '--indent': line.length - line.trimStart().length }}>{line.trimStart()}</code>
            </li>
          ))}
        </ol>
      </section>
    );
  }
}

/** A counter, which leads to where it rises. */
function Counter({ topic, name, count }: { topic: Topic; name: string; count: number }) {
  const words = COUNTED[name] ?? name.replaceAll('_', ' ');
  return (
    <div>
      <dt>{words}</dt>
      <dd>
        <button
          type='button'
          title={`Go to the next step in which “${words}” rises (with Shift to the one before)`}
          onClick={(event) => topic.needs.replay.toRise(name, !event.shiftKey)}
        >
          {count.toLocaleString('en')}
        </button>
      </dd>
    </div>
  );
}

function Path({ topic, path }: { topic: Topic; path: string[] }) {
  const shown = path.slice(-MOST_OF_PATH);
  const left = path.length - shown.length;
  if (!path.length) return <div class='path' />;
  return (
    <div class='path'>
      <h4>Path</h4>
      {left > 0 && <span class='dots'>{`… ${left.toLocaleString('en')} more → `}</span>}
      {separated(shown.map((id, i) => <Chip key={i} topic={topic} id={id} />), ' → ')}
    </div>
  );
}

function Steps({ topic }: { topic: Topic }) {
  const frames = topic.frames!;
  const step = (number: number, top: number) => {
    const said = frames.captionAt(number);
    if (said === undefined) topic.needs.replay.chunks.want(number);
    return (
      <div
        class='row'
        role='option'
        key={number}
        title={said}
        data-step={number}
        aria-selected={number === frames.at}
        style={{ top: `${top}px` }}
        onClick={() => topic.goTo(number)}
      >
        <b>{number}</b>
        <span>{unbroken(said ?? '…')}</span>
      </div>
    );
  };
  return (
    <section class='steps'>
      <h3>Steps</h3>
      <LongList
        label='Steps'
        role='listbox'
        count={frames.length}
        height={ROW}
        at={frames.at}
        rows={(first, end, top) => range(first, end).map((number) => step(number, top(number)))}
      />
    </section>
  );
}

export const range = (first: number, end: number) =>
  Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
