// The bar at the top of the page: what is open, with which algorithm, and the menus of all that is not about a step.
// What is chosen goes to Python; what the stage can do itself it does.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
// @ts-types="../vendor/signals-core-1.14.5.d.ts"
import { effect } from '../vendor/signals-core-1.14.5.mjs';
import { Chooser, typed } from './chooser.tsx';
import { ActionMenu } from './action_menu.tsx';
import { Options } from './options.tsx';
import { graphItems, moreItems } from './items.ts';
import { Popup } from './popup.tsx';
import { neverFade } from '../page/dom.ts';
import { signal } from '../store.ts';
import type { BarData } from '../messages.ts';
import type { Send } from '../session/types.ts';
import type { Stage } from '../stage.ts';

/** What the parts of the bar need. */
export interface BarState {
  data: BarData;
  stage: Stage | undefined; // that the keys belong to
  open: string; // the menu that is open, if one is
  home: { focus: () => void } | undefined; // what gets the keys back: what opened the menu with keys, or the stage
  show: (menu: string, opener?: HTMLElement) => void; // the opener if it was pressed with keys
  close: () => void; // after which the keys are the stage's
  choose: (what: string, value: string) => void; // what Python hears
}

export class Bar {
  root: HTMLElement = document.createElement('div');
  data = signal<BarData | undefined>(undefined);
  open = signal('');
  opener: HTMLElement | undefined;
  send: Send = () => {};

  /** @param stage that is in the page, and that the keys belong to */
  constructor(readonly stage: () => Stage | undefined) {
    this.root.className = 'bar';
    this.root.addEventListener('keydown', (event) => event.stopPropagation()); // else Streamlit acts on r and c
    effect(() => {
      const data = this.data.value;
      if (data) render(<Row {...this.stateOf(data)} />, this.root);
    });
    addEventListener('pointerdown', (event) => {
      if (!event.composedPath().includes(this.root)) this.open.value = '';
    }, true);
  }

  stateOf(data: BarData): BarState {
    return {
      data,
      stage: this.stage(),
      open: this.open.value,
      show: (menu, opener) => {
        typed.value = '';
        this.opener = opener;
        this.open.value = this.open.value === menu ? '' : menu;
      },
      home: this.opener ?? this.stage(),
      close: () => this.close(),
      choose: (what, value) => {
        this.stage()?.flush();
        this.send('bar', { what, value });
      },
    };
  }

  /** The keys belong to the stage again. */
  close() {
    this.open.value = '';
    this.stage()?.focus();
  }

  attach(parent: Node) {
    parent.appendChild(this.root);
    neverFade(parent);
  }

  apply(data: BarData, send: Send) {
    this.send = send;
    this.data.value = data;
    document.documentElement.dataset.part = data.views[0]?.name ?? ''; // of which page this is a view, for page.css
  }
}

const NEW = 'open'; // the dialog in which graphs are opened

function Row(bar: BarState) {
  const { data, stage, choose } = bar;
  const canDraw = Boolean(stage?.editable && stage.data.bar);
  const title = (canDraw && stage?.store.title.value) || data.title;
  const isDrawing = Boolean(stage?.store.drawing.value);
  return (
    <Fragment>
      {data.title && data.views.length > 0 && <Views {...bar} />}
      <div class='tools' role='toolbar' aria-label='Graph and algorithm'>
        {!data.title && data.views.length > 0 && <Views {...bar} />}
        {data.title && (
          <Popup bar={bar} name='graph' label={title} about='Graph' grows>
            <ActionMenu bar={bar} items={graphItems(bar, NEW)} about={data.about} notes={data.notes} />
            <Chooser
              label='Samples'
              groups={data.samples}
              chosen=''
              choose={(name) => {
                choose('sample', name);
                bar.close();
              }}
            />
          </Popup>
        )}
        {data.algorithm && (
          <Popup bar={bar} name='algorithm' label={data.algorithm} about='Algorithm'>
            {data.groups.length > 0 && (
              <Chooser
                label='Algorithms'
                groups={data.groups}
                chosen={data.algorithm}
                focuses
                choose={(name) => {
                  choose('algorithm', name);
                  bar.close();
                }}
              />
            )}
            <Options bar={bar} />
          </Popup>
        )}
        {data.endless !== null && <Endless {...bar} />}
        <span class='gap' />
        {data.wrong && <span class='refused' role='alert'>{data.wrong}</span>}
        {canDraw && (
          <button
            type='button'
            class='menu-draw'
            aria-pressed={isDrawing}
            onClick={() => {
              stage!.store.drawing.value = !isDrawing;
              bar.close();
            }}
          >
            ✎ Draw
          </button>
        )}
        {data.title && (
          <Popup bar={bar} name='more' label='⋯' about='Share, export, lecture mode, layout' right>
            <ActionMenu bar={bar} items={moreItems(bar)} />
          </Popup>
        )}
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

/** The value of endless play, as text. */
function Endless(bar: BarState) {
  const { data, choose, close } = bar;
  return (
    <Popup bar={bar} name='endless' label={`endless play = ${data.endless}`} about='Value of endless play'>
      <form
        class='endless-form'
        onSubmit={(event) => {
          event.preventDefault();
          choose('endless', new FormData(event.currentTarget).get('value') as string);
          close();
        }}
      >
        <label>
          Value of endless play
          <input name='value' autocomplete='off' value={data.endless ?? ''} data-first />
        </label>
        <button type='submit'>Set</button>
        <p>To Max, or to the player who moves first: a number, inf or -inf.</p>
      </form>
    </Popup>
  );
}
