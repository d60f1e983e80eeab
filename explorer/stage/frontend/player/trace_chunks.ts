// Requests to Python for the missing parts of a long trace: chunks of steps, and targets of jumps.
import { newId, Request } from '../session/requests.ts';
import type { Frames } from './frames.ts';
import type { JumpData, JumpMessage } from '../messages.ts';
import type { Timer } from '../page/types.ts';
import type { Store } from '../store.ts';

const AGAIN_AFTER = 2000; // ms; a message that came with another one may be lost
const AHEAD = 0.4; // of a chunk: that near its end the next one is asked for

export type Jump = Pick<JumpMessage, 'to' | 'name' | 'forward'>;

export class TraceChunks {
  frames: Frames | null = null;
  missing = new Set<number>(); // numbers of the chunks that were asked for
  jumping: (Jump & { number: string; step: number }) | undefined;
  question = new Request();
  asking: Timer | undefined;

  /** `landed` is called with the step that a jump leads to, if there is one. */
  constructor(readonly store: Store, readonly landed: (jump: Jump, step?: number) => void) {}

  /** Names the trace that is shown. */
  get seq() {
    return this.store.versions.seq;
  }

  load(frames: Frames | null) {
    clearTimeout(this.asking);
    this.question.end();
    this.asking = undefined;
    this.frames = frames;
    this.missing.clear();
    this.jumping = undefined;
  }

  /** Sees to it that a step comes, if it is not here. */
  want(step: number) {
    const { frames } = this;
    if (!frames || step < 0 || step >= frames.length || frames.chunkAt(step)) return;
    this.missing.add(frames.numberOf(step));
    this.asking ??= setTimeout(() => this.ask());
  }

  /** Sees to it that the steps around one come before they are needed. */
  wantAround(step: number) {
    if (!this.frames) return;
    const some = Math.floor(AHEAD * this.frames.trace.chunkLength);
    this.want(step + some);
    this.want(step - some);
  }

  ask() {
    clearTimeout(this.asking);
    this.asking = undefined;
    if (!this.missing.size || !this.store.isHere) return;
    this.store.actions.send('chunks', { seq: this.seq, chunks: [...this.missing], number: newId() });
    this.asking = setTimeout(() => this.ask(), AGAIN_AFTER);
  }

  /** @param number of a chunk that has come */
  came(number: number) {
    this.missing.delete(number);
  }

  /**
   * Goes on, or back, to where something happens; what is here in full needs no question, but of a node that is not
   * shown (`isAway`) nothing is here.
   */
  jump(jump: Jump, from: number, isAway = false) {
    const { frames } = this;
    if (!frames) return;
    if (!frames.isWhole || isAway) {
      this.askJump({ ...jump, step: from });
      return;
    }
    const steps = jump.to === 'change' ? frames.changesOf(jump.name) : frames.risesOf(jump.name);
    const step = jump.forward ? steps.find((each) => each > from) : steps.reverse().find((each) => each < from);
    this.landed(jump, step);
  }

  askJump(jump: Jump & { step: number }) {
    this.question.repeat(() => {
      this.jumping = { ...jump, number: newId() };
      this.store.actions.send('jump', { ...this.jumping, seq: this.seq });
    });
  }

  answer({ number, step }: JumpData) {
    const { jumping } = this;
    if (jumping?.number !== number) return;
    this.question.end();
    this.jumping = undefined;
    this.landed(jumping, step ?? undefined);
  }
}
