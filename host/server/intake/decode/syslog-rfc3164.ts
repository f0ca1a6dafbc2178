/**
 * RFC 3164 and what is sent under its name: `Oct 11 22:14:15 host tag[pid]: text`, with a year before or after the day or at the
 * end, fractions, a zone, ISO dates, without host, without tag.
 */
import { fraction, fromIso, plausible, wallAsUtc, type Wall, type ZoneToUtc } from './instants.js';

export interface Rfc3164 {
  /** Epoch ms; undefined: no date was found. */
  readonly timestamp: number | undefined;
  readonly host: string | undefined;
  readonly application: string | undefined;
  readonly processId: string | undefined;
  readonly message: string;
}

export const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthDate =
  /^[*.]?(?:(\d{4}) )?(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)  ?(\d{1,2}),? (?:(\d{4}),? )?(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?: (UTC|GMT|Z)(?=[ :]))?(?: (\d{4})(?= ))?(?::? +|:?$)/i;
const isoDate = /^[*.]?(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:[Zz]|[+-]\d\d:?\d\d)?):?(?: +|$)/;

const dayMs = 86_400_000;
/** How far a sender's clock may be ahead before a date without year is taken as one of an earlier year. */
const aheadMs = 2 * dayMs;

/** The latest year that does not put the date further ahead than this; February 29 may lie eight years back. */
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

interface Dated {
  readonly timestamp: number | undefined;
  readonly rest: string;
}

function readDate(text: string, now: number, toUtc: ZoneToUtc): Dated {
  const iso = isoDate.exec(text);
  if (iso) return { timestamp: fromIso(iso[1] ?? '', toUtc), rest: text.slice(iso[0].length) };
  const match = monthDate.exec(text);
  if (!match) return { timestamp: undefined, rest: text };
  const [whole, yearBefore, month, day, yearWithin, hour, minute, second, digits, zone, yearAfter] = match;
  const wall = {
    month: months.indexOf((month ?? '').toLowerCase()) + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: fraction(digits),
  };
  const inZone: ZoneToUtc = zone === undefined ? toUtc : (asUtc) => asUtc;
  const year = yearBefore ?? yearWithin ?? yearAfter;
  if (year === undefined) return { timestamp: withoutYear(wall, now, inZone), rest: text.slice(whole.length) };
  const asUtc = wallAsUtc({ ...wall, year: Number(year) });
  return { timestamp: asUtc === undefined ? undefined : plausible(inZone(asUtc)), rest: text.slice(whole.length) };
}

/** `tag:`, `tag[pid]:`, `tag[pid]` and the blank after it; a tag has no blanks. */
const tag = /^([^\s:[\]<>{}"'=]{1,128})(?:\[([^\s\]]{0,128})\])?: ?/;
const tagWithPid = /^([^\s:[\]<>{}"'=]{1,128})\[(\d{1,10})\] /;
/** Also an IPv6 address; followed by something. */
const hostThen = /^([A-Za-z0-9_][A-Za-z0-9_.\-:%]{0,254}) +/;

function readTag(text: string): { application?: string; processId?: string; message: string } {
  const match = tag.exec(text) ?? tagWithPid.exec(text);
  if (!match?.[1]) return { message: text };
  const message = text.slice(match[0].length);
  return { application: match[1], ...(match[2] ? { processId: match[2] } : {}), message };
}

function readHost(text: string): { host?: string; rest: string } {
  const match = hostThen.exec(text);
  const host = match?.[1];
  // `sshd[12]: text` and `kernel: text` begin with the tag: the host was left out.
  if (!match || host === undefined || (host.endsWith(':') && !host.endsWith('::'))) return { rest: text };
  return { host, rest: text.slice(match[0].length) };
}

/**
 * @param text what follows the PRI, or the whole line when it has none
 * @param now epoch ms, for dates without year
 * @param toUtc zone of dates without one
 */
export function parseRfc3164(text: string, now: number, toUtc: ZoneToUtc): Rfc3164 {
  const { timestamp, rest } = readDate(text.trimStart(), now, toUtc);
  // Without a date the line does not follow the format: a first word is no host, but a tag is recognisable.
  const dated = timestamp !== undefined || rest.length < text.trimStart().length;
  const { host, rest: body } = dated ? readHost(rest) : { host: undefined, rest };
  const { application, processId, message } = readTag(body);
  // A line of nothing but a tag keeps its text.
  return { timestamp, host, application, processId, message: message === '' ? body : message };
}
