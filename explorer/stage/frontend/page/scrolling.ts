// Parts of the stage that scroll can be reached and scrolled by the keyboard, in every browser.
const PARTS = '.code, .now, .noted, .node, .caption, .legend, .problems';
const REACHED = 'button, summary, [role=button]';

/**
 * From now on, whenever there is more or less room; what parts hold changes without that.
 * @param root of a stage
 */
export function watchScrolling(root: Element) {
  const observer = new ResizeObserver(() => letKeysScroll(root));
  for (const part of root.querySelectorAll('.main, .panel')) observer.observe(part);
}

/**
 * A part that scrolls, and has nothing in it that takes the keys, takes them itself.
 * @param root of a stage
 */
export function letKeysScroll(root: Element) {
  for (const part of (root.querySelectorAll(PARTS) as Iterable<HTMLElement>)) {
    const scrolls = part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth;
    if (scrolls && !part.querySelector(REACHED)) part.tabIndex = 0;
    else part.removeAttribute('tabindex');
  }
}
