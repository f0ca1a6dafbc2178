/** Converts "last five minutes", "yesterday" or "1st of april to 2 days ago" to a time range (contract search T5). */
import moment from 'moment-timezone';
import { findMoments } from '../date-formats/natural-moments.js';
import { TimeRangeError } from './errors.js';
import { phraseRange } from './natural-phrases.js';
import type { ResolvedRange } from './time-range.js';
import { texts } from './texts.js';

const singleUnit = /\b(last|this|next|past|previous|current)\s+(year|quarter|month|week)\b/i;
const unitSteps: Readonly<Record<string, number>> = { last: -1, past: -1, previous: -1, this: 0, current: 0, next: 1 };
const severalUnits =
  /\b(?:last|past|previous)\s+(?!year\b|month\b|week\b|day\b)\S+\s+(?:days?|weeks?|months?|years?)\b/i;

/** Checks the name of a time zone and returns it. @throws TimeRangeError when it is unknown */
export function checkTimezone(name: string): string {
  if (!moment.tz.zone(name)) throw new TimeRangeError(texts.badTimezone(name));
  return name;
}

/**
 * Parses a natural-language time range.
 * @param zone IANA time zone in which days, weeks, months and years begin
 * @param now epoch milliseconds
 * @returns range in epoch milliseconds with an exclusive end
 * @throws TimeRangeError when the text is not recognised or the time zone is unknown
 */
export function parseNaturalDate(text: string, zone: string, now: number): ResolvedRange {
  checkTimezone(zone);
  const named = phraseRange(text, zone, now, (rest) => parseNaturalDate(rest, zone, now));
  if (named) return named;
  const moments = findMoments(text, now, zone);
  if (!moments) throw new TimeRangeError(texts.badKeyword(text));
  const { first, last, lastUnit, exact, single } = moments;
  if (exact) {
    const end = single ? now : last.valueOf();
    return { from: Math.min(first.valueOf(), end), to: Math.max(first.valueOf(), end) };
  }
  if (single && severalUnits.test(text)) {
    return { from: first.clone().startOf('day').valueOf(), to: nextDay(moment.tz(now, zone)).valueOf() };
  }
  const [, word = '', unitName] = (single && singleUnit.exec(text)) || [];
  if (unitName !== undefined) {
    const unit = unitName.toLowerCase() as 'year' | 'quarter' | 'month' | 'week';
    const aligned = unit === 'week' ? 'isoWeek' : unit;
    const start = moment
      .tz(now, zone)
      .startOf(aligned)
      .add(unitSteps[word.toLowerCase()] ?? 0, unit)
      .startOf(aligned);
    return { from: start.valueOf(), to: start.clone().add(1, unit).startOf(aligned).valueOf() };
  }
  return {
    from: first.clone().startOf('day').valueOf(),
    to: last.clone().startOf(lastUnit).add(1, lastUnit).startOf('day').valueOf(),
  };
}

function nextDay(day: moment.Moment): moment.Moment {
  return day.clone().startOf('day').add(1, 'day').startOf('day');
}

/**
 * Formats an instant in ISO 8601 with milliseconds and the zone's offset: `2024-03-01T11:00:00.000+01:00`, or `Z` for
 * the offset zero.
 */
export function instantInZone(instant: number, zone: string): string {
  return moment.tz(instant, zone).format('YYYY-MM-DDTHH:mm:ss.SSSZ').replace('+00:00', 'Z');
}
