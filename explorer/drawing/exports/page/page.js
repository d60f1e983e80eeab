// Entry of a standalone page: mounts the stage, read-only, with the data that stand in the page.
// #step=5 in the address is the step that is shown.
const { mount } = $main; // the scripts of the stage stand before this one

/**
 * @import { FromBrowser, StageData } from '../../../stage/frontend/messages.d.ts'
 * @import { Stage } from '../../../stage/frontend/stage.js'
 */

/** @type {StageData} */
const data = JSON.parse(document.getElementById('data')?.textContent ?? '');
const place = /** @type {HTMLElement} */ (document.getElementById('stage'));
const hasAddress = location.protocol !== 'about:'; // a frame in a notebook has none of its own

function askedStep() {
  const match = /^#step=(\d{1,9})$/.exec(location.hash);
  return match ? Number(match[1]) : undefined;
}

/** @param {Partial<StageData>} changes */
function show(changes) {
  mount({ parentElement: place, data: { ...data, ...changes }, setStateValue: tell, setTriggerValue: tell });
}

/**
 * @template {keyof FromBrowser} Name
 * @param {Name} name
 * @param {FromBrowser[Name]} value
 */
function tell(name, value) {
  if (name !== 'step' || !hasAddress) return;
  history.replaceState(null, '', `#step=${/** @type {FromBrowser['step']} */ (value).step}`);
}

show({ step: askedStep() ?? data.step });
const stage = /** @type {Stage} */ (/** @type {HTMLElement} */ (place.querySelector('.stage')).stage);
addEventListener('hashchange', () => {
  const step = askedStep();
  if (step === undefined) return;
  stage.player.pause();
  stage.player.go(step);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => show({ restart: false }));
