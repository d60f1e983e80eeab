// The colours of the page around the canvas: those of the theme, or of the system where the user has set their own.
import { h } from './dom.js';

const FORCED = '(forced-colors: active)';

/**
 * Paper and ink.
 * @param {Element} element of the page
 * @returns {{ paper: string, ink: string }}
 */
export function pageColours(element) {
  if (matchMedia(FORCED).matches) return systemColours(element);
  const style = getComputedStyle(element);
  return {
    paper: style.getPropertyValue('--st-background-color').trim() || '#ffffff',
    ink: style.getPropertyValue('--st-text-color').trim() || '#15181d',
  };
}

/** @param {Element} element */
function systemColours(element) {
  const probe = h('i');
  probe.style.cssText = 'color: CanvasText; background-color: Canvas';
  element.append(probe);
  const { backgroundColor: paper, color: ink } = getComputedStyle(probe);
  probe.remove();
  return { paper, ink };
}

/**
 * From now on, told when the user sets colours of their own, or no longer.
 * @param {() => void} changed
 */
export const followForcedColours = (changed) => matchMedia(FORCED).addEventListener('change', changed);
