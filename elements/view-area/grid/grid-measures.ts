import type { Place } from '../../../machines/view/grid-layout.js';

/** Row height and gap of the widget grid in px (spec 1 §9). */
export const rowPx = 100;
export const gapPx = 12;

/**
 * Container query for narrow screens other than phones, which have a query of their own. The two queries exclude each
 * other, because it is undefined which of two matching container rules applies.
 */
export const narrow = '@container (min-width: 480px) and (max-width: 799.98px)';

/** Returns the value of `grid-area` for a place. */
export const area = ({ x, y, w, h }: Place): string => `${y + 1} / ${x + 1} / span ${h} / span ${w}`;
