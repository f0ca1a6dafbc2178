/** Computes a local time from the fields found in a text, in any order and possibly incomplete. */
import {
  dayMs,
  daysOfMonth,
  hourMs,
  localDay,
  localFields,
  minuteMs,
  secondMs,
  weekStart,
  weeksOfWeekyear,
  weekyearStart,
} from './calendar.js';
import { DateFormatError, type NumberField, type TextField } from './format.js';

type DateField = NumberField | TextField | 'millisOfSecond';

/** Largest year, because JavaScript's dates end in the year 275760. */
const mostYears = 270_000;

export class LocalDate {
  readonly #fields = new Map<DateField, number>();

  set(field: DateField, value: number): void {
    this.#fields.set(field, value);
  }

  /**
   * Returns the milliseconds of the wall clock since 1970-01-01T00:00. Missing fields have the values of that moment; a
   * month or a day without a year or century is in the default year. A weekday together with a date moves the date
   * within its week, as in Joda-Time.
   * @throws DateFormatError for a value out of its range
   */
  local(defaultYear: number): number {
    return this.#day(defaultYear) + this.#timeOfDay();
  }

  #day(defaultYear: number): number {
    let day = this.#yearStart(defaultYear);
    const weekyear = this.#in('weekyear', -mostYears, mostYears);
    if (weekyear !== undefined) day = weekyearStart(weekyear);
    const { year } = localFields(day);
    const month = this.#in('monthOfYear', 1, 12);
    if (month !== undefined) day = localDay(year, month, 1);
    const ofWeekyear = localFields(day).weekyear;
    const week = this.#in('weekOfWeekyear', 1, weeksOfWeekyear(ofWeekyear));
    if (week !== undefined) day = weekyearStart(ofWeekyear) + (week - 1) * 7 * dayMs;
    const dayOfYear = this.#in('dayOfYear', 1, daysOfMonth(year, 2) === 29 ? 366 : 365);
    if (dayOfYear !== undefined) day = localDay(year, 1, dayOfYear);
    const current = localFields(day);
    const dayOfMonth = this.#in('dayOfMonth', 1, daysOfMonth(current.year, current.monthOfYear));
    if (dayOfMonth !== undefined) day = localDay(current.year, current.monthOfYear, dayOfMonth);
    const weekday = this.#in('dayOfWeek', 1, 7);
    return weekday === undefined ? day : weekStart(day) + (weekday - 1) * dayMs;
  }

  #yearStart(defaultYear: number): number {
    const ofEra = this.#in('yearOfEra', 1, mostYears);
    const isBeforeChrist = this.#fields.get('era') === 0;
    const given = this.#in('year', -mostYears, mostYears);
    if (given !== undefined) return localDay(isBeforeChrist ? 1 - Math.abs(given) : given, 1, 1);
    if (ofEra !== undefined) return localDay(isBeforeChrist ? 1 - ofEra : ofEra, 1, 1);
    const century = this.#in('centuryOfEra', 0, mostYears / 100);
    if (century !== undefined) return localDay(century * 100, 1, 1);
    const hasDay = ['monthOfYear', 'dayOfYear', 'dayOfMonth'].some((field) => this.#fields.has(field as DateField));
    return localDay(hasDay ? defaultYear : 1970, 1, 1);
  }

  #timeOfDay(): number {
    const half = this.#fields.get('halfdayOfDay');
    const ofHalf = this.#in('hourOfHalfday', 0, 11) ?? wrapped(this.#in('clockhourOfHalfday', 1, 12), 12);
    const ofDay = this.#in('hourOfDay', 0, 23) ?? wrapped(this.#in('clockhourOfDay', 1, 24), 24);
    // An hour of the half-day takes precedence over an hour of the day, which then only determines a missing half.
    const hour =
      ofHalf === undefined ? (ofDay ?? (half ?? 0) * 12) : (half ?? Math.floor((ofDay ?? 0) / 12)) * 12 + ofHalf;
    return (
      hour * hourMs +
      (this.#in('minuteOfHour', 0, 59) ?? 0) * minuteMs +
      (this.#in('secondOfMinute', 0, 59) ?? 0) * secondMs +
      (this.#fields.get('millisOfSecond') ?? 0)
    );
  }

  #in(field: DateField, least: number, most: number): number | undefined {
    const value = this.#fields.get(field);
    if (value !== undefined && (value < least || value > most))
      throw new DateFormatError(`${value} is out of range for ${field}: it must be ${least} to ${most}.`);
    return value;
  }
}

/** Clocks that count from 1 show midnight and noon as their highest number. */
const wrapped = (value: number | undefined, hours: number): number | undefined =>
  value === undefined ? undefined : value % hours;
