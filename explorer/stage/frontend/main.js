// Entry of the Streamlit component: finds the stage that belongs to the data, or makes it, and hands the data over.
// UMD; evaluated as a module it still sets globalThis.vis
// @ts-types="./types.d.ts"
import './vis-network-9.1.2.min.js';
import { keepAddress, ownLecture, takeLecture, takeScene } from './address.js';
import { Lockstep } from './lockstep.js';
import { explainSilence } from './connection.js';
import { Leaving } from './leaving.js';
import { keepOpenLists } from './open_lists.js';
import { Stage } from './stage.js';

/**
 * @import { AddressData, ControlData, StageData } from './messages.d.ts'
 * @import { Send } from './types.d.ts'
 */

keepOpenLists();

// Stages by their own id. They outlive page switches (component.key is new at every mount), so view and undo do too.
/** @type {Map<string, Stage>} */
const stages = new Map();
/** @type {Map<string, Lockstep>} a control leads some of the stages */
const controls = new Map();

explainSilence(() => [...stages.values()].every(({ documents }) => !documents || documents.isKeeping));

const leaving = new Leaving();

// A press elsewhere on the page finds nothing of ours under way: a message right after it could cut short the run
// that it began before Python hears of it.
const OURS = '.stage, .lockstep';
window.addEventListener('click', (event) => {
  if (event.composedPath().some((each) => each instanceof Element && each.matches(OURS))) return;
  leaving.follow(event);
  for (const each of [...stages.values(), ...controls.values()]) each.flush();
}, { capture: true });

/**
 * Shows the data in an element of the page; returns what takes it away again.
 *
 * Streamlit forgets the state of a page that is left, even if Python has not heard of it.  A trigger is never
 * forgotten, and so a document goes as one.
 * @param {{
 *   parentElement: Node,
 *   data: Uint8Array | StageData | ControlData | AddressData,
 *   setStateValue: Send,
 *   setTriggerValue: Send,
 * }} component
 */
export default function mount({ parentElement, data: raw, setStateValue, setTriggerValue }) {
  /** @type {StageData | ControlData | AddressData} */
  const data = raw instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(raw)) : raw;
  if ('loose' in data) return keepAddress(data);
  /** @type {Send} */
  const send = (name, value) => leaving.send(() => (name === 'doc' ? setTriggerValue : setStateValue)(name, value));
  if ('leads' in data) return mountControl(parentElement, data, send);
  const stage = stages.get(data.id) ?? new Stage(globalThis.vis, stages);
  stages.set(data.id, stage);
  stage.attach(parentElement);
  stage.apply(data, send);
  takeScene(stage, data.scene);
  takeLecture(data.scene);
  ownLecture();
  for (const control of controls.values()) control.catchUp();
  // Streamlit also cleans up after a mount that newer data have overtaken, while the page still stands; a page that
  // is left is gone a moment later.
  return () => {
    setTimeout(() => {
      if (!parentElement.isConnected) stage.detach(parentElement);
    });
  };
}

/**
 * @param {Node} parentElement
 * @param {ControlData} data
 * @param {Send} send
 */
function mountControl(parentElement, data, send) {
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
