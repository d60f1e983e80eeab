// The page From the papers: an item that a link names is brought into view.
const PATIENCE = 5000; // ms that the page may take to show it

/** @type {string | undefined} */
let shown; // what was brought into view last

/** @param {string} selector */
function scroll(selector, end = Date.now() + PATIENCE) {
  const item = document.querySelector(selector);
  if (item) item.scrollIntoView();
  else if (Date.now() < end) setTimeout(scroll, 50, selector, end);
}

/** @param {{ data: string }} component */
export default function ({ data }) {
  if (data && data !== shown) scroll(data);
  shown = data;
}
