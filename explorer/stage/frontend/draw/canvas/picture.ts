// The picture of the document: the drawing, its looks and legend, and the room that they leave each other.
import { Canvas } from './canvas.ts';
import { Sizes } from '../node/sizes.ts';
import { Insets } from './insets.ts';
import { Legend } from '../legend/legend.ts';
import { entriesFor, entriesOfRun } from '../legend/legend_entries.ts';
import { NodeLooks } from '../node/node_looks.ts';
import { followForcedColours, pageColours } from '../shapes/page_colours.ts';
import { Part } from './shown_part.ts';
import { partsOf } from '../../page/dom.ts';
import type { NetworkParts } from '../../messages.ts';
import type { Vis } from './vis_network.ts';
import { type Edit, listen, type Store } from '../../store.ts';

const READABLE = 0.3; // scale at which scores can still be read
const READABLE_PART = 0.4; // at which names and badges can

export class Picture {
  isRoomy: boolean | undefined; // whether the legend has room

  looks: NodeLooks;
  insets: Insets;
  part: Part;
  canvas: Canvas;
  legend: Legend;

  /** @param root of the stage */
  constructor(vis: Vis, readonly root: HTMLElement, readonly store: Store) {
    const find = partsOf(root);
    this.looks = new NodeLooks(store.frames);
    followForcedColours(() => this.readColours());
    this.insets = new Insets(root);
    const part = this.part = new Part(find('.away'), store, this.looks);
    this.canvas = new Canvas(
      vis,
      find('.canvas'),
      this.looks,
      new Sizes(this.looks),
      this.insets,
      (id) => part.badge(id),
    );
    this.legend = new Legend(this.insets.legend);
    this.insets.legend.addEventListener('toggle', () => {
      this.legend.arrange();
      if (store.document.value && this.insets.inset.bottom !== this.canvas.inset.bottom) this.canvas.refit();
    });
    const sizes = new ResizeObserver(() => this.makeRoom());
    for (const part of ['.tool-row', '.foot']) sizes.observe(find(part));
    new ResizeObserver(() => this.foldLegend()).observe(find('.view'));
    this.listen();
  }

  listen() {
    const { store, looks, canvas } = this;
    listen(store.isEditable, (isEditable) => looks.isDrawing = isEditable);
    listen(store.edit, (edit) => edit && this.follow(edit));
    for (const source of [store.document, store.edit, store.frames]) {
      listen<unknown>(source, () => this.legend.forget());
    }
    listen(store.moment, (moment) => moment?.isHere && this.showStep());
    listen(store.lit, ({ nodes, path }) => {
      const isSame = !path && !nodes.size && !looks.lit.size; // what is selected the network paints itself
      looks.lit = nodes;
      if (path) canvas.bands = path;
      if (store.isHere && !isSame) this.repaint();
    });
    listen(store.changed, (nodes) => {
      looks.edited = nodes;
      this.repaint();
    });
    listen(store.comparison, ({ claims, nodes } = { claims: [], nodes: [] } as never) => {
      looks.claims = new Map(nodes.map(([id, place]) => [id, claims[place]]));
      this.legend.forget();
      this.repaint();
    });
    listen(store.chain, (chain) => {
      looks.chain = chain;
      canvas.bands = looks.moves.bands();
      this.repaint();
    });
    listen(store.problems, ({ list }) => {
      const { refusal } = store.data.value;
      const found = refusal ? [{ ...refusal, severity: 'error' as const }, ...list] : list;
      const before = looks.troubled;
      const isMarked = looks.mark(found);
      if (isMarked) canvas.bands = looks.moves.bands();
      if (isMarked || before.size || looks.troubled.size) this.repaint();
    });
    listen(store.paint, () => this.repaint());
    listen(store.legendDue, () => this.showLegend());
  }

  /** A document that goes on where the one before ended changes nothing in the view. */
  load(network: NetworkParts, goesOn: boolean) {
    const document = this.store.document.value;
    if (!goesOn) this.looks.lit = new Set();
    this.looks.read(document);
    this.canvas.load(document, network, { goesOn, readable: this.readable() });
    this.repaint();
  }

  // An edit: what it has changed is drawn, and bands between nodes that are gone are not.
  follow({ renamed }: Edit) {
    const { value: document } = this.store.document;
    this.canvas.bands = this.canvas.bands.filter(({ from, to }) => document.nodes.has(from) && document.nodes.has(to));
    this.looks.read(document);
    this.canvas.sync(renamed);
    this.repaint();
  }

  // Another step of the run.
  showStep() {
    this.canvas.bands = this.looks.moves.bands();
    this.canvas.showPart();
    this.repaint();
  }

  // Folded when there is no room for it, and open when there is again; between, as the user wants it.
  foldLegend() {
    const { isRoomy, legend } = this.insets;
    this.root.classList.toggle('roomy', isRoomy);
    if (isRoomy !== this.isRoomy) legend.open = isRoomy;
    this.isRoomy = isRoomy;
    this.legend.arrange();
  }

  /** The place at which a large drawing begins, and the scale at which it can be read. */
  readable(): { id: string; scale: number } | undefined {
    const { there, centre } = this.part;
    const { root, meta } = this.store.document.value;
    if (there && centre !== undefined) return { id: centre, scale: READABLE_PART };
    return meta.tree && root !== undefined ? { id: root, scale: READABLE } : undefined;
  }

  // Those of the page, which the system may change.
  readColours() {
    const paint = pageColours(this.root);
    if (paint.paper !== this.looks.paint.paper || paint.ink !== this.looks.paint.ink) this.looks.paint = paint;
    this.store.paint.value = this.looks.paint;
    this.root.classList.toggle('dark', this.looks.paint.dark);
  }

  // Everything that changes what the picture looks like ends here.
  repaint() {
    const document = this.store.document.value;
    if (!document || !this.canvas.network) return;
    this.root.classList.toggle('nodeless', !document.nodes.size);
    this.canvas.redraw();
    this.store.painted.value = {};
  }

  showLegend() {
    const { looks, canvas, part } = this;
    this.legend.show(entriesFor(looks, canvas.bands, part.hidden.size > 0), looks.paint, () => entriesOfRun(looks));
  }

  /** Show values on trial at nodes. */
  showTried(tried: NodeLooks['tried']) {
    if (JSON.stringify(tried) === JSON.stringify(this.looks.tried)) return;
    this.looks.tried = tried;
    this.repaint();
  }

  /** The order in which a search tries the moves, as small numbers on them. */
  showNumbers(on: boolean = !this.canvas.numbers) {
    this.canvas.numbers = on;
    this.repaint();
  }

  // After tools or lines of text got another size: has them cover no nodes, if the user has not panned or zoomed. Under
  // a hand that draws the view rests as long as all nodes can be seen.
  makeRoom() {
    const { canvas } = this;
    const document = this.store.document.value;
    if (!document || canvas.view) return;
    const { top, bottom = 0 } = this.insets.inset;
    if (top === canvas.inset.top && bottom <= (canvas.inset.bottom ?? 0)) return;
    if (document.past.done.length) this.showAll();
    else canvas.fit({ readable: true });
  }

  // After a change that put nodes where the user did not point: brings them into view if they are out of it.
  showAll() {
    const seen = this.looks.nodes.map((place) => this.canvas.network.canvasToDOM(place));
    if (!this.insets.leaves(this.canvas.element, seen)) this.canvas.fit();
  }
}
