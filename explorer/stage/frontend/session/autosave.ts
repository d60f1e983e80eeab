// Keeps the open document in the store: after every edit, in the last moment of the page, and over a reload of it.
import { Document } from '../model/document.ts';
import { saying } from '../model/records.ts';
import { newId } from './requests.ts';
import { Slot } from '../page/storage.ts';
import { Database } from './database.ts';
import type { FileData, GameDocument, StageData } from '../messages.ts';
import type { Here, Offer, OpenDocument, Opening, StoredDocument, StoredRecord, StoredRow } from './types.ts';
import type { Steps } from '../model/types.ts';
import type { Timer } from '../page/types.ts';
import type { Store } from '../store.ts';

/** The list of documents that an autosave belongs to. */
interface List {
  shower: Shower;
  offered: { value: Offer | undefined }; // a document to go on with
  changed: () => void; // the list has changed, or the place or the title of the open one in it
}

/** Who shows the documents. */
export interface Shower {
  open: (stored: Document, how: Opening) => void;
  finish: () => void; // takes what is being typed
  renamed: () => void; // the title of the open document may be another one
}

/** Tells Python what the document is called, where it has another title. */
interface Link {
  call: (title: string, own?: string) => void;
}

const SAVE_AFTER = 400; // ms after the first edit that is not in the store yet
const HERE = new Slot<Here>('sessionStorage', 'game-graph-explorer');
// A document that may not have come into the store.
const ASIDE = new Slot<{ record: StoredDocument; at: number }>('localStorage', 'game-graph-explorer-unsaved');

const UNTITLED = 'Untitled';

export class Autosave {
  unsaved = false;
  timer: Timer | undefined;
  first = true; // no document was shown yet
  open: OpenDocument; // of the document that is shown
  listed: Promise<StoredRow[]>;
  here: Here | undefined; // what the tab remembered when the page came
  named: Promise<StoredRecord | undefined>; // the document of the address with which the page came
  partOf: { open: OpenDocument; history?: Steps } | undefined;
  file: FileData | null | undefined; // that the page began with

  store: Database;

  constructor(
    readonly list: List,
    readonly state: Store,
    readonly python: Link,
  ) {
    this.open = { key: null, title: UNTITLED, name: UNTITLED, edited: false };
    this.store = new Database({
      changed: () => list.changed(),
      refused: (reason) =>
        state.say(`This browser keeps no documents: ${reason}. Save yours as a file before you leave.`),
    });
    this.listed = this.putBack().then(() => this.store.list());
    this.here = HERE.read();
    this.named = this.listed.then(() => this.loadNamed());
    addEventListener('pagehide', () => this.leave());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.leave();
    });
  }

  // The name in the list: what the user called the document, else what it had when it was opened.
  get title() {
    const { title, name } = this.open;
    const now = this.state.document.value?.meta.name;
    return now === name ? title : now || UNTITLED;
  }

  // ---- what is open

  /**
   * Python has opened a document (`keep`: the user's own, not a sample), or it shows the one before, which had that
   * history, `again`: a part of it, or the whole.
   */
  async loaded({ title, own, keep, editable, file, fresh, again, part }: StageData, history: Steps | undefined) {
    if (again && this.partOf && !part) {
      this.showWhole();
      return;
    }
    this.partOf = again && part ? this.partOf ?? { open: this.open, history } : undefined;
    const { meta } = this.state.document.value;
    const first = this.first;
    this.first = false;
    if (first) this.file = file;
    const isArrival = first && fresh;
    const isOthers = isArrival && own === cameWith('own'); // until the store is found to have it, or it is edited
    const open = this.open = {
      key: null,
      title: keep ? title ?? '' : `${title} (edited)`,
      own: isOthers ? undefined : own,
      name: meta.name,
      edited: false,
      file,
    };
    this.list.changed();
    if (!first) HERE.write(undefined);
    if (isArrival && await this.goOn({ title: title ?? '', keep, editable })) return;
    await this.listed;
    if (!keep || !editable || this.open !== open) return;
    const before = fresh ? this.keptOf(file).find(({ edited }) => !edited) : undefined;
    await (before ? this.replace(before) : this.keepAsItCame());
  }

  // After a reload of the tab what was open, which may be ahead of the address; else the document that the address
  // names, as it is here, if that is no older.
  loadNamed() {
    const own = cameWith('own');
    const isElsewhere = own || cameWith('graph') || cameWith('game'); // Back may have led here from another document
    if (this.here && (isReload() || (isReturn() && !isElsewhere))) return this.store.load(this.here.key);
    return own ? this.loadOwn(own, Number(cameWith('rev') ?? 0)) : undefined;
  }

  /** @param own the name of a document in an address, which has had so many changes there */
  loadOwn(own: string, revision = 0) {
    const row = this.store.newest().find((row) => row.own === own && (row.changes ?? 0) >= revision);
    return row && this.store.load(row.key);
  }

  // The document of which a part was shown is shown whole again: it goes on under its key, with what can be undone.
  showWhole() {
    const { open, history } = this.partOf as { open: OpenDocument; history?: Steps };
    this.partOf = undefined;
    this.open = open;
    if (history) this.state.document.value.remember(history);
    this.noteHere();
    this.list.changed();
  }

  /** Return the stored documents of a file, the one changed last first. */
  keptOf(file?: FileData | null) {
    return this.store.newest().filter((row) => isOf(row, file));
  }

  // A file that was read again takes the place of what was kept of it, unedited.
  async replace({ key, title: before, name, file }: StoredRow) {
    const { open } = this;
    await this.store.load(key); // so that this tab has the latest version
    if (this.open !== open || open.edited) return;
    const title = name === open.name ? before : this.freeTitle(open.title);
    this.open = { ...open, key, title };
    this.noteHere();
    if (title !== open.title) this.python.call(title);
    this.list.changed();
    if (file?.version === open.file?.version) return;
    this.save();
    this.state.say(`“${this.title}” has changed on disk, and is shown as it is there now.`, 'note');
  }

  // A document that came as a file, or by Back, is put in the store at once, unless it is there already just as it
  // came: then it goes on under its key, with what can be undone.
  async keepAsItCame() {
    const { open } = this;
    const data = this.state.document.value.data();
    const said = saying(data);
    const named = open.own && await this.loadOwn(open.own);
    if (this.open !== open || open.edited) return;
    if (named && saying(named.document) !== said) return this.show(named, this.state.step.value);
    if (!data.nodes.length) return;
    const alike = (await this.listed, this.store.newest()).filter((row) =>
      row.name === open.name && row.nodes === data.nodes.length
    );
    for (const { key, title, edited, changes } of alike) {
      const found = await this.store.load(key);
      if (this.open !== open || open.edited) return;
      if (found && saying(found.document) === said) {
        this.state.document.value.remember(found.history);
        this.open = { ...open, key, title, edited, changes };
        this.noteHere();
        if (title !== open.title) this.python.call(title);
        this.list.changed();
        return;
      }
    }
    if (this.open === open && !open.edited) this.save();
  }

  /**
   * After a reload of the tab, what was open; on a new visit, an offer. True if the document was replaced, which it is
   * not once it was edited, however late the store answers: the edit may be in there already.
   */
  async goOn({ title, keep, editable }: { title: string; keep?: boolean | null; editable: boolean }) {
    const { open } = this;
    const record = editable ? await this.named : undefined;
    const { file } = open;
    const isSameFile = file ? isOf(record, file) : record?.name === open.name;
    const isHere = this.state.document.value.nodes.size > 0; // else the address has no graph, or an empty one
    const isReadAgain = record && keep && isHere && isSameFile && !record.edited;
    const hasChanged = file && isSameFile && record?.file?.version !== file.version;
    if (this.open !== open || open.edited) return false;
    if (record && !isReadAgain && !hasChanged) {
      const { value: chosen } = this.state.selected; // by the address
      this.show(record, isReload() && this.here ? this.here.step : Number(cameWith('step') ?? 0));
      if (chosen !== undefined && this.state.document.value.nodes.has(chosen)) this.state.actions.choose(chosen);
      return true;
    }
    HERE.write(undefined);
    await this.listed;
    if (file && isReadAgain) return false; // whoever named the file has seen it since
    const [last] = file
      ? this.keptOf(file).filter(({ edited }) => edited)
      : this.store.newest().filter((row) => row.title !== title || row.edited);
    const fileChanged = Boolean(file) && last?.file?.version !== file?.version;
    if (last && this.open === open && !open.edited) this.list.offered.value = { row: last, fileChanged };
    return false;
  }

  /** Shows a record of the store, or a new one without a key. */
  show(
    { key = null, title, own = newOwn(), document: data, history, edited = false, changes, file }:
      & Partial<Omit<StoredDocument, 'key'>>
      & {
        key?: string | null;
        title: string;
        document: GameDocument;
      },
    step = 0,
  ) {
    this.flush();
    this.partOf = undefined;
    const shown = new Document(data);
    if (history) shown.remember(history);
    this.open = { key, title, own, name: data.name, edited, changes, file };
    this.noteHere(step);
    this.list.offered.value = undefined;
    this.list.shower.open(shown, { title, step, edited, own });
    this.list.changed();
  }

  // ---- saving

  edited() {
    const { open } = this;
    this.unsaved = open.edited = true;
    open.changes = (open.changes ?? 0) + 1;
    this.timer ??= setTimeout(() => whenIdle(() => this.flush()), SAVE_AFTER);
    if (open.own) return;
    open.own = newOwn();
    this.python.call(this.title, open.own);
  }

  flush(isLast = false) {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unsaved) this.save(isLast);
  }

  /** `isLast`: the page may be gone before anything else happens. */
  save(isLast = false) {
    this.unsaved = false;
    this.identify();
    this.noteHere();
    const record = this.record();
    const isSafe = this.store.db !== null && !isLast;
    if (!isSafe) ASIDE.write({ record, at: Date.now() }); // else lost if the page goes before the store has it
    const saved = this.store.save(record);
    if (!isSafe) saved.then(() => ASIDE.write(undefined));
    return saved;
  }

  // Into the store with what an earlier page could only put aside.
  async putBack() {
    const found = ASIDE.read();
    if (!found) return;
    const { record, at } = found;
    await this.store.list();
    if ((this.store.rows.get(record.key)?.changed ?? -Infinity) >= at || await this.store.save(record)) {
      ASIDE.write(undefined);
    }
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
      this.state.say(`“${before}” was changed in another tab too. Your version goes on as “${title}”.`, 'note');
    }
    const own = isForeign ? newOwn() : open.own;
    Object.assign(open, { key: newId(), title, own, name: this.state.document.value.meta.name });
    if (title !== before || isForeign) this.python.call(title, own);
  }

  /** The tab remembers over a reload which document is open, if it is in the store. */
  noteHere(step = this.state.step.value) {
    const { key } = this.open;
    HERE.write(key === null ? undefined : { key, step });
  }

  /** The open document as it goes in the store. */
  record(): StoredDocument {
    const { open: { own, edited, changes, file } } = this;
    const shown = this.state.document.value;
    const key = this.open.key as string;
    return { key, title: this.title, own, edited, changes, file, document: shown.data(), history: shown.history() };
  }

  leave() {
    this.list.shower.finish();
    this.flush(true);
    if (this.open.key) this.noteHere();
  }

  freeTitle(wish: string) {
    const taken = new Set([...this.store.rows.values()].map(({ title }) => title));
    let title = wish;
    for (let number = 2; taken.has(title); number++) title = `${wish} (${number})`;
    return title;
  }

  // ---- what the user does to documents

  async openKept(key: string) {
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

  async duplicate(key: string) {
    const record = await this.whole(key);
    if (!record) return;
    const title = this.freeTitle(record.title.replace(/ \(\d+\)$/, ''));
    const history = { done: [], undone: [] };
    const document = { ...record.document, name: title };
    await this.store.save({ ...record, key: newId(), own: newOwn(), title, file: null, document, history });
  }

  async rename(key: string, name: string) {
    if (key === this.open.key) {
      this.state.document.value.setName(name);
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

  /** Puts a document in the bin. If it is open, the next one takes its place. */
  async remove(key: string) {
    this.flush();
    const isOpen = key === this.open.key;
    if (!await this.whole(key)) return;
    if (isOpen) this.open = { ...this.open, key: null, edited: false };
    await this.store.bin(key);
    if (isOpen) await this.openNext();
  }

  /** A document in the bin is one among the others again. */
  async bringBack(key: string) {
    const record = await this.store.load(key);
    if (record) await this.store.save(record);
  }

  async openNext() {
    const [next] = this.store.newest();
    if (next) await this.openKept(next.key);
    else this.openNew();
  }

  /** The record of a document; undefined, and a sentence, if another tab has deleted it. */
  async whole(key: string): Promise<StoredDocument | undefined> {
    const record = key === this.open.key ? this.record() : await this.store.load(key);
    if (!record) this.state.say('This document is no longer there.');
    return record;
  }
}

const isOf = (row: { file?: FileData | null } | undefined, file?: FileData | null) =>
  Boolean(file) && row?.file?.id === file?.id;
const whenIdle = (
  act: () => void,
) => ('requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: 1000 }) : setTimeout(act));

const newOwn = () => newId().slice(0, 8);

// The way in which the page was opened, and its first address: the present one may have been changed since.
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isReload = () => arrival?.type === 'reload';
const isReturn = () => arrival?.type === 'back_forward';

/** @param name of a part of the address with which the page was opened */
const cameWith = (name: string) => new URL(arrival?.name ?? location.href).searchParams.get(name);
