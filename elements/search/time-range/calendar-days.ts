/** Days of a calendar as plain `YYYY-MM-DD` texts: no instants, no zones, so nothing can shift by a day. */

export type Day = `${number}-${number}-${number}`;

const dayMs = 86_400_000;

const asUtc = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
const asDay = (utc: number): Day => new Date(utc).toISOString().slice(0, 10) as Day;

/** Tells whether the text begins with a day that exists. */
export function isDay(text: string): boolean {
  const time = asUtc(text);
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time) && asDay(time) === text.slice(0, 10);
}

export function addDays(day: string, days: number): Day {
  return asDay(asUtc(day) + days * dayMs);
}

/** Returns the same day of another month, or the last day of a shorter month. */
export function addMonths(day: string, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return asDay(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)));
}

export const monthOf = (day: string): string => day.slice(0, 7);

/** Monday first: 0 to 6. */
export function weekdayOf(day: string): number {
  return (new Date(asUtc(day)).getUTCDay() + 6) % 7;
}

/** Six weeks from the Monday on or before the first of the month, so that every month is equally high. */
export function weeksOf(month: string): readonly (readonly Day[])[] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  return Array.from({ length: 6 }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => addDays(start, week * 7 + day)),
  );
}

/** `November 2026`, in the given language. */
export function monthName(month: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    asUtc(`${month}-01`),
  );
}

/** `Friday, 20 November 2026`, for screen readers. */
export function dayName(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(asUtc(day));
}
