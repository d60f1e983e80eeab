// Written by `python -m tests.frontend.build` from explorer/drawing/messages.

export type Exact = number | string;

export type PlayerName = 'max' | 'min';

export type KindName = 'max' | 'min' | 'mover' | 'leaf' | 'open';

export type CopyRole = 'fresh' | 'unread' | 'back-link' | 'hidden';

export type RoleName = 'unknown' | 'tentative' | 'conditional' | 'lower' | 'upper' | 'final' | 'wrong';

export type Ends = [string, string];

export interface NodeRecord {
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
  above?: string;
  copy?: 'fresh' | 'unread' | 'back-link' | 'hidden';
}

export interface NodeComments {
  above: string[];
  beside: string;
}

export interface Meta {
  format?: string;
  version?: number;
  name?: string;
  description?: string;
  convention?: string;
  root?: string;
  board?: Record<string, unknown>;
  tree?: boolean;
  comments?: Record<string, NodeComments>;
}

export interface GameDocument {
  format?: string;
  version?: number;
  name?: string;
  description?: string;
  convention?: string;
  root?: string;
  board?: Record<string, unknown>;
  tree?: boolean;
  comments?: Record<string, NodeComments>;
  nodes: NodeRecord[];
  moves: [string, string][];
}

export interface Ring {
  light: string;
  dark: string;
  width: number;
  dash: number[];
}

export interface FinalityLook {
  name: string;
  left: Ring;
  right: Ring;
  meaning: string;
  of_bounds: string;
  sign: string | null;
}

export interface ShapeLook {
  shape: string;
  meaning: string;
}

export interface MarkLook {
  colour: string;
  meaning: string;
}

export interface CopyLook {
  style: string;
  meaning: string;
}

export interface BoardColour {
  light: string;
  dark: string;
}

export interface Fill {
  text: string;
  fill: string;
  ink: string;
}

export type Vertex = [number, number];

export interface CardSizes {
  pad: number;
  gap: number;
  glyph: number;
  smallest: number;
  largest: number;
  cell: number;
  corner: number;
}

export interface Bends {
  around: number[];
  paired: number[];
  stray: number;
  rank: number;
  near: number;
  points: number;
}

export interface Geometry {
  radius: number;
  filled: number;
  halo: number;
  halves: Record<string, [number, number][]>;
  scoreSizes: [number, number][];
  boundSizes: [number, number, number][];
  boundHeights: [number, number];
  mark: [number, number];
  markRadius: number;
  loop: number;
  loopHead: [number, number][];
  own: number;
  ownHeight: number;
  bends: Bends;
  card: CardSizes;
}

export interface Theme {
  finality: Record<'unknown' | 'tentative' | 'conditional' | 'lower' | 'upper' | 'final' | 'wrong', FinalityLook>;
  roles: ('unknown' | 'tentative' | 'conditional' | 'lower' | 'upper' | 'final' | 'wrong')[];
  shapes: Record<'max' | 'min' | 'mover' | 'leaf' | 'open', ShapeLook>;
  activity: Record<string, MarkLook>;
  signs: Record<string, string>;
  copies: Record<'fresh' | 'unread' | 'back-link' | 'hidden', CopyLook>;
  board: Record<string, BoardColour>;
  edge: string;
  marks: Record<string, MarkLook>;
  meanings: Record<string, string>;
  relations: Record<string, string>;
  noScore: Fill;
  largestDrawn: number;
  geometry: Geometry;
  zero: Fill;
}

export type MemoEntry = [number, number, number[], number, number[]];

export type Column = [string, string, string];

export interface ColumnsData {
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
  names?: [string, string, string];
}

export interface ChunkData {
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
}

export interface EndlessData {
  worths: Fill[];
  exact: (number | string)[];
  ranks: number[];
  notches: number[];
}

export interface Sign {
  text: string;
  scored: boolean;
}

export interface MemoData {
  title: string;
  signs: string[];
  doubled: boolean;
  sets: boolean;
}

export interface TraceData {
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
  first?: number;
  algorithm?: string;
  title?: string;
  warning?: string;
  linesOff?: number[];
  notesTitle?: string;
  fills: string;
  scale: string[];
  words?: Record<string, number | string>;
  windowed?: boolean;
  signs?: Sign[];
  memo?: MemoData;
  endless?: EndlessData;
  found?: number[];
  expanded?: number[];
  opacities?: Record<string, number>;
  focusMark?: string;
}

export type AnswerData = number | string | string[];

export interface QuestionData {
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
}

export interface QuestionsData {
  number: string;
  seed: number;
  run: string;
  left_out: string;
  asked: QuestionData[];
}

export interface JumpData {
  number: string;
  step: number | null;
}

export interface PutOrder {
  do: 'put';
  node: NodeRecord;
  keep?: ('kind' | 'label')[];
}

export interface RenameOrder {
  do: 'rename';
  id: string;
  name: string;
}

export interface RemoveOrder {
  do: 'remove';
  nodes?: string[];
  moves?: [string, string][];
}

export interface ConnectOrder {
  do: 'connect';
  from: string;
  to: string;
}

export interface RedirectOrder {
  do: 'redirect';
  move: [string, string];
  to: [string, string];
}

export interface PlaceOrder {
  do: 'place';
  places: Record<string, number[]>;
}

export interface DescribeOrder {
  do: 'describe';
  fields: Meta;
}

export type Order = PutOrder | RenameOrder | RemoveOrder | ConnectOrder | RedirectOrder | PlaceOrder | DescribeOrder;

export interface OrderList {
  number: number;
  list: (PutOrder | RenameOrder | RemoveOrder | ConnectOrder | RedirectOrder | PlaceOrder | DescribeOrder)[];
  text: string;
}

export interface VisNode {
  id: string;
}

export interface VisEdge {
  id: string;
  from: string;
  to: string;
}

export interface EndlessValue {
  value: number | string;
  number: number;
}

export interface NetworkParts {
  nodes: VisNode[];
  edges: VisEdge[];
  options: Record<string, unknown>;
}

export interface ProblemData {
  message: string;
  severity: 'error' | 'warning' | 'note';
  node: string | null;
  cycle: string[];
}

export interface Remedy {
  name: string;
  title: string;
}

export interface RefusalData {
  title: string;
  message: string;
  node: string | null;
  cycle: string[];
  remedies: Remedy[];
}

export interface PartData {
  hidden: [string, number][];
  foldable: string[];
  marked: string | null;
  centre: string;
  root: string | null;
  most: number;
}

export interface ShareData {
  title?: string;
  path?: string;
  base?: string;
  query?: string;
  refused?: string;
}

export interface WhySentence {
  text: string;
  names: [number, number, string][];
  nodes: string[];
  moves: [string, string, string][];
  depth: number;
}

export interface WhyLink {
  step: number;
  node: string;
  text: string;
}

export interface WhyData {
  asked: string;
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
}

export interface EditedData {
  text: string;
  nodes: string[];
}

export interface TriedData {
  text: string;
  fill: string;
  ink: string;
  holds: boolean | null;
}

export interface SceneData {
  number: number;
  select: string;
  lecture: boolean;
  mode: string;
  step: number;
}

export interface FileData {
  id: string;
  version: string;
}

export interface StageData {
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
  again?: boolean;
  title?: string;
  expandable?: boolean;
  led?: boolean;
  listens?: boolean;
  orders?: OrderList[];
  share?: ShareData | null;
  scene?: SceneData | null;
  picks?: string[];
  why?: WhyData | null;
  edited?: EditedData | null;
  tried?: Record<string, TriedData>;
  moreProblems?: number;
  refusal?: RefusalData | null;
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
}

export interface Way {
  name: string;
  title: string;
  steps: number[][];
  differences: number[];
  limit: string;
}

export interface StripData {
  name: string;
  values: string[];
}

export interface ControlData {
  id: string;
  leads: [string, string];
  seq: number;
  at: number;
  ways: Way[];
  strip?: StripData | null;
  scene?: SceneData | null;
}

export interface AddressData {
  query: string;
  loose: string[];
  owned: string[];
}

export interface BarEntry {
  name: string;
  title: string;
  line?: string;
  source?: string;
  also?: string;
  picture?: string;
  needs?: string;
}

export interface BarGroup {
  title: string;
  entries: BarEntry[];
}

export interface BarOption {
  name: string;
  title: string;
  help: string;
  value: string;
  kind: 'choice' | 'switch' | 'number' | 'text';
  choices?: [string, string][];
  minimum?: number | null;
  maximum?: number | null;
}

export interface BarRun {
  name: 'algorithm' | 'left' | 'right';
  title: string;
  options: BarOption[];
}

export interface BarAction {
  what: string;
  value: string;
  title: string;
  help?: string;
  pressed?: boolean;
}

export interface BarData {
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
  wrong: string;
  help: string;
  exports: boolean;
}

export interface OpenedMessage {
  id: string;
  title: string;
  step: number;
  edited: boolean;
}

export interface CalledMessage {
  title: string;
  epoch: string;
  opened: string;
  number: string;
}

export interface DocMessage {
  epoch: string;
  rev: number;
  ordersDone: number;
  document: GameDocument;
  opened?: OpenedMessage;
}

export interface StepMessage {
  seq: number;
  step: number;
  endless: EndlessValue;
}

export interface ChunksMessage {
  seq: number;
  wanted: number[];
  number: string;
}

export interface JumpMessage {
  seq: number;
  to: 'change' | 'rise';
  name: string;
  step: number;
  forward: boolean;
  number: string;
}

export interface QuestionsMessage {
  seq: number;
  seed: number;
  on: boolean;
  number: string;
}

export interface AskMessage {
  what: 'arrange';
  layout: string;
  ids: string[];
  pinned: string[];
  aspect: number;
  epoch: string;
  number: string;
}

export type Wish = 'open' | 'fold' | 'reveal' | 'centre' | 'find';

export interface ExpandMessage {
  id: string;
  what: 'open' | 'fold' | 'reveal' | 'centre' | 'find';
  step: number;
  seq: number;
  epoch: string;
  number: string;
}

export interface PickMessage {
  id: string;
  seq: number;
  epoch: string;
  number: string;
}

export interface RemedyMessage {
  name: string;
  seq: number;
  epoch: string;
  number: string;
}

export interface WhyMessage {
  what: 'ask' | 'close' | 'play' | 'compare';
  id: string;
  expected: string;
  step: number;
  epoch: string;
  number: string;
}

export interface FileMessage {
  name: string;
  content: string;
  number: string;
}

export interface MomentMessage {
  seq: number;
  way: string;
  at: number;
}

export interface BarMessage {
  what: string;
  value: string;
}

export interface FromBrowser {
  doc: DocMessage;
  step: StepMessage;
  chunks: ChunksMessage;
  jump: JumpMessage;
  need: string;
  ask: AskMessage;
  expand: ExpandMessage;
  pick: PickMessage;
  remedy: RemedyMessage;
  file: FileMessage;
  questions: QuestionsMessage;
  why: WhyMessage;
  moment: MomentMessage;
  called: CalledMessage;
  bar: BarMessage;
}
