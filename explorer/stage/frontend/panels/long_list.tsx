// A list of very many rows, of which only those in view are drawn; the present one is brought into view.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Component, type ComponentChildren, h } from '../vendor/preact-10.29.8/preact.mjs';

const TALLEST = 8e6; // px that every browser can make an element tall
const BESIDE = 4; // rows that are drawn above and below those in view

interface Props {
  label: string;
  role: 'listbox' | 'rowgroup';
  count: number;
  height: number; // of a row, in px
  at?: number; // the present row
  /** The rows from one number up to another; `top` is where one begins, in px. */
  rows: (first: number, end: number, top: (row: number) => number) => ComponentChildren;
}

export class LongList extends Component<Props> {
  list: HTMLElement | null = null;
  hold = (list: HTMLElement | null) => {
    this.list = list;
  };
  at: number | undefined; // the row that was brought into view last
  sizes = new ResizeObserver(() => this.setState({}));

  override componentDidMount() {
    if (this.list) this.sizes.observe(this.list);
    this.follow();
    this.setState({}); // with the height that it has by now
  }

  override componentDidUpdate() {
    this.follow();
  }

  override componentWillUnmount() {
    this.sizes.disconnect();
  }

  /** The visible height of the list, in px; before its style is there it is as tall as all its rows. */
  get room() {
    return Math.min(this.list?.clientHeight ?? 0, innerHeight);
  }

  // A list of very many rows is taller than a browser can make it: scrolled by one pixel, it moves by more.
  get stretch() {
    const { room, props: { count, height } } = this;
    return count * height > TALLEST ? (count * height - room) / (TALLEST - room) : 1;
  }

  // The height of the list above its upper edge, in px.
  get above() {
    return (this.list?.scrollTop ?? 0) * this.stretch;
  }

  follow() {
    const { list, room, props: { at, height } } = this;
    if (!list || at === this.at) return;
    this.at = at;
    if (at === undefined) return;
    const top = at * height;
    if (top >= this.above && top + height <= this.above + room) return;
    list.scrollTop = (top - room / 2 + height / 2) / this.stretch;
    this.setState({});
  }

  override render() {
    const { room, props: { label, role, count, height, rows } } = this;
    const first = Math.max(0, Math.floor(this.above / height) - BESIDE);
    const end = Math.min(count, first + Math.ceil(room / height) + 2 * BESIDE);
    const hidden = this.above - (this.list?.scrollTop ?? 0);
    return (
      <div
        class='list'
        tabIndex={0}
        role={role}
        aria-label={label}
        ref={this.hold}
        onScroll={() => this.setState({})}
      >
        <div class='rows' style={{ height: `${Math.min(count * height, TALLEST)}px` }}>
          {rows(first, end, (row) => row * height - hidden)}
        </div>
      </div>
    );
  }
}
