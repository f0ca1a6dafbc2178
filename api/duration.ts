/** ISO 8601 periods such as `PT5M`, `P1D`, `P1M`, the format of the searches configuration (contract search K1, T4). */

export interface Duration {
  /** Calendar months; a year counts as twelve. */
  readonly months: number;
  readonly seconds: number;
}

const pattern =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

const day = 86_400;

/** Parses a period; undefined when the text is no period. */
export function parseDuration(text: string): Duration | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number((part as string | undefined) ?? 0));
  return { months: years * 12 + months, seconds: weeks * 7 * day + days * day + hours * 3600 + minutes * 60 + seconds };
}

/** Length in seconds, a month counting as 30 days; undefined when the text is no period. */
function secondsOf(text: string): number | undefined {
  const duration = parseDuration(text);
  return duration && duration.months * 30 * day + duration.seconds;
}

/**
 * Length of a period in seconds, a month counting as 30 days; 0 when the text is no period. Used for ordering and for
 * relative ranges.
 */
export function durationSeconds(text: string): number {
  return secondsOf(text) ?? 0;
}

/** Length of a period in milliseconds, a month counting as 30 days; undefined when the text is no period. */
export function durationMs(text: string): number | undefined {
  const seconds = secondsOf(text);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Formats seconds in the shortest common form: 90 → `PT1M30S`, 86400 → `P1D`, 0 → `PT0S`. */
export function formatDuration(seconds: number): string {
  if (seconds <= 0) return 'PT0S';
  const days = Math.floor(seconds / day);
  const hours = Math.floor((seconds % day) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  const time = [hours && `${hours}H`, minutes && `${minutes}M`, rest && `${rest}S`].filter(Boolean).join('');
  return `P${days ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

/**
 * Returns the instant (ms) that lies this duration earlier. Months follow the UTC calendar; a day that the target month
 * lacks becomes its last day.
 */
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
