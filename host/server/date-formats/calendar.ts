/**
 * Computes calendar fields of local time, which is given as milliseconds since 1970-01-01T00:00 of a wall clock,
 * without a time zone. The calendar is the proleptic Gregorian calendar of ISO 8601; weeks begin on Monday, and week 1
 * is the week with the first Thursday of the year.
 */

export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

export interface LocalFields {
  readonly year: number;
  /** Month from 1 to 12. */
  readonly monthOfYear: number;
  readonly dayOfMonth: number;
  /** Day of the week from 1 (Monday) to 7. */
  readonly dayOfWeek: number;
  readonly dayOfYear: number;
  readonly hourOfDay: number;
  readonly minuteOfHour: number;
  readonly secondOfMinute: number;
  readonly millisOfSecond: number;
  /** Week from 1 to 53. */
  readonly weekOfWeekyear: number;
  readonly weekyear: number;
}

/**
 * Returns the local time of the midnight at which a day begins. `Date.UTC` alone would interpret the years 0 to 99 as
 * 1900 to 1999.
 */
export function localDay(year: number, monthOfYear: number, dayOfMonth: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, monthOfYear - 1, dayOfMonth);
  return date.getTime();
}

export const daysOfMonth = (year: number, monthOfYear: number): number =>
  new Date(localDay(year, monthOfYear + 1, 0)).getUTCDate();

/** Returns the day of the week from 1 (Monday) to 7. */
const weekdayOf = (local: number): number => new Date(local).getUTCDay() || 7;

/** Returns the local time at which the week of a local time began: midnight of its Monday. */
export const weekStart = (local: number): number => Math.floor(local / dayMs) * dayMs - (weekdayOf(local) - 1) * dayMs;

/** Returns the local time at which week 1 begins: midnight of the Monday of the week that contains 4 January. */
export const weekyearStart = (weekyear: number): number => weekStart(localDay(weekyear, 1, 4));

export const weeksOfWeekyear = (weekyear: number): number =>
  Math.round((weekyearStart(weekyear + 1) - weekyearStart(weekyear)) / (7 * dayMs));

export function localFields(local: number): LocalFields {
  const date = new Date(local);
  const year = date.getUTCFullYear();
  // The Thursday of a week is always in the year that the week belongs to.
  const weekyear = new Date(weekStart(local) + 3 * dayMs).getUTCFullYear();
  return {
    year,
    monthOfYear: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    dayOfWeek: weekdayOf(local),
    dayOfYear: Math.floor((local - localDay(year, 1, 1)) / dayMs) + 1,
    hourOfDay: date.getUTCHours(),
    minuteOfHour: date.getUTCMinutes(),
    secondOfMinute: date.getUTCSeconds(),
    millisOfSecond: date.getUTCMilliseconds(),
    weekOfWeekyear: Math.floor((local - weekyearStart(weekyear)) / (7 * dayMs)) + 1,
    weekyear,
  };
}
