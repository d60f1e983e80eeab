// The page Sources: an item that a link names is brought into view.
const PATIENCE = 5000; // ms that the page may take to show it

let shown: string | undefined; // what was brought into view last

function scroll(selector: string, end = Date.now() + PATIENCE) {
  const item = document.querySelector(selector);
  if (item) item.scrollIntoView();
  else if (Date.now() < end) setTimeout(scroll, 50, selector, end);
}

export default function ({ data }: { data: string }) {
  if (data && data !== shown) scroll(data);
  shown = data;
}
