// Lecture mode: the page shows the stages alone and large, a slide with its text, in full screen where the browser
// allows it. The side bar, with graph and algorithm, comes at the press of a button, and B blanks the screen.
import { h, isWriting } from './dom.ts';

const page = document.documentElement;
const [ON, WITH_SIDE_BAR] = ['lecture', 'with-side-bar']; // classes of the page, for explorer/app/page.css

const watching = new Set<() => void>();
const blank = h('dialog'); // so that it has all keys

export const isLecture = () => page.classList.contains(ON);

/** `changed` is called whenever lecture mode begins or ends. */
export function watchLecture(changed: () => void) {
  watching.add(changed);
}

export function toggleLecture(on: boolean = !isLecture()) {
  if (on === isLecture()) return;
  page.classList.toggle(ON, on);
  page.classList.remove(WITH_SIDE_BAR);
  blank.close();
  if (on) page.requestFullscreen?.().catch(() => {}); // a frame may not be allowed to: it is large all the same
  else if (document.fullscreenElement) document.exitFullscreen();
  for (const changed of watching) changed();
}

export function toggleSideBar() {
  page.classList.toggle(WITH_SIDE_BAR);
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

function blankOnB(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (!isLecture() || !/^b$/i.test(key) || ctrlKey || metaKey || altKey || isWriting(event) || blank.open) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.body.append(blank);
  blank.showModal();
}
addEventListener('keydown', blankOnB, true); // before the canvas, where a letter may begin a name

if (new URLSearchParams(location.search).get('lecture') === '1') toggleLecture(true);
