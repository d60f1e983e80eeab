// What a long trace lacks in the browser comes from Python: chunks of steps, and where a jump leads.

/**
 * @import { Frames } from './frames.js'
 * @import { JumpData, JumpMessage } from './messages.d.ts'
 * @import { Send, Timer } from './types.d.ts'
 */

const AGAIN_AFTER = 2000; // ms; a message that came with another one may be lost
const AHEAD = 0.4; // of a chunk: that near its end the next one is asked for

/** @typedef {Pick<JumpMessage, 'to' | 'name' | 'forward'>} Jump */

export class TraceChunks {
  /** @type {{ send: Send, isHere: () => boolean, seq: () => number, landed: (jump: Jump, step?: number) => void }} */
  tools;
  /** @type {Frames | null} */
  frames = null;
  /** @type {Set<number>} numbers of the chunks that were asked for */
  wanted = new Set();
  /** @type {(Jump & { number: string, step: number }) | undefined} */
  jumping;
  /** @type {Timer | undefined} */
  jumpingAgain;
  /** @type {Timer | undefined} */
  asking;

  /**
   * `landed` is called with the step that a jump leads to, if there is one.
   * @param {TraceChunks['tools']} tools
   */
  constructor(tools) {
    this.tools = tools;
  }

  /** @param {Frames | null} frames */
  load(frames) {
    clearTimeout(this.asking);
    clearTimeout(this.jumpingAgain);
    this.asking = undefined;
    this.frames = frames;
    this.wanted.clear();
    this.jumping = undefined;
  }

  /**
   * Sees to it that a step comes, if it is not here.
   * @param {number} step
   */
  want(step) {
    const { frames } = this;
    if (!frames || step < 0 || step >= frames.length || frames.chunkAt(step)) return;
    this.wanted.add(frames.numberOf(step));
    this.asking ??= setTimeout(() => this.ask());
  }

  /**
   * Sees to it that the steps around one come before they are needed.
   * @param {number} step
   */
  wantAround(step) {
    if (!this.frames) return;
    const some = Math.floor(AHEAD * this.frames.trace.chunkLength);
    this.want(step + some);
    this.want(step - some);
  }

  ask() {
    clearTimeout(this.asking);
    this.asking = undefined;
    if (!this.wanted.size || !this.tools.isHere()) return;
    this.tools.send('chunks', { seq: this.tools.seq(), wanted: [...this.wanted], number: newNumber() });
    this.asking = setTimeout(() => this.ask(), AGAIN_AFTER);
  }

  /** @param {number} number of a chunk that has come */
  came(number) {
    this.wanted.delete(number);
  }

  /**
   * Goes on, or back, to where something happens; what is here in full needs no question, but of a node that is not
   * shown (`isAway`) nothing is here.
   * @param {Jump} jump
   * @param {number} from
   * @param {boolean} [isAway]
   */
  jump(jump, from, isAway = false) {
    const { frames } = this;
    if (!frames) return;
    if (!frames.isWhole || isAway) {
      this.askJump({ ...jump, step: from }, AGAIN_AFTER);
      return;
    }
    const steps = jump.to === 'change' ? frames.changesOf(jump.name) : frames.risesOf(jump.name);
    const step = jump.forward ? steps.find((each) => each > from) : steps.reverse().find((each) => each < from);
    this.tools.landed(jump, step);
  }

  /**
   * Asks again, each time later: the answer may take long, and a new question ends the work on the one before.
   * @param {Jump & { step: number }} jump
   * @param {number} patience ms
   */
  askJump(jump, patience) {
    clearTimeout(this.jumpingAgain);
    this.jumping = { ...jump, number: newNumber() };
    this.tools.send('jump', { ...this.jumping, seq: this.tools.seq() });
    this.jumpingAgain = setTimeout(() => this.askJump(jump, 2 * patience), patience);
  }

  /** @param {JumpData} found */
  answer({ number, step }) {
    const { jumping } = this;
    if (jumping?.number !== number) return;
    clearTimeout(this.jumpingAgain);
    this.jumping = undefined;
    this.tools.landed(jumping, step ?? undefined);
  }
}

const newNumber = () => `${Math.random()}`; // a value equal to the last would not be sent
