// The share menu: a link that holds the graph, the graph as text, and a frame for other pages.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Component, type ComponentChildren, Fragment, h } from '../vendor/preact-10.29.8/preact.mjs';
import { browserFields } from '../session/address.ts';
import { counted } from '../model/edit_words.ts';
import type { Store } from '../store.ts';
import { Slot } from '../page/storage.ts';
import { textOf } from '../model/text.ts';
import type { Dialog } from './dialog.tsx';
import type { DocumentSender } from '../session/document_sender.ts';
import type { Endless } from '../player/endless_slider.ts';
import type { MenuEntry } from '../page/types.ts';

const PATIENCE = 15000;
const LOOK_EVERY = 40; // ms that the last edit may take to reach Python, which makes the links
const VIEW = '&view=only&embed=true'; // what an embedded link adds; `embed` is Streamlit's own
const BASE = new Slot<string>('localStorage', 'explorer.base');
const ONLY_HERE =
  'It works on this computer only. Send others the text or a file; or, if the app runs on a server, enter ' +
  'its address under Where links lead.';
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]);

function isOfThisMachine(address: string) {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.') || host.endsWith('.localhost');
}

export class Share {
  /** @param dialog for what cannot be copied */
  constructor(
    readonly dialog: Dialog,
    readonly store: Store,
    readonly sender: Pick<DocumentSender, 'isAnswered'>,
    readonly endless: Pick<Endless, 'number'>,
  ) {}

  entries(): MenuEntry[] {
    return [
      { title: 'Copy link', run: () => this.copyLink() },
      { title: 'Copy as text', run: () => this.copyText() },
      { title: 'Embed', run: () => this.copyFrame() },
      { title: 'Where links lead…', run: () => this.askForBase() },
    ];
  }

  async copyLink() {
    const link = await this.link();
    if (link !== undefined) {
      const word = isOfThisMachine(link) ? ` ${ONLY_HERE}` : '';
      await this.copy(link, 'Link', `The link was copied. It holds the graph, the algorithm and this step.${word}`);
    }
  }

  async copyText() {
    const document = this.store.document.value;
    await this.copy(textOf(document), 'Graph as text', `Copied as text: ${counted(document.nodes.size, 'node')}.`);
  }

  async copyFrame() {
    const link = await this.link();
    if (link === undefined) return;
    const title = escaped(this.store.data.value.share?.title ?? '');
    const source = escaped(link + VIEW);
    const frame = `<iframe src="${source}" width="100%" height="640" title="${title}"` +
      ' allow="clipboard-write; fullscreen"></iframe>';
    await this.copy(frame, 'Embed', 'The frame was copied. Paste it into the HTML of a page.');
  }

  // The address of the present graph and step; undefined, after saying why, if there is none.
  async link() {
    if (!await this.hasArrived()) {
      this.store.say('There is no link yet: the last edit has not reached the server. Try again.');
      return undefined;
    }
    const { query, reason } = this.store.data.value.share ?? {};
    if (query === undefined) {
      this.show('Too large for a link', reason ?? '');
      return undefined;
    }
    const known = new URLSearchParams(query);
    known.set('step', `${this.store.step.value}`);
    for (const [name, value] of browserFields()) known.set(name, value);
    return `${this.base}/${this.store.data.value.share?.path ?? ''}?${known}`;
  }

  // The beginning of links, without a slash at the end: as the user says, or the command line, or where this page is.
  get base() {
    const { path = '', base } = this.store.data.value.share ?? {};
    const here = location.pathname.replace(/\/$/, '');
    const folder = path && here.endsWith(`/${path}`) ? here.slice(0, -path.length - 1) : here;
    return (BASE.read() || base || `${location.origin}${folder}`).replace(/\/$/, '');
  }

  askForBase() {
    const keep = (address: string) => {
      BASE.write(address);
      this.dialog.close();
    };
    this.show(
      'Where links lead',
      'Links and frames begin with this address. It is kept in this browser; empty, it is the address of this page.',
      <Base base={this.base} keep={keep} />,
    );
  }

  // Whether the links are those of the document as it stands; waits for an edit that is under way.
  async hasArrived() {
    const end = performance.now() + PATIENCE;
    this.store.actions.flush();
    while (!this.isAnswered && performance.now() < end) {
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_EVERY);
      });
    }
    return this.isAnswered;
  }

  /** Whether Python, which makes the links, has what is drawn and what endless play is worth. */
  get isAnswered() {
    return this.sender.isAnswered && this.store.data.value.endless.number === this.endless.number;
  }

  /**
   * A page that did not come by https has no clipboard, and a browser may refuse it: then the text is there to be
   * selected.
   */
  async copy(text: string, title: string, message: string) {
    try {
      await navigator.clipboard.writeText(text);
      this.store.say(message, 'done');
    } catch {
      this.show(
        title,
        'This page may not use the clipboard. Copy what is selected, with Ctrl+C or the menu of a long press.',
        <textarea readOnly rows={6} value={text} spellcheck={false} aria-label={title} ref={select} />,
      );
    }
  }

  show(title: string, sentence: string, children?: ComponentChildren) {
    this.dialog.open(
      'share',
      title,
      <Fragment>
        <p>{sentence}</p>
        {children}
      </Fragment>,
    );
  }
}

function select(field: HTMLTextAreaElement | HTMLInputElement | null) {
  field?.select();
  field?.focus();
}

class Base extends Component<{ base: string; keep: (address: string) => void }, { typed: string }> {
  override state = { typed: this.props.base };

  override render() {
    const { props: { keep }, state: { typed } } = this;
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keep(typed);
        }}
      >
        <input
          type='url'
          pattern='https?://.+'
          title='The address of a server, such as https://example.org/games'
          value={typed}
          spellcheck={false}
          aria-label='Address of the app'
          ref={select}
          onInput={(event) => this.setState({ typed: event.currentTarget.value })}
        />
        <p>{isOfThisMachine(typed) ? ONLY_HERE : 'Others can follow links if they reach this address.'}</p>
        <button type='submit'>Keep</button>
      </form>
    );
  }
}
