// Entry of the page of a class: a lesson page that listens to its room. It follows the lecturer until its reader turns
// to something else, and takes votes; with the lecturer's token it leads all others.
// #lecturer=TOKEN in the address is the lecturer's; a fragment reaches no server and no log.
import { path, token } from './token.ts'; // before the lesson
import { deck } from './deck.ts';
import { showGraph, takeGraphCount } from './gallery.ts';
import { type Poll, Polls, type Question } from './polls.ts';

type Scene = { slide: number; step: number | null; selected: string; graph?: number };
type Told = {
  scene?: Scene;
  graph?: number; // that the class sees; 0 for the lesson
  graphs?: number; // that were handed in
  polls?: Poll[];
  voter?: string;
  lecturer?: { here: number; drives: boolean };
  refusal?: string;
  end?: string;
};

const LOOK = 40; // ms between two looks at what the lecturer shows
const LEAST = 90; // ms between two scenes that are sent
const PATIENCE = [300, 3000]; // ms until a lost connection is tried again, at first and at most
const VOTER = 'game graph explorer voter';

const element = (id: string) => document.getElementById(id) as HTMLElement;
const { questions, program }: { questions: Question[][]; program: string } = JSON.parse(
  element('room').dataset.room ?? '',
);
const graph = Number(/\/graphs\/(\d+)$/.exec(location.pathname)?.[1] ?? 0); // that this page shows

let socket: WebSocket | undefined;
let patience = PATIENCE[0];
let isOver = ''; // why there will be no connection any more
let isConnected = false;
let isFollowing = true;
let drives = false;
let wasThere = false; // whether the present scene was taken over once
let here = 0;
let last: Scene | undefined; // of the lecturer
let graphOfClass = graph;
let isTurning = false; // to the page of another graph
let sent = '';
let sentAt = 0;

const polls = new Polls(questions, send, token !== '');

/** The id of this browser among voters; where nothing can be kept, that of this page. */
function voter(name?: string) {
  try {
    if (name) localStorage.setItem(`${VOTER} ${path}`, name);
    return localStorage.getItem(`${VOTER} ${path}`) ?? '';
  } catch {
    return name ?? '';
  }
}

function send(message: object) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

// ---- the connection

function connect() {
  const opened = socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}${path}/live`);
  opened.onopen = () => send({ token, voter: voter() });
  opened.onmessage = ({ data }) => take(JSON.parse(data));
  opened.onclose = () => {
    isConnected = false;
    if (!isOver) setTimeout(connect, patience * (0.7 + 0.6 * Math.random()));
    patience = Math.min(PATIENCE[1], patience * 1.7);
    showState();
  };
}

function take(told: Told) {
  isConnected = true;
  patience = PATIENCE[0];
  if (told.end) isOver = told.end;
  if (told.voter) voter(told.voter);
  if (told.lecturer) {
    ({ here, drives } = told.lecturer);
    if (drives && wasThere) sent = ''; // what this device shows counts, whatever the room has
  }
  if (told.scene) {
    last = told.scene;
    graphOfClass = told.graph ?? 0;
    if (!wasThere || !drives || graphOfClass !== graph) follow();
    wasThere = true;
  }
  if (told.graphs !== undefined) takeGraphCount(told.graphs);
  if (told.polls) polls.take(told.polls);
  if (told.refusal) polls.refuse(told.refusal);
  showState();
}

// ---- following and leading

function follow() {
  if ((!isFollowing && !drives) || !last) return;
  if (graphOfClass !== graph) return turn();
  if (last.step === null) return;
  deck.go(last.slide, last.step, last.selected);
  sent = JSON.stringify(present());
  showProgram();
}

/** Turns to the page of the graph that the class sees, or to that of the lesson. */
function turn() {
  if (isTurning) return;
  isTurning = true;
  location.replace(graphOfClass ? `${path}/graphs/${graphOfClass}` : path);
}

function present(): Scene {
  return { slide: deck.slide, step: deck.step, selected: deck.selected, graph };
}

/** Tells the room what the lecturer shows, if it is something else than before. */
function lead() {
  polls.look();
  showProgram();
  if (!drives || !wasThere || graphOfClass !== graph || performance.now() - sentAt < LEAST) return;
  const text = JSON.stringify(present());
  if (text === sent) return;
  sent = text;
  sentAt = performance.now();
  send({ scene: present() });
}

function leave() {
  if (token && drives) return;
  isFollowing = false;
  showState();
}

const OWN_KEYS = ['PageUp', 'PageDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', ' '];
addEventListener('pointerdown', (event) => {
  const pressed = event.target as Element;
  if (pressed.closest('#previous, #next') || (pressed.closest('#stage') && !polls.takesNodes)) leave();
}, { capture: true });
addEventListener('keydown', ({ key, target }) => {
  const isOfStage = Boolean((target as Element).closest?.('#stage'));
  if (key.startsWith('Page') || (OWN_KEYS.includes(key) && (isOfStage || target === document.body))) leave();
}, { capture: true });

// ---- the bar

function showState() {
  const state = element('state');
  const isAway = !isFollowing || (token !== '' && !drives);
  state.textContent = isOver ||
    (!isConnected
      ? 'Connecting again …'
      : token
      ? drives ? `You lead ${here === 1 ? '1 browser' : `${here} browsers`}` : 'Another device leads the class'
      : isFollowing
      ? 'Following the lecturer'
      : 'You are looking around');
  state.classList.toggle('detached', isAway || !isConnected || isOver !== '');
  element('return').hidden = isFollowing || drives;
  element('drive').hidden = !token || drives || !isConnected;
  element('votes').hidden = !token;
  element('lesson').hidden = !token || !graph;
}

function showProgram() {
  const link = element('program') as HTMLAnchorElement;
  const address = program.replace('SLIDE', `${deck.slide + 1}`);
  if (link.getAttribute('href') !== address) link.href = address;
}

async function saveVotes() {
  const answer = await fetch(`${path}/votes.csv`, { method: 'POST', body: token });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = 'votes.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

element('return').addEventListener('click', () => {
  isFollowing = true;
  follow();
  showState();
});
element('drive').addEventListener('click', () => {
  sent = '';
  send({ drive: true });
});
element('lesson').addEventListener('click', () => showGraph(0));
element('votes').addEventListener('click', saveVotes);
element('invite').addEventListener('click', () => (element('code') as HTMLDialogElement).showModal());
addEventListener('online', () => patience = PATIENCE[0]);
setInterval(lead, LOOK);
showState();
connect();
