/** Prints instants by date patterns. */
import { localFields, type LocalFields } from './calendar.js';
import { localeNames, type LocaleNames } from './locale-names.js';
import type { NumberField, FormatPart } from './format.js';
import { readDateFormat } from './format.js';
import { offsetAt, offsetText, zoneAbbreviation, type ZoneName } from './zones.js';

/** Formats an instant. @param instant epoch milliseconds */
export type PrintDate = (instant: number, zone: ZoneName) => string;

function numberOf(field: NumberField, local: LocalFields): number {
  switch (field) {
    case 'centuryOfEra':
      return Math.floor(yearOfEra(local) / 100);
    case 'yearOfEra':
      return yearOfEra(local);
    case 'hourOfHalfday':
      return local.hourOfDay % 12;
    case 'clockhourOfHalfday':
      return local.hourOfDay % 12 || 12;
    case 'clockhourOfDay':
      return local.hourOfDay || 24;
    default:
      return local[field];
  }
}

/** Returns the year of the era: year 0 of ISO 8601 is 1 BC. */
const yearOfEra = ({ year }: LocalFields): number => (year > 0 ? year : 1 - year);

const padded = (number: number, digits: number): string =>
  `${number < 0 ? '-' : ''}${String(Math.abs(number)).padStart(digits, '0')}`;

function longZoneName(instant: number, zone: ZoneName, locale: string): string {
  try {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'long' });
    return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  } catch {
    // Intl of Node.js knows fewer names of time zones than the time zone database; the name itself is printed then.
    return zone;
  }
}

interface Moment {
  readonly instant: number;
  readonly zone: ZoneName;
  readonly local: LocalFields;
}

function printed(part: FormatPart, { instant, zone, local }: Moment, names: LocaleNames, locale: string): string {
  switch (part.kind) {
    case 'literal':
      return part.text;
    case 'number':
      return padded(numberOf(part.field, local), part.leastDigits);
    case 'shortYear':
      return padded(((local[part.field] % 100) + 100) % 100, 2);
    case 'fraction':
      return padded(local.millisOfSecond, 3).padEnd(part.digits, '0').slice(0, part.digits);
    case 'offset':
      return offsetText(offsetAt(instant, zone), part.withSeparators);
    case 'zoneId':
      return zone;
    case 'zoneName':
      return part.isLong ? longZoneName(instant, zone, locale) : zoneAbbreviation(instant, zone);
    case 'text': {
      const [list, index] = {
        monthOfYear: [names.months, local.monthOfYear - 1] as const,
        dayOfWeek: [names.weekdays, local.dayOfWeek - 1] as const,
        halfdayOfDay: [names.halfdays, local.hourOfDay < 12 ? 0 : 1] as const,
        era: [names.eras, local.year > 0 ? 1 : 0] as const,
      }[part.field];
      return (part.isLong ? list.longs : list.shorts)[index] ?? '';
    }
  }
}

/**
 * Returns a function that formats instants by a pattern.
 * @param locale canonical language tag
 * @throws DateFormatError when the pattern is invalid
 */
export function datePrinter(pattern: string, locale: string): PrintDate {
  const parts = readDateFormat(pattern);
  const names = localeNames(locale);
  return (instant, zone) => {
    const moment = { instant, zone, local: localFields(instant + offsetAt(instant, zone)) };
    return parts.map((part) => printed(part, moment, names, locale)).join('');
  };
}
