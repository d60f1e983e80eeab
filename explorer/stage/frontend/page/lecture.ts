// Lecture mode: the page shows the stages alone and large, a slide with its text, in full screen where the browser
// allows it, and nothing of later steps unless it is asked for. The side bar, with graph and algorithm, comes at the
// press of a button. B and the full stop blank the screen, in lecture mode or not.
import { h, isWriting } from './dom.ts';

const page = document.documentElement;
const [ON, WITH_SIDE_BAR] = ['lecture', 'with-side-bar']; // classes of the page, for explorer/app/page.css

const watching = new Set<() => void>();
const blank = h('dialog'); // so that it has all keys
let showsLater = false; // what later steps bring, in lecture mode

export const isLecture = () => page.classList.contains(ON);
export const hasSideBar = () => page.classList.contains(WITH_SIDE_BAR);

/** Whether lecture mode keeps back what later steps bring. */
export const hidesLater = () => isLecture() && !showsLater;

/** `changed` is called whenever lecture mode begins or ends, or shows more or less. */
export function watchLecture(changed: () => void) {
  watching.add(changed);
}

export function toggleLater() {
  showsLater = !showsLater;
  for (const changed of watching) changed();
}

export function toggleLecture(on: boolean = !isLecture()) {
  if (on === isLecture()) return;
  page.classList.toggle(ON, on);
  page.classList.remove(WITH_SIDE_BAR);
  showsLater = false;
  blank.close();
  if (on) page.requestFullscreen?.().catch(() => {}); // a frame may not be allowed to: it is large all the same
  else if (document.fullscreenElement) document.exitFullscreen();
  for (const changed of watching) changed();
}

export function toggleSideBar() {
  page.classList.toggle(WITH_SIDE_BAR);
}

export function blankScreen() {
  document.body.append(blank);
  blank.showModal();
}

document.addEventListener('fullscreenchange', () => {
  if (!document.fullscreenElement && isLecture()) toggleLecture(false);
});

blank.ariaLabel = 'Blank screen';
blank.style.cssText = 'width: 100%; height: 100%; max-width: none; max-height: none; ' +
  'border: 0; outline: 0; background: #000; cursor: none;';
blank.addEventListener('click', () => blank.close());
blank.addEventListener('keydown', (event) => { // whichever key it is does nothing else
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) blank.close();
});

function blankOnKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (!/^[b.]$/i.test(key) || ctrlKey || metaKey || altKey || isWriting(event) || blank.open) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  blankScreen();
}
// In lecture mode before the canvas, where a letter may begin a name; else where nothing else has taken the key.
addEventListener('keydown', (event) => isLecture() && blankOnKey(event), true);
addEventListener('keydown', (event) => event.defaultPrevented || blankOnKey(event));

if (new URLSearchParams(location.search).get('lecture') === '1') toggleLecture(true);
