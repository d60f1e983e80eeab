// The link to Python: what it says is taken once and in order, what is missing is asked for, edits are brought to it.
//
// The stage owns the document. It sends the whole document with a rising `rev`; Python takes it only for the same
// `epoch` and a higher `rev` and answers `ack`. Python replaces the document only under a new epoch. Heavy parts
// (document, trace) come once; if one is missing it is asked for with `need`.
import { DocumentSender } from './document_sender.ts';
import { newId, Request } from './requests.ts';
import { applyOrders } from '../model/orders.ts';
import type { Canvas } from '../draw/canvas/canvas.ts';
import type { AskMessage, OpenedMessage, OrderList, StageData } from '../messages.ts';
import type { Opening, Send } from './types.ts';
import { listen, type Store } from '../store.ts';

/** Who shows what Python says. */
interface Listener {
  isKept: () => boolean; // whether the browser keeps the document
  changes: () => number | undefined; // the user's, of a document that the browser keeps
  opening: () => Opening | undefined;
  loadDocument: (data: StageData) => void;
  loadTrace: (data: StageData) => void;
  receive: (data: StageData) => void; // more of the trace that is shown
  acknowledged: () => void; // Python has an edit
}

export class PythonLink {
  missingPart: string | undefined;
  asking = new Request();
  opened: OpenedMessage | undefined; // the document that the browser has opened
  openedAt = 0;

  sender: DocumentSender;

  constructor(
    readonly store: Store,
    readonly picture: { canvas: Pick<Canvas, 'aspect' | 'glideFrom' | 'refit'>; showAll: () => void },
    readonly listener: Listener,
  ) {
    this.sender = new DocumentSender({
      send: (message) => {
        const { opened, listener } = this;
        this.send('doc', { ...message, document: store.document.value.data(), opened, changes: listener.changes() });
      },
      isHere: () => store.isHere,
    }, store.epoch);
    listen(store.edit, () => this.sender.edited());
  }

  send: Send = (name, value) => this.store.actions.send(name, value);

  get versions() {
    return this.store.versions;
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
    this.settle();
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

  /** Send the title of the open document and its name in an address, where they differ from those of Python. */
  call(title: string, own?: string) {
    const { epoch } = this.versions;
    this.send('called', { title, own, epoch, opened: this.opened?.id ?? '', number: newId() });
  }

  /** A heavy part is missing: it is asked for until it comes, as long as the page is there. */
  request({ epoch, seq }: StageData) {
    const part = `${epoch}/${seq}`;
    if (this.missingPart === part) return;
    this.missingPart = part;
    this.asking.repeat(() => {
      if (this.store.isHere) this.send('need', `${part}/${newId()}`);
      else this.settle();
    });
  }

  settle() {
    this.asking.end();
    this.missingPart = undefined;
  }

  /** Python is asked to do something with the document that only it can do; the answer comes as orders. */
  ask(question: Pick<AskMessage, 'what' | 'layout' | 'ids' | 'pinned'>) {
    this.sender.flush();
    this.send('ask', {
      ...question,
      aspect: this.picture.canvas.aspect,
      epoch: this.versions.epoch,
      number: newId(),
    });
  }

  /** Carry out orders of Python to change the document, each once: an edit like those of the user. */
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
