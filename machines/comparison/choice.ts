/** The earlier range of a comparison: the range directly before, or the same range a number of seconds earlier. */
export type Comparison = { readonly type: 'previous' } | { readonly type: 'ago'; readonly seconds: number };

/** Maximum distance in seconds, ten years, so that all servers can read every instant. */
export const mostSecondsAgo = 10 * 366 * 86_400;
