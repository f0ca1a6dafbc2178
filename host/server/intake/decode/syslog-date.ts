/**
 * Parses the date at the start of a syslog line. It reads the format of RFC 3164 §4.1.2, the variants of this format
 * that devices write (with a year, a weekday, fractions, AM and PM, an offset or the name of a time zone), ISO 8601,
 * dates with slashes, and seconds since 1970.
 */
import { fraction, fromIso, plausible, wallAsUtc, type Wall, type ZoneToUtc } from './instants.js';
import { months, withEnglishMonth } from './syslog-months.js';
import { placeToUtc, zoneNames, zoneOffset } from './syslog-zones.js';

/** Matches a year of the 20th to 22nd century; other numbers of four digits may be names of devices, such as `8320`. */
const year = String.raw`((?:19|20|21)\d\d)`;
/** Matches the time of day; some devices omit the seconds, and Huawei adds a further number to the fraction. */
const time = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,:](\d{1,9})(?:\.\d{1,2}(?!\d))?)?)?`;
/** Matches a time of day with seconds: in `11 Oct 22:14:15` the hour would otherwise be read as a year. */
const timeWithSeconds = String.raw`(\d{1,2}):(\d\d):(\d\d)(?:[.,:](\d{1,9}))?`;
/** Matches the end of a part after the time: a space, a colon or the end of the text. */
const partEnd = '(?=[ :]|$)';
/** Matches the optional parts after the time: AM or PM, an offset or a time zone, and a year with a time zone. */
const behind = [
  String.raw`(?: ?(AM|PM|a\.m\.|p\.m\.)(?:\.\d{1,3})?${partEnd})?`,
  String.raw`(?: ?([+-]\d\d(?::?\d\d)?|Z)${partEnd}| \(?(${zoneNames})\)?${partEnd})?`,
  String.raw`(?: DST${partEnd})?`,
  String.raw`(?: ${year}${partEnd}(?: \(?(${zoneNames})\)?${partEnd})?)?`,
].join('');
/**
 * Matches the separator between a date and the following text: spaces or a tab, possibly behind a colon or a comma;
 * TP-Link writes no space behind the comma.
 */
const end = String.raw`(?:[:,]?[ \t]+|,(?=[A-Za-z])|:?$)`;
const weekday = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?`;
const month = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?';

/**
 * Matches `Oct 11 22:14:15`, `2023 Oct 11 …`, `Oct 11 2023 …`, `Oct 11, 2023, …`; Cisco marks an unsynchronised clock
 * by `*` or `.`.
 */
const monthFirst = new RegExp(
  String.raw`^[*.]?${weekday}(?:${year}[ -])?${month}(?:  ?|[/-])(\d{1,2})(?:,? |[/-])(?:${year}(?:,? |:))?${time}${behind}${end}`,
  'i',
);
/** Matches `11 Oct 2023 22:14:15`, `11-Oct-23 22:14:15`, `11/Oct/2023:22:14:15`, `11 Oct 22:14:15`. */
const dayFirst = new RegExp(
  String.raw`^[*.]?${weekday}(\d{1,2})[ /-]?${month}(?:[ /-]?(\d{4}|\d\d))?[ :]${timeWithSeconds}${behind}${end}`,
  'i',
);
/**
 * Matches `2024/05/01 10:00:00`, `2024:05:01-10:00:00`, `2024-5-1 10:00:00`, and ISO dates with a suffix outside of ISO
 * 8601, such as the name of a time zone.
 */
const yearFirst = new RegExp(
  String.raw`^[*.]?\[?(\d{4})[/:.-](\d{1,2})[/:.-](\d{1,2})[ T:_-]${time}\]?${behind}${end}`,
  'i',
);
/** Matches dates of ISO 8601; Java adds the name of the time zone in brackets. */
const isoDate =
  /^[*.]?(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?)(?:\[[A-Za-z][A-Za-z/_+-]{1,40}\])?(?::?[ \t]+|:?$)/;
/**
 * Matches `06/12/2024:13:17:12` and `12.06.2024 13:17:12`: the separator decides which number is the month, unless one
 * is above 12.
 */
const dayOrMonthFirst = new RegExp(
  String.raw`^[*.]?(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)[ :]${time}${behind}${end}`,
  'i',
);
/** Matches `20240612T131712Z`, `20240612131712`, `20240612 13:17:12`. */
const compact = /^(\d{4})(\d\d)(\d\d)[T -]?(\d\d):?(\d\d):?(\d\d)(?:[.,](\d{1,9}))?(Z)?:?(?:[ \t]+|$)/;
/**
 * Matches seconds, milliseconds, microseconds or nanoseconds since 1970 with as many digits as they have from 2001 on.
 */
const epoch = /^(?:(\d{10})(?:[.,](\d{1,9}))?|(\d{13})(?:\d{3}|\d{6})?):?(?:[ \t]+|$)/;

/** Matches a date in brackets: `[22/Nov/2026:10:00:02 +0000]`, `(Jun 12 13:17:12)`. */
const inBrackets = /^(?:\[([^[\]]{8,50})\]|\(([^()]{8,50})\)):? +/;

const dayMs = 86_400_000;
/** A date without a year that lies more than two days in the future belongs to an earlier year. */
const aheadMs = 2 * dayMs;

/**
 * Adds a year to a date: the latest year for which the date is at most `mostAheadMs` (milliseconds) in the future.
 * February 29 may be up to eight years ago.
 * @param now epoch milliseconds
 * @returns epoch milliseconds; undefined: none of the ten years that are examined has this date, or it lies before 1970
 */
export function withoutYear(
  wall: Omit<Wall, 'year'>,
  now: number,
  toUtc: ZoneToUtc,
  mostAheadMs = aheadMs,
): number | undefined {
  const year = new Date(now).getUTCFullYear() + 1;
  for (let candidate = year; candidate >= year - 9; candidate -= 1) {
    const asUtc = wallAsUtc({ ...wall, year: candidate });
    if (asUtc === undefined) continue;
    const instant = toUtc(asUtc);
    if (instant <= now + mostAheadMs) return plausible(instant);
  }
  return undefined;
}

/** Converts an hour with AM or PM to the 24-hour clock; an hour without them is returned unchanged. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toUpperCase().startsWith('P') ? 12 : 0);
}

type Groups = readonly (string | undefined)[];

/**
 * Converts the captured parts of a date to epoch milliseconds; undefined: the date is impossible or not plausible.
 * @param year undefined: the latest year is chosen for which the date is at most `aheadMs` in the future
 * @param clock captured groups: hour, minute, second, fraction, AM or PM, offset, zone name, year, zone name behind the
 * year
 */
function instantOf(
  year: string | undefined,
  monthNumber: number,
  day: string | undefined,
  [hour, minute, second, digits, half, offset, name, , nameBehind]: Groups,
  now: number,
  toUtc: ZoneToUtc,
): number | undefined {
  const wall = {
    month: monthNumber,
    day: Number(day),
    hour: hourOf(Number(hour), half),
    minute: Number(minute),
    second: Number(second ?? 0),
    millisecond: fraction(digits),
  };
  const zone = offset ?? name ?? nameBehind ?? '';
  const minutes = zoneOffset(zone);
  const inPlace = zone.includes('/') ? placeToUtc(zone) : undefined;
  const inZone: ZoneToUtc = minutes === undefined ? (inPlace ?? toUtc) : (asUtc) => asUtc - minutes * 60_000;
  if (year === undefined) return withoutYear(wall, now, inZone);
  const asUtc = wallAsUtc({ ...wall, year: Number(year) });
  return asUtc === undefined ? undefined : plausible(inZone(asUtc));
}

/** Returns true if an instant is at most `aheadMs` before or after the time of receipt, both in epoch milliseconds. */
const isClose = (instant: number | undefined, now: number): boolean =>
  instant !== undefined && Math.abs(instant - now) <= aheadMs;

/**
 * Interprets a date of three two-digit numbers whose order is unknown. Of the possible dates, the latest one that is at
 * most `aheadMs` in the future is chosen. Undefined: no order gives such a date.
 */
function nearest(
  [one = '', other = '', last = '']: Groups,
  clock: Groups,
  now: number,
  toUtc: ZoneToUtc,
): number | undefined {
  const orders = [
    [last, one, other],
    [last, other, one],
    [one, other, last],
  ] as const;
  const instants = orders
    .map(([year, monthText, day]) => instantOf(`20${year}`, Number(monthText), day, clock, now, toUtc))
    .filter((instant) => instant !== undefined && instant <= now + aheadMs);
  return instants.length === 0 ? undefined : Math.max(...instants.map(Number));
}

const monthNumber = (name: string | undefined): number => months.indexOf((name ?? '').toLowerCase()) + 1;

export interface Dated {
  /** Epoch milliseconds; undefined: the line begins with no date, or with an impossible one. */
  readonly timestamp: number | undefined;
  /** Text behind the date and the following spaces; the whole text if it begins with no date. */
  readonly rest: string;
}

/**
 * Reads the date at the beginning of a text.
 * @param text text without leading spaces
 * @param now epoch milliseconds, for dates without a year
 * @param toUtc time zone of dates that name none
 */
export function readDate(text: string, now: number, toUtc: ZoneToUtc): Dated {
  const [whole, square, round = ''] = inBrackets.exec(text) ?? [];
  if (whole !== undefined) {
    const inner = square ?? round;
    const { timestamp, rest } = readDate(inner, now, toUtc);
    if (timestamp !== undefined && rest === '') return { timestamp, rest: text.slice(whole.length) };
  }
  const iso = isoDate.exec(text);
  // In `2024-05-01 10:00:00 CEST` the time zone follows a space, so the longer match counts.
  const long = yearFirst.exec(text);
  if (iso && (!long || long[0].length <= iso[0].length))
    return { timestamp: fromIso(iso[1] ?? '', toUtc), rest: text.slice(iso[0].length) };
  const dated = (whole: string, timestamp: number | undefined): Dated => ({
    timestamp,
    rest: text.slice(whole.length),
  });
  if (long) {
    const [whole, year, monthText, day, ...clock] = long;
    return dated(whole, instantOf(year, Number(monthText), day, clock, now, toUtc));
  }
  const first = monthFirst.exec(text);
  if (first) {
    const [whole, yearBefore, name, day, yearWithin, ...clock] = first;
    return dated(whole, instantOf(yearBefore ?? yearWithin ?? clock[7], monthNumber(name), day, clock, now, toUtc));
  }
  const second = dayFirst.exec(text);
  if (second) {
    const [whole, day, name, year, ...clock] = second;
    return dated(whole, instantOf(year?.length === 2 ? `20${year}` : year, monthNumber(name), day, clock, now, toUtc));
  }
  const third = dayOrMonthFirst.exec(text);
  if (third) {
    const [whole, one, sign, other, year = '', ...clock] = third;
    if (year.length === 2) return dated(whole, nearest([one, other, year], clock, now, toUtc));
    const isMonthFirst = Number(other) > 12 || (sign === '/' && Number(one) <= 12);
    const [monthText, day] = isMonthFirst ? [one, other] : [other, one];
    const usual = instantOf(year, Number(monthText), day, clock, now, toUtc);
    const turned = instantOf(year, Number(day), monthText, clock, now, toUtc);
    // Most messages are sent without delay. Therefore, if only the other order gives a time close to now, the sender
    // uses that order.
    return dated(whole, !isClose(usual, now) && isClose(turned, now) ? turned : usual);
  }
  const seconds = epoch.exec(text);
  if (seconds) {
    const [whole, digits, decimals, milliseconds] = seconds;
    return dated(
      whole,
      plausible(digits === undefined ? Number(milliseconds) : Number(digits) * 1000 + fraction(decimals)),
    );
  }
  const dense = compact.exec(text);
  if (dense) {
    const [whole, year, monthText, day, hour, minute, second, digits, utc] = dense;
    const clock = [hour, minute, second, digits, undefined, undefined, utc];
    return dated(whole, instantOf(year, Number(monthText), day, clock, now, toUtc));
  }
  const translated = withEnglishMonth(text);
  const read = translated === undefined ? undefined : readDate(translated, now, toUtc);
  return read?.timestamp === undefined ? { timestamp: undefined, rest: text } : read;
}
