// Run in the page with the stage's element: how long a step takes from the call to the picture, and how fast play runs.
async element => {
  const { stage } = element, { network } = stage.canvas, { player } = stage;
  const painted = () => new Promise(done => network.once('afterDrawing', () => requestAnimationFrame(() => setTimeout(done, 0))));
  const places = () => JSON.stringify(network.getPositions());
  const before = places(), times = [];
  for (let i = 0; i < 40; i++) {
    await new Promise(done => setTimeout(done, 50));
    const start = performance.now(), picture = painted();
    player.go((player.at + 1) % player.length);
    await picture;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  let steps = 0;
  const { show } = player;
  player.show = (...step) => { steps++; show(...step); };
  player.speed = Infinity;
  const start = performance.now();
  while (performance.now() - start < 3000) {
    if (!player.playing) player.play();
    await new Promise(done => setTimeout(done, 10));
  }
  player.pause();
  player.show = show;
  return { median: times[20], worst: times[35], perSecond: (1000 * steps) / (performance.now() - start), still: before === places() };
}
