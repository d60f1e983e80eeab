// The link to Python: what it says is taken once and in order, what is missing is asked for, edits are brought to it.
//
// The stage owns the document. It sends the whole document with a rising `rev`; Python takes it only for the same
// `epoch` and a higher `rev` and answers `ack`. Python replaces the document only under a new epoch. Heavy parts
// (document, trace) come once; if one is missing it is asked for with `need`.
import { DocumentSender } from './document_sender.ts';
import { applyOrders } from '../model/orders.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { AskMessage, OpenedMessage, OrderList, StageData } from '../messages.ts';
import type { Send } from './types.ts';
import type { Timer } from '../page/types.ts';
import { listen, type Store } from '../store.ts';

const AGAIN_AFTER = 2000; // ms; what is asked for may be overtaken

export type Opening = Omit<OpenedMessage, 'id'>;

/** Who shows what Python says. */
export interface Listener {
  isKept: () => boolean; // whether the browser keeps the document as one of the user's own
  opening: () => Opening | undefined; // how the document is opened, where the browser keeps documents
  loadDocument: (data: StageData) => void;
  loadTrace: (data: StageData) => void;
  receive: (data: StageData) => void; // more of the trace that is shown
  acknowledged: () => void;
}

export class PythonLink {
  asked: string | undefined; // the part that is missing
  askingAgain: Timer | undefined;
  opened: OpenedMessage | undefined; // the document that the browser has opened
  openedAt = 0;

  sender: DocumentSender;

  constructor(
    readonly store: Store,
    readonly picture: { canvas: Pick<Canvas, 'aspect' | 'glideFrom' | 'refit'>; showAll: () => void },
    readonly listener: Listener,
  ) {
    this.sender = new DocumentSender({
      send: (message) => this.send('doc', { ...message, document: store.document.value.data(), opened: this.opened }),
      isHere: () => store.isHere,
    }, store.epoch);
    listen(store.edit, () => this.sender.edited());
  }

  send: Send = (name, value) => this.store.actions.send(name, value);

  get shown() {
    return this.store.shown;
  }
  get seq() {
    return this.store.seq.value;
  }
  set seq(seq: number | undefined) {
    this.store.seq.value = seq;
  }

  /** Whether what Python says is about what is shown now. */
  take(data: StageData) {
    const { store, listener, sender } = this;
    const isNew = data.epoch !== sender.epoch;
    const isAdopted = data.fresh && isNew && (sender.dirty || listener.isKept()) && Boolean(store.document.value);
    if (isAdopted) this.adopt(data);
    else if (isNew && data.document && data.network) {
      this.begin(data);
      listener.loadDocument(data);
    }
    const isLate = data.ack < this.openedAt; // it tells of the document before
    if (data.seq !== this.seq && data.trace !== undefined && sender.epoch === data.epoch) {
      this.seq = data.seq;
      if (!isLate) listener.loadTrace(data);
    }
    if (this.seq === data.seq && sender.epoch === data.epoch) listener.receive(data);
    if (sender.epoch !== data.epoch || (this.seq !== data.seq && !isAdopted)) {
      this.request(data);
      return false;
    }
    clearTimeout(this.askingAgain);
    this.asked = undefined;
    sender.acknowledge(data.ack);
    listener.acknowledged();
    if (!isLate) this.followOrders(data.orders);
    return !isLate;
  }

  /** Python gave a document of its own. */
  begin({ epoch, ack }: StageData) {
    this.sender.begin(epoch, ack);
    this.opened = undefined;
    this.openedAt = 0;
    this.seq = undefined; // the trace comes with the document
  }

  /** The server was restarted: it opens what the page has. */
  adopt({ epoch, ack }: StageData) {
    const how = this.listener.opening();
    if (how) this.opened = { id: newId(), ...how };
    this.sender.adopt(epoch, ack);
    this.openedAt = this.sender.rev;
    this.seq = undefined; // the number of a trace before the restart may be that of another one now
  }

  /** The browser opened a document that it had kept; Python hears of it as of an edit. */
  open(how: Opening) {
    this.opened = { id: newId(), ...how };
    this.sender.edited();
    this.openedAt = this.sender.rev;
  }

  /** What the browser calls the open document, where that is not what Python called it. */
  call(title: string) {
    const { epoch } = this.shown;
    this.send('called', { title, epoch, opened: this.opened?.id ?? '', number: newId() });
  }

  /** A heavy part is missing. */
  request({ epoch, seq }: StageData) {
    const wanted = `${epoch}/${seq}`;
    if (this.asked !== wanted) this.need(wanted, AGAIN_AFTER);
  }

  /**
   * Asks until it comes, each time later: the answer may take long.
   * @param patience ms
   */
  need(wanted: string, patience: number) {
    clearTimeout(this.askingAgain);
    this.asked = this.store.isHere ? wanted : undefined;
    if (!this.asked) return;
    this.send('need', `${wanted}/${Math.random()}`);
    this.askingAgain = setTimeout(() => this.need(wanted, 2 * patience), patience);
  }

  /** Python is asked to do something with the document that only it can do; the answer comes as orders. */
  ask(question: Pick<AskMessage, 'what' | 'layout' | 'ids' | 'pinned'>) {
    this.sender.flush();
    this.send('ask', {
      ...question,
      aspect: this.picture.canvas.aspect,
      epoch: this.shown.epoch,
      number: `${this.sender.rev}/${Math.random()}`,
    });
  }

  /** What Python wants done to the document, each once: an edit like those of the user. */
  followOrders(orders: readonly OrderList[] | undefined) {
    const { sender, store, picture, picture: { canvas } } = this;
    for (const { number, list, text } of orders ?? []) {
      if (number <= sender.ordersDone) continue;
      sender.ordersDone = number;
      if (text) store.say(text);
      if (list.some((order) => order.do === 'place')) canvas.glideFrom();
      applyOrders(store.document.value, list);
      if (list.length && !canvas.refit()) picture.showAll();
      sender.edited(); // even if nothing changed: so that Python hears that it was done
    }
  }
}

// Names one opening of a document or a file, so that Python takes it once.
export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
