/** Computes the traffic of each day from the traffic of hours. */

export interface DayOfTraffic {
  /** Date in UTC, such as `2026-11-20`. */
  readonly date: string;
  readonly bytes: number;
}

const dayMs = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Returns the last days including today, each with the sum of its buckets; a day without traffic has 0 bytes.
 * @param buckets bytes by the start of an hour or day, in ISO 8601
 * @param days number of days
 * @param now present time in ms since the epoch
 */
export function byDay(buckets: Readonly<Record<string, number>>, days: number, now: number): readonly DayOfTraffic[] {
  const sums = new Map(Array.from({ length: days }, (_, at) => [dateOf(now - (days - 1 - at) * dayMs), 0]));
  for (const [start, bytes] of Object.entries(buckets)) {
    const time = Date.parse(start);
    const date = Number.isFinite(time) ? dateOf(time) : undefined;
    const sum = date === undefined ? undefined : sums.get(date);
    if (date !== undefined && sum !== undefined && Number.isFinite(bytes)) sums.set(date, sum + bytes);
  }
  return Array.from(sums, ([date, bytes]) => ({ date, bytes }));
}
