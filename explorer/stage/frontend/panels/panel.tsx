// Beside the canvas: three tabs on the step that is shown and the node that is selected.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
import { CodeTab } from './code_tab.tsx';
import { closestTo } from '../page/dom.ts';
import { hidesLater, isLecture, toggleLater } from '../page/lecture.ts';
import { Find } from '../edit/finder.tsx';
import { Memo, Scores, TableTab } from './table_tab.tsx';
import { Focus, NodeTab } from './node_tab.tsx';
import { Slot } from '../page/storage.ts';
import { WhyText } from './why.tsx';
import { sortByDragging } from './sorting.ts';
import { action, titled } from '../edit/shortcuts.ts';
import { type Needs, Topic } from './topic.ts';
import { listen, signal } from '../store.ts';

const TABS = { Code: CodeTab, Table: TableTab, Node: NodeTab };
type Tab = keyof typeof TABS;
const OUTLOOK: Record<Tab, string> = {
  Code: 'the algorithm as pseudocode, the line of the present step, and all steps in words',
  Table: 'the scores of all nodes by step',
  Node: 'the node that you select: its score, its moves, and a form to change it',
};

const PRESSED = 'button, [data-step]'; // what a press in the panel may be for

const TAB = new Slot<Tab>('localStorage', 'explorer.tab'); // that is open
const open = signal<Tab>(TAB.read() ?? 'Code'); // of all stages

function choose(tab: Tab) {
  open.value = tab;
  TAB.write(tab);
}

export class Panel {
  at: number | undefined; // the step that it shows
  question: string | undefined; // what is explained
  // Something in it is under a hand: to draw it anew would lose the press.
  isPressed = false;

  topic: Topic;

  constructor(readonly element: HTMLElement, readonly needs: Needs) {
    const { document, frames, panelDue, choice, edit, sheets, drawing, comparison, ends, functions } = needs.store;
    const { finder, inspector, why } = needs.tools;
    this.topic = new Topic(element, needs);
    this.watchPresses();
    sortByDragging(element, '.successors [data-node]', (chip, onto) => this.sort(chip.dataset.node, onto.dataset.node));
    listen(why.answer, (data) => this.showWhy(data?.question));
    listen(finder.isOpen, (isFinding) => isFinding && (open.value = 'Node'));
    for (
      const source of [
        ...[
          document,
          frames,
          panelDue,
          choice,
          edit,
          sheets,
          drawing,
          comparison,
          ends,
          functions,
          open,
          why.row,
          inspector.drafts,
        ],
        ...[finder.isOpen, finder.typed, finder.at],
      ]
    ) listen<unknown>(source, () => this.show());
  }

  open(tab: Tab) {
    choose(tab);
  }

  /** @param question names the question */
  showWhy(question: string | undefined) {
    if (question !== undefined && question !== this.question) open.value = 'Node';
    this.question = question;
    this.element.closest('.stage')?.classList.toggle('explained', question !== undefined);
    this.show();
  }

  show() {
    const { topic, topic: { frames, document, looks, part }, needs: { replay, store } } = this;
    if (this.isPressed || !document) return;
    if (frames && frames.at >= 0) topic.rule = replay.endless.tell(looks, part.there);
    const { in_lockstep, panel } = store.data.value;
    const hasTabs = !in_lockstep && !isLecture() && panel !== false;
    const isExplained = this.question !== undefined;
    const content = hasTabs ? <Tabs topic={topic} /> : <Brief {...{ topic, hasScores: !in_lockstep, isExplained }} />;
    render(document.nodes.size ? content : <Outlook />, this.element);
    this.at = frames?.at;
  }

  watchPresses() {
    this.element.addEventListener('pointerdown', (event) => {
      this.isPressed = !event.button && Boolean(closestTo(event, PRESSED));
    });
    const end = () => {
      if (!this.isPressed) return;
      this.isPressed = false;
      setTimeout(() => this.show()); // once the press has been heard
    };
    for (const kind of ['pointerup', 'pointercancel', 'blur']) addEventListener(kind, end);
  }

  /** Dropped on another successor, one takes its turn. */
  sort(node: string | undefined, onto: string | undefined) {
    const { node: id, looks, document, needs: { store } } = this.topic;
    if (id === undefined || node === undefined || onto === undefined || !store.isEditable.value) return;
    const successors = looks.successorsOf(id);
    const at = successors.indexOf(onto);
    if (at < 0 || !successors.includes(node)) return; // another node is in focus by now
    const rest = successors.filter((each) => each !== node);
    document.setOrder(id, [...rest.slice(0, at), node, ...rest.slice(at)]);
  }
}

/** An outlook on the tabs, as long as the graph has no nodes. */
function Outlook() {
  return (
    <section class='outlook'>
      <h3>What will be here</h3>
      <p>As soon as the graph has a root, the algorithm runs on it after every change.</p>
      <dl>
        {Object.entries(OUTLOOK).map(([tab, text]) => [<dt key={tab}>{tab}</dt>, <dd key={text}>{text}</dd>])}
      </dl>
    </section>
  );
}

function Tabs({ topic }: { topic: Topic }) {
  const Open = TABS[open.value];
  return (
    <Fragment>
      <div class='tabs' role='tablist' aria-label='Panel'>
        {(Object.keys(TABS) as Tab[]).map((name) => (
          <button
            type='button'
            role='tab'
            key={name}
            aria-selected={name === open.value}
            onClick={() => choose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <Open topic={topic} key={open.value} />
    </Fragment>
  );
}

/** The brief panel without tabs, in a lecture and beside another stage. */
function Brief({ topic, hasScores, isExplained }: { topic: Topic; hasScores: boolean; isExplained: boolean }) {
  const hasMemo = Boolean(topic.frames?.trace.memo);
  const { finder, why } = topic.needs.tools;
  if (finder.isOpen.value) return <Find finder={finder} />;
  if (isExplained) return <WhyText why={why} />;
  return (
    <Fragment>
      <CodeTab topic={topic} isBrief>
        <Focus topic={topic} />
      </CodeTab>
      {hasMemo && <Memo topic={topic} />}
      {hasScores && topic.frames && !hasMemo && <Scores topic={topic} />}
      {isLecture() && hasScores && (
        <div class='acts'>
          <button type='button' aria-pressed={!hidesLater()} title={titled(action('later'))} onClick={toggleLater}>
            Show what is to come
          </button>
        </div>
      )}
    </Fragment>
  );
}
