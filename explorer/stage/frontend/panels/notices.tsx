// Notices on the canvas: what is wrong with the graph, why the chosen algorithm cannot run and what would
// help, and what the last edit changed.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
import { newId } from '../session/requests.ts';
import { partsOf } from '../page/dom.ts';
import { counted } from '../model/edit_words.ts';
import { effect, listen, type Store } from '../store.ts';
import type { ComparedData, EditedData, ProblemData, RefusalData, Remedy } from '../messages.ts';
import type { Why } from './why.tsx';

/** @param root of the stage */
export function showNotices(root: HTMLElement, store: Store, why: Why) {
  const find = partsOf(root);
  const show = <Data extends object>(
    name: string,
    data: () => Data | undefined,
    draw: (data: Data) => h.JSX.Element,
  ) => {
    const element = find(`.${name}`);
    effect(() => {
      const now = data();
      element.hidden = !now;
      render(now && draw(now), element);
    });
  };
  show(
    'problems',
    () => store.problems.value.list.length ? store.problems.value : undefined,
    ({ list, more }) => <Problems store={store} list={list} more={more} />,
  );
  show('refusal', () => store.refusal.value, (data) => <Refusal store={store} {...data} />);
  show('compared', () => store.comparison.value, (data) => <Compared why={why} {...data} />);
  show('edited', () => store.outcome.value, (data) => <Edited why={why} {...data} />);
  for (const source of [store.step, store.drawing]) listen<unknown>(source, () => forgetEdit(store));
}

// That an edit changed no score is no longer said when something else is done.
function forgetEdit({ outcome }: Store) {
  if (!outcome.value?.nodes.length) outcome.value = undefined;
}

type Problems = { store: Store; list: ProblemData[]; more?: number };

/**
 * A single error, or a single note, in full; the others behind one line that counts them. Of `more` problems only the
 * number is known.
 */
function Problems({ store, list, more }: Problems) {
  const errors = list.filter(({ severity }) => severity === 'error');
  const notes = list.filter(({ severity }) => severity !== 'error');
  const first = errors.length === 1 ? errors : list.length === 1 ? notes : [];
  const rest = [...errors, ...notes].filter((each) => !first.includes(each));
  const [foldedErrors, foldedNotes] = [errors, notes].map((each) => (each === first ? 0 : each.length));
  const counts = errorsAndNotes(foldedErrors, foldedNotes);
  return (
    <Fragment>
      {first.length > 0 && <List store={store} list={first} />}
      {rest.length + (more ?? 0) > 0 && (
        <details>
          <summary>{more ? `${counts} and ${more.toLocaleString('en')} more` : counts}</summary>
          <List store={store} list={rest} />
        </details>
      )}
    </Fragment>
  );
}

/** Buttons that jump to the nodes. */
const List = ({ store, list }: Problems) => (
  <ul>
    {list.map(({ message, severity, node }) => (
      <li
        key={message}
        class={severity}
        data-node={node}
        onClick={() => node !== null && store.actions.choose(node)}
      >
        {message}
      </li>
    ))}
  </ul>
);

export const errorsAndNotes = (errors: number, notes: number) =>
  [errors && counted(errors, 'error'), notes && counted(notes, 'note')].filter(Boolean).join(', ');

/** A refusal, with remedies that Python carries out. */
const Refusal = ({ store: { actions, versions }, title, message, remedies }: RefusalData & { store: Store }) => (
  <Fragment>
    <b>{title}</b>
    <span>{message}</span>
    <Choices list={remedies} choose={(name) => actions.send('remedy', { name, ...versions, number: newId() })} />
  </Fragment>
);

/** Values of somebody else's, and what is done with them by Python. */
const Compared = ({ why, lines, actions }: ComparedData & { why: Why }) => (
  <Fragment>
    <Choices list={actions} choose={(name) => why.choose(name)} />
    {lines.map((line) => <p key={line}>{line}</p>)}
  </Fragment>
);

const Choices = ({ list, choose }: { list: readonly Remedy[]; choose: (name: string) => void }) => (
  <div>
    {list.map(({ name, title }) => <button type='button' key={name} onClick={() => choose(name)}>{title}</button>)}
  </div>
);

const Edited = ({ why, text, nodes }: EditedData & { why: Why }) => (
  <Fragment>
    <span>{text}</span>
    {nodes.length > 0 && <button type='button' onClick={() => why.compare()}>Compare before and after</button>}
  </Fragment>
);
