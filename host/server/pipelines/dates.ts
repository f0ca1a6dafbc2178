/**
 * Arithmetic and properties of dates; calendar fields are computed in the date's own time zone.
 */
import { instantOfLocalOrLater, offsetAt } from '../date-formats/zones.js';
import { EvaluationError } from './function.js';
import { DateTime, Duration, furthestMs, Integer, Period, type Value } from './values.js';

const dayMs = 86_400_000;

/** Returns a Date whose UTC getters return the calendar fields of the date in its own time zone. */
export const localClock = ({ millis, zone }: DateTime): Date => new Date(millis + offsetAt(millis, zone));

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * Adds or subtracts a period. Years, months, weeks and days change the local time in the date's time zone. Hours,
 * minutes, seconds and milliseconds change the instant.
 * @param sign 1: adds the period, -1: subtracts it
 * @throws EvaluationError for a date beyond `furthestMs`
 */
export function plusPeriod(date: DateTime, period: Period, sign: 1 | -1): DateTime {
  let { millis } = date;
  const months = sign * (period.years * 12 + period.months);
  const days = sign * (period.weeks * 7 + period.days);
  if (months !== 0 || days !== 0) {
    const clock = localClock(date);
    if (months !== 0) {
      const total = clock.getUTCFullYear() * 12 + clock.getUTCMonth() + months;
      const [year, month] = [Math.floor(total / 12), ((total % 12) + 12) % 12];
      clock.setUTCFullYear(year, month, Math.min(clock.getUTCDate(), daysInMonth(year, month)));
    }
    const local = clock.getTime() + days * dayMs;
    // Adding days keeps the local time, also if daylight saving time begins or ends in between.
    const offset = offsetAt(millis, date.zone);
    const same = local - offset;
    millis = offsetAt(same, date.zone) === offset ? same : instantOfLocalOrLater(local, date.zone);
  }
  const exact = ((period.hours * 60 + period.minutes) * 60 + period.seconds) * 1000 + period.millis;
  const result = millis + sign * exact;
  // The comparison is negated, because a date beyond the range of JavaScript is NaN.
  if (!(Math.abs(result) <= furthestMs)) throw new EvaluationError('The date is too far from 1970.');
  return new DateTime(result, date.zone);
}

export const between = (left: DateTime, right: DateTime): Duration =>
  new Duration(Math.abs(left.millis - right.millis));

export const plusPeriods = (left: Period, right: Period, sign: 1 | -1): Period =>
  new Period(
    left.years + sign * right.years,
    left.months + sign * right.months,
    left.weeks + sign * right.weeks,
    left.days + sign * right.days,
    left.hours + sign * right.hours,
    left.minutes + sign * right.minutes,
    left.seconds + sign * right.seconds,
    left.millis + sign * right.millis,
  );

/** Returns the week of ISO 8601 and the year to which the week belongs. */
function isoWeek(clock: Date): { readonly week: number; readonly year: number } {
  const thursday = new Date(clock.getTime());
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  return { week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayMs / 7) + 1, year };
}

const dayOfYear = (clock: Date): number =>
  Math.floor((clock.getTime() - Date.UTC(clock.getUTCFullYear(), 0, 1)) / dayMs) + 1;

const millisOfDay = (clock: Date): number => ((clock.getTime() % dayMs) + dayMs) % dayMs;

/** Functions that return the properties of a date, by name; integers have 32 bits, except for `millis`. */
export const dateProperties: Readonly<Record<string, (date: DateTime) => Value>> = {
  year: (date) => Integer.of(localClock(date).getUTCFullYear()),
  monthOfYear: (date) => Integer.of(localClock(date).getUTCMonth() + 1),
  dayOfMonth: (date) => Integer.of(localClock(date).getUTCDate()),
  dayOfWeek: (date) => Integer.of(localClock(date).getUTCDay() || 7),
  dayOfYear: (date) => Integer.of(dayOfYear(localClock(date))),
  hourOfDay: (date) => Integer.of(localClock(date).getUTCHours()),
  minuteOfHour: (date) => Integer.of(localClock(date).getUTCMinutes()),
  secondOfMinute: (date) => Integer.of(localClock(date).getUTCSeconds()),
  millisOfSecond: (date) => Integer.of(localClock(date).getUTCMilliseconds()),
  weekOfWeekyear: (date) => Integer.of(isoWeek(localClock(date)).week),
  weekyear: (date) => Integer.of(isoWeek(localClock(date)).year),
  centuryOfEra: (date) => Integer.of(Math.floor(Math.abs(localClock(date).getUTCFullYear()) / 100)),
  secondOfDay: (date) => Integer.of(Math.floor(millisOfDay(localClock(date)) / 1000)),
  minuteOfDay: (date) => Integer.of(Math.floor(millisOfDay(localClock(date)) / 60_000)),
  millisOfDay: (date) => Integer.of(millisOfDay(localClock(date))),
  millis: (date) => BigInt(date.millis),
  zone: (date) => date.zone,
};
