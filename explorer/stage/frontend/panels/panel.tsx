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
import type { Picture } from '../draw/canvas/picture.ts';
import type { Replay } from '../player/replay.ts';
import type { Stage } from '../stage.ts';
import { listen, signal, type Store } from '../store.ts';

/** Parts of the stage that the panel needs. */
interface Needs {
  store: Store;
  picture: Picture;
  replay: Replay;
  tools: Pick<Stage, 'finder' | 'inspector' | 'selection' | 'why'>;
}

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
  chosenAt: number | undefined; // the step at which a node was selected last
  rule = ''; // what there is to say of endless play, if anything
  // Something in it is under a hand: to draw it anew would lose the press.
  isPressed = false;

  constructor(readonly element: HTMLElement, readonly needs: Needs) {
    const { document, frames, panelDue, choice, edit, sheets, drawing, comparison, ends, functions } = needs.store;
    const { finder, inspector, why } = needs.tools;
    this.watchPresses();
    sortByDragging(element, '.successors [data-node]', (chip, onto) => this.sort(chip.dataset.node, onto.dataset.node));
    listen(choice, () => this.chosenAt = this.frames?.at);
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

  get frames() {
    return this.needs.store.frames.value;
  }
  get document() {
    return this.needs.store.document.value;
  }
  get looks() {
    return this.needs.picture.looks;
  }
  get part() {
    return this.needs.picture.part;
  }

  /** The node to tell of: one selected at this step, else the explained one, the step's, the selected one. */
  get node() {
    const { frames, document, needs: { store, tools } } = this;
    const { value: selected } = store.selected;
    const focus = tools.why.answer.value?.node ?? frames?.focus;
    if (selected !== undefined && this.chosenAt === frames?.at) return selected;
    return focus !== undefined && document.nodes.has(focus) ? focus : selected ?? document.root;
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

  /** Return the name of a node, visible or not. */
  name(id: string) {
    return this.document.nodes.get(id)?.label || (this.frames?.nameOf(id) ?? id);
  }

  select(id: string) {
    this.needs.store.actions.choose(id);
  }

  goTo(step: number) {
    this.needs.store.actions.goTo(step);
  }

  /** Whether later steps are kept back, since they answer what is asked, or what a class is to find out. */
  get hidesLater() {
    const { frames, needs: { replay } } = this;
    const isOver = frames?.at === (frames?.length ?? 0) - 1;
    return !isOver && replay.player.hides();
  }

  show() {
    const { frames, document, needs: { replay, store } } = this;
    if (this.isPressed || !document) return;
    if (frames && frames.at >= 0) this.rule = replay.endless.tell(this.looks, this.part.there);
    const { in_lockstep, panel } = store.data.value;
    const hasTabs = !in_lockstep && !isLecture() && panel !== false;
    if (!document.nodes.size) render(<Outlook />, this.element);
    else render(hasTabs ? <Tabs panel={this} /> : <Brief panel={this} hasScores={!in_lockstep} />, this.element);
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
    const { store } = this.needs;
    const id = this.node;
    if (id === undefined || node === undefined || onto === undefined || !store.isEditable.value) return;
    const successors = this.looks.successorsOf(id);
    const at = successors.indexOf(onto);
    if (at < 0 || !successors.includes(node)) return; // another node is in focus by now
    const rest = successors.filter((each) => each !== node);
    this.document.setOrder(id, [...rest.slice(0, at), node, ...rest.slice(at)]);
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

function Tabs({ panel }: { panel: Panel }) {
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
      <Open panel={panel} key={open.value} />
    </Fragment>
  );
}

/** The brief panel without tabs, in a lecture and beside another stage. */
function Brief({ panel, hasScores }: { panel: Panel; hasScores: boolean }) {
  const hasMemo = Boolean(panel.frames?.trace.memo);
  const { finder, why } = panel.needs.tools;
  if (finder.isOpen.value) return <Find finder={finder} />;
  if (panel.question !== undefined) return <WhyText why={why} />;
  return (
    <Fragment>
      <CodeTab panel={panel} isBrief>
        <Focus panel={panel} />
      </CodeTab>
      {hasMemo && <Memo panel={panel} />}
      {hasScores && panel.frames && !hasMemo && <Scores panel={panel} />}
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
