/** Orders of message patterns. Addresses contain them, so that the sorting itself can be loaded on demand. */
export const patternOrders = ['frequent', 'rare', 'new', 'grown'] as const;
export type PatternOrder = (typeof patternOrders)[number];

/** Order that a user can choose: `changed` begins with what has changed since an earlier range (`byChange`). */
export type ChosenPatternOrder = PatternOrder | 'changed';
