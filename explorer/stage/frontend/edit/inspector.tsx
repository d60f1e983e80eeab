// What a node is, in a form: its name, kind and score, and whether it is the root; of a move its name. Every change is
// an edit of its own. It stands beside what is pressed twice, and that of a node in the tab Node while one draws.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { type ComponentChildren, Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
import { kindOf } from '../model/document.ts';
import { noScore, parseScore } from '../model/scores.ts';
import { KINDS } from '../model/table_rows.ts';
import { giveKeysBack } from '../page/dom.ts';
import type { Kind, Move, Place } from '../model/types.ts';
import { type Edit, effect, listen, signal, type Store } from '../store.ts';

const BESIDE = 34; // px from the middle of the node to the form
const EDGE = 4; // px that it keeps to the edges of the view

type Field = 'name' | 'score';
/** A draft of a node, and the reason why it does not count yet. */
type Draft = { of: string; field: Field; text: string; problem?: string };

export class Inspector {
  id = signal<string | undefined>(undefined); // of the node or move that the form stands beside
  drafts = signal<Draft[]>([]);
  at!: Place; // where that is in the view

  /** @param element beside a node */
  constructor(readonly element: HTMLElement, readonly store: Store) {
    listen(store.document, () => {
      this.drafts.value = [];
      this.id.value = undefined;
    });
    listen(store.edit, (edit) => edit && this.follow(edit));
    listen(store.selected, (id) => {
      this.drafts.value = this.drafts.value.filter(({ of }) => of === id || of === this.id.value);
    });
    effect(() => this.show(this.id.value, store.edit.value));
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.giveUp();
    });
  }

  get document() {
    return this.store.document.value;
  }

  open(id: string, at: Place, field: Field = 'score') {
    this.store.pointed.value = undefined;
    this.drafts.value = this.drafts.value.filter(({ of }) => of === id);
    this.at = at;
    this.id.value = id;
    this.focus(field);
  }

  show(id: string | undefined, _edit?: Edit) {
    const { element } = this;
    element.hidden = id === undefined;
    element.setAttribute('aria-label', this.isMove(id) ? 'Move' : 'Node');
    const form = id !== undefined && (
      <Form inspector={this} node={() => this.id.value} finish={() => this.close()}>
        <button type='button' onClick={() => this.giveUp()}>Close</button>
      </Form>
    );
    render(form, element);
    if (form) this.placeBeside(this.at);
  }

  // The node may have got another name, or be gone.
  follow({ renamed }: Edit) {
    const now = (id: string | undefined) => {
      const next = renamed(id);
      return next !== undefined && (this.document.nodes.has(next) || this.isMove(next)) ? next : undefined;
    };
    this.drafts.value = this.drafts.value.flatMap((draft) => {
      const of = now(draft.of);
      return of === undefined ? [] : [of === draft.of ? draft : { ...draft, of }];
    });
    this.id.value = now(this.id.value);
  }

  isMove(id: string | undefined) {
    return id !== undefined && !this.document.nodes.has(id) && this.document.moves.has(id);
  }

  /** To the right of the node, or to the left; where there is room for neither, below it or above. */
  placeBeside({ x, y }: Place) {
    const { offsetWidth, offsetHeight, style } = this.element;
    const room = this.element.parentElement as HTMLElement;
    const [right, bottom] = [room.clientWidth - offsetWidth - EDGE, room.clientHeight - offsetHeight - EDGE];
    const [before, after] = [x - BESIDE - offsetWidth, x + BESIDE];
    const isBeside = after <= right || before >= EDGE;
    const left = !isBeside ? x - offsetWidth / 2 : after <= right ? after : before;
    const below = y + BESIDE <= bottom || y < room.clientHeight / 2 ? y + BESIDE : y - BESIDE - offsetHeight;
    style.left = `${Math.max(EDGE, Math.min(left, right))}px`;
    style.top = `${Math.max(EDGE, Math.min(isBeside ? y - 20 : below, bottom))}px`;
  }

  /** The field gets the keys; where there is none of that name, the first one does. */
  focus(name: Field) {
    const field = this.element.querySelector<HTMLInputElement>(`[name=${name}]`) ?? this.element.querySelector('input');
    field?.focus();
    field?.select();
  }

  // ---- what is typed

  draft(id: string, field: Field) {
    return this.drafts.value.find((draft) => draft.of === id && draft.field === field);
  }

  type(of: string, field: Field, text: string) {
    const others = this.drafts.value.filter((draft) => draft.of !== of || draft.field !== field);
    this.drafts.value = [...others, { of, field, text }];
  }

  /** Begin the name or the score with the text that was typed on the canvas. */
  typed(field: Field, text: string) {
    if (this.id.value !== undefined) this.type(this.id.value, field, text);
  }

  /** What is being typed counts from now on, as far as it can; what cannot stays, with the reason. */
  takeAll() {
    const [names, scores] = ['name', 'score'].map((name) => this.drafts.value.filter(({ field }) => field === name));
    for (const draft of [...scores, ...names]) { // a node may have another name after
      this.drafts.value = this.drafts.value.filter((each) => each !== draft);
      const problem = draft.field === 'name' ? this.rename(draft) : this.rescore(draft);
      if (problem) this.drafts.value = [...this.drafts.value, { ...draft, problem }];
    }
    return !this.drafts.value.length;
  }

  /** Take the name; return the reason if it cannot be. */
  rename({ of, text }: Draft) {
    const name = text.trim();
    if (this.isMove(of)) {
      this.document.setMoveName(of, name);
      return '';
    }
    const isTaken = name && this.document.rename(of, name) === undefined;
    return isTaken ? `There is already a node named ${name}; choose another name.` : '';
  }

  /** Take the score; return the reason if it cannot be. */
  rescore({ of, text }: Draft) {
    const score = parseScore(text);
    if (score === undefined) return noScore(text);
    this.document.setScore(of, score);
    return '';
  }

  // ---- what is pressed

  setKind(id: string, kind: Kind) {
    this.document.setKind([id], kind);
    this.focus('score');
  }

  /** Forget drafts that are refused. */
  giveUp() {
    this.drafts.value = [];
    this.close();
  }

  /** What cannot be stays to be mended. */
  close() {
    if (this.id.value === undefined) return;
    if (this.takeAll()) {
      this.id.value = undefined;
      giveKeysBack(this.element);
    } else this.element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }
}

/**
 * @param node that the form is of, which what was being typed may have renamed
 * @param finish what Enter does after what was typed was taken
 * @param children more buttons
 */
export function Form({ inspector, node, finish, children }: {
  inspector: Inspector;
  node: () => string | undefined;
  finish: () => void;
  children?: ComponentChildren;
}) {
  const { document } = inspector;
  const id = node();
  if (id === undefined) return null;
  if (inspector.isMove(id)) {
    const [, , name = ''] = document.moves.get(id) as Move;
    return (
      <Fragment>
        <Entry inspector={inspector} id={id} finish={finish} field='name' label='Name' text={name} />
        <div class='ends'>{children}</div>
      </Fragment>
    );
  }
  if (!document.nodes.has(id)) return null;
  const { label, score } = document.node(id);
  const kind = kindOf(document.node(id));
  const act = (run: (id: string) => void) => () => {
    const now = node();
    if (now !== undefined) run(now);
  };
  const field = { inspector, id, finish };
  return (
    <Fragment>
      <Entry {...field} field='name' label='Name' text={label ?? id} />
      <div class='kinds'>
        {document.kinds.map((each) => (
          <button
            type='button'
            key={each}
            aria-pressed={each === kind}
            onClick={act((now) => inspector.setKind(now, each))}
          >
            {KINDS[each]}
          </button>
        ))}
      </div>
      {kind === 'leaf' && <Entry {...field} field='score' label='Score' text={`${score ?? ''}`} />}
      <div class='ends'>
        <button type='button' aria-pressed={document.root === id} onClick={act((now) => document.setRoot(now))}>
          Root
        </button>
        {children}
      </div>
    </Fragment>
  );
}

function Entry({ inspector, id, field, label, text, finish }: {
  inspector: Inspector;
  id: string;
  field: Field;
  label: string;
  text: string;
  finish: () => void;
}) {
  const draft = inspector.draft(id, field);
  return (
    <Fragment>
      <label>
        {label}{' '}
        <input
          name={field}
          value={draft?.text ?? text}
          maxLength={100}
          autocomplete='off'
          aria-invalid={Boolean(draft?.problem)}
          onInput={(event) => inspector.type(id, field, event.currentTarget.value)}
          onBlur={() => inspector.takeAll()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && inspector.takeAll()) finish();
          }}
        />
      </label>
      {draft?.problem && <p class='wrong' role='alert'>{draft.problem}</p>}
    </Fragment>
  );
}
