// Written by `python -m tests.frontend.build` from explorer/drawing/messages.

export type Exact = number | string;
export type PlayerName = 'max' | 'min';
export type KindName = 'max' | 'min' | 'mover' | 'leaf' | 'open';
export type CopyRoleName = 'fresh' | 'unread' | 'back-link' | 'hidden';
export type RoleName = 'unknown' | 'tentative' | 'conditional' | 'lower' | 'upper' | 'final' | 'wrong';
export type MoveRecord = [string, string] | [string, string, string] | [string, string, string, string];

export type NodeRecord = {
  id: string;
  label?: string;
  player?: 'max' | 'min';
  score?: number | string;
  open?: boolean;
  x?: number;
  y?: number;
  pinned?: boolean;
  picture?: string;
  board?: string;
  of?: string;
  origin?: string;
  above?: string;
  copy?: 'fresh' | 'unread' | 'back-link' | 'hidden';
};

export type NodeComments = { above: string[]; beside: string };

export type Meta = {
  format?: string;
  version?: number;
  name?: string;
  description?: string;
  convention?: string;
  root?: string;
  range?: (number | string)[] | string | null;
  board?: Record<string, unknown>;
  tree?: boolean;
  repetition?: string;
  comments?: Record<string, NodeComments>;
};

export type GameDocument = {
  format?: string;
  version?: number;
  name?: string;
  description?: string;
  convention?: string;
  root?: string;
  range?: (number | string)[] | string | null;
  board?: Record<string, unknown>;
  tree?: boolean;
  repetition?: string;
  comments?: Record<string, NodeComments>;
  nodes: NodeRecord[];
  moves: ([string, string] | [string, string, string] | [string, string, string, string])[];
};

export type Ring = { light: string; dark: string; width: number; dash: number[] };

export type FinalityLook = {
  name: string;
  left: Ring;
  right: Ring;
  meaning: string;
  of_bounds: string;
  sign: string | null;
};

export type ShapeLook = { shape: string; meaning: string };
export type MarkLook = { colour: string; meaning: string };
export type CopyLook = { style: string; meaning: string };
export type BoardColour = { light: string; dark: string };
export type Fill = { text: string; fill: string; ink: string };

export type Theme = {
  finality: Record<'unknown' | 'tentative' | 'conditional' | 'lower' | 'upper' | 'final' | 'wrong', FinalityLook>;
  roles: ('unknown' | 'tentative' | 'conditional' | 'lower' | 'upper' | 'final' | 'wrong')[];
  shapes: Record<'max' | 'min' | 'mover' | 'leaf' | 'open', ShapeLook>;
  activity: Record<string, MarkLook>;
  signs: Record<string, string>;
  copies: Record<'fresh' | 'unread' | 'back-link' | 'hidden', CopyLook>;
  board: Record<string, BoardColour>;
  edge: string;
  marks: Record<string, MarkLook>;
  dashed: string[];
  meanings: Record<string, string>;
  relations: Record<string, string>;
  noScore: Fill;
  largestDrawn: number;
  zero: Fill;
};

export type MemoEntry = [number, number, number[], number, number[]];
export type PackedColumn = [string, string, string];

export type ColumnsData = {
  scores?: [string, string, string];
  signs?: [string, string, string];
  bounds?: [string, string, string];
  windows?: [string, string, string];
  roles?: [string, string, string];
  pruned?: [string, string, string];
  notes?: [string, string, string];
  memo?: [string, string, string];
  counts?: [string, string, string];
  activity?: [string, string, string];
  marks?: [string, string, string];
  transits?: [string, string, string];
  names?: [string, string, string];
};

export type ChunkData = {
  number: number;
  captions: string[];
  lines: string;
  focus: string;
  moves: string;
  ends: string;
  cells: string;
  columns: ColumnsData;
  texts: string[];
  entries: [number, number, number[], number, number[]][];
  others?: [string, string][];
};

export type EndlessData = { worths: Fill[]; exact: (number | string)[]; ranks: number[]; notches: number[] };
export type Sign = { text: string; is_score: boolean };
export type MemoData = { title: string; signs: string[]; doubled: boolean; sets: boolean };

export type TraceData = {
  nodes: string[];
  values: Fill[];
  bounded: boolean;
  roles: ('unknown' | 'tentative' | 'conditional' | 'lower' | 'upper' | 'final' | 'wrong')[];
  activities: string[];
  marks: string[];
  counters: string[];
  pseudocode: string[];
  length: number;
  chunkLength: number;
  chunks: ChunkData[];
  left_out: string;
  unfinished?: boolean;
  first?: number;
  algorithm?: string;
  title?: string;
  warning?: string;
  linesOff?: number[];
  notesTitle?: string;
  fills: string;
  scale: string[];
  words?: Record<string, number | string>;
  signs?: Sign[];
  memo?: MemoData;
  endless?: EndlessData;
  discovery?: number[];
  expanded?: number[];
  opacities?: Record<string, number>;
  focusMark?: string;
};

export type AnswerData = number | string | string[];

export type QuestionData = {
  step: number;
  kind: string;
  form: 'node' | 'nodes' | 'score' | 'choice';
  text: string;
  legal: (number | string | string[])[];
  mistakes: ([number | string | string[], string])[];
  choices: [string, string][];
  solution: string;
  remark: string;
  about?: string;
};

export type QuestionsData = { number: string; seed: number; run: string; left_out: string; questions: QuestionData[] };
export type JumpData = { number: string; step: number | null };
export type PageColours = { dark: boolean; paper: string; ink: string };

export type SheetWords = {
  name: string;
  subtitle: string;
  caption: string | null;
  left_out: string;
  accent: string;
  title: boolean;
  legend: boolean;
  captions: boolean;
  bare: boolean;
};

export type HighlightData = { nodes: string[]; moves: [string, string, string][] };

export type SheetData = {
  document: GameDocument;
  theme: Theme;
  trace: TraceData;
  endless: number | string;
  highlight: HighlightData | null;
  page: PageColours;
  words: SheetWords;
  steps: number[];
  widths: [Record<string, number>, Record<string, number>];
};

export type SmallData = { data: SheetData; size: [number, number]; with_names: boolean };

export type BoardData = {
  board: Record<string, unknown>;
  cells: string;
  size: number;
  colours: Record<string, BoardColour>;
  dark: boolean;
};

export type LookData = { id: string; kind: string; role: string; fill: string; text?: string | null; title: string };
export type BandData = { from: string; to: string; kind: string };
export type LooksData = { nodes: LookData[]; moves: [string, string][]; bands: BandData[] };
export type PlaceOrder = { do: 'place'; places: Record<string, number[]> };
export type DescribeOrder = { do: 'describe'; fields: Meta };
export type Order = PlaceOrder | DescribeOrder;
export type OrderList = { number: number; list: (PlaceOrder | DescribeOrder)[]; text: string };
export type VisNode = { id: string };
export type VisEdge = { id: string; from: string; to: string };
export type EndlessValue = { value: number | string; number: number };
export type NetworkParts = { nodes: VisNode[]; edges: VisEdge[]; options: Record<string, unknown> };

export type ProblemData = {
  message: string;
  severity: 'error' | 'warning' | 'note';
  node: string | null;
  cycle: string[];
};

export type Remedy = { name: string; title: string };
export type RefusalData = { title: string; message: string; node: string | null; cycle: string[]; remedies: Remedy[] };

export type PartData = {
  hidden: [string, number][];
  foldable: string[];
  selection: string | null;
  centre: string;
  root: string | null;
  most: number;
};

export type ShareData = { title?: string; path?: string; base?: string; query?: string; reason?: string };

export type WhySentence = {
  text: string;
  names: [number, number, string][];
  nodes: string[];
  moves: [string, string, string][];
  depth: number;
};

export type WhyLink = { step: number; node: string; text: string };

export type WhyData = {
  question: string;
  what: string;
  node: string;
  title: string;
  sentences: WhySentence[];
  expected: string;
  against: WhySentence[];
  playable: boolean;
  links: WhyLink[];
  step: number;
  failure: string;
  text: string;
};

export type ClaimData = { text: string; tag: string };

export type ComparedData = {
  lines: string[];
  actions: Remedy[];
  claims: ClaimData[];
  nodes: [string, number][];
  at: WhySentence | null;
};

export type EditedData = { text: string; nodes: string[]; number: number };
export type TriedData = { text: string; fill: string; ink: string; holds: boolean | null };
export type FunctionData = { lower: number | string; upper: number | string; words: string };
export type FunctionsData = { functions: FunctionData[]; of: Record<string, number> };
export type SceneData = { number: number; select: string; lecture: boolean; mode: string; step: number };
export type FileData = { id: string; version: string };

export type PageData = {
  share?: ShareData | null;
  scene?: SceneData | null;
  picks?: string[];
  refusal?: RefusalData | null;
  why?: WhyData | null;
  last_edit?: EditedData | null;
  comparison?: ComparedData | null;
  ends?: Record<string, number>;
  functions?: FunctionsData | null;
  trials?: Record<string, TriedData>;
  listens?: boolean;
};

export type StageData = {
  share?: ShareData | null;
  scene?: SceneData | null;
  picks?: string[];
  refusal?: RefusalData | null;
  why?: WhyData | null;
  last_edit?: EditedData | null;
  comparison?: ComparedData | null;
  ends?: Record<string, number>;
  functions?: FunctionsData | null;
  trials?: Record<string, TriedData>;
  listens?: boolean;
  id: string;
  epoch: string;
  ack: number;
  seq: number;
  fresh: boolean;
  editable: boolean;
  primary: boolean;
  panel: boolean;
  transport: boolean;
  step: number;
  restart: boolean;
  endless: EndlessValue;
  problems: ProblemData[];
  keep?: boolean | null;
  file?: FileData | null;
  own?: string;
  about?: string;
  again?: boolean;
  title?: string;
  expandable?: boolean;
  in_lockstep?: boolean;
  orders?: OrderList[];
  moreProblems?: number;
  bar?: boolean;
  draws?: boolean;
  document?: GameDocument | null;
  network?: NetworkParts;
  theme?: Theme;
  hint?: string;
  layouts?: Record<string, string>;
  part?: PartData;
  trace?: TraceData | null;
  chunks?: ChunkData[];
  jump?: JumpData;
  asks?: boolean;
  slide?: boolean;
  ask?: number | null;
  questions?: QuestionsData;
};

export type Way = { name: string; title: string; steps: number[][]; differences: number[]; limit: string };
export type StripData = { name: string; values: string[] };

export type ControlData = {
  id: string;
  leads: [string, string];
  seq: number;
  at: number;
  ways: Way[];
  strip?: StripData | null;
  scene?: SceneData | null;
  listens?: boolean;
};

export type TablesData = { tables: true };
export type AddressData = { query: string; loose: string[]; browser_keys: string[]; run: number };

export type BarEntry = {
  name: string;
  title: string;
  line?: string;
  source?: string;
  also?: string;
  picture?: string;
  needs?: string;
};

export type BarGroup = { title: string; entries: BarEntry[] };

export type BarOption = {
  name: string;
  title: string;
  help: string;
  value: string;
  kind: 'choice' | 'switch' | 'number' | 'text';
  choices?: [string, string][];
  minimum?: number | null;
  maximum?: number | null;
};

export type BarRun = { name: 'algorithm' | 'left' | 'right'; title: string; label: string; options: BarOption[] };
export type BarAction = { what: string; value: string; title: string; help?: string; pressed?: boolean };

export type BarData = {
  views: BarEntry[];
  view: string;
  title: string;
  about: string;
  actions: BarAction[];
  notes: string[];
  runs: BarRun[];
  choosable: boolean;
  tag: number;
  groups?: BarGroup[];
  samples?: BarGroup[];
  endless: string | null;
  rule: string | null;
  range: string | null;
  wrong: string;
  help: string;
  exports: boolean;
};

export type OpenedMessage = { id: string; title: string; step: number; edited: boolean; own?: string };
export type CalledMessage = { title: string; own?: string; epoch: string; opened: string; number: string };

export type DocMessage = {
  epoch: string;
  rev: number;
  ordersDone: number;
  document: GameDocument;
  opened?: OpenedMessage;
  changes?: number;
};

export type StepMessage = { seq: number; step: number; endless: EndlessValue };
export type ChunksMessage = { seq: number; chunks: number[]; number: string };

export type JumpMessage = {
  seq: number;
  to: 'change' | 'rise';
  name: string;
  step: number;
  forward: boolean;
  number: string;
};

export type QuestionsMessage = { seq: number; seed: number; on: boolean; number: string };

export type AskMessage = {
  what: 'arrange';
  layout: string;
  ids: string[];
  pinned: string[];
  aspect: number;
  epoch: string;
  number: string;
};

export type Wish = 'open' | 'fold' | 'reveal' | 'centre' | 'find';

export type ExpandMessage = {
  id: string;
  what: 'open' | 'fold' | 'reveal' | 'centre' | 'find';
  step: number;
  seq: number;
  epoch: string;
  number: string;
};

export type PickMessage = { id: string; seq: number; epoch: string; number: string };
export type ChoiceMessage = { name: string; seq: number; epoch: string; number: string };

export type WhyMessage = {
  what: 'ask' | 'path' | 'line' | 'close' | 'play' | 'compare';
  id: string;
  expected: string;
  step: number;
  epoch: string;
  number: string;
};

export type FileMessage = { name: string; content: string; number: string };
export type MomentMessage = { seq: number; way: string; at: number };
export type BarMessage = { what: string; value: string };

export type FromBrowser = {
  doc: DocMessage;
  step: StepMessage;
  chunks: ChunksMessage;
  jump: JumpMessage;
  need: string;
  ask: AskMessage;
  expand: ExpandMessage;
  pick: PickMessage;
  remedy: ChoiceMessage;
  file: FileMessage;
  questions: QuestionsMessage;
  why: WhyMessage;
  walk: ChoiceMessage;
  moment: MomentMessage;
  called: CalledMessage;
  bar: BarMessage;
};

export type LessonForm = 'typed' | 'one' | 'several' | 'node' | 'nodes' | 'path' | 'order' | 'free';
export type LessonReply = { is_right: boolean | null; reply: string };

export type LessonReplies = {
  right: string[];
  known: [string, LessonReply][];
  score?: number | string;
  low?: string;
  high?: string;
  other: LessonReply;
};

export type LessonQuestionData = {
  key: string;
  form: 'typed' | 'one' | 'several' | 'node' | 'nodes' | 'path' | 'order' | 'free';
  choices: string[];
  replies?: LessonReplies;
};

export type TrialNode = {
  id: string;
  name: string;
  operator: 'max' | 'min';
  sign: number;
  successors: ([string, string, number | string | null])[];
};

export type TrialData = {
  nodes: TrialNode[];
  leaves: Record<string, TriedData>;
  looks: ([number | string, TriedData])[];
};

export type LessonSlideData = {
  stages: (StageData | ControlData)[];
  steps: number[];
  exercises: LessonQuestionData[];
  trial?: TrialData;
  questions: QuestionsData[];
};

export type LessonData = {
  id: string;
  variants: number;
  is_assignment: boolean;
  deadline: string;
  slides: LessonSlideData[][];
  files: Record<string, unknown>[];
};
