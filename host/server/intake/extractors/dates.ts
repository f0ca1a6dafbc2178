/** Converters of dates (contract data-intake date, flexdate). Instants come out as ISO text in UTC. */
import moment from 'moment-timezone';
import { formatOf } from '../../grok/conversion.js';
import { naturalInstant } from '../../date-formats/natural-moments.js';
import { ExtractionError } from './extraction.js';

/** Formats an instant as it is stored. */
const isoOf = (instant: number): string => new Date(instant).toISOString();

const isStorable = (instant: number): boolean => new Date(instant).getUTCFullYear() <= 9999 && instant >= 0;

/** Letters of a pattern that are no text in quotes. */
const unquoted = (pattern: string): string => pattern.replace(/'[^']*'/g, '');

/** Names of zones as they stand in texts: `UTC`, `CET`, `Europe/Berlin`. */
const zoneNames = /\b[A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+\d*)+|\b[A-Z]{3,4}\b/g;

/** The text without the zone that it names, and that zone. */
function withoutZone(text: string): { readonly rest: string; readonly zone: string } {
  for (const [name] of text.matchAll(zoneNames)) {
    if (moment.tz.zone(name)) return { rest: text.replace(name, '').replace(/\s+/g, ' ').trim(), zone: name };
  }
  throw new ExtractionError(`"${text.slice(0, 60)}" names no known time zone.`);
}

/**
 * @param pattern Java letters; a year that it lacks is the current one
 * @param zone of dates that name none
 * @throws ExtractionError from what it gives, for a text that is no such date
 */
export function dateReader(pattern: string, zone: string, locale: string): (text: string) => string {
  // Names of zones are not for the date library: they are read beforehand.
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

/** The first date that a text speaks of; undefined: it speaks of none. @param now epoch ms */
export function flexibleDate(text: string, zone: string, now: number): string | undefined {
  const instant = naturalInstant(text, zone, now);
  return instant === undefined || !isStorable(instant) ? undefined : isoOf(instant);
}
