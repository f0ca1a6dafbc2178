/** "last five minutes", "yesterday", "1st of april to 2 days ago" → an interval (contract search T5). */
import * as chrono from 'chrono-node';
import moment from 'moment-timezone';
import { TimeRangeError } from './errors.js';
import type { ResolvedRange } from './time-range.js';
import { texts } from './texts.js';

const singleUnit = /\b(last|this|next|past|previous|current)\s+(year|month|week)\b/i;
const unitSteps: Readonly<Record<string, number>> = { last: -1, past: -1, previous: -1, this: 0, current: 0, next: 1 };
const severalUnits =
  /\b(?:last|past|previous)\s+(?!year\b|month\b|week\b|day\b)\S+\s+(?:days?|weeks?|months?|years?)\b/i;

/** In letters. */
const longestText = 500;

interface Moments {
  /** Wall clock times of the zone. */
  readonly first: moment.Moment;
  readonly last: moment.Moment;
  /** The text names a time of day or a length in hours, minutes or seconds. */
  readonly exact: boolean;
  readonly single: boolean;
}

/** @throws TimeRangeError for an unknown zone */
export function checkTimezone(name: string): string {
  if (!moment.tz.zone(name)) throw new TimeRangeError(texts.badTimezone(name));
  return name;
}

/**
 * The parser knows fixed offsets only. It is given the zone's wall clock as if that were UTC, and what it finds is read as wall
 * clock again, so that calendar steps survive a change of the clocks. Lengths ("4 hours ago") are counted in real time instead.
 */
function findMoments(text: string, now: number, zone: string): Moments | undefined {
  const wall = moment.tz(now, zone);
  const wallAsUtc = now + wall.utcOffset() * 60_000;
  const halves = text.split(/\s+(?:to|until|till)\s+/i);
  const parts = halves.length === 2 && halves.every((half) => chrono.parse(half).length > 0) ? halves : [text];
  const ends = (reference: number): chrono.ParsedComponents[] =>
    parts
      .flatMap((part) => chrono.parse(part, { instant: new Date(reference), timezone: 0 }))
      .flatMap(({ start, end }) => (end ? [start, end] : [start]));
  const components = ends(wallAsUtc);
  const inRealTime = ends(now);
  const points = components.map((component, index) => {
    const real = inRealTime[index];
    const counted = component.tags().has('result/relativeDateAndTime') || component.isCertain('timezoneOffset');
    if (real && counted) return moment.tz(real.date().getTime(), zone);
    return moment.tz(moment.utc(component.date()).format('YYYY-MM-DDTHH:mm:ss.SSS'), zone);
  });
  const sorted = [...points].sort((a, b) => a.valueOf() - b.valueOf());
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return undefined;
  return {
    first,
    last,
    exact: components.some((component) => component.isCertain('hour')),
    single: points.length === 1,
  };
}

/**
 * @param zone IANA name; whole days, weeks, months and years are those of this zone
 * @param now epoch milliseconds
 * @returns half-open interval in epoch milliseconds
 * @throws TimeRangeError when nothing is recognised or the zone is unknown
 */
export function parseNaturalDate(text: string, zone: string, now: number): ResolvedRange {
  checkTimezone(zone);
  const moments = text.length > longestText ? undefined : findMoments(text, now, zone);
  if (!moments) throw new TimeRangeError(texts.badKeyword(text));
  const { first, last, exact, single } = moments;
  if (exact) {
    const end = single ? now : last.valueOf();
    return { from: Math.min(first.valueOf(), end), to: Math.max(first.valueOf(), end) };
  }
  if (single && severalUnits.test(text)) {
    return { from: first.clone().startOf('day').valueOf(), to: nextDay(moment.tz(now, zone)).valueOf() };
  }
  const [, word = '', unitName] = (single && singleUnit.exec(text)) || [];
  if (unitName !== undefined) {
    const unit = unitName.toLowerCase() as 'year' | 'month' | 'week';
    const aligned = unit === 'week' ? 'isoWeek' : unit;
    const start = moment
      .tz(now, zone)
      .startOf(aligned)
      .add(unitSteps[word.toLowerCase()] ?? 0, unit)
      .startOf(aligned);
    return { from: start.valueOf(), to: start.clone().add(1, unit).startOf(aligned).valueOf() };
  }
  return { from: first.clone().startOf('day').valueOf(), to: nextDay(last).valueOf() };
}

/**
 * The first point in time that a text speaks of, epoch milliseconds; a day without a time of day is its beginning. Undefined: it speaks
 * of none.
 * @param zone a known IANA name
 */
export function naturalInstant(text: string, zone: string, now: number): number | undefined {
  const moments = text.length > longestText ? undefined : findMoments(text, now, zone);
  if (!moments) return undefined;
  return moments.exact ? moments.first.valueOf() : moments.first.clone().startOf('day').valueOf();
}

function nextDay(day: moment.Moment): moment.Moment {
  return day.clone().startOf('day').add(1, 'day').startOf('day');
}

/** ISO with milliseconds and the zone's offset: `2024-03-01T11:00:00.000+01:00`, `Z` where that is zero. */
export function instantInZone(instant: number, zone: string): string {
  return moment.tz(instant, zone).format('YYYY-MM-DDTHH:mm:ss.SSSZ').replace('+00:00', 'Z');
}
