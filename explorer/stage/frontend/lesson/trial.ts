// Values on trial: the reader types values for some nodes, and the minimax rule is checked at these nodes.
import { approximate, isSame, noScore, parseScore, scoreText } from '../model/scores.ts';
import { h } from '../page/dom.ts';
import type { TrialData, TrialNode, TriedData } from '../messages.ts';
import type { AnswerRecord } from './answer_record.ts';

type Score = number | string;
export type Check = { id: string; holds: boolean; words: string };
type Looks = Record<string, TriedData>;

/** Whether the rule holds at each node, once every node has a value. */
export function ruleChecks(nodes: readonly TrialNode[], values: ReadonlyMap<string, Score>): Check[] {
  if (nodes.some(({ id }) => !values.has(id))) return [];
  return nodes.map((node) => check(node, values));
}

function check({ id, name, operator, sign, successors }: TrialNode, values: ReadonlyMap<string, Score>): Check {
  const numbers = successors.map(([next, , score]) => turned(values.get(next) ?? score ?? 0, sign));
  const before = (one: Score, other: Score) => (approximate(one) < approximate(other)) === (operator === 'min');
  const result = numbers.reduce((best, each) => before(each, best) ? each : best);
  const names = successors.map(([, next]) => `${sign < 0 ? '−' : ''}${next}`).join(', ');
  const value = values.get(id) ?? 0;
  const rule = `${operator}{${names}} = ${operator}{${numbers.map(scoreText).join(', ')}} = ${scoreText(result)}`;
  return { id, holds: isSame(value, result), words: `${name} = ${scoreText(value)}, and ${rule}` };
}

/** A score as the other player sees it. */
function turned(score: Score, sign: number): Score {
  if (sign > 0) return score;
  return typeof score === 'number' ? 0 - score : score.startsWith('-') ? score.slice(1) : `-${score}`;
}

export class Trial {
  checks = h('div', { className: 'verdict' });

  /** @param show is given the looks of nodes for the canvas */
  constructor(
    element: Element,
    readonly data: TrialData,
    readonly record: AnswerRecord,
    readonly prefix: string,
    readonly show: (looks: Looks) => void,
  ) {
    const fields = data.nodes.map(({ id, name }) => {
      const input = h('input', {
        type: 'text',
        size: 6,
        maxLength: 60,
        autocomplete: 'off',
        value: record.get(this.key(id)),
      });
      input.addEventListener('input', () => {
        record.set(this.key(id), input.value);
        this.update();
      });
      return h('label', {}, `Value of ${name} `, input);
    });
    this.checks.setAttribute('role', 'status');
    element.replaceChildren(h('div', { className: 'fields' }, ...fields), this.checks);
  }

  key(id: string) {
    return `${this.prefix}.try.${id}`;
  }

  update() {
    const texts = new Map(this.data.nodes.map(({ id }) => [id, this.record.get(this.key(id)).trim()]));
    const values = new Map<string, Score>();
    const faults: string[] = [];
    for (const [id, text] of texts) {
      const score = parseScore(text);
      if (score !== undefined) values.set(id, score);
      else if (text) faults.push(noScore(text));
    }
    const checks = ruleChecks(this.data.nodes, values);
    const rows = checks.map(({ holds, words }) =>
      h('p', { className: holds ? 'correct' : 'incorrect', textContent: words })
    );
    const isSolved = checks.every(({ holds }) => holds);
    const words = isSolved ? 'The rule holds at every node.' : 'The rule does not hold everywhere.';
    this.checks.replaceChildren(
      ...faults.map((text) => h('p', { textContent: text })),
      ...rows,
      ...(checks.length ? [h('p', {}, h('b', { textContent: words }))] : []),
    );
    this.checks.className = `verdict${checks.length ? isSolved ? ' is-right' : ' is-wrong' : ''}`;
    this.show(values.size ? this.looks(values, checks) : {});
  }

  looks(values: ReadonlyMap<string, Score>, checks: Check[]): Looks {
    const holding = new Map(checks.map(({ id, holds }) => [id, holds]));
    const looks: Looks = { ...this.data.leaves };
    for (const [id, value] of values) {
      looks[id] = { ...this.look(value), text: scoreText(value), holds: holding.get(id) ?? null };
    }
    return looks;
  }

  /** The look of the nearest score that has one. */
  look(value: Score): TriedData {
    const far = ([score]: [Score, TriedData]) => Math.abs(approximate(score) - approximate(value));
    return this.data.looks.reduce((best, each) =>
      far(each as [Score, TriedData]) < far(best as [Score, TriedData]) ? each : best
    )[1];
  }
}
