// Estimates the shape of the canvas, width over height, before anything of the page is there, and leaves it in a cookie
// for explorer/app/window.py: the first graph is laid out for the window. Sizes are those of page.css and stage.css.
(() => {
  const [SIDE_BAR, EDGES] = [240, 16]; // px
  // Widths up to which the side bar is folded, the panel lies below, and is gone.
  const [NARROW, SMALL, PHONE] = [768, 900, 640];
  const { innerWidth: width, innerHeight: height } = window;
  const isLecture = new URLSearchParams(location.search).has('lecture');
  const panel = Math.min(360, Math.max(220, 0.2 * width));
  const beside = (width > NARROW && !isLecture ? SIDE_BAR : 0) + (width > SMALL ? panel + 10 : 0) + EDGES;
  const below = width > SMALL ? 210 : width > PHONE ? 400 : 410; // tools, caption, transport
  const aspect = Math.max(100, width - beside) / Math.max(100, height - below);
  document.cookie = `canvas=${aspect.toFixed(2)}; path=/; SameSite=Lax`;
})();
