/** Converts dates in texts to ISO texts in UTC (contract data-intake, converters date and flexdate). */
import moment from 'moment-timezone';
import { formatOf } from '../../grok/conversion.js';
import { naturalInstant } from '../../date-formats/natural-moments.js';
import { ExtractionError } from './extraction.js';

/** Formats an instant (epoch milliseconds) as ISO text in UTC, the form in which fields store dates. */
const isoOf = (instant: number): string => new Date(instant).toISOString();

const isStorable = (instant: number): boolean => new Date(instant).getUTCFullYear() <= 9999 && instant >= 0;

/** Returns a pattern without its quoted texts. */
const unquoted = (pattern: string): string => pattern.replace(/'[^']*'/g, '');

/** Matches names of time zones in texts: `UTC`, `CET`, `Europe/Berlin`. */
const zoneNames = /\b[A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+\d*)+|\b[A-Z]{3,4}\b/g;

/**
 * Splits a text into the time zone that it names and the rest.
 * @throws ExtractionError when it names no known time zone
 */
function withoutZone(text: string): { readonly rest: string; readonly zone: string } {
  for (const [name] of text.matchAll(zoneNames)) {
    if (moment.tz.zone(name)) return { rest: text.replace(name, '').replace(/\s+/g, ' ').trim(), zone: name };
  }
  throw new ExtractionError(`"${text.slice(0, 60)}" names no known time zone.`);
}

/**
 * Creates a function that parses a date by a pattern and returns it as ISO text in UTC.
 * @param pattern pattern with the letters of Java; a date without a year gets the current year
 * @param zone time zone of dates that name none
 * @throws ExtractionError from the returned function, for a text that does not match, or a date that is not from 1970
 * to 9999
 */
export function dateReader(pattern: string, zone: string, locale: string): (text: string) => string {
  // The date library does not parse names of time zones, so they are read beforehand.
  const named = /z|ZZZ/.test(unquoted(pattern));
  const format = formatOf(named ? pattern.replace(/\s*(?:z+|ZZZ+)\s*/g, ' ').trim() : pattern);
  return (text) => {
    const { rest, zone: own } = named ? withoutZone(text) : { rest: text, zone };
    const read = moment.tz(rest, format, locale, true, own);
    const instant = read.valueOf();
    if (!read.isValid() || !isStorable(instant)) {
      throw new ExtractionError(`"${text.slice(0, 60)}" is no date of the form ${pattern}.`);
    }
    return isoOf(instant);
  };
}

/**
 * Returns the first date in a text as ISO text in UTC; undefined: the text contains no date from 1970 to 9999.
 * @param now epoch milliseconds
 */
export function flexibleDate(text: string, zone: string, now: number): string | undefined {
  const instant = naturalInstant(text, zone, now);
  return instant === undefined || !isStorable(instant) ? undefined : isoOf(instant);
}
