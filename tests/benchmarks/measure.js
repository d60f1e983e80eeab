// Run in the page with the stage's element: how long a step and a new node take
// from the call to the picture, how fast play runs, and for how long the saves of the document hold up the page.
(async (element) => {
  const { stage } = element;
  const { network } = stage.canvas;
  const { player } = stage;
  const painted = () =>
    new Promise((done) => network.once('afterDrawing', () => requestAnimationFrame(() => setTimeout(done, 0))));
  const places = () => JSON.stringify(network.getPositions());
  const before = places();
  const times = [];
  for (let i = 0; i < 40; i++) {
    await new Promise((done) => setTimeout(done, 50));
    const start = performance.now();
    const picture = painted();
    player.go((player.at + 1) % player.length);
    await picture;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  let steps = 0;
  const { show } = player;
  player.show = (...step) => {
    steps++;
    show(...step);
  };
  player.speed = Infinity;
  const start = performance.now();
  while (performance.now() - start < 3000) {
    if (!player.playing) player.play();
    await new Promise((done) => setTimeout(done, 10));
  }
  player.pause();
  player.show = show;
  const perSecond = (1000 * steps) / (performance.now() - start);
  const still = before === places();
  const adding = [];
  const saving = [];
  const { autosave } = stage.documents ?? {};
  if (stage.editable) {
    const save = autosave.save.bind(autosave);
    autosave.save = () => {
      const start = performance.now();
      const row = save();
      saving.push(performance.now() - start);
      return row;
    };
    for (let i = 0; i < 30; i++) {
      await new Promise((done) => setTimeout(done, 100));
      const start = performance.now();
      const picture = painted();
      stage.editor.add('max', { x: -100 - 60 * i, y: -100 });
      await picture;
      adding.push(performance.now() - start);
    }
    await new Promise((done) => setTimeout(done, 1500));
  }
  adding.sort((a, b) => a - b);
  return {
    adding: adding[15],
    addingWorst: adding[27],
    saving: saving.length ? Math.max(...saving) : 0,
    saves: saving.length,
    median: times[20],
    worst: times[35],
    perSecond,
    still,
  };
});
