// Elements of the page: making them, finding them, and what an event is about.

/**
 * @import { Find } from './types.d.ts'
 */

/**
 * An element with its attributes and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const h = (tag, attributes = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

/** Whether the page is used by fingers alone: nothing hovers, and there may be no keys. */
export const isByFinger = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

/**
 * What a sentence says of clicks, said of taps where fingers make them.
 * @param {string} text
 */
export const byHand = (text) =>
  isByFinger() ? text.replace(/(?<=\b|-)click\b/g, 'tap').replace(/\bClick\b/g, 'Tap') : text;

/**
 * A sentence of which no line ends between a sign and the number after it: the space there is one that does not break.
 * @param {string} text
 */
export const unbroken = (text) => text.replace(/(?<=[=<>≤≥≠≈−]) /g, '\u00a0');

/**
 * Puts children in place of those that an element has, unless they look alike: what stands there is not taken away from
 * under a hand that presses it. Of a canvas nobody knows whether it does.
 * @param {Element} element
 * @param {...(Node | string)} children
 */
export function renew(element, ...children) {
  const fresh = new DocumentFragment();
  fresh.append(...children);
  const [before, after] = [element, fresh].map(({ childNodes }) => [...childNodes]);
  /**
   * @param {Node} node
   * @param {number} i
   */
  const isAlike = (node, i) => node.isEqualNode(before[i]) && !(node instanceof HTMLCanvasElement);
  if (before.length !== after.length || !after.every(isAlike)) element.replaceChildren(fresh);
}

/**
 * What finds the parts of an element, which are there as long as it is.
 * @param {Element} element
 * @returns {Find}
 */
export const partsOf = (element) => (selector) => /** @type {HTMLElement} */ (element.querySelector(selector));

/**
 * The element that an event of the page is about.
 * @param {Event} event
 */
export const targetOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * What a selector finds at or around the element that an event is about.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const closestTo = (event, selector) => targetOf(event).closest(selector);

/**
 * Whether letters that are typed go into a field.
 * @param {Event} event
 */
export function isWriting(event) {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(`textarea, select, input:not(${NO_TEXT})`);
}
const NO_TEXT = '[type=range], [type=radio], [type=checkbox], [type=button]';

/**
 * The element that has the keys, in the page or the shadow root where another one stands.
 * @param {Element} element
 */
export const focusedBeside = (
  element,
) => /** @type {HTMLElement | null} */ (/** @type {ShadowRoot} */ (element.getRootNode()).activeElement);

/**
 * While Python runs, Streamlit fades what it has not drawn anew; a part of ours stays as it is.
 * @param {Node} parent
 */
export function neverFade(parent) {
  const host = /** @type {HTMLElement} */ (/** @type {ShadowRoot} */ (parent).host ?? parent);
  const box = /** @type {HTMLElement | null} */ (host.closest('[class*="st-key-"]'));
  box?.style.setProperty('opacity', '1', 'important');
}
