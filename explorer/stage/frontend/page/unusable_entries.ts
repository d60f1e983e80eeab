// Entries of Streamlit's lists that cannot be used now: in grey, with the reason beside them. Streamlit makes the rows
// of a list while it is open and scrolled.

const GREY = `[role=option] [data-needs] { opacity: .6; }
  [role=option] [data-needs]::after { font-size: 12px; font-style: italic; content: " · " attr(data-needs);
    content: " · " attr(data-needs) / ""; }`; // a row is called by its title; the reason describes it

let reasons: Readonly<Record<string, string>> = {}; // reasons by the titles of the entries
let observer: MutationObserver | undefined;

/** @param wanted reasons by the titles of the entries */
export function setApart(wanted: Readonly<Record<string, string>>) {
  reasons = wanted;
  if (!observer) {
    document.head.appendChild(Object.assign(document.createElement('style'), { textContent: GREY }));
    observer = new MutationObserver(mark);
    observer.observe(document.body, { childList: true, subtree: true });
  }
  mark();
}

function mark() {
  for (const row of document.querySelectorAll('[role=option]')) {
    const words = innermost(row);
    const needs = reasons[row.textContent ?? ''];
    if (words.dataset.needs === needs) continue;
    if (needs === undefined) delete words.dataset.needs;
    else words.dataset.needs = needs;
    words.title = needs === undefined ? '' : `${row.textContent}: ${needs}`;
    row.ariaDescription = needs ?? null;
  }
}

/** The element that holds the words of a row. */
function innermost(row: Element) {
  let element = row;
  while (element.firstElementChild?.textContent === row.textContent) element = element.firstElementChild;
  return element as HTMLElement;
}
