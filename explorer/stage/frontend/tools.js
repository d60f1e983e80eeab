// The tools of the stage: what is drawn, found, typed and shared by hand, and the gestures, keys and menus for it.
import { Editor } from './editor.js';
import { Finder } from './finder.js';
import { Gestures } from './gestures.js';
import { Guides } from './guides.js';
import { Help } from './help.js';
import { Inspector } from './inspector.js';
import { Keys } from './key_dispatch.js';
import { toggleLecture } from './lecture.js';
import { Menus } from './menus.js';
import { MoveEnds } from './move_ends.js';
import { Palette } from './shape_palette.js';
import { Pan } from './pan.js';
import { Share } from './share.js';
import { TextView } from './text_view.js';

/**
 * @import { Document } from './document.js'
 * @import { Expander } from './expander.js'
 * @import { AskMessage, StageData } from './messages.d.ts'
 * @import { Part } from './shown_part.js'
 * @import { Picker } from './picker.js'
 * @import { Picture } from './picture.js'
 * @import { Player } from './player.js'
 * @import { Replay } from './replay.js'
 * @import { Selection } from './selection.js'
 * @import { Find, Place, Tone, VisNetwork } from './types.d.ts'
 * @import { Why } from './why.js'
 */

/**
 * What the tools need.
 * @typedef {object} Needs
 * @property {Find} find
 * @property {HTMLElement} root of the stage
 * @property {Picture} picture
 * @property {Selection} selection
 * @property {Part} part
 * @property {Expander} expander
 * @property {Picker} picker
 * @property {Why} why
 * @property {Replay} replay
 * @property {() => Document} document
 * @property {() => StageData} data
 * @property {() => boolean} isEditable
 * @property {() => boolean} isHere whether the stage is in the page
 * @property {() => Player} stepper what steps
 * @property {() => Record<string, string>} layouts with their titles
 * @property {() => boolean} isAnswered whether Python has what is drawn
 * @property {() => void} flush tells Python now
 * @property {() => void} togglePanel
 * @property {(question: Pick<AskMessage, 'what' | 'layout' | 'ids' | 'pinned'>) => void} ask
 * @property {(text: string, tone?: Tone) => void} say
 * @property {() => void} closed called when the keys belong to the canvas again
 */

export class Tools {
  /** @type {Editor} */
  editor;
  /** @type {Menus} */
  menus;
  /** @type {Gestures} */
  gestures;
  /** @type {{ id: string, at: Place } | undefined} the node that the pointer is on, and where it is there */
  tipped;
  /** @type {Finder} */
  finder;

  /** @param {Needs} needs */
  constructor(needs) {
    const { find, document, say, closed } = needs;
    const { canvas } = needs.picture;
    this.needs = needs;
    this.inspector = new Inspector(find('.inspector'), {
      closed,
      canAsk: () => needs.why.isThere,
      ask: (id) => needs.why.ask(id),
    });
    this.editor = this.makeEditor();
    this.menus = this.makeMenus();
    this.keys = new Keys({
      root: needs.root,
      isMounted: needs.isHere,
      isPrimary: () => needs.data().primary,
      draw: (event, mayEdit) => this.editor.key(event, mayEdit),
      step: (key) => this.step(key),
    });
    new Pan({
      canvas,
      areKeysFor: (event) => this.keys.areFor(event),
      tapped: () => this.step(' '),
    });
    new Palette({ toolbar: find('.toolbar.edit'), canvas, editor: this.editor });
    const ends = new MoveEnds({ canvas, document, isEditable: needs.isEditable, editor: this.editor });
    canvas.drawOver = (ctx) => ends.draw(ctx);
    this.guides = new Guides(needs.picture.looks, needs.isEditable);
    this.gestures = this.makeGestures(); // after the other drags: they take what is left
    this.finder = this.makeFinder();
    this.help = new Help(/** @type {HTMLDialogElement} */ (find('.help')), { kinds: () => document().kinds, closed });
    this.textView = new TextView(find('.text'), { document, changed: () => needs.picture.showAll(), closed });
    this.share = new Share(/** @type {HTMLDialogElement} */ (find('.share')), {
      document,
      step: () => needs.replay.player.at,
      links: () => needs.data().share,
      flush: needs.flush,
      isAnswered: () => needs.isAnswered() && needs.data().endless.number === needs.replay.endless.number,
      say,
      closed,
    });
  }

  makeEditor() {
    const { picture, part, expander, picker, why, replay, say } = this.needs;
    const { canvas, looks, insets } = picture;
    return new Editor({
      document: this.needs.document,
      isEditable: this.needs.isEditable,
      canvas,
      selection: this.needs.selection,
      inspector: this.inspector,
      view: {
        part,
        expander,
        picker,
        why,
        connectFrom: (id) => {
          this.gestures.source = id;
          say('Now the node to which the move goes.', 'note');
        },
        fit: () => canvas.fit(),
        find: (wanted) => this.finder.open(wanted),
        zoom: (by) => canvas.zoom(by),
        openMenu: () => this.menus.openForChosen(),
        toggleText: () => this.textView.toggle(),
        setEndless: () => replay.endless.focus(),
        hasEndless: () => !replay.endless.element.hidden,
        showNumbers: (on) => picture.showNumbers(on),
        help: () => this.help.open(),
        togglePanel: this.needs.togglePanel,
        lecture: () => toggleLecture(),
      },
      nodes: () => looks.nodes,
      covered: () => insets.inset,
      hideTip: () => this.tip(),
      showAll: () => picture.showAll(),
      ask: this.needs.ask,
      say,
    });
  }

  makeMenus() {
    const { find, root, picture, document, selection, layouts, closed } = this.needs;
    return new Menus({
      element: find('.menu'),
      root,
      view: find('.view'),
      canvas: picture.canvas,
      editor: this.editor,
      document,
      select: (id) => selection.choose(id),
      share: () => this.share.entries(),
      layouts,
      hideTip: () => this.tip(),
      closed,
    });
  }

  makeGestures() {
    const { picture, document, isEditable, selection, part, expander, picker, replay, closed } = this.needs;
    return new Gestures({
      canvas: picture.canvas,
      document,
      isEditable,
      nodes: () => picture.looks.nodes,
      editor: this.editor,
      selection,
      inspector: this.inspector,
      menus: this.menus,
      part,
      expander,
      picker: { pick: (id) => replay.asking.pick(id) || picker.pick(id) },
      tip: (id, at) => this.tip(id, at),
      focus: closed,
      keys: this.keys,
    });
  }

  makeFinder() {
    const { find, picture, selection, part, closed } = this.needs;
    return new Finder(find('.finder'), {
      names: () => picture.looks.nodes.map(({ id, label }) => [id, label ?? id]),
      found: (id) => {
        closed();
        selection.choose(id, true);
      },
      isPart: () => part.there,
      seek: (text) => {
        closed();
        part.ask('find', text);
      },
      closed,
    });
  }

  /**
   * Wired once the network exists.
   * @param {VisNetwork} network
   */
  wire(network) {
    this.guides.wire(network);
    this.gestures.wire(network);
  }

  /**
   * True if the key was one of the player's, where there is one.
   * @param {string} key
   */
  step(key) {
    return this.needs.data().transport !== false && this.needs.stepper().key(key);
  }

  // The kinds that can be drawn depend on the convention.
  showKinds() {
    this.editor.begin();
    for (const kind of /** @type {const} */ (['max', 'min', 'mover'])) {
      this.needs.find(`[data-tool=${kind}]`).hidden = !this.needs.document().kinds.includes(kind);
    }
  }

  /**
   * What the pointer is on, in words.
   * @param {string} [id]
   * @param {Place} [at]
   */
  tip(id, at) {
    this.tipped = id === undefined || !at ? undefined : { id, at };
    this.showTip();
  }

  // As it is now: a step or an edit changes what there is to say, and the view moves.
  showTip() {
    const { find, picker, expander, picture } = this.needs;
    const { canvas, looks } = picture;
    const tip = find('.tip');
    tip.hidden = !this.tipped || !this.inspector.element.hidden || canvas.nodeAt(this.tipped.at) !== this.tipped.id;
    if (tip.hidden || !this.tipped) return;
    const { id, at } = this.tipped;
    const offer = picker.canPick(id) ? 'Click to play' : expander.hint(id);
    tip.textContent = [looks.describe(id), offer].filter(Boolean).join(' · ');
    tip.style.left = `${Math.min(at.x + 14, canvas.element.clientWidth - 260)}px`;
    tip.style.top = `${at.y + 18}px`;
  }
}
