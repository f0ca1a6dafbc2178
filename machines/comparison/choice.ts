/** Which earlier range is compared: the one directly before, or the same range a number of seconds ago. */
export type Comparison = { readonly type: 'previous' } | { readonly type: 'ago'; readonly seconds: number };

/** A range cannot be shifted by more than ten years, so that every instant stays readable for all servers. */
export const mostSecondsAgo = 10 * 366 * 86_400;
