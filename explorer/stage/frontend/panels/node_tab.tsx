// The tab Node: the node in focus or selected, what it is worth, why, and where its moves lead.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { type ComponentChildren, Fragment, h } from '../vendor/preact-10.29.8/preact.mjs';
import { Chip, separated } from './chip.tsx';
import { Find } from '../edit/finder.tsx';
import { Form } from '../edit/inspector.tsx';
import { counted } from '../model/edit_words.ts';
import { moveId } from '../model/records.ts';
import { giveKeysBack } from '../page/dom.ts';
import { ScorePlot } from './score_plot.tsx';
import { WhyText } from './why.tsx';
import { boardBitmap } from '../draw/node/cards.ts';
import type { Board } from '../draw/node/board.ts';
import type { Topic } from './topic.ts';

const MOST_SUCCESSORS = 40;
const [BOARD_WIDTH, BOARD_HEIGHT] = [19, 10.5]; // times the size of letters, at most
const LETTERS = 18; // px, where they are largest
const KINDS = { max: 'Max', min: 'Min', leaf: 'leaf', open: 'open node', mover: 'player to move' };

const ASKED = [
  ['ask', 'Why does it have this score? (W)', 'Why?'],
  ['path', 'How play gets here from the root (H)', 'How do we get here?'],
  ['line', 'How play goes on if both play well (G)', 'Follow best play'],
] as const;

export function NodeTab({ topic }: { topic: Topic }) {
  const { tools: { finder, why }, store } = topic.needs;
  const id = topic.node;
  const isThere = id !== undefined && topic.document.nodes.has(id);
  const canEdit = isThere && store.isEditable.value;
  return (
    <Fragment>
      <Find finder={finder} />
      <section class='node'>
        <Focus topic={topic} />
        <div class='acts'>
          {isThere && why.isThere &&
            ASKED.map(([what, title, words]) => (
              <button
                type='button'
                key={what}
                title={title}
                onClick={() => why.ask(id, what)}
              >
                {words}
              </button>
            ))}
          {canEdit && !store.drawing.value && (
            <button
              type='button'
              title='Name, kind and score'
              onClick={() => store.drawing.value = true}
            >
              Edit
            </button>
          )}
        </div>
        {canEdit && store.drawing.value && <Edited topic={topic} id={id} />}
      </section>
      <WhyText why={why} />
    </Fragment>
  );
}

/** The form of the node; one that is being changed is selected, and stays that of which the topic tells. */
function Edited({ topic, id }: { topic: Topic; id: string }) {
  const { tools: { inspector, selection }, store } = topic.needs;
  const leave = () => giveKeysBack(topic.element);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    inspector.drafts.value = [];
    leave();
  };
  return (
    <div
      class='form'
      role='group'
      aria-label='Edit'
      onFocusIn={() => store.selected.value !== id && selection.choose(id)}
      onKeyDown={onKeyDown}
    >
      <Form inspector={inspector} node={() => topic.node} finish={leave}>
        <button type='button' onClick={() => topic.document.remove([topic.node ?? id], [])}>Delete</button>
      </Form>
    </div>
  );
}

/** The node in focus (or selected), what it is worth and what its successors are worth. */
export function Focus({ topic }: { topic: Topic }) {
  const { frames, looks, document, node: id } = topic;
  if (id === undefined || !document.nodes.has(id) || !looks.isThere(id)) return <div class='focus' />;
  const role = frames?.role(id);
  const note = frames?.note(id);
  return (
    <div class='focus'>
      <h4>Node</h4>
      <div>
        <Chip topic={topic} id={id} /> {KINDS[looks.kindAt(id)]}
        {role && `, ${looks.theme.finality[role].name}`}
      </div>
      {!topic.hidesLater && <Facts topic={topic} id={id} />}
      {frames && looks.windowWords(id).map((words) => <div class='window' key={words}>{words}</div>)}
      <Position topic={topic} id={id} />
      {note && <div class='note'>{note}</div>}
      <Successors topic={topic} id={id} />
      {!topic.hidesLater && <ScorePlot topic={topic} id={id} />}
    </div>
  );
}

/** Facts that do not depend on the step: the user's value, and the number of moves to the end. */
function Facts({ topic: { looks, needs: { store } }, id }: { topic: Topic; id: string }) {
  const claim = looks.claims.get(id)?.text;
  const moves = store.ends.value?.[id];
  return (
    <Fragment>
      {claim && <div class='claim'>{claim}</div>}
      {moves !== undefined && looks.kindAt(id) !== 'leaf' && (
        <div>{moves < 0 ? 'endless under best play' : `${counted(moves, 'move')} to the end under best play`}</div>
      )}
    </Fragment>
  );
}

/** The successors that are shown, and how many there are besides. */
function Successors({ topic, id }: { topic: Topic; id: string }) {
  const successors = topic.looks.successorsOf(id);
  const isSortable = successors.length > 1 && topic.needs.store.isEditable.value;
  const count = topic.part.hiddenOf(id);
  if (!successors.length && !count) return null;
  const chips: ComponentChildren[] = successors.slice(0, MOST_SUCCESSORS).map((other) => (
    <Fragment key={other}>
      <Chip topic={topic} id={other} isSortable={isSortable} />
      {topic.looks.moves.named.has(moveId(id, other)) && ` (${topic.looks.moves.named.get(moveId(id, other))?.[2]})`}
    </Fragment>
  ));
  const hidden = count && `${count} ${count === 1 ? 'node that is' : 'nodes that are'} not shown`;
  return (
    <div class='successors'>
      moves to {separated(chips, ', ')}
      {chips.length > 0 && count > 0 && ' and '}
      {hidden || ''}
    </div>
  );
}

/** The position on its board, read out as text where there is a text; else the text, if there is one. */
function Position({ topic: { looks, document }, id }: { topic: Topic; id: string }) {
  const { picture } = document.node(id);
  const cells = looks.cellsOf(id);
  const text = typeof picture === 'string' ? picture : '';
  if (!cells) return text ? <pre class='picture'>{text}</pre> : null;
  const board = looks.board as Board;
  const unit = Math.min(BOARD_WIDTH / board.width, BOARD_HEIGHT / board.height);
  const sharpness = LETTERS * devicePixelRatio;
  const draw = (place: HTMLElement | null) => {
    const paint = (role: string) => looks.boardColour(role);
    const { canvas } = boardBitmap(board, cells, { unit: unit * sharpness, paint });
    canvas.className = 'board';
    canvas.style.width = `${canvas.width / sharpness}em`;
    canvas.role = 'img';
    canvas.ariaLabel = text || `Board: ${cells.join(' ')}`;
    place?.replaceChildren(canvas);
  };
  return <div ref={draw} />;
}
