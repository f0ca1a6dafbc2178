/** Writes times for API answers. */

/** Returns a time as ISO 8601 text in UTC, with milliseconds; null without a time. @param time epoch milliseconds */
export const isoOrNull = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();
