// Lecture mode: the page shows the stages alone and large, in full screen where the browser allows it. The side bar,
// with graph and algorithm, comes at the press of a button.
const page = document.documentElement;
const [ON, WITH_SIDE_BAR] = ['lecture', 'with-side-bar']; // classes of the page, for explorer/app/page.css

/** @type {Set<() => void>} */
const watching = new Set();

export const isLecture = () => page.classList.contains(ON);

let isSlide = false;

/** Whether the last row is to read what stands here: in lecture mode, and beside the large text of a slide. */
export const isLarge = () => isLecture() || isSlide;

/** @param {boolean} on whether the stages of the page stand beside the large text of a slide */
export function setSlide(on) {
  if (on === isSlide) return;
  isSlide = on;
  for (const changed of watching) changed();
}

/**
 * `changed` is called whenever lecture mode begins or ends.
 * @param {() => void} changed
 */
export function watchLecture(changed) {
  watching.add(changed);
}

/** @param {boolean} [on] */
export function toggleLecture(on = !isLecture()) {
  page.classList.toggle(ON, on);
  page.classList.remove(WITH_SIDE_BAR);
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
