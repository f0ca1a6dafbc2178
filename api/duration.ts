/**
 * Periods in ISO 8601 such as `PT5M`, `P1D` or `P1M`, as the configuration of searches has them (contract search K1,
 * T4).
 */

export interface Duration {
  /** Number of calendar months; a year counts as twelve months. */
  readonly months: number;
  readonly seconds: number;
}

const pattern =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

const day = 86_400;

/** Parses an ISO 8601 period; returns undefined when the text is none. */
export function parseDuration(text: string): Duration | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number((part as string | undefined) ?? 0));
  return { months: years * 12 + months, seconds: weeks * 7 * day + days * day + hours * 3600 + minutes * 60 + seconds };
}

/** Returns the length of a period in seconds, with months of 30 days; undefined when the text is no period. */
function secondsOf(text: string): number | undefined {
  const duration = parseDuration(text);
  return duration && duration.months * 30 * day + duration.seconds;
}

/**
 * Returns the length of a period in seconds, with months of 30 days; 0 when the text is no period. It serves to order
 * periods and to build relative ranges.
 */
export function durationSeconds(text: string): number {
  return secondsOf(text) ?? 0;
}

/** Returns the length of a period in milliseconds, with months of 30 days; undefined when the text is no period. */
export function durationMs(text: string): number | undefined {
  const seconds = secondsOf(text);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Formats seconds as a period in its shortest usual form: 90 as `PT1M30S`, 86400 as `P1D`, 0 as `PT0S`. */
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
 * Returns the instant in epoch milliseconds that lies the given period before `instant`. Months follow the UTC
 * calendar. A day that does not exist in the resulting month becomes the last day of that month.
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
