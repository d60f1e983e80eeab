// The colours of the page around the canvas: those of the theme, or of the system where the user has set their own.
import { h } from '../page/dom.ts';

const FORCED = '(forced-colors: active)';

/**
 * Paper and ink.
 * @param element of the page
 */
export function pageColours(element: Element): { paper: string; ink: string } {
  if (matchMedia(FORCED).matches) return systemColours(element);
  const style = getComputedStyle(element);
  return {
    paper: style.getPropertyValue('--st-background-color').trim() || '#ffffff',
    ink: style.getPropertyValue('--st-text-color').trim() || '#15181d',
  };
}

function systemColours(element: Element) {
  const probe = h('i');
  probe.style.cssText = 'color: CanvasText; background-color: Canvas';
  element.append(probe);
  const { backgroundColor: paper, color: ink } = getComputedStyle(probe);
  probe.remove();
  return { paper, ink };
}

/** From now on, told when the user sets colours of their own, or no longer. */
export const followForcedColours = (changed: () => void) => matchMedia(FORCED).addEventListener('change', changed);
