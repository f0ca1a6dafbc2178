/** Converts times in the notations of senders to epoch milliseconds. */

/** Latest accepted time, 9999-12-31T23:59:59.999Z: later times are mistakes and have years of more than four digits. */
const latest = 253_402_300_799_999;

/**
 * Returns an instant (epoch milliseconds) if it is after the beginning of 1970 and before the year 10000; otherwise
 * undefined.
 */
export function plausible(milliseconds: number): number | undefined {
  return milliseconds > 0 && milliseconds <= latest ? milliseconds : undefined;
}

/**
 * Converts seconds since 1970, as number or text with or without decimals, to epoch milliseconds (GELF); undefined: the
 * value is no such number, or not a plausible time.
 */
export function fromSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? plausible(Math.round(seconds * 1000)) : undefined;
}

/**
 * Converts a number of seconds or, from 1e11 on, milliseconds since 1970 to epoch milliseconds; undefined: the value is
 * no number, or not a plausible time.
 */
export function fromSecondsOrMilliseconds(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return plausible(Math.round(value >= 1e11 ? value : value * 1000));
}

/**
 * Converts nanoseconds since 1970, given as a number, a bigint or a text of up to 20 digits, to epoch milliseconds,
 * truncated. Undefined: the value is 0, is no such number or text, or is not a plausible time.
 */
export function fromNanoseconds(value: unknown): number | undefined {
  const whole = typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : value;
  if (typeof whole === 'bigint') return plausible(Number(whole / 1_000_000n));
  return typeof whole === 'number' && Number.isFinite(whole) ? plausible(Math.floor(whole / 1e6)) : undefined;
}

const iso =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?$/;

export interface Wall {
  year: number;
  /** Month, counted from 1. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/**
 * Converts a wall-clock time in UTC to epoch milliseconds; undefined for an impossible date or time. A leap second
 * counts as the next second.
 */
export function wallAsUtc({ year, month, day, hour, minute, second, millisecond }: Wall): number | undefined {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60) return undefined;
  const midnight = midnightOf(year, month, day);
  return midnight === undefined ? undefined : midnight + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
}

/** The last day that was converted, because consecutive messages usually have the same day. */
const lastDay = { year: NaN, month: NaN, day: NaN, midnight: 0 };

/** Returns the beginning of a day in UTC, epoch milliseconds; undefined: the month has no such day. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  if (lastDay.day === day && lastDay.month === month && lastDay.year === year) return lastDay.midnight;
  const midnight = Date.UTC(year, month - 1, day);
  if (new Date(midnight).getUTCDate() !== day) return undefined;
  Object.assign(lastDay, { year, month, day, midnight });
  return midnight;
}

/** Converts the decimals of a second to whole milliseconds, truncated instead of rounded: `9999` becomes 999. */
export function fraction(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits.slice(0, 3).padEnd(3, '0'));
}

/** Converts the wall-clock time in a time zone, given as if it were UTC, to an instant; both in epoch milliseconds. */
export type ZoneToUtc = (wallAsUtc: number) => number;

/**
 * Returns the number that `count` digits from the position `at` on represent; NaN: one of these characters is no digit.
 */
function digitsAt(text: string, at: number, count: number): number {
  let number = 0;
  for (let place = at; place < at + count; place += 1) {
    const digit = text.charCodeAt(place) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

const usualIso = '2026-01-31T12:34:56.789Z';
const separatorsAt = [4, 7, 10, 13, 16, 19, 23] as const;

/**
 * Parses the notation in which most programs write times (`usualIso`), without a regular expression, which takes
 * several times as long; undefined: the text has another notation, or is no valid time.
 */
function fromUsualIso(text: string): number | undefined {
  if (text.length !== usualIso.length) return undefined;
  for (const at of separatorsAt) if (text.charCodeAt(at) !== usualIso.charCodeAt(at)) return undefined;
  const wall = {
    year: digitsAt(text, 0, 4),
    month: digitsAt(text, 5, 2),
    day: digitsAt(text, 8, 2),
    hour: digitsAt(text, 11, 2),
    minute: digitsAt(text, 14, 2),
    second: digitsAt(text, 17, 2),
    millisecond: digitsAt(text, 20, 3),
  };
  const utc = wallAsUtc(wall);
  return Number.isNaN(utc) ? undefined : utc;
}

/**
 * Parses a date with a time of ISO 8601 or RFC 3339, separated by `T` or a space, with any offset; `toUtc` converts
 * times without an offset.
 * @returns epoch milliseconds; undefined: the text has another form, or is no date from 1970 to 9999
 */
export function fromIso(text: string, toUtc: ZoneToUtc): number | undefined {
  const usual = fromUsualIso(text);
  if (usual !== undefined) return plausible(usual);
  const match = iso.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, digits, zulu, sign, offsetHour, offsetMinute] = match;
  const utc = wallAsUtc({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    millisecond: fraction(digits),
  });
  if (utc === undefined) return undefined;
  if (zulu !== undefined) return plausible(utc);
  if (sign === undefined) return plausible(toUtc(utc));
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute ?? 0)) * 60_000;
  return plausible(sign === '+' ? utc - offset : utc + offset);
}
