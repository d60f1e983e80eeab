// The values that are compared, kept for this tab: a reload of the page goes on with the comparison.

const KEY = 'game-graph-explorer compared values';
const GRAPH = 'game-graph-explorer compared graph'; // its name, which an edit changes

type Kept = {
  is_open: boolean; // whether Python has a comparison, or had one, or waits for the graph of one
  has_ended: boolean;
  number: number; // of the comparison
  graph: string;
  record: string | null; // the comparison, until it is kept
};

let isAsking = false; // whether Python is being told of what is kept
let answered: string | null = null; // the record that Python is being told is kept

/** Whether the browser keeps it. */
function store({ record, graph, has_ended }: Kept) {
  try {
    if (has_ended) { for (const key of [KEY, GRAPH]) sessionStorage.removeItem(key); }
    if (record !== null) sessionStorage.setItem(KEY, record);
    if (!has_ended) sessionStorage.setItem(GRAPH, graph);
  } catch {
    return false; // a browser that keeps nothing, or has no room
  }
  return true;
}

function stored(key: string) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export default function ({ data, setTriggerValue }: {
  data: Kept;
  setTriggerValue: (name: string, value: unknown) => void;
}) {
  const record = stored(KEY);
  if (!data.is_open && record !== null && !isAsking) {
    isAsking = true;
    setTriggerValue('kept', JSON.stringify({ record, graph: stored(GRAPH) }));
  }
  if (data.is_open) isAsking = false;
  if (!data.number) return;
  const isKept = store(data);
  if (data.record !== null && data.record !== answered) {
    setTriggerValue('stored', { number: data.number, is_kept: isKept });
  }
  answered = data.record;
}
