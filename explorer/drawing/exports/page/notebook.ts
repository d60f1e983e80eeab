// Runs in a notebook, beneath each trace that it shows: traces whose scripts stand in another output get them there.
// The scripts are kept as long as the notebook is open, and traces that were shown before their scripts wait for them,
// since an output may be cleared, or be drawn only when it is scrolled to.
(() => {
  const notebook: { gameGraphs?: { scripts: Map<string, string>; waiting: Set<HTMLIFrameElement> } } =
    globalThis as object;
  const { scripts, waiting } = notebook.gameGraphs ??= { scripts: new Map(), waiting: new Set() };
  const place = 'id="packed">';
  const frames: NodeListOf<HTMLIFrameElement> = document.querySelectorAll('iframe[data-scripts]');
  for (const frame of frames) {
    const name = frame.dataset.scripts ?? '';
    if (!frame.srcdoc) waiting.add(frame);
    else if (!scripts.has(name)) scripts.set(name, frame.srcdoc.split(place)[1].split('<', 1)[0]);
  }
  for (const frame of waiting) {
    const packed = scripts.get(frame.dataset.scripts ?? '');
    const output = frame.parentElement;
    if (packed === undefined || !output) continue;
    const page = JSON.parse(output.querySelector('script')?.textContent ?? '');
    frame.srcdoc = page.replace(place, () => place + packed);
    frame.style.display = '';
    output.querySelector('p')?.remove();
    waiting.delete(frame);
  }
})();
