/** Traffic of hours, summed by day. */

export interface DayOfTraffic {
  /** 2026-11-20, UTC. */
  readonly date: string;
  readonly bytes: number;
}

const dayMs = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * The last days, today included, each with what the buckets of its hours (or its own) say; days without any are 0.
 * @param buckets bytes by the beginning of an hour or a day, ISO 8601
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
