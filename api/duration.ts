/** ISO 8601 periods such as `PT5M`, `P1D`, `P1M`, as the searches configuration holds them (contract search K1, T4). */

export interface Duration {
  /** Calendar months; a year is twelve. */
  readonly months: number;
  readonly seconds: number;
}

const pattern =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

const day = 86_400;

/** Undefined when the text is no period. */
export function parseDuration(text: string): Duration | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number((part as string | undefined) ?? 0));
  return { months: years * 12 + months, seconds: weeks * 7 * day + days * day + hours * 3600 + minutes * 60 + seconds };
}

/** A month counting as 30 days; undefined when the text is no period. */
function secondsOf(text: string): number | undefined {
  const duration = parseDuration(text);
  return duration && duration.months * 30 * day + duration.seconds;
}

/** Seconds of a period, a month counting as 30 days; 0 for what is no period. Good for ordering and for relative ranges. */
export function durationSeconds(text: string): number {
  return secondsOf(text) ?? 0;
}

/** Milliseconds of a period, a month counting as 30 days; undefined when the text is none. */
export function durationMs(text: string): number | undefined {
  const seconds = secondsOf(text);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** The shortest common form: 90 → `PT1M30S`, 86400 → `P1D`, 0 → `PT0S`. */
export function formatDuration(seconds: number): string {
  if (seconds <= 0) return 'PT0S';
  const days = Math.floor(seconds / day);
  const hours = Math.floor((seconds % day) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  const time = [hours && `${hours}H`, minutes && `${minutes}M`, rest && `${rest}S`].filter(Boolean).join('');
  return `P${days ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

/** Returns the instant (ms) that lies this duration earlier. Months follow the UTC calendar; in a shorter month the last day stands in. */
export function subtractDuration(instant: number, { months, seconds }: Duration): number {
  const date = new Date(instant);
  if (months > 0) {
    const wanted = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() - months);
    const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(wanted, lastDay));
  }
  return date.getTime() - seconds * 1000;
}
