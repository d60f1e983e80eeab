// The score of a node as a function of the value of endless play: a sentence, and a plot on whose line the slider moves.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h } from '../vendor/preact-10.29.8/preact.mjs';
import { approximate, scoreText } from '../model/scores.ts';
import { HEIGHT, Plot, scoreAt, WIDTH } from '../player/score_plot.ts';
import type { FunctionData } from '../messages.ts';
import type { Topic } from './topic.ts';

export function ScorePlot({ topic, id }: { topic: Topic; id: string }) {
  const functions = topic.needs.store.functions.value;
  const data = functions?.functions[functions.of[id]];
  if (!data) return null;
  return (
    <div class='function'>
      <div>{data.words}</div>
      {data.lower !== data.upper && <Drawn topic={topic} data={data} />}
    </div>
  );
}

function Drawn({ topic, data }: { topic: Topic; data: FunctionData }) {
  const { endless } = topic.needs.replay;
  const worths = endless.isThere ? endless.worths : [];
  const plot = new Plot(data, worths);
  const { left, right, top, bottom } = plot.axes;
  const worth = approximate(endless.value);
  const spot = plot.spot(worth);
  const bends = plot.bends(data);
  const marks = bends.length || !Number.isFinite(worth) ? bends : [{ spot, score: endless.value }];
  const slide = (event: PointerEvent) => {
    const svg = event.currentTarget as SVGSVGElement;
    if (!worths.length || (event.type === 'pointermove' && !event.buttons)) return;
    if (event.type === 'pointerdown') svg.setPointerCapture(event.pointerId);
    const box = svg.getBoundingClientRect();
    endless.set(plot.nearest(worths, (event.clientX - box.left) * WIDTH / box.width));
  };
  const now = `With the value ${scoreText(endless.value)} it is ${scoreText(scoreAt(data, endless.value))}.`;
  return (
    <Fragment>
      <svg
        class={`plot${worths.length ? ' movable' : ''}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role='img'
        aria-label={`Plot: ${data.words} ${now}`}
        onPointerDown={slide}
        onPointerMove={slide}
      >
        <path class='axes' d={`M${left},${top}V${bottom}H${right}`} />
        {marks.map(({ spot, score }) => (
          <Fragment key={score}>
            <path class='guide' d={`M${left},${spot.y}H${spot.x}V${bottom}`} />
            <text x={left - 9} y={spot.y + 4} text-anchor='end'>{scoreText(score)}</text>
            <text x={spot.x} y={bottom + 13} text-anchor='middle'>{scoreText(score)}</text>
          </Fragment>
        ))}
        <text x={(left + right) / 2} y={HEIGHT - 4} text-anchor='middle'>value of endless play</text>
        <polyline points={plot.line} />
        <circle cx={spot.x} cy={spot.y} r='6' />
      </svg>
      <div class='now'>{now}</div>
    </Fragment>
  );
}
