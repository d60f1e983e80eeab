// Entry of the Streamlit component: finds the stage that belongs to the data, or makes it, and hands the data over.
import './vis-network-9.1.2.min.js'; // UMD; evaluated as a module it still sets globalThis.vis
import { Lockstep } from './lockstep.js';
import { keepOpenLists } from './open_lists.js';
import { Stage } from './stage.js';

keepOpenLists();

// Stages by their own id. They outlive page switches (component.key is new at every mount), so view and undo do too.
const stages = new Map(), controls = new Map(); // a control leads some of the stages

// A press elsewhere on the page finds nothing of ours under way: a message right after it could cut short the run that it
// began before Python hears of it.
window.addEventListener('click', event => {
  if (event.composedPath().some(each => each.classList?.contains('stage'))) return;
  for (const stage of stages.values()) stage.flush();
}, { capture: true });

export default function mount({ parentElement, data: raw, setStateValue }) {
  const data = raw instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(raw)) : raw;
  if (data.leads) return mountControl(parentElement, data);
  let stage = stages.get(data.id);
  if (!stage) {
    stage = new Stage(globalThis.vis, stages);
    stages.set(data.id, stage);
  }
  stage.attach(parentElement);
  stage.apply(data, setStateValue);
  for (const control of controls.values()) control.catchUp();
  // Streamlit also cleans up after a mount that newer data have overtaken, while the page still stands; a page that is
  // left is gone a moment later.
  return () => {
    stage.flush();
    setTimeout(() => { if (!parentElement.isConnected) stage.detach(parentElement); });
  };
}

function mountControl(parentElement, data) {
  const control = controls.get(data.id) ?? new Lockstep(stages);
  controls.set(data.id, control);
  control.attach(parentElement);
  control.apply(data);
  return () => { setTimeout(() => { if (!parentElement.isConnected) control.detach(parentElement); }); };
}
