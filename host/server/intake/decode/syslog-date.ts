/**
 * Parses the date at the start of a syslog line: the format of RFC 3164 §4.1.2 and variants that devices write: with a
 * year, a weekday, fractions, AM and PM, an offset or the name of a time zone; ISO 8601; slashes; seconds since 1970.
 */
import { zoneToUtc } from './time-zone.js';
import { fraction, fromIso, fromSeconds, plausible, wallAsUtc, type Wall, type ZoneToUtc } from './instants.js';

export const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Time zones in minutes east of UTC. Ambiguous names have the meaning that syslog devices use: IST is India, CST North
 * America.
 */
export const zoneMinutes: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MET: 60,
  CEST: 120,
  MEST: 120,
  EET: 120,
  SAST: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  ICT: 420,
  CCT: 480,
  HKT: 480,
  SGT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  AEST: 600,
  ACDT: 630,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  BRT: -180,
  ART: -180,
  CLT: -240,
  AST: -240,
  ADT: -180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
};

/** Matches names of time zones in the IANA database: `Europe/Berlin`, `America/Argentina/Salta`. */
const placeNames = String.raw`(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_-]{3,30}(?:\/[A-Za-z_-]{3,30})?`;
/** Matches names of time zones, and offsets such as `GMT+02:00`, `UTC+2`, `TZ-6`. */
const zoneNames = `(?:GMT|UTC|TZ)[+-]\\d{1,2}(?::?\\d\\d)?|${Object.keys(zoneMinutes).join('|')}|${placeNames}`;
/** Matches a year of the 20th to 22nd century; other numbers of four digits may be names of devices, such as `8320`. */
const year = String.raw`((?:19|20|21)\d\d)`;
const time = String.raw`(\d{1,2}):(\d\d):(\d\d)(?:[.,:](\d{1,9}))?`;
/**
 * Matches the optional parts after the time: AM or PM, an offset or a time zone, a year, and a time zone after the year.
 * Each must be followed by a space, a colon or the end.
 */
const behind = String.raw`(?: ?(AM|PM)(?=[ :]|$))?(?: ?([+-]\d\d:?\d\d)(?=[ :]|$)| \(?(${zoneNames})\)?(?=[ :]|$))?(?: DST(?=[ :]|$))?(?: ${year}(?=[ :]|$)(?: \(?(${zoneNames})\)?(?=[ :]|$))?)?`;
const end = String.raw`(?::? +|:?$)`;
const weekday = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?`;
const month = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?';

/**
 * Matches `Oct 11 22:14:15`, `2023 Oct 11 …`, `Oct 11 2023 …`, `Oct 11, 2023, …`; Cisco marks an unsynchronised clock
 * by `*` or `.`.
 */
const monthFirst = new RegExp(
  String.raw`^[*.]?${weekday}(?:${year}[ -])?${month}(?:  ?|[/-])(\d{1,2})(?:,? |[/-])(?:${year},? )?${time}${behind}${end}`,
  'i',
);
/** Matches `11 Oct 2023 22:14:15`, `11-Oct-23 22:14:15`, `11/Oct/2023:22:14:15`, `11 Oct 22:14:15`. */
const dayFirst = new RegExp(
  String.raw`^[*.]?${weekday}(\d{1,2})[ /-]?${month}(?:[ /-]?(\d{4}|\d\d))?[ :]${time}${behind}${end}`,
  'i',
);
/**
 * Matches `2024/05/01 10:00:00`, `2024:05:01-10:00:00`, `2024-5-1 10:00:00`, and ISO dates with a suffix outside of ISO
 * 8601, such as the name of a time zone.
 */
const yearFirst = new RegExp(
  String.raw`^[*.]?\[?(\d{4})[/:-](\d{1,2})[/:-](\d{1,2})[ T:-]${time}\]?${behind}${end}`,
  'i',
);
const isoDate = /^[*.]?(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?):?(?: +|$)/;
/**
 * Matches `06/12/2024:13:17:12` and `12.06.2024 13:17:12`: the separator decides which number is the month, unless one
 * is above 12.
 */
const dayOrMonthFirst = new RegExp(
  String.raw`^[*.]?(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)[ :]${time}${behind}${end}`,
  'i',
);
/** Matches `20240612T131712Z`, `20240612131712`, `20240612 13:17:12`. */
const compact = /^(\d{4})(\d\d)(\d\d)[T -]?(\d\d):?(\d\d):?(\d\d)(?:[.,](\d{1,9}))?(Z)?:?(?: +|$)/;
/**
 * Matches seconds, milliseconds, microseconds or nanoseconds since 1970 with as many digits as they have from 2001 on.
 */
const epoch = /^(\d{10}(?:\.\d{1,9})?|\d{13}(?:\d{3}|\d{6})?):?(?: +|$)/;

/** Matches a date in brackets: `[22/Nov/2026:10:00:02 +0000]`. */
const inBrackets = /^\[([^[\]]{8,50})\]:? +/;

const dayMs = 86_400_000;
/** A date without a year that lies further in the future than this belongs to an earlier year. */
const aheadMs = 2 * dayMs;

/**
 * Chooses the latest year for which the date is not further in the future than `aheadMs`; February 29 may lie eight
 * years back.
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

/** Returns the minutes east of UTC for `+0200`, `-04:00`, `GMT+2` or the abbreviation of a time zone; undefined otherwise. */
export function zoneOffset(zone: string): number | undefined {
  const [, sign, hours, minutes = 0] = /^(?:GMT|UTC|TZ)?([+-])(\d\d?):?(\d\d)?$/i.exec(zone) ?? [];
  if (sign === undefined) return zoneMinutes[zone.toUpperCase()];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Converts an hour with AM or PM to the 24-hour clock; an hour without them is returned unchanged. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
}

type Groups = readonly (string | undefined)[];

/** Returns the conversion from a time zone to UTC by the zone's IANA name; undefined: no zone has this name. */
function placeToUtc(name: string): ZoneToUtc | undefined {
  try {
    return zoneToUtc(name);
  } catch {
    return undefined;
  }
}

/**
 * Converts the captured parts of a date to epoch milliseconds; undefined for an impossible date.
 * @param year undefined: the latest year is chosen for which the date is not in the future
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
    second: Number(second),
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

/**
 * Interprets a date of three two-digit numbers, whose order is unknown: the latest date that is at most `aheadMs` in the
 * future is chosen.
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
  const [whole, inner = ''] = inBrackets.exec(text) ?? [];
  if (whole !== undefined) {
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
    return dated(whole, instantOf(year, Number(monthText), day, clock, now, toUtc));
  }
  const seconds = epoch.exec(text);
  if (seconds) {
    const [whole, digits = ''] = seconds;
    return dated(whole, /^\d{13}/.test(digits) ? plausible(Number(digits.slice(0, 13))) : fromSeconds(digits));
  }
  const dense = compact.exec(text);
  if (dense) {
    const [whole, year, monthText, day, hour, minute, second, digits, utc] = dense;
    const clock = [hour, minute, second, digits, undefined, undefined, utc];
    return dated(whole, instantOf(year, Number(monthText), day, clock, now, toUtc));
  }
  return { timestamp: undefined, rest: text };
}
