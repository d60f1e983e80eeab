// Keeps the open document in the store: after every edit, in the last moment of the page, and over a reload of it.
import { Document } from './document.js';
import { saying } from './records.js';
import { Store } from './store.js';

/**
 * @import { FileData, GameDocument, StageData } from './messages.d.ts'
 * @import { Here, OpenDocument, Steps, StoredDocument, StoredRecord, StoredRow, Timer, Tone } from './types.d.ts'
 */

const SAVE_AFTER = 400; // ms after the first edit that is not in the store yet
const OPEN_HERE = 'game-graph-explorer'; // in the storage of this tab: which document is open, and at which step
// in that of the browser: a document that may not have come into the store
const NOT_YET_KEPT = 'game-graph-explorer-unsaved';

const UNTITLED = 'Untitled';

/**
 * What keeping documents needs of the canvas that shows them.
 * @typedef {object} Shower
 * @property {() => Document} document the one that is shown
 * @property {() => number} step
 * @property {(kept: Document, how: { title: string, step: number, edited: boolean }) => void} open shows another one
 * @property {(title: string) => void} called tells Python what the document is called, where it has another title
 * @property {() => void} finish takes over what is being typed
 * @property {(text: string, tone?: Tone) => void} say tells the user something
 */

/**
 * What keeping documents tells the list of them.
 * @typedef {object} Tell
 * @property {() => void} changed called when the list, or the place of the open one in it, has changed
 * @property {(row?: StoredRow, fileChanged?: boolean) => void} offer called with an earlier document that the user may
 *   want to go on with, and without when no longer; `fileChanged`: it was drawn on another version of the open file
 */

export class Autosave {
  /** @type {boolean} */
  unsaved = false;
  /** @type {Timer | undefined} */
  timer;
  /** @type {boolean} no document was shown yet */
  first = true;
  /** @type {OpenDocument} of the document that is shown */
  open;
  /** @type {Promise<StoredRow[]>} */
  listed;
  /** @type {Here | null} */
  here;
  /** @type {Promise<StoredRecord | undefined>} */
  reloaded;
  /** @type {{ open: OpenDocument, history?: Steps } | undefined} */
  partOf;
  /** @type {FileData | null | undefined} that the page began with */
  file;

  /**
   * @param {Shower} shower
   * @param {Tell} tell
   */
  constructor(shower, tell) {
    this.shower = shower;
    this.tell = tell;
    this.open = { key: null, title: UNTITLED, name: UNTITLED, edited: false };
    this.store = new Store({
      changed: tell.changed,
      refused: (reason) =>
        shower.say(`This browser keeps no documents: ${reason}. Save yours as a file before you leave.`),
    });
    this.listed = this.putBack().then(() => this.store.list());
    this.here = readHere();
    this.reloaded = isReload() && this.here
      ? this.listed.then(() => this.store.load(this.here?.key ?? ''))
      : Promise.resolve(undefined);
    addEventListener('pagehide', () => this.leave());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.leave();
    });
  }

  // The name in the list: what the user called the document, else what it had when it was opened.
  get title() {
    const { title, name } = this.open;
    const now = this.shower.document()?.meta.name;
    return now === name ? title : now || UNTITLED;
  }

  // ---- what is open

  /**
   * Python has opened a document (`keep`: the user's own, not a sample), or it shows the one before, which had that
   * history, `again`: a part of it, or the whole.
   * @param {StageData} data
   * @param {Steps | undefined} history
   */
  async loaded({ title, keep, editable, file, fresh, again, part }, history) {
    if (again && this.partOf && !part) {
      this.showWhole();
      return;
    }
    this.partOf = again && part ? this.partOf ?? { open: this.open, history } : undefined;
    const { meta } = this.shower.document();
    const first = this.first;
    this.first = false;
    if (first) this.file = file;
    const open = this.open = {
      key: null,
      title: keep ? title ?? '' : `${title} (edited)`,
      name: meta.name,
      edited: false,
      file,
    };
    this.tell.changed();
    if (!first) writeHere(null);
    if (first && fresh && await this.goOn({ title: title ?? '', keep, editable })) return;
    await this.listed;
    if (!keep || !editable || this.open !== open) return;
    const before = fresh ? this.keptOf(file).find(({ edited }) => !edited) : undefined;
    await (before ? this.replace(before) : this.keepAsItCame());
  }

  // The document of which a part was shown is shown whole again: it goes on under its key, with what can be undone.
  showWhole() {
    const { open, history } = /** @type {{ open: OpenDocument, history?: Steps }} */ (this.partOf);
    this.partOf = undefined;
    this.open = open;
    if (history) this.shower.document().remember(history);
    this.here = writeHere({ key: open.key, step: this.shower.step() });
    this.tell.changed();
  }

  /**
   * What is kept of a file, the one changed last first.
   * @param {FileData | null} [file]
   */
  keptOf(file) {
    return this.store.newest().filter((row) => isOf(row, file));
  }

  // A file that was read again takes the place of what was kept of it, unedited.
  /** @param {StoredRow} before */
  async replace({ key, title: before, name, file }) {
    const { open } = this;
    await this.store.load(key); // so that this tab has the latest version
    if (this.open !== open || open.edited) return;
    const title = name === open.name ? before : this.freeTitle(open.title);
    this.open = { ...open, key, title };
    this.here = writeHere({ key, step: this.shower.step() });
    if (title !== open.title) this.shower.called(title);
    this.tell.changed();
    if (file?.version === open.file?.version) return;
    this.save();
    this.shower.say(`“${this.title}” has changed on disk, and is shown as it is there now.`, 'note');
  }

  // A document that came as a file, or by Back, is put in the store at once, unless it is there already just as it
  // came: then it goes on under its key, with what can be undone.
  async keepAsItCame() {
    const { open } = this;
    const data = this.shower.document().data();
    const said = saying(data);
    if (!data.nodes.length) return;
    const alike = (await this.listed, this.store.newest()).filter((row) =>
      row.name === open.name && row.nodes === data.nodes.length
    );
    for (const { key, title, edited } of alike) {
      const found = await this.store.load(key);
      if (this.open !== open || open.edited) return;
      if (found && saying(found.document) === said) {
        this.shower.document().remember(found.history);
        this.open = { ...open, key, title, edited };
        this.here = writeHere({ key, step: this.shower.step() });
        if (title !== open.title) this.shower.called(title);
        this.tell.changed();
        return;
      }
    }
    if (this.open === open && !open.edited) this.save();
  }

  /**
   * After a reload of the tab, what was open; on a new visit, an offer. True if the document was replaced, which it is
   * not once it was edited, however late the store answers: the edit may be in there already.
   * @param {{ title: string, keep?: boolean | null, editable: boolean }} data
   */
  async goOn({ title, keep, editable }) {
    const { open } = this;
    const isElsewhere = isLinkToGraph() && arrival?.type !== 'reload'; // Back may have led here from another document
    const record = editable && !isElsewhere ? await this.reloaded : undefined;
    const { file } = open;
    const isSameFile = file ? isOf(record, file) : record?.name === open.name;
    const isReadAgain = record && keep && isSameFile && !record.edited;
    const hasChanged = file && isSameFile && record?.file?.version !== file.version;
    if (this.open !== open || open.edited) return false;
    if (record && !isReadAgain && !hasChanged) {
      this.show(record, this.here?.step);
      return true;
    }
    writeHere(null);
    await this.listed;
    if (file && isReadAgain) return false; // whoever named the file has seen it since
    const [last] = file
      ? this.keptOf(file).filter(({ edited }) => edited)
      : this.store.newest().filter((row) => row.title !== title || row.edited);
    const fileChanged = Boolean(file) && last?.file?.version !== file?.version;
    if (last && this.open === open && !open.edited) this.tell.offer(last, fileChanged);
    return false;
  }

  /**
   * Shows a record of the store, or a new one without a key.
   * @param {Partial<Omit<StoredDocument, 'key'>> & { key?: string | null, title: string,
   *   document: GameDocument }} record
   * @param {number} [step]
   */
  show({ key = null, title, document: data, history, edited = false, file }, step = 0) {
    this.flush();
    this.partOf = undefined;
    const shown = new Document(data);
    if (history) shown.remember(history);
    this.open = { key, title, name: data.name, edited, file };
    this.here = writeHere({ key, step });
    this.tell.offer(undefined);
    this.shower.open(shown, { title, step, edited });
    this.tell.changed();
  }

  // ---- saving

  edited() {
    this.unsaved = true;
    this.open.edited = true;
    this.timer ??= setTimeout(() => whenIdle(() => this.flush()), SAVE_AFTER);
  }

  /** @param {boolean} [isLast] */
  flush(isLast = false) {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unsaved) this.save(isLast);
  }

  /**
   * `isLast`: the page may be gone before anything else happens.
   * @param {boolean} [isLast]
   */
  save(isLast = false) {
    this.unsaved = false;
    this.identify();
    this.here = writeHere({ key: this.open.key, step: this.shower.step() });
    const record = this.record();
    const isSafe = this.store.db !== null && !isLast;
    if (!isSafe) putAside({ record, at: Date.now() }); // else lost if the page goes before the store has it
    const saved = this.store.save(record);
    if (!isSafe) saved.then(() => putAside(null));
    return saved;
  }

  // Into the store with what an earlier page could only put aside.
  async putBack() {
    const found = aside();
    if (!found) return;
    const { record, at } = found;
    await this.store.list();
    if ((this.store.rows.get(record.key)?.changed ?? -Infinity) >= at || await this.store.save(record)) putAside(null);
  }

  // A document keeps its key for ever; but what another tab has changed is not written over: the version of this tab
  // goes on as a copy.
  identify() {
    const { open } = this;
    const isForeign = open.key !== null && this.store.isForeign(open.key);
    if (open.key !== null && !isForeign) return;
    const before = this.title;
    const title = this.freeTitle(before);
    if (isForeign) {
      this.shower.say(`“${before}” was changed in another tab too. Your version goes on as “${title}”.`, 'note');
    }
    Object.assign(open, { key: newKey(), title, name: this.shower.document().meta.name });
    if (title !== before) this.shower.called(title);
  }

  /**
   * The open document as it goes in the store.
   * @returns {StoredDocument}
   */
  record() {
    const { open: { edited, file } } = this;
    const shown = this.shower.document();
    const key = /** @type {string} */ (this.open.key);
    return { key, title: this.title, edited, file, document: shown.data(), history: shown.history() };
  }

  leave() {
    this.shower.finish();
    this.flush(true);
    if (this.open.key) this.here = writeHere({ key: this.open.key, step: this.shower.step() });
  }

  /** @param {string} wanted */
  freeTitle(wanted) {
    const taken = new Set([...this.store.rows.values()].map(({ title }) => title));
    let title = wanted;
    for (let number = 2; taken.has(title); number++) title = `${wanted} (${number})`;
    return title;
  }

  // ---- what the user does to documents

  /** @param {string} key */
  async openKept(key) {
    if (key === this.open.key) return;
    this.flush();
    const record = await this.whole(key);
    if (!record) return;
    const { file } = this;
    const isBehind = record.edited && isOf(record, file) && record.file?.version !== file?.version;
    this.show(isBehind ? { ...record, file } : record);
    if (isBehind) this.save(); // it was chosen beside what is on disk now, and a reload does not ask again
  }

  openNew() {
    const name = this.freeTitle(UNTITLED);
    this.show({
      title: name,
      document: { format: 'game-graph', version: 1, name, convention: 'minimax', nodes: [], moves: [] },
    });
  }

  /** @param {string} key */
  async duplicate(key) {
    const record = await this.whole(key);
    if (!record) return;
    const title = this.freeTitle(record.title.replace(/ \(\d+\)$/, ''));
    const history = { done: [], undone: [] };
    const document = { ...record.document, name: title };
    await this.store.save({ ...record, key: newKey(), title, file: null, document, history });
  }

  /**
   * @param {string} key
   * @param {string} name
   */
  async rename(key, name) {
    if (key === this.open.key) {
      this.shower.document().setName(name);
      this.flush();
      return;
    }
    const record = await this.whole(key);
    if (!record) return;
    const renamed = new Document(record.document);
    renamed.remember(record.history);
    renamed.setName(name);
    await this.store.save({
      ...record,
      title: name,
      edited: true,
      document: renamed.data(),
      history: renamed.history(),
    });
  }

  /**
   * Puts a document in the bin; the promise is of what brings it back, or undefined if it was gone already. If
   * it is open, the next one takes its place.
   * @param {string} key
   * @returns {Promise<(() => Promise<void>) | undefined>}
   */
  async remove(key) {
    this.flush();
    const isOpen = key === this.open.key;
    const record = await this.whole(key);
    if (!record) return undefined;
    if (isOpen) this.open = { ...this.open, key: null, edited: false };
    await this.store.bin(key);
    if (isOpen) await this.openNext();
    return async () => {
      await this.store.save(record);
      if (isOpen) this.show(record);
    };
  }

  /**
   * A document in the bin is one among the others again.
   * @param {string} key
   */
  async bringBack(key) {
    const record = await this.store.load(key);
    if (record) await this.store.save(record);
  }

  async openNext() {
    const [next] = this.store.newest();
    if (next) await this.openKept(next.key);
    else this.openNew();
  }

  /**
   * The record of a document; undefined, and a sentence, if another tab has deleted it.
   * @param {string} key
   * @returns {Promise<StoredDocument | undefined>}
   */
  async whole(key) {
    const record = key === this.open.key ? this.record() : await this.store.load(key);
    if (!record) this.shower.say('This document is no longer there.');
    return record;
  }
}

/**
 * @param {{ file?: FileData | null } | undefined} kept
 * @param {FileData | null} [file]
 */
const isOf = (kept, file) => Boolean(file) && kept?.file?.id === file?.id;
const newKey = () =>
  globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
/** @param {() => void} act */
const whenIdle = (
  act,
) => ('requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: 1000 }) : setTimeout(act));

// How the page came to be, and by which address: the present one may have been changed since.
const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
const isReload = () => ['reload', 'back_forward'].includes(arrival?.type);
const isLinkToGraph = () => ['graph', 'game'].some(cameWith) && !cameWith('own');

/** @param {string} name of a part of the address with which the page was opened */
const cameWith = (name) => new URL(arrival?.name ?? location.href).searchParams.has(name);

/**
 * The storage of the tab may be closed to this page; then a reload is as a new visit.
 * @returns {Here | null}
 */
function readHere() {
  try {
    return JSON.parse(sessionStorage.getItem(OPEN_HERE) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Here | null} here */
function writeHere(here) {
  try {
    sessionStorage.setItem(OPEN_HERE, JSON.stringify(here?.key ? here : null));
  } catch { /* as above */ }
  return here?.key ? here : null;
}

/** @returns {{ record: StoredDocument, at: number } | null} */
function aside() {
  try {
    return JSON.parse(localStorage.getItem(NOT_YET_KEPT) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {{ record: StoredDocument, at: number } | null} kept */
function putAside(kept) {
  try {
    if (kept) localStorage.setItem(NOT_YET_KEPT, JSON.stringify(kept));
    else localStorage.removeItem(NOT_YET_KEPT);
  } catch { /* as above */ }
}
