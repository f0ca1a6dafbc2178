/**
 * Recognises the time at the beginning of a line in the formats of common programs. Every pattern examines a bounded
 * number of characters.
 */
import { fraction, plausible, wallAsUtc, type Wall } from '../decode/instants.js';
import { withoutYear } from '../decode/syslog-date.js';
import { months } from '../decode/syslog-months.js';
import { zoneMinutes } from '../decode/syslog-zones.js';
import type { LineContext } from './log-format.js';

export interface WrittenTime {
  /** Epoch milliseconds of the written time. */
  readonly instant: number;
  /** Offset of the first character behind the time. */
  readonly end: number;
}

/**
 * Contains the named groups of a match. Without `year` and `shortYear`, the latest possible year is assumed; without
 * `day`, the latest possible day.
 */
type Parts = Readonly<Record<string, string | undefined>>;

const month = '(?<monthName>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const clock = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const digits = '(?:[.,](?<digits>\\d{1,9}))?';
/** Names of time zones with at least three letters; a shorter name could be an ordinary word before the level. */
const zoneNames = Object.keys(zoneMinutes)
  .filter((name) => name.length > 2)
  .join('|');
const zone = `(?: ?(?<zulu>Z|UTC|GMT)(?!\\w)| (?<zoneName>${zoneNames})(?=[\\s:,\\]]|$)|(?: (?=[+-]\\d\\d:?\\d\\d))?(?<offset>[+-]\\d\\d(?::?\\d\\d)?)(?![\\d-]))?`;

const patterns: readonly RegExp[] = [
  // Matches 2026-01-02T03:04:05.678Z and 2026/01/02 03:04:05.
  `(?<year>\\d{4})[-/](?<month>\\d\\d)[-/](?<day>\\d\\d)[Tt ]${clock}${digits}${zone}(?!\\d)`,
  // Matches 02/Jan/2026:03:04:05 +0100.
  `(?<day>\\d\\d)/${month}/(?<year>\\d{4}):${clock} (?<offset>[+-]\\d{4})(?!\\d)`,
  // Matches 02.01.2026 03:04:05,678; the day comes first in every country that separates by points.
  `(?<day>\\d\\d)\\.(?<month>\\d\\d)\\.(?<year>\\d{4}),?[ T]${clock}${digits}${zone}(?!\\d)`,
  // Matches Fri Jan 02 03:04:05.678901 2026.
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? ${month} {1,2}(?<day>\\d{1,2}) ${clock}${digits}(?: (?<zulu>UTC|GMT))? (?<year>\\d{4})(?!\\d)`,
  // Matches 02 Jan 2026 03:04:05.678 and 02-Jan-2026 03:04:05.678.
  `(?<day>\\d{1,2})[ -]${month}[ -](?<year>\\d{4}) ${clock}${digits}${zone}(?!\\d)`,
  // Matches Jan 02, 2026 3:04:05 AM.
  `${month} (?<day>\\d{1,2}), (?<year>\\d{4}),? (?<hour>\\d{1,2}):(?<minute>\\d\\d):(?<second>\\d\\d)${digits} (?<half>[AP]M)(?!\\w)`,
  // Matches 17/01/02 03:04:05 INFO of Spark and Hadoop; the level is required, because otherwise the first number could
  // be the day.
  `(?<shortYear>\\d\\d)/(?<month>\\d\\d)/(?<day>\\d\\d) ${clock}(?= +(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL) )`,
  // Matches 260102 030405.
  '(?<shortYear>\\d\\d)(?<month>\\d\\d)(?<day>\\d\\d) (?<hour>\\d\\d):?(?<minute>\\d\\d):?(?<second>\\d\\d)(?= )',
  // Matches 01-02 03:04:05.678.
  `(?<month>\\d\\d)-(?<day>\\d\\d) ${clock}\\.(?<digits>\\d{1,9})(?!\\d)`,
  // Matches 0102 03:04:05.678901.
  `(?<month>\\d\\d)(?<day>\\d\\d) ${clock}\\.(?<digits>\\d{1,9})(?!\\d)`,
  // Matches 03:04:05.678, the default of Logback.
  `${clock}[.,](?<digits>\\d{3,9})(?=[ \\]])`,
  // Matches 1767322800.123, seconds since 1970.
  '(?<epoch>1\\d{9}\\.\\d{3,9})(?= )',
].map((source) => new RegExp(source, 'y'));

/**
 * Every pattern has a digit within this number of characters from its beginning. A text without a digit there has no
 * time, so no pattern need be tried.
 */
const digitWithin = 11;
/** A date without a year that lies more than a day in the future belongs to an earlier year. */
const aheadMs = 86_400_000;
/** A time without a date that lies more than a minute in the future belongs to an earlier day. */
const clockAheadMs = 60_000;
const dayMs = 86_400_000;

function hourOf({ hour, half }: Parts): number {
  const read = Number(hour);
  if (half === undefined) return read;
  return (read % 12) + (half === 'PM' ? 12 : 0);
}

function offsetMs(offset: string): number {
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(3).replace(':', '')];
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return offset.startsWith('-') ? -size : size;
}

/**
 * Returns the instant of a time without a date. The date is the latest one for which the instant is at most
 * `clockAheadMs` in the future; in some time zones this is tomorrow's date in UTC.
 */
function withoutDate(wall: Pick<Wall, 'hour' | 'minute' | 'second' | 'millisecond'>, { now, toUtc }: LineContext) {
  for (let days = 1; days >= -2; days -= 1) {
    const day = new Date(now + days * dayMs);
    const date = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
    const asUtc = wallAsUtc({ ...date, ...wall });
    if (asUtc === undefined) return undefined;
    const instant = toUtc(asUtc);
    if (instant <= now + clockAheadMs) return plausible(instant);
  }
  return undefined;
}

function instantOf(parts: Parts, context: LineContext): number | undefined {
  const { now, toUtc } = context;
  if (parts['epoch'] !== undefined) return plausible(Math.floor(Number(parts['epoch']) * 1000));
  const { year, shortYear, offset, zulu, zoneName, monthName } = parts;
  const time = {
    hour: hourOf(parts),
    minute: Number(parts['minute']),
    second: Number(parts['second']),
    millisecond: fraction(parts['digits']),
  };
  if (parts['day'] === undefined) return withoutDate(time, context);
  const wall: Omit<Wall, 'year'> = {
    month: monthName === undefined ? Number(parts['month']) : months.indexOf(monthName.toLowerCase()) + 1,
    day: Number(parts['day']),
    ...time,
  };
  const written = year ?? (shortYear === undefined ? undefined : `20${shortYear}`);
  if (written === undefined) return withoutYear(wall, now, toUtc, aheadMs);
  const asUtc = wallAsUtc({ ...wall, year: Number(written) });
  if (asUtc === undefined) return undefined;
  if (offset !== undefined) return plausible(asUtc - offsetMs(offset));
  if (zoneName !== undefined) return plausible(asUtc - (zoneMinutes[zoneName] ?? 0) * 60_000);
  return plausible(zulu === undefined ? toUtc(asUtc) : asUtc);
}

/** Reads the time at a position of a text; undefined: there is no time at this position. */
export function readTime(text: string, at: number, context: LineContext): WrittenTime | undefined {
  if (!/\d/.test(text.slice(at, at + digitWithin))) return undefined;
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const instant = instantOf(match.groups ?? {}, context);
    if (instant !== undefined) return { instant, end: pattern.lastIndex };
  }
  return undefined;
}
