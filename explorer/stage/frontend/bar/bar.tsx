// The bar at the top of the page: what is open, with which algorithm, and the menus of all that is not about a step.
// What is chosen goes to Python; what the stage can do itself it does.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
// @ts-types="../vendor/signals-core-1.14.5.d.ts"
import { effect } from '../vendor/signals-core-1.14.5.mjs';
import { Chooser, typed } from './chooser.tsx';
import { ActionMenu } from './action_menu.tsx';
import { Options } from './options.tsx';
import { drawingItem, graphItems, moreItems } from './items.ts';
import { Popup } from './popup.tsx';
import { Welcome, welcome } from './welcome.tsx';
import type { BarStage, BarState } from './state.ts';
import { neverFade } from '../page/dom.ts';
import { hasSideBar, isLecture, toggleSideBar } from '../page/lecture.ts';
import { type BarKeys, signal } from '../store.ts';
import type { BarData, BarGroup } from '../messages.ts';
import type { Send } from '../session/types.ts';

export class Bar {
  root: HTMLElement = document.createElement('div');
  data = signal<BarData | undefined>(undefined);
  open = signal('');
  opener: HTMLElement | undefined;
  leaves = false; // when its menu closes
  send: Send = () => {};
  algorithms: { tag: number; groups: readonly BarGroup[] } | undefined; // the list that came last
  samples: readonly BarGroup[] | undefined;

  /** @param stage that is in the page, and that the keys belong to */
  constructor(readonly stage: () => BarStage | undefined) {
    this.root.className = 'bar';
    this.root.addEventListener('keydown', (event) => event.stopPropagation()); // else Streamlit acts on r and c
    effect(() => {
      const data = this.data.value;
      if (data) render(<Row {...this.stateOf(data)} />, this.root);
    });
    effect(() => {
      const sheets = this.data.value?.actions.filter(({ what }) => what === SHEET) ?? [];
      const stage = this.stage();
      if (stage) {
        stage.store.bar.value = this.keys;
        stage.store.sheets.value = sheets.map(({ title, value }) => ({
          title,
          open: () => this.choose(SHEET, value),
        }));
      }
    });
    addEventListener('pointerdown', (event) => {
      if (!event.composedPath().includes(this.root)) this.open.value = '';
    }, true);
  }

  stateOf(data: BarData): BarState {
    return {
      data,
      algorithms: this.algorithms?.tag === data.tag ? this.algorithms.groups : undefined,
      samples: this.samples,
      stage: this.stage(),
      open: this.open.value,
      show: (menu, opener) => {
        typed.value = '';
        this.opener = opener;
        this.open.value = this.open.value === menu ? '' : menu;
        if (menu === 'graph' && !this.samples) this.choose('samples');
      },
      home: this.opener ?? this.stage(),
      close: () => this.close(),
      choose: (what, value) => this.choose(what, value),
    };
  }

  /** The functions of keys; none where the bar shows no views of a graph. */
  get keys(): BarKeys | undefined {
    const { title, views = [], view, endless } = this.data.value ?? {};
    if (!title || !views.length) return undefined;
    const at = views.findIndex(({ name }) => name === view);
    return {
      hasEndless: endless !== null,
      toView: (by) => this.choose('view', views[(at + by + views.length) % views.length].name),
      setEndless: () => this.showForNow('endless'),
      enter: () => this.root.querySelector<HTMLElement>('.tools button')?.focus(),
    };
  }

  // In a lecture the bar is there as long as the menu is open.
  showForNow(menu: string) {
    this.leaves = isLecture() && !hasSideBar();
    if (this.leaves) toggleSideBar();
    this.open.value = menu;
  }

  choose(what: string, value = '') {
    this.stage()?.store.actions.flush();
    this.send('bar', { what, value });
  }

  /** The keys belong to the stage again. */
  close() {
    this.open.value = '';
    if (this.leaves && hasSideBar()) toggleSideBar();
    this.leaves = false;
    this.stage()?.focus();
  }

  attach(parent: Node) {
    if (!this.root.isConnected) welcome();
    if (this.root.parentNode !== parent) parent.appendChild(this.root); // else it would lose the focus
    neverFade(parent);
  }

  apply(data: BarData, send: Send) {
    this.send = send;
    if (data.groups) this.algorithms = { tag: data.tag, groups: data.groups };
    this.samples = data.samples ?? this.samples;
    this.data.value = data;
    if (data.tag && data.tag !== this.algorithms?.tag) this.choose('lists'); // they were overtaken on their way
    document.documentElement.dataset.part = data.views[0]?.name ?? ''; // of which page this is a view, for page.css
  }
}

const RUNS = { algorithm: 'Algorithm', left: 'Algorithm at the left', right: 'Algorithm at the right' };
const SHEET = 'sheet'; // what Python shows beside the stage

function Row(bar: BarState) {
  const { data, stage, choose } = bar;
  const { store } = stage ?? {};
  const title = (store?.isEditable.value && store.data.value.bar && store.title.value) || data.title;
  const open = (what: string) => (name: string) => {
    choose(what, name);
    bar.close();
  };
  const isOnCanvas = Boolean(data.title && data.views.length);
  return (
    <Fragment>
      {isOnCanvas && (
        <div class='over'>
          <Views {...bar} />
          <Welcome {...bar} />
        </div>
      )}
      <div class='tools' role='toolbar' aria-label='Graph and algorithm'>
        {!isOnCanvas && data.views.length > 0 && <Views {...bar} />}
        {data.title && (
          <Popup bar={bar} name='graph' label={title} about='Graph' grows>
            <ActionMenu bar={bar} items={graphItems(bar)} about={data.about} notes={data.notes} />
            <Chooser label='Samples' groups={bar.samples} chosen={data.title} choose={open('sample')} />
          </Popup>
        )}
        {data.runs.map((run) => (
          <Popup
            bar={bar}
            key={run.name}
            name={run.name}
            kind='algorithm'
            label={run.label}
            about={RUNS[run.name]}
          >
            {data.choosable && (
              <Chooser
                label='Algorithms'
                groups={bar.algorithms}
                chosen={run.title}
                focuses
                choose={open(run.name)}
              />
            )}
            <Options run={run} choose={choose} />
          </Popup>
        ))}
        {data.endless !== null && <Endless {...bar} />}
        <span class='gap' />
        {data.wrong && <span class='refused' role='alert'>{data.wrong}</span>}
        {drawingItem(bar).map(({ title: name, pressed, run }) => (
          <button
            type='button'
            class='menu-draw'
            key={name}
            aria-pressed={pressed}
            onClick={() => {
              run();
              bar.close();
            }}
          >
            {name}
          </button>
        ))}
        <Popup bar={bar} name='more' label='⋯' about='Share, export, lecture mode, layout, theme' right>
          <ActionMenu bar={bar} items={moreItems(bar)} />
        </Popup>
        <button
          type='button'
          title='Help'
          aria-label='Help'
          aria-pressed={!data.help}
          onClick={() => choose('help', data.help)}
        >
          ?
        </button>
      </div>
    </Fragment>
  );
}

/** The views of the graph, or the parts of the page. */
function Views({ data, choose }: BarState) {
  return (
    <div class='ways' role='tablist' aria-label='Views'>
      {data.views.map(({ name, title }) => (
        <button
          type='button'
          role='tab'
          key={name}
          aria-selected={name === data.view}
          onClick={() => name !== data.view && choose('view', name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** The value of endless play and the range of leaf scores, as text, and the rule about repetition. */
function Endless(bar: BarState) {
  const { data, choose, close } = bar;
  return (
    <Popup
      bar={bar}
      name='endless'
      label={[`endless play = ${data.endless}`, ...(data.rule ? [data.rule] : [])].join(', ')}
      about='Value of endless play'
    >
      <form
        class='endless-form'
        onSubmit={(event) => {
          event.preventDefault();
          const said = new FormData(event.currentTarget);
          choose('endless', [...said.values()].join('\n'));
          close();
        }}
      >
        <label>
          Value of endless play
          <input name='value' autocomplete='off' defaultValue={data.endless ?? ''} data-first />
        </label>
        {data.range !== null && (
          <label>
            Range of leaf scores
            <input name='range' autocomplete='off' placeholder='unknown' defaultValue={data.range} />
          </label>
        )}
        <button type='submit'>Set</button>
        <p>The value to Max, or to the player who moves first: a number, inf or -inf.</p>
        {data.range !== null && (
          <p>The range: the least and the largest score that a leaf can have, as leaf scores are written: -1..1.</p>
        )}
      </form>
      {data.rule !== null && <Repetition {...bar} />}
    </Popup>
  );
}

const RULES: [string, string, number?][] = [ // the name, what it says, and the number that is offered first
  ['', 'No rule: only endless play has a value'],
  ['times', 'A position that comes for the nth time ends the play', 3],
  ['repeats-loses', 'Who brings a position back has lost'],
  ['no-repeats', 'No move may bring a position back'],
  ['clock', 'After so many moves without progress the play ends', 50],
];

/** The rule about repetition: a kind, and its number if it has one. */
function Repetition(bar: BarState) {
  const { data, choose, close } = bar;
  const [name, number] = (data.rule ?? '').split('=');
  return (
    <details class='repetition' open={Boolean(data.rule)}>
      <summary>Repetition</summary>
      <form
        class='repetition-form'
        onSubmit={(event) => {
          event.preventDefault();
          const said = new FormData(event.currentTarget);
          const rule = String(said.get('rule'));
          const count = said.get(rule);
          choose('repetition', count === null ? rule : `${rule}=${count}`);
          close();
        }}
      >
        {RULES.map(([rule, text, usual]) => (
          <label>
            <input type='radio' name='rule' value={rule} defaultChecked={rule === name} />
            <span>{text}</span>
            {usual !== undefined && (
              <input
                type='number'
                name={rule}
                min={rule === 'times' ? 2 : 1}
                max={1_000_000}
                required
                aria-label={text}
                defaultValue={rule === name ? number : String(usual)}
              />
            )}
          </label>
        ))}
        <button type='submit'>Set</button>
        <p>
          A play that a rule ends is worth what endless play is worth. Each node is a position with what the rule must
          remember of the play before it.
        </p>
      </form>
    </details>
  );
}
