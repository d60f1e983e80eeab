// Estimates the shape of the canvas, width over height, before anything of the page is there, and leaves it in a cookie
// for explorer/app/window.py: the first graph is laid out for the window. Sizes are those of page.css and stage.css.
(() => {
  const EDGES = 16; // px
  // Widths from which on words stand beside the steps; at which the panel is below, and gone.
  const [WIDE, SMALL, PHONE] = [1200, 900, 640]; // px
  const { innerWidth: width, innerHeight: height } = window;
  const panel = Math.min(360, Math.max(220, 0.2 * width));
  const beside = (width > SMALL ? panel + 10 : 0) + EDGES;
  const below = width > WIDE ? 145 : width > SMALL ? 190 : width > PHONE ? 430 : 440; // bar, caption, transport
  const aspect = Math.max(100, width - beside) / Math.max(100, height - below);
  document.cookie = `canvas=${aspect.toFixed(2)}; path=/; SameSite=Lax`;
})();
