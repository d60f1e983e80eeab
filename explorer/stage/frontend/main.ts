// Entry of the Streamlit component: finds the stage that belongs to the data, or makes it, and hands the data over.
import { keepAddress, ownLecture, takeLecture, takeScene } from './session/address.ts';
import { Lockstep } from './panels/lockstep.ts';
import { explainSilence } from './session/connection.ts';
import { Leaving, type Turn, TURNING } from './session/page_exit.ts';
import { keepOpenLists } from './page/open_lists.ts';
import { Stage } from './stage.ts';
import { Bar } from './bar/bar.tsx';
import { listen, signal } from './store.ts';
import type { AddressData, BarData, ControlData, StageData, TablesData } from './messages.ts';
import type { Send } from './session/types.ts';

declare global {
  var gameGraphStage: { default: typeof mount }; // this module, where its script stands in a page
}

keepOpenLists();

// Stages by their own id. They outlive page switches (component.key is new at every mount), so view and undo do too.
const stages = new Map<string, Stage>();
const controls = new Map<string, Lockstep>(); // a control leads some of the stages
const primary = signal<Stage | undefined>(undefined); // the stage in the page that the keys belong to
const bar = new Bar(() => primary.value);

explainSilence(() => [...stages.values()].every(({ documents }) => !documents || documents.isKeeping));

const leaving = new Leaving();

// A press elsewhere on the page finds nothing of ours under way: a message right after it could cut short the run
// that it began before Python hears of it.
const TRIGGERS = ['doc', 'bar']; // what is no state, but happens
const OURS = '.stage, .lockstep';
window.addEventListener('click', (event) => {
  if (event.composedPath().some((each) => each instanceof Element && each.matches(OURS))) return;
  leaving.follow(event);
  tellAll();
}, { capture: true });
window.addEventListener(TURNING, (event) => {
  if (primary.value?.asking.takeTurn((event as CustomEvent<Turn>).detail)) event.preventDefault();
  else tellAll();
});

function tellAll() {
  for (const each of [...stages.values(), ...controls.values()]) each.flush();
}

/**
 * Shows the data in an element of the page; returns what takes it away again.
 *
 * Streamlit forgets the state of a page that is left, even if Python has not heard of it.  A trigger is never
 * forgotten, and so a document goes as one, and the step at which a page is left.
 */
export default function mount({ parentElement, data: raw, setStateValue, setTriggerValue }: {
  parentElement: Node;
  data: Uint8Array | StageData | ControlData | AddressData | BarData | TablesData;
  setStateValue: Send;
  setTriggerValue: Send;
}) {
  const data: StageData | ControlData | AddressData | BarData | TablesData = raw instanceof Uint8Array
    ? JSON.parse(new TextDecoder().decode(raw))
    : raw;
  if ('loose' in data) return keepAddress(data);
  const send: Send = (name, value) => {
    const isLeft = leaving.from !== undefined || !parentElement.isConnected;
    const set = TRIGGERS.includes(name) || (name === 'step' && isLeft) ? setTriggerValue : setStateValue;
    leaving.send(() => set(name, value));
  };
  if ('views' in data) {
    bar.attach(parentElement);
    bar.apply(data, send);
    return () => {};
  }
  if ('tables' in data) return mountTables(parentElement);
  if ('leads' in data) return mountControl(parentElement, data, send);
  const stage = stages.get(data.id) ?? new Stage(globalThis.vis, stages);
  stages.set(data.id, stage);
  stage.attach(parentElement);
  stage.apply(data, send);
  if (data.primary) primary.value = stage;
  takeScene(stage.store, data.scene);
  takeLecture(data.scene);
  ownLecture();
  for (const control of controls.values()) control.catchUp();
  // Streamlit also cleans up after a mount that newer data have overtaken, while the page still stands; a page that
  // is left is gone a moment later.
  return () => {
    setTimeout(() => {
      if (parentElement.isConnected) return;
      stage.detach(parentElement);
      if (primary.value === stage && !stage.parent) primary.value = undefined;
    });
  };
}

function mountTables(parentElement: Node) {
  const attach = () => primary.value?.tables.attach(parentElement);
  const end = listen(primary, attach);
  attach();
  return () => {
    end();
    setTimeout(() => {
      if (!parentElement.isConnected) { for (const { tables } of stages.values()) tables.detach(parentElement); }
    });
  };
}

function mountControl(parentElement: Node, data: ControlData, send: Send) {
  const control = controls.get(data.id) ?? new Lockstep(stages);
  controls.set(data.id, control);
  control.attach(parentElement);
  control.apply(data, send);
  takeLecture(data.scene);
  return () => {
    setTimeout(() => {
      if (!parentElement.isConnected) control.detach(parentElement);
    });
  };
}
