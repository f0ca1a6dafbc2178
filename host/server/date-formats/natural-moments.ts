/** Parses points in time in natural language: "yesterday", "last five minutes", "1st of april". */
import * as chrono from 'chrono-node';
import moment from 'moment-timezone';

/** Largest length of a text in characters; in a longer text the search for dates would take too long. */
const longestText = 500;

export interface Moments {
  /** Points in time as wall-clock times of the zone. */
  readonly first: moment.Moment;
  readonly last: moment.Moment;
  /** Unit of the last point in time: "february" means a whole month. */
  readonly lastUnit: 'day' | 'month';
  /** True: the text names a time of day, or a duration in hours, minutes or seconds. */
  readonly exact: boolean;
  readonly single: boolean;
}

/**
 * Tells how to move a future date into the past, because searches are about the past: a month without a year then means
 * the month of the last year, and a weekday means the weekday of the last week.
 * @returns unit by which the time is moved back; undefined: it stays
 */
function unitBack(component: chrono.ParsedComponents, text: string): 'year' | 'week' | undefined {
  if (component.tags().has('result/relativeDate') || /\bnext\b/i.test(text)) return undefined;
  if (component.isCertain('month')) return component.isCertain('year') ? undefined : 'year';
  return component.isCertain('weekday') && !component.isCertain('day') ? 'week' : undefined;
}

const lengthUnit = '(?:seconds?|secs?|s|minutes?|mins?|m|hours?|h|days?|d|weeks?|w|months?|years?)';
/** Words that the parser (chrono-node) does not know, each with a synonym that it knows. */
const rewritten: readonly (readonly [RegExp, string])[] = [
  [/\bprevious\b/gi, 'last'],
  // A unit without a number means one: "hour ago" becomes "1 hour ago". Only a unit at the beginning or after these
  // words lacks a number; in "an hour ago" or "half an hour ago", the word in front of the unit is its number.
  [/(^|\b(?:from|between|to|until|till|and)\s+)(second|minute|hour|day|week|month|year) ago\b/gi, '$11 $2 ago'],
  [/\b(?:the )?day before yesterday\b/gi, '2 days ago'],
  [/^\s*since\s+/i, ''],
];
const bareLength = new RegExp(`^\\s*\\d+\\s*${lengthUnit}\\s*$`, 'i');

function inKnownWords(text: string): string {
  const known = rewritten.reduce((rewrittenText, [word, other]) => rewrittenText.replace(word, other), text);
  return bareLength.test(known) ? `last ${known}` : known;
}

/** Tells whether the text names a time of day but no day. */
const isTimeOnly = (component: chrono.ParsedComponents): boolean =>
  component.isCertain('hour') &&
  !(['day', 'weekday', 'month', 'timezoneOffset'] as const).some((part) => component.isCertain(part));
const isMidnight = (component: chrono.ParsedComponents): boolean => component.tags().has('casualReference/midnight');

/**
 * Assigns a day to a time of day without a day: the day of the preceding point in time or, if the result would not be
 * after that point, the next day ("yesterday 3pm to 4pm", "10pm to midnight"). If no point in time precedes it, the
 * time of day belongs to today; the parser alone would interpret midnight as the end of today.
 */
function onItsDay(
  point: moment.Moment,
  before: moment.Moment | undefined,
  component: chrono.ParsedComponents,
  wall: moment.Moment,
) {
  const day = before ?? wall;
  const placed = point.clone().set({ year: day.year(), month: day.month(), date: day.date() });
  if (isMidnight(component)) placed.startOf('day');
  return before && !placed.isAfter(before) ? placed.add(1, 'day') : placed;
}

/**
 * Finds the points in time in a text. The parser supports fixed offsets only. Therefore it gets the zone's wall clock
 * as if it were UTC, and its results are interpreted as wall-clock times, so that calendar steps are correct across
 * changes to daylight saving time. Durations ("4 hours ago") are counted in elapsed time instead.
 * @returns undefined: the text contains no point in time or is too long, or a year is not from 1 to 9999
 */
export function findMoments(given: string, now: number, zone: string): Moments | undefined {
  if (given.length > longestText) return undefined;
  const text = inKnownWords(given);
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
  const points: moment.Moment[] = [];
  for (const [index, component] of components.entries()) {
    const real = inRealTime[index];
    const counted = component.tags().has('result/relativeDateAndTime') || component.isCertain('timezoneOffset');
    const point = moment.tz(moment.utc(component.date()).format('YYYY-MM-DDTHH:mm:ss.SSS'), zone);
    const unit = point.isAfter(wall, 'day') ? unitBack(component, text) : undefined;
    if (real && counted) points.push(moment.tz(real.date().getTime(), zone));
    else if (isTimeOnly(component)) points.push(onItsDay(point, points.at(-1), component, wall));
    else points.push(unit ? point.subtract(1, unit) : point);
  }
  // If all points are times of day in the future, they belong to yesterday.
  if (components.every(isTimeOnly) && points.every((point) => point.isAfter(wall)))
    for (const point of points) point.subtract(1, 'day');
  const sorted = [...points].sort((a, b) => a.valueOf() - b.valueOf());
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return undefined;
  // Ranges are written with four-digit years, which a duration such as 99999999999 s would exceed.
  if (first.year() < 1 || last.year() > 9999) return undefined;
  const lastComponent = components[points.indexOf(last)];
  return {
    first,
    last,
    lastUnit: lastComponent && isMonth(lastComponent) ? 'month' : 'day',
    exact: components.some((component) => component.isCertain('hour')),
    single: points.length === 1,
  };
}

const isMonth = (component: chrono.ParsedComponents): boolean =>
  component.isCertain('month') && !component.isCertain('day') && !component.isCertain('weekday');

/**
 * Returns the first point in time in a text, epoch milliseconds; a day without a time of day means its beginning.
 * Undefined: `findMoments` finds none.
 * @param zone a known IANA name
 */
export function naturalInstant(text: string, zone: string, now: number): number | undefined {
  const moments = findMoments(text, now, zone);
  if (!moments) return undefined;
  return moments.exact ? moments.first.valueOf() : moments.first.clone().startOf('day').valueOf();
}
