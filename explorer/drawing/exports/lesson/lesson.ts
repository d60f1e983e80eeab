// Entry of a lesson as a page: mounts the stage, read-only, with the scene of the slide that is shown; of a comparison
// the control and both stages.
// #slide=3 in the address is the slide that is shown.
import type { ControlData, StageData } from '../../../stage/frontend/messages.ts';
import type { Lockstep } from '../../../stage/frontend/panels/lockstep.ts';
import type { Stage } from '../../../stage/frontend/stage.ts';

const { default: mount } = gameGraphStage; // the scripts of the stage stand before this one

const scenes: { stages: (StageData | ControlData)[]; steps: number[] }[] = JSON.parse(
  document.getElementById('data')?.textContent ?? '',
);
const place = document.getElementById('stage') as HTMLElement;
const slides = [...document.querySelectorAll('section')];
let shown = 0;

const element = (id: string) => document.getElementById(id) as HTMLButtonElement;
const rooms = ['one', 'control', 'left', 'right'].map((name) => {
  const room = document.createElement('div');
  room.className = name;
  return place.appendChild(room);
});

/** The player with which the reader steps: that of the stage, or of the control of both. */
function player() {
  const shows = (selector: string) => place.querySelector(selector) as HTMLElement;
  if (place.classList.contains('both')) return (shows('.lockstep').control as Lockstep).player;
  return (shows('.one .stage').stage as Stage).player;
}

function showScene(changes: Partial<StageData> = {}) {
  const { stages } = scenes[shown];
  const isComparison = stages.length > 1;
  place.classList.toggle('both', isComparison);
  stages.forEach((data, index) => {
    const parentElement = rooms[isComparison ? index + 1 : 0];
    mount({ parentElement, data: { ...data, ...changes }, setStateValue: reveal, setTriggerValue: reveal });
  });
  reveal();
}

/** Parts of the text appear with their step; called whenever the stage or the control tells something. */
function reveal() {
  const parts: NodeListOf<HTMLElement> = slides[shown].querySelectorAll('[data-step]');
  for (const part of parts) part.hidden = player().at < Number(part.dataset.step);
}

function go(slide: number) {
  shown = Math.min(Math.max(0, slide), slides.length - 1);
  slides.forEach((each, index) => each.classList.toggle('shown', index === shown));
  element('place').textContent = `Slide ${shown + 1} of ${slides.length}`;
  element('previous').disabled = shown === 0;
  element('next').disabled = shown === slides.length - 1 && !scenes[shown].steps.length;
  history.replaceState(null, '', `#slide=${shown + 1}`);
  showScene();
}

/** The next step that the slide names, else the next slide; or back. */
function turn(direction: number) {
  const ahead = scenes[shown].steps.filter((step) => (step - player().at) * direction > 0);
  if (ahead.length) {
    player().pause();
    player().go(direction > 0 ? Math.min(...ahead) : Math.max(...ahead));
    reveal();
  } else if (slides[shown + direction]) go(shown + direction);
}

function slideOfAddress() {
  const match = /^#slide=(\d{1,4})$/.exec(location.hash);
  return match ? Number(match[1]) - 1 : 0;
}

element('previous').addEventListener('click', () => turn(-1));
element('next').addEventListener('click', () => turn(1));
element('back').addEventListener('click', () => {
  const [first] = scenes[shown].stages;
  player().pause();
  player().go('at' in first ? first.at : first.step);
  reveal();
});
element('print').addEventListener('click', () => print());
addEventListener('keydown', (event) => {
  const direction = { PageDown: 1, PageUp: -1 }[event.key];
  if (!direction) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  turn(direction);
}, { capture: true });
addEventListener('hashchange', () => {
  if (slideOfAddress() !== shown) go(slideOfAddress());
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => showScene({ restart: false }));
go(slideOfAddress());
