// The pictures on the buttons, drawn as SVG so that they do not depend on installed fonts. 24 × 24 units.
const PATHS = {
  first: '<path d="M6 5v14M19 5 9 12l10 7z"/>', previous: '<path d="M17 5 7 12l10 7z"/>', next: '<path d="M7 5l10 7-10 7z"/>',
  last: '<path d="M18 5v14M5 5l10 7-10 7z"/>', play: '<path d="M7 4l13 8-13 8z"/>', pause: '<path d="M7 5h3v14H7zM14 5h3v14h-3z"/>',
  max: '<circle cx="12" cy="12" r="8"/>', min: '<rect x="5" y="5" width="14" height="14"/>', mover: '<circle cx="12" cy="12" r="8"/>',
  leaf: '<path d="M12 3l9 9-9 9-9-9z"/>', open: '<path class="hollow" d="M8 4h8l5 8-5 8H8l-5-8z" stroke-dasharray="3 2.4"/>',
  undo: '<path class="hollow" d="M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12"/>', redo: '<path class="hollow" d="M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 12"/>',
  delete: '<path class="hollow" d="M6 6l12 12M18 6 6 18"/>', fit: '<path class="hollow" d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"/>',
  panel: '<path class="hollow" d="M3 5h18v14H3zM15 5v14"/>', lecture: '<path class="hollow" d="M3 4h18v12H3zM12 16v5M7 21h10"/>',
};

export const icon = name => `<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">${PATHS[name]}</svg>`;
