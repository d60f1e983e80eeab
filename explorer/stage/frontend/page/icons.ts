// The pictures on the buttons, drawn as SVG so that they do not depend on installed fonts. 24 × 24 units.
const PATHS = {
  previous: '<path d="M17 5 6 12l11 7z"/>',
  next: '<path d="M7 5l11 7-11 7z"/>',
  play: '<path d="M7 4l13 8-13 8z"/>',
  pause: '<path d="M7 5h3v14H7zM14 5h3v14h-3z"/>',
  max: '<circle cx="12" cy="12" r="8"/>',
  min: '<rect x="5" y="5" width="14" height="14"/>',
  mover: '<circle cx="12" cy="12" r="8"/>',
  leaf: '<path d="M12 3l9 9-9 9-9-9z"/>',
  open: '<path class="hollow" d="M8 4h8l5 8-5 8H8l-5-8z" stroke-dasharray="3 2.4"/>',
  connect: '<circle cx="6" cy="18" r="3"/><path class="hollow" d="M8.5 15.5 19 5M12 5h7v7"/>',
  undo: '<path class="hollow" d="M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12"/>',
  redo: '<path class="hollow" d="M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 12"/>',
  delete: '<path class="hollow" d="M6 6l12 12M18 6 6 18"/>',
  fit: '<path class="hollow" d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"/>',
  'zoom-in': '<path class="hollow" d="M12 5v14M5 12h14"/>',
  'zoom-out': '<path class="hollow" d="M5 12h14"/>',
  arrange: '<path class="hollow" d="M12 3v5M12 8H5v4M12 8h7v4"/>' +
    '<circle cx="5" cy="16" r="3.5"/><circle cx="19" cy="16" r="3.5"/>',
  more: '<circle cx="5" cy="12" r="1.6"/><circle cx="12" cy="12" r="1.6"/><circle cx="19" cy="12" r="1.6"/>',
  share: '<circle cx="18" cy="5" r="3"/><circle cx="6" cy="12" r="3"/><circle cx="18" cy="19" r="3"/>' +
    '<path class="hollow" d="M8.6 10.5l6.8-4M8.6 13.5l6.8 4"/>',
  text: '<path class="hollow" d="M4 6h16M4 11h10M4 16h16M4 21h8"/>',
  add: '<path class="hollow" d="M12 5v14M5 12h14"/>',
  duplicate: '<path class="hollow" d="M9 9h11v11H9zM15 9V4H4v11h5"/>',
  rename: '<path class="hollow" d="M4 20l1-5L16 4l4 4L9 19z"/>',
  bin: '<path class="hollow" d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5"/>',
  side: '<path class="hollow" d="M3 5h18v14H3zM9 5v14"/>',
  panel: '<path class="hollow" d="M3 5h18v14H3zM15 5v14"/>',
  lecture: '<path class="hollow" d="M3 4h18v12H3zM12 16v5M7 21h10"/>',
};

export type Icon = keyof typeof PATHS;

export const icon = (name: Icon) =>
  `<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">${PATHS[name]}</svg>`;
