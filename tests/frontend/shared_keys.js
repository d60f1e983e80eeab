// Which actions share a key, worked out for everything that may be selected and whatever the page can do.
// A test runs it in a page that has the modules of the stage.
const [{ Commands }, { STEP_KEYS }, { ACTIONS }] = [$commands, $player, $shortcuts];

const RECORDS = { leaf: { score: 1 }, open: { open: true }, minimax: { player: 'max' }, negamax: {} };
const KINDS = { minimax: ['max', 'min', 'leaf', 'open'], negamax: ['mover', 'leaf', 'open'] };
const FLAGS = ['edits', 'part', 'folds', 'expands', 'offers', 'explains', 'bounds', 'compares'];
const STEPS = Object.entries(STEP_KEYS).map(([key, name]) => ({ name: `${name} step`, keys: [key], run: () => {} }));

// The keys of the clipboard are the browser's, and are only shown.
const keysOf = ({ keys, run, shown }) =>
  keys ?? (run && shown ? [shown.replace(/[A-Z]$/, (c) => c.toLowerCase())] : []);

/** Commands with an editor and a view that know what decides which actions make sense. */
const commandsOf = (convention, chosen, chosenMoves, on) => ({
  canRun: Commands.prototype.canRun,
  editor: {
    chosen,
    chosenMoves,
    scorable: chosen.find((id) => id === 'leaf'),
    kinds: KINDS[convention],
    document: { node: (id) => RECORDS[id], past: { done: [{}], undone: [{}] } },
  },
  view: {
    store: { isEditable: { value: on.edits }, bar: { value: { hasEndless: true } } },
    leader: { way: {} },
    asking: { isOffered: true },
    picture: { part: { there: on.part, canFold: () => on.folds } },
    expander: { canExpand: () => on.expands },
    picker: { canPick: () => on.offers },
    why: { isThere: on.explains, compares: on.compares },
    endless: { isThere: on.bounds },
  },
});

/** All such commands, with words for their state. */
function* commands() {
  for (const convention of ['minimax', 'negamax']) {
    for (const chosen of [[], ['leaf'], ['open'], [convention], [convention, 'leaf']]) {
      for (const moves of [[], ['move']]) {
        for (let bits = 0; bits < 1 << FLAGS.length; bits++) {
          const flags = FLAGS.filter((_, place) => bits >> place & 1);
          const on = Object.fromEntries(flags.map((flag) => [flag, true]));
          const selected = [...chosen, ...moves].join(' and ') || 'nothing';
          yield [[convention, ...flags, `selected: ${selected}`].join(', '), commandsOf(convention, chosen, moves, on)];
        }
      }
    }
  }
}

/** Of each key and each set of actions that it stands for at once: the key, their names, and the first such state. */
function sharedKeys() {
  document.documentElement.classList.add('lecture'); // in which more keys count
  const found = new Map();
  for (const [where, each] of commands()) {
    const able = [...ACTIONS, ...STEPS].filter((action) => Commands.prototype.hears.call(each, action));
    const byKey = new Map();
    for (const each of able) for (const key of keysOf(each)) byKey.set(key, [...byKey.get(key) ?? [], each.name]);
    for (const [key, names] of byKey) {
      const both = `${key} ${names}`;
      if (names.length > 1 && !found.has(both)) found.set(both, [key, names, where]);
    }
  }
  document.documentElement.classList.remove('lecture');
  return [...found.values()];
}

globalThis.sharedKeys = sharedKeys; // for the test
