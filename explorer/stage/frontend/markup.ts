// The elements of a stage in the page.
import { byHand, h } from './page/dom.ts';
import { TOOLBARS } from './edit/menus.ts';

const BLANK =
  'The graph has no nodes yet. Double-click here to add one, drag a shape from the toolbar, or drop a file.';

// The element of a stage, with a place for each of its parts.
export function makeRoot() {
  const root = h('div', { className: 'stage', tabIndex: 0, role: 'group' });
  // Layout set here too: the style sheet arrives after the first fit.
  root.style.cssText = 'height:100%;display:flex;min-width:0';
  root.innerHTML = `
    <section class="text" aria-label="Graph as text" hidden></section>
    <div class="main" style="flex:1 1 auto;min-width:0;display:flex;flex-direction:column">
      <div class="view" style="flex:1 1 auto;min-height:0;position:relative">
        <div class="canvas" style="position:absolute;inset:0"></div>
        <p class="blank">${byHand(BLANK)}</p>
        ${TOOLBARS}
        <div class="outline"></div>
        <div class="tip" hidden></div><div class="inspector" role="group" aria-label="Node" hidden></div>
        <div class="toast" hidden></div><div class="away" hidden></div>
        <div class="refusal" role="alert" hidden></div>
        <div class="menu" hidden></div>
        <div class="edited" role="status" hidden></div>
        <div class="saved"></div>
        <div class="foot">
          <details class="legend" open></details><div class="hint"></div><div class="problems" hidden></div>
        </div>
      </div>
      <div class="compared" role="status" hidden></div>
      <div class="under" style="display:flex;flex-wrap:wrap">
        <section class="asking" aria-label="Questions" hidden></section>
        <div class="caption"></div>
        <div class="transport" role="toolbar" aria-label="Steps"></div>
        <div class="endless" hidden></div>
      </div>
    </div>
    <button type="button" class="handle">Code · Table · Node</button>
    <aside class="panel" aria-label="Panel"></aside>
    <dialog></dialog>
    <div class="announcer" role="status" aria-live="polite"></div>`;
  return root;
}
