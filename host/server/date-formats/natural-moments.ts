/** Points in time that a text in natural language speaks of: "yesterday", "last five minutes", "1st of april". */
import * as chrono from 'chrono-node';
import moment from 'moment-timezone';

/** Longer texts speak of no date: finding one in them takes too long. In characters. */
const longestText = 500;

export interface Moments {
  /** Wall clock times of the zone. */
  readonly first: moment.Moment;
  readonly last: moment.Moment;
  /** The text names a time of day or a length in hours, minutes or seconds. */
  readonly exact: boolean;
  readonly single: boolean;
}

/**
 * Logs have a past: a month without a year that lies ahead means the one of last year, a weekday that lies ahead the one before.
 * @returns by which unit the moment is moved back; undefined: it stays
 */
function unitBack(component: chrono.ParsedComponents, text: string): 'year' | 'week' | undefined {
  if (component.tags().has('result/relativeDate') || /\bnext\b/i.test(text)) return undefined;
  if (component.isCertain('month')) return component.isCertain('year') ? undefined : 'year';
  return component.isCertain('weekday') && !component.isCertain('day') ? 'week' : undefined;
}

/**
 * The parser knows fixed offsets only. It is given the zone's wall clock as if that were UTC, and what it finds is read as wall
 * clock again, so that calendar steps survive a change of the clocks. Lengths ("4 hours ago") are counted in real time instead.
 */
export function findMoments(text: string, now: number, zone: string): Moments | undefined {
  if (text.length > longestText) return undefined;
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
    const point = moment.tz(moment.utc(component.date()).format('YYYY-MM-DDTHH:mm:ss.SSS'), zone);
    const unit = point.isAfter(wall, 'day') ? unitBack(component, text) : undefined;
    return unit ? point.subtract(1, unit) : point;
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
 * The first point in time that a text speaks of, epoch milliseconds; a day without a time of day is its beginning. Undefined: it speaks
 * of none.
 * @param zone a known IANA name
 */
export function naturalInstant(text: string, zone: string, now: number): number | undefined {
  const moments = findMoments(text, now, zone);
  if (!moments) return undefined;
  return moments.exact ? moments.first.valueOf() : moments.first.clone().startOf('day').valueOf();
}
