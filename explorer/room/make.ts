// Elements of the page of a class. What visitors wrote is put into them as text.

/** An element with texts or elements in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...content);
  return element;
}

export const button = (textContent: string, onclick: () => void) =>
  make('button', { type: 'button', textContent, onclick });
