// The colours of the page around the canvas: those of the theme, or of the system where the user has set their own.
import { h } from '../../page/dom.ts';
import { pencil } from './paint.ts';

export type Paint = { dark: boolean; paper: string; ink: string };

const FORCED = '(forced-colors: active)';

/** Paper and ink around an element of the page, and whether they are dark. */
export function pageColours(element: Element): Paint {
  const { paper, ink } = coloursAround(element);
  return { paper, ink, dark: luminance(paper) < 0.5 };
}

function coloursAround(element: Element): { paper: string; ink: string } {
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

function luminance(colour: string) {
  const probe = pencil(document.createElement('canvas'));
  probe.fillStyle = colour;
  const [r, g, b] = [1, 3, 5].map((place) => parseInt(String(probe.fillStyle).slice(place, place + 2), 16));
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/** From now on, told when the user sets colours of their own, or no longer. */
export const followForcedColours = (changed: () => void) => matchMedia(FORCED).addEventListener('change', changed);
