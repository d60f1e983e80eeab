// Entry of a standalone page: mounts the stage, read-only, with the data that stand in the page.
// #step=5 in the address is the step that is shown.
import type { FromBrowser, StageData } from '../../../stage/frontend/messages.ts';
import type { Stage } from '../../../stage/frontend/stage.ts';

const { default: mount } = gameGraphStage; // the scripts of the stage stand before this one

const data: StageData = JSON.parse(document.getElementById('data')?.textContent ?? '');
const place = document.getElementById('stage') as HTMLElement;
const hasAddress = location.protocol !== 'about:'; // a frame in a notebook has none of its own

function askedStep() {
  const match = /^#step=(\d{1,9})$/.exec(location.hash);
  return match ? Number(match[1]) : undefined;
}

function show(changes: Partial<StageData>) {
  mount({ parentElement: place, data: { ...data, ...changes }, setStateValue: tell, setTriggerValue: tell });
}

function tell<Name extends keyof FromBrowser>(name: Name, value: FromBrowser[Name]) {
  if (name !== 'step' || !hasAddress) return;
  history.replaceState(null, '', `#step=${(value as FromBrowser['step']).step}`);
}

show({ step: askedStep() ?? data.step });
const stage = (place.querySelector('.stage') as HTMLElement).stage as Stage;
addEventListener('hashchange', () => {
  const step = askedStep();
  if (step === undefined) return;
  stage.player.pause();
  stage.player.go(step);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => show({ restart: false }));
