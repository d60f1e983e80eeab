// Types that parts of the page have in common.

export type MenuEntry = { title: string; hint?: string; run: () => void; pressed?: boolean } | '-';

export type Timer = ReturnType<typeof setTimeout>;
/** The one element of a part that a selector names. */
export type Find = (selector: string) => HTMLElement;
/** Of what is said of something that the user did: it was done, it was not, or it is worth knowing. */
export type Tone = 'done' | 'refused' | 'note';
