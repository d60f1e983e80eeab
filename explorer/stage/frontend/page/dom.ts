// Elements of the page: making them, finding them, and what an event is about.
import type { Find } from './types.ts';

/** An element with its attributes and children. */
export const h = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

/** A button that does something. */
export function button(
  textContent: string,
  act: (event: MouseEvent) => void,
  attributes: Partial<HTMLButtonElement> = {},
) {
  const made = h('button', { type: 'button', textContent, ...attributes });
  made.addEventListener('click', act);
  return made;
}

/** Whether the page is used by fingers alone: nothing hovers, and there may be no keys. */
export const isByFinger = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Turn clicks in a sentence into taps where fingers make them. */
export const byHand = (text: string) =>
  isByFinger() ? text.replace(/(?<=\b|-)click\b/g, 'tap').replace(/\bClick\b/g, 'Tap') : text;

/**
 * A sentence of which no line ends between a sign and the number after it: the space there is one that does not break.
 */
export const unbroken = (text: string) => text.replace(/(?<=[=<>≤≥≠≈−]) /g, '\u00a0');

/** Return a function that finds the parts of an element, which must be there as long as the element. */
export const partsOf = (element: Element): Find => (selector) => element.querySelector(selector) as HTMLElement;

/** The element that an event of the page is about. */
export const targetOf = (event: Event) => event.target as HTMLInputElement;

/** Return the match of a selector at or around the element of an event. */
export const closestTo = (event: Event, selector: string): HTMLElement | null => targetOf(event).closest(selector);

/** Whether letters that are typed go into a field. */
export function isWriting(event: Event) {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(`textarea, select, input:not(${NO_TEXT})`);
}
const NO_TEXT = '[type=range], [type=radio], [type=checkbox], [type=button]';

/** The element that has the keys, in the page or the shadow root where another one stands. */
export const focusedBeside = (
  element: Element,
) => (element.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;

/** While Python runs, Streamlit fades what it has not drawn anew; a part of ours stays as it is. */
export function neverFade(parent: Node) {
  const host = ((parent as ShadowRoot).host ?? parent) as HTMLElement;
  const box = host.closest('[class*="st-key-"]') as HTMLElement | null;
  box?.style.setProperty('opacity', '1', 'important');
}

/** The keys belong to the canvas again, of the stage that a part is in. */
export const giveKeysBack = (part: Element) => part.closest<HTMLElement>('.stage')?.focus({ preventScroll: true });
