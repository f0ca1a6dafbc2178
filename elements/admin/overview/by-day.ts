/** Sums hourly traffic by day. */

export interface DayOfTraffic {
  /** Date in UTC, 2026-11-20. */
  readonly date: string;
  readonly bytes: number;
}

const dayMs = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Returns the last days including today, each with the sum of its hourly (or daily) buckets; days without traffic are
 * 0.
 * @param buckets bytes by start of an hour or day, ISO 8601
 * @param now epoch milliseconds
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
