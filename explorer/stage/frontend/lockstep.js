// One control for two stages side by side: each is led to the step that it has at a moment. What stands side by side,
// and where a difference begins, was worked out in Python (explorer/comparison/align.py).
import { h } from './panel.js';
import { Player } from './player.js';

export class Lockstep {
  constructor(stages) {
    this.stages = stages; // every stage of the page, by id
    this.ways = [];
    this.root = h('div', { className: 'lockstep' });
    this.root.innerHTML = `
      <div class="ways" role="radiogroup" aria-label="In lock-step"></div><div class="transport" role="toolbar" aria-label="Both"></div>
      <button type="button" class="next" title="To the next moment at which a difference begins">Next difference</button><output class="which"></output>`;
    this.find = selector => this.root.querySelector(selector);
    this.player = new Player(this.find('.transport'), () => this.catchUp());
    this.find('.ways').addEventListener('click', event => { const { way } = event.target.dataset; if (way) this.choose(way); });
    this.find('.next').addEventListener('click', () => this.toNextDifference());
    this.root.addEventListener('keydown', event => this.press(event));
    this.root.control = this; // a handle for tests
  }

  attach(parent) {
    if (this.parent === parent) return;
    this.parent = parent;
    parent.appendChild(this.root);
    (parent.host ?? parent).closest('[class*="st-key-"]')?.style.setProperty('opacity', '1', 'important'); // no fading while Python runs
  }

  detach(parent) {
    if (this.parent !== parent) return;
    this.player.pause();
    this.root.remove();
    this.parent = null;
  }

  apply(data) {
    this.leads = data.leads;
    if (data.seq !== this.seq) {
      this.seq = data.seq;
      this.ways = data.ways;
      this.way = this.ways.find(({ name }) => name === this.way?.name) ?? this.ways[0];
      this.find('.ways').replaceChildren(...this.ways.map(({ name, title }) => this.button(name, title)));
      this.player.load(this.length, 0);
    }
    this.catchUp();
  }

  button(name, title) {
    const button = h('button', { type: 'button', textContent: title });
    button.dataset.way = name;
    button.setAttribute('role', 'radio');
    return button;
  }

  get length() { return this.way?.steps[0].length ?? 0; }

  // Brings every stage that is there to its step of the present moment.
  catchUp() {
    this.leads?.forEach((id, side) => {
      const stage = this.stages.get(id);
      if (!stage) return;
      stage.leader = this;
      if (stage.frames && this.length) stage.player.go(this.way.steps[side][this.player.at]);
    });
    this.tell();
  }

  // Another way to step, from about where the stages stand.
  choose(name) {
    const step = this.way?.steps[0][this.player.at] ?? 0;
    this.way = this.ways.find(way => way.name === name);
    this.player.pause();
    this.player.load(this.length, this.momentOf(0, step));
    this.catchUp();
  }

  // Called when a step of one stage was chosen.
  goTo(stage, step) { this.player.go(this.momentOf(Math.max(0, this.leads.indexOf(stage.data.id)), step)); }

  // The last moment at which the stage of a side has not gone past a step.
  momentOf(side, step) {
    const later = this.way.steps[side].findIndex(other => other > step);
    if (later > 0) return later - 1;
    return later < 0 ? Math.max(0, this.way.steps[side].indexOf(step)) : 0;
  }

  // The keys of the player, while the control has the focus; elsewhere they are those of a stage.
  press(event) {
    event.stopPropagation(); // else Streamlit acts on r and c
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey, presses = [' ', 'Enter'].includes(event.key) && event.target.matches('button');
    if (plain && !presses && !event.target.matches('select') && this.player.key(event.key)) event.preventDefault();
  }

  toNextDifference() {
    const next = this.way?.differences.find(moment => moment > this.player.at);
    this.player.pause();
    if (next !== undefined) this.player.go(next);
  }

  tell() {
    const { differences = [] } = this.way ?? {}, seen = differences.filter(moment => moment <= this.player.at).length;
    for (const button of this.find('.ways').children) {
      const chosen = button.dataset.way === this.way?.name;
      for (const name of ['aria-checked', 'aria-pressed']) button.setAttribute(name, chosen);
    }
    this.find('.next').disabled = seen === differences.length;
    this.find('.which').textContent = this.length ? `${words(seen, differences.length)}${this.way.limit ? ` ${this.way.limit}` : ''}` : '';
  }
}

function words(seen, all) {
  if (!all) return 'no difference';
  return seen ? `difference ${seen} of ${all}` : `${all} difference${all > 1 ? 's' : ''} ahead`;
}
