/**
 * Computes calendar days as plain `YYYY-MM-DD` texts: without instants and time zones, a day cannot shift to its
 * neighbour.
 */

export type Day = `${number}-${number}-${number}`;

const dayMs = 86_400_000;

const asUtc = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
const asDay = (utc: number): Day => new Date(utc).toISOString().slice(0, 10) as Day;

/** Returns true if the text begins with an existing day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = asUtc(text);
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time) && asDay(time) === text.slice(0, 10);
}

export function addDays(day: string, days: number): Day {
  return asDay(asUtc(day) + days * dayMs);
}

/** Returns the day with the same number in the month `months` later, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return asDay(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)));
}

export const monthOf = (day: string): string => day.slice(0, 7);

/** Returns the weekday from 0 (Monday) to 6 (Sunday). */
export function weekdayOf(day: string): number {
  return (new Date(asUtc(day)).getUTCDay() + 6) % 7;
}

/** Returns six weeks from the Monday on or before the first of the month, so that every month has the same height. */
export function weeksOf(month: string): readonly (readonly Day[])[] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  return Array.from({ length: 6 }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => addDays(start, week * 7 + day)),
  );
}

/** Returns the name of a month (`YYYY-MM`) in the given language: `November 2026`. */
export function monthName(month: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    asUtc(`${month}-01`),
  );
}

/** Returns the full name of a day for screen readers: `Friday, 20 November 2026`. */
export function dayName(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(asUtc(day));
}
