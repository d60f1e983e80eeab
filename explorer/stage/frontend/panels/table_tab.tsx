// The tab Table: the memo of a search, what is noted of nodes, and the scores of all nodes by step.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Component, Fragment, h } from '../vendor/preact-10.29.8/preact.mjs';
import { LongList } from './long_list.tsx';
import { memoRows, type State } from './memo_table.ts';
import { range } from './code_tab.tsx';
import type { Frames } from '../player/frames.ts';
import type { Topic } from './topic.ts';

const MOST_ROWS = 300; // of a memo
const MOST_NOTED = 400; // nodes that are listed
const OTHER = ' (other player to move)'; // of two states of a node
const BY_NAME = new Intl.Collator('en', { numeric: true });
const ROW = 24; // height of a node in the table of scores, in px
const [NAME, DISTANCE, PADDING] = [68, 54, 10]; // px: most of a name, of a distance, and of a cell without letters
const LETTER = 7; // px: the width of a letter
const LETTERS = 13; // px: the size of letters for which these are
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

export function TableTab({ topic }: { topic: Topic }) {
  const { frames, needs: { store } } = topic;
  return (
    <Fragment>
      {frames && <Memo topic={topic} />}
      {frames?.trace.notesTitle && !frames.isHushed && <Noted topic={topic} frames={frames} />}
      {frames && <Scores topic={topic} />}
      <div class='acts'>
        {store.sheets.value.map(({ title, open }) => <button type='button' key={title} onClick={open}>{title} …
        </button>)}
      </div>
    </Fragment>
  );
}

// ---- the memo

/** The memo; nothing if the whole run stores nothing. */
export class Memo extends Component<{ topic: Topic }> {
  section: HTMLElement | null = null;
  hold = (section: HTMLElement | null) => {
    this.section = section;
  };

  override componentDidUpdate() {
    const row = this.section?.querySelector('.now-row');
    if (!this.section || !row) return;
    const [here, room] = [row.getBoundingClientRect(), this.section.getBoundingClientRect()];
    if (here.top < room.top || here.bottom > room.bottom) {
      this.section.scrollTop += (here.top + here.bottom - room.top - room.bottom) / 2;
    }
  }

  override render() {
    const { topic } = this.props;
    const { frames } = topic;
    const memo = frames?.trace.memo;
    if (!frames || !memo) return null;
    const rows = memoRows(frames);
    const rest = rows.length - MOST_ROWS;
    const columns = ['node', 'score', ...(memo.sets ? ['dependency set', 'valid for sure'] : [])];
    return (
      <section class='memo' aria-label='Memo' tabIndex={0} ref={this.hold}>
        <h3>{memo.title}</h3>
        {rows.length
          ? (
            <table>
              <thead>
                <tr>{columns.map((name) => <th scope='col' key={name}>{name}</th>)}</tr>
              </thead>
              <tbody>
                {rows.slice(-MOST_ROWS).map((row) => (
                  <Entry key={`${row.other}${row.id}`} topic={topic} row={row} hasSet={Boolean(memo.sets)} />
                ))}
              </tbody>
            </table>
          )
          : <p>Nothing is stored yet.</p>}
        {rest > 0 && <p>{`… and ${rest.toLocaleString('en')} that were stored before`}</p>}
      </section>
    );
  }
}

function Entry({ topic, row, hasSet }: { topic: Topic; row: ReturnType<typeof memoRows>[number]; hasSet: boolean }) {
  const nameOf = ({ id, other }: State) => `${topic.name(id)}${other ? OTHER : ''}`;
  const names = [...row.needs.map(nameOf), ...(row.more ? [`… ${row.more} more`] : [])];
  return (
    <tr class={row.id === topic.frames?.focus ? 'now-row' : ''}>
      <th scope='row'>
        <button type='button' onClick={() => topic.select(row.id)}>{nameOf(row)}</button>
      </th>
      <td>{row.value}</td>
      {hasSet && <td>{names.length ? `{${names.join(', ')}}` : '∅'}</td>}
      {hasSet && <td class={row.valid ? 'valid' : 'invalid'}>{row.valid ? 'yes' : 'no'}</td>}
    </tr>
  );
}

// ---- what is noted

/** The memo of nodes at the step, sorted by name as people sort: 9 before 10. */
function Noted({ topic, frames }: { topic: Topic; frames: Frames }) {
  const noted = frames.notes.map(([id, note]) => ({ id, name: topic.document.nodes.get(id)?.label || id, note }))
    .sort((one, other) => BY_NAME.compare(one.name, other.name));
  const rest = noted.length - MOST_NOTED;
  return (
    <section class='noted'>
      <h3>{frames.trace.notesTitle}</h3>
      <ul>
        {noted.slice(0, MOST_NOTED).map(({ id, name, note }) => (
          <li key={id}>
            <button type='button' title={id} onClick={() => topic.select(id)}>
              <b>{name}</b> {note}
            </button>
          </li>
        ))}
        {rest > 0 && <li>{`… and ${rest.toLocaleString('en')} more`}</li>}
        {!noted.length && <li>None at this step.</li>}
      </ul>
    </section>
  );
}

// ---- the scores

interface Cell {
  text: string;
  style?: { background: string; color: string };
  isFinal: boolean;
  sign?: string; // as the canvas has it: of a value that is wrong
}

/** The scores, or the bounds, of all nodes by step, coloured like the nodes: a row a node, steps around this one. */
export function Scores({ topic }: { topic: Topic }) {
  const frames = topic.frames!;
  const { nodes } = topic.looks;
  const hasBounds = Boolean(frames.trace.endless);
  const ends = topic.hidesLater ? undefined : topic.needs.store.ends.value;
  const share = Number.parseFloat(getComputedStyle(topic.element).fontSize) / LETTERS || 1; // larger in a lecture
  const row = Math.ceil(ROW * share);
  const name = nameWidth(topic, share);
  const cell = cellWidth(frames, share);
  const room = topic.element.clientWidth - name - 2 * PADDING - (ends ? DISTANCE * share : 0);
  const hasSweeps = isBySweeps(frames);
  const nameOf = hasSweeps ? withSubscript : (step: number) => `${(frames.trace.first ?? 0) + step}`;
  const steps = columns(topic, Math.max(2, Math.floor(room / cell)), hasSweeps);
  const rows = (first: number, end: number, top: (row: number) => number) => {
    const shown = nodes.slice(first, end).map(({ id }) => id);
    const cells = cellsOf(topic, frames, shown, steps);
    return shown.map((id, i) => (
      <div class='line' role='row' key={id} style={{ top: `${top(first + i)}px` }}>
        <button type='button' role='rowheader' title={id} onClick={() => topic.select(id)}>{topic.name(id)}</button>
        {steps.map((step, column) => {
          const { text, style, isFinal, sign } = cells[column][i];
          return (
            <span role='cell' key={step} class={step === frames.at ? 'at' : ''} style={style}>
              {text}
              {isFinal && <small aria-label='final'>■</small>}
              {sign && <b aria-label='wrong'>{sign}</b>}
            </span>
          );
        })}
        {ends && <span role='cell' class='distance'>{ends[id] < 0 ? '∞' : ends[id]}</span>}
      </div>
    ));
  };
  return (
    <section class='scores' style={{ '--name': `${name}px` }}>
      <h3>{hasBounds ? 'Bounds by step' : 'Scores by step'}</h3>
      <div
        class='table'
        role='table'
        aria-label='Scores by step'
        style={{ '--row': `${row}px`, '--widest': `${1.5 * cell}px` }}
      >
        <div class='line head' role='row'>
          <span role='columnheader' />
          {steps.map((step) => (
            <button
              type='button'
              role='columnheader'
              key={step}
              class={step === frames.at ? 'at' : ''}
              aria-current={step === frames.at ? 'step' : undefined}
              onClick={() => topic.goTo(step)}
            >
              {nameOf(step)}
            </button>
          ))}
          {ends && (
            <span role='columnheader' class='distance' title='Moves until the game ends, under best play'>
              distance
            </span>
          )}
        </div>
        <LongList
          label='Scores by step'
          role='rowgroup'
          count={nodes.length}
          height={row}
          at={rowOf(topic)}
          rows={rows}
        />
      </div>
      <p>
        {[
          `■ ${hasBounds ? 'both bounds are final' : 'final'}`,
          ...(nodes.some(({ id }) => frames.role(id) === 'wrong')
            ? [`≠ ${topic.looks.theme.finality.wrong.meaning}`]
            : []),
          ...(ends ? ['distance = moves until the game ends'] : []),
        ].join('; ')}
      </p>
    </section>
  );
}

function rowOf({ looks, node }: Topic) {
  const at = looks.nodes.findIndex(({ id }) => id === node);
  return at < 0 ? undefined : at;
}

/** Return the width of the names in px: what the longest needs, up to `NAME`. */
function nameWidth(topic: Topic, share: number) {
  const longest = Math.max(...topic.looks.nodes.map(({ id }) => topic.name(id).length), 1);
  return Math.min(NAME, PADDING + (LETTER + 1) * share * longest);
}

/** Return the width of a column in px: what its head and the longest score or pair of bounds need, with a sign. */
function cellWidth({ trace, length }: Frames, share: number) {
  const longest = Math.max(1, ...(trace.endless?.worths ?? trace.values).map(({ text }) => (text ?? '').length));
  const letters = Math.max(`${length}`.length, (trace.endless ? 2 * longest + 2 : longest) + 1);
  return PADDING + LETTER * share * letters;
}

/**
 * Return the steps that have a column, which stay until the present one is none of them; of sweeps the first always.
 */
function columns({ frames, hidesLater }: Topic, most: number, hasSweeps: boolean) {
  const { at, length } = frames!;
  const end = hidesLater ? at + 1 : length;
  if (end <= most) return range(0, end);
  const pinned = hasSweeps ? 1 : 0;
  const window = most - pinned;
  const page = Math.max(1, window - 1); // the last column of one page is the first of the next
  const begin = Math.floor(Math.max(0, at - pinned - 1) / page) * page + pinned;
  const first = Math.max(pinned, Math.min(begin, end - window));
  return [...range(0, pinned), ...range(first, Math.min(end, first + window))];
}

/** The cells of each step, for some nodes. */
function cellsOf({ looks, needs: { replay } }: Topic, frames: Frames, ids: string[], steps: number[]): Cell[][] {
  const { at } = frames;
  const found = steps.map((step) => {
    if (frames.seek(step)) return ids.map((id) => cellOf(looks, frames, id));
    replay.chunks.want(step);
    return ids.map(() => ({ text: '…', isFinal: false }));
  });
  frames.seek(at);
  return found;
}

function cellOf(looks: Topic['looks'], frames: Frames, id: string): Cell {
  const { text = '', fill, ink } = looks.face(id);
  if (text === '?') return { text: '', isFinal: false };
  const role = frames.role(id);
  const sign = role && looks.theme.finality[role].sign;
  return { text, style: { background: fill, color: ink }, isFinal: role === 'final', sign: sign ?? undefined };
}

/** Whether each step of a run is one sweep, so that step n shows sₙ. */
function isBySweeps(frames: Frames) {
  const { at, length, trace } = frames;
  if (trace.algorithm !== 'score-iteration' || !frames.isWhole) return false;
  frames.seek(length - 1);
  const n = frames.count(trace.counters.indexOf('n'));
  frames.seek(at);
  return n === length - 1;
}

const withSubscript = (n: number) => `s${[...`${n}`].map((digit) => SUBSCRIPTS[Number(digit)]).join('')}`;
