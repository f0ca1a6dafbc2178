/**
 * Decodes syslog lines of firewalls that consist of `key=value` pairs behind the PRI: FortiGate, Sophos, SonicWall,
 * WatchGuard. Each pair becomes a field; date, time and zone become the time of the message, the device name its
 * source.
 */
import { fromIso, fromSeconds, type ZoneToUtc } from './instants.js';
import { placeToUtc, zoneOffset } from './syslog-zones.js';

export interface PairsLine {
  /** Epoch milliseconds; undefined: the pairs contain no valid date. */
  readonly timestamp: number | undefined;
  readonly host: string | undefined;
  readonly pairs: ReadonlyMap<string, string>;
}

/** Largest number of pairs in one line; the rest of the line is ignored. */
const mostPairs = 500;
/** Smallest number of pairs with which a line must begin. */
const leastPairs = 3;
const name = /([A-Za-z_][\w.-]{0,100})=/y;

/** Matches a value in double quotes, in which `\"` is a quote. */
const quoted = /"((?:[^"\\]|\\[^])*)"(?= |$)/y;
/** Matches a value without quotes, up to the next space. */
const plain = /[^ "]*(?= |$)/y;
/** Matches the beginning of a line of FortiMail, which separates its pairs by commas. */
const byCommas = /^date=[\d-]+,time=/;
const quotedByCommas = /"((?:[^"\\]|\\[^])*)"(?=,|$)/y;
const plainByCommas = /[^,"]*(?=,|$)/y;

/**
 * Returns the pairs at the beginning of the text, up to the first part that is no pair. If a key occurs several times,
 * its first value is returned.
 */
function readPairs(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  const [sign, inside, outside] = byCommas.test(text) ? [',', quotedByCommas, plainByCommas] : [' ', quoted, plain];
  let at = 0;
  while (at < text.length && pairs.size < mostPairs) {
    name.lastIndex = at;
    const key = name.exec(text)?.[1];
    if (key === undefined) break;
    const valueAt = name.lastIndex;
    inside.lastIndex = valueAt;
    outside.lastIndex = valueAt;
    const inQuotes = text[valueAt] === '"' ? inside.exec(text) : null;
    const value = inQuotes ?? outside.exec(text);
    if (!value) break;
    if (!pairs.has(key)) pairs.set(key, inQuotes?.[1]?.replace(/\\(["\\])/g, '$1') ?? value[0]);
    at = valueAt + value[0].length;
    while (text[at] === sign || text[at] === ' ') at += 1;
  }
  return pairs;
}

const hostKeys = ['devname', 'device_name', 'devhost', 'fw_name', 'hostname_device', 'fw'];

function timeOf(pairs: ReadonlyMap<string, string>, toUtc: ZoneToUtc): number | undefined {
  const [date, time] = [pairs.get('date'), pairs.get('time')];
  const stamp = pairs.get('timestamp') ?? pairs.get('eventtime');
  if (date === undefined && time === undefined && stamp !== undefined && /^\d{10}(?:\.\d+)?$/.test(stamp))
    return fromSeconds(stamp);
  const written = date === undefined ? (time ?? stamp) : `${date} ${time ?? ''}`;
  if (written === undefined) return undefined;
  const named = pairs.get('tz') ?? pairs.get('timezone') ?? '';
  // FortiWeb writes `timezone="(GMT+1:00)Berlin,Rome"`.
  const minutes = zoneOffset(/^\(([^()]{1,12})\)/.exec(named)?.[1] ?? named);
  // SonicWall writes `time="2024-02-11 11:38:23 UTC"`.
  const [, plainTime = written, zone] = /^(.*\d) ?([A-Z]{2,5})$/.exec(written) ?? [];
  const offset = minutes ?? (zone === undefined ? undefined : zoneOffset(zone));
  const local = /^[A-Z][a-z]+\//.test(named) ? (placeToUtc(named) ?? toUtc) : toUtc;
  return fromIso(plainTime.replaceAll('/', '-'), offset === undefined ? local : (wall) => wall - offset * 60_000);
}

/**
 * Parses a line of `key=value` pairs.
 * @param text text behind the PRI
 * @param toUtc time zone of dates that name none
 * @returns undefined: the text does not begin with one of the keys with which known firewalls begin, has fewer than
 * `leastPairs` pairs, or has none of `date`, `time` and `timestamp`
 */
export function parsePairs(text: string, toUtc: ZoneToUtc): PairsLine | undefined {
  if (!/^(?:date|time|id|device|devname|devhost|device_name|timestamp|logver)=/.test(text)) return undefined;
  const pairs = readPairs(text);
  if (pairs.size < leastPairs || !(pairs.has('date') || pairs.has('time') || pairs.has('timestamp'))) return undefined;
  const host = hostKeys.map((key) => pairs.get(key)).find((value) => value !== undefined && value !== '');
  return { timestamp: timeOf(pairs, toUtc), host, pairs };
}
