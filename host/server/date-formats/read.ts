/** Parses instants by date patterns. */
import { LocalDate } from './local-date.js';
import { localeNames, type LocaleNames, type Names } from './locale-names.js';
import { DateFormatError, readDateFormat, type FormatPart, type TextField } from './format.js';
import { instantOfLocal, zoneNameAt, type ZoneName } from './zones.js';

/**
 * Parses a date.
 * @param zone time zone of texts without a time zone
 * @returns epoch milliseconds
 * @throws DateFormatError for a text that does not match the pattern, is too long or no date, or names a time that the
 * clocks of the zone skip
 */
export type ReadDate = (text: string, zone: ZoneName) => number;

export interface ReadDateOptions {
  /** Year for texts with a month or a day but no year; by default 2000, as in Joda-Time. */
  readonly defaultYear?: number;
  /** A two-digit year means one of the 100 years from `currentYear` - 80 on. */
  readonly currentYear: number;
}

const longestText = 1_000;

const namesOfField = (names: LocaleNames, field: TextField): Names =>
  ({ monthOfYear: names.months, dayOfWeek: names.weekdays, halfdayOfDay: names.halfdays, era: names.eras })[field];

class Reading {
  at = 0;
  readonly date = new LocalDate();
  /** Milliseconds ahead of UTC, if the text contains an offset. */
  offset: number | undefined;
  zone: ZoneName | undefined;
  readonly #lower: string;

  constructor(
    private readonly text: string,
    private readonly names: LocaleNames,
    private readonly pivotYear: number,
  ) {
    this.#lower = text.toLowerCase();
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  /** Reads a part of the pattern. @returns false when the text does not match */
  read(part: FormatPart): boolean {
    switch (part.kind) {
      case 'literal': {
        const fits = this.#lower.startsWith(part.text.toLowerCase(), this.at);
        if (fits) this.at += part.text.length;
        return fits;
      }
      case 'number': {
        const digits = this.#digits(part.mostDigits, part.isSigned);
        if (digits === undefined) return false;
        this.date.set(part.field, Number(digits));
        return true;
      }
      case 'shortYear':
        return this.#shortYear(part.field, part.isLenient);
      case 'fraction': {
        const digits = this.#digits(part.digits, false);
        if (digits === undefined) return false;
        this.date.set('millisOfSecond', Number(digits.padEnd(3, '0').slice(0, 3)));
        return true;
      }
      case 'text':
        return this.#name(part.field);
      case 'offset':
        return this.#offset();
      case 'zoneId':
      case 'zoneName': {
        const found = zoneNameAt(this.text, this.at);
        if (!found) return this.#offset();
        this.zone = found.zone;
        this.at += found.length;
        return true;
      }
    }
  }

  #digits(most: number, isSigned: boolean): string | undefined {
    const [found] = (isSigned ? /^[+-]?\d+/ : /^\d+/).exec(this.text.slice(this.at, this.at + most + 1)) ?? [];
    if (found === undefined) return undefined;
    const taken = found.slice(0, most + (/^[+-]/.test(found) ? 1 : 0));
    this.at += taken.length;
    return taken;
  }

  #shortYear(field: 'year' | 'weekyear', isLenient: boolean): boolean {
    const digits = this.#digits(isLenient ? 9 : 2, isLenient);
    if (digits === undefined || (!isLenient && digits.length < 2)) return false;
    if (digits.length !== 2 || /^[+-]/.test(digits)) this.date.set(field, Number(digits));
    else {
      const first = this.pivotYear - 50;
      this.date.set(field, first + ((((Number(digits) - first) % 100) + 100) % 100));
    }
    return true;
  }

  #name(field: TextField): boolean {
    const found = namesOfField(this.names, field).readable.find(([form]) => this.#lower.startsWith(form, this.at));
    if (!found) return false;
    const [form, index] = found;
    this.at += form.length;
    this.date.set(field, field === 'monthOfYear' || field === 'dayOfWeek' ? index + 1 : index);
    return true;
  }

  /** Reads `Z`, `+02`, `+0200`, `+02:00` or `+02:00:00`. */
  #offset(): boolean {
    const rest = this.text.slice(this.at, this.at + 12);
    const [found, sign, hours, minutes = '0', seconds = '0'] =
      /^(?:Z|([+-])(\d{2})(?::?([0-5]\d)(?::?([0-5]\d))?)?)/i.exec(rest) ?? [];
    if (found === undefined || Number(hours ?? 0) > 23) return false;
    this.at += found.length;
    const size = Number(hours ?? 0) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000;
    this.offset = sign === '-' ? -size : size;
    return true;
  }
}

/**
 * Returns a function that parses dates by a pattern.
 * @param locale canonical language tag
 * @throws DateFormatError for an invalid pattern, and for one with full names of time zones (`zzzz`)
 */
export function dateReader(pattern: string, locale: string, options: ReadDateOptions): ReadDate {
  const parts = readDateFormat(pattern);
  const names = localeNames(locale);
  const unreadable = parts.find((part) => part.kind === 'zoneName' && part.isLong);
  if (unreadable) throw new DateFormatError(`Full names of time zones (zzzz) cannot be read, only printed.`);
  return (text, zone) => {
    const shown = `"${text.slice(0, 60)}"`;
    if (text.length > longestText) throw new DateFormatError(`${shown} is too long for a date.`);
    const reading = new Reading(text, names, options.currentYear - 30);
    if (!parts.every((part) => reading.read(part)) || !reading.isAtEnd) {
      const where = reading.isAtEnd ? 'ends too early' : `differs from "${text.slice(reading.at, reading.at + 30)}" on`;
      throw new DateFormatError(`${shown} is no date of the form "${pattern}": the text ${where}.`);
    }
    const local = reading.date.local(options.defaultYear ?? 2000);
    if (reading.offset !== undefined) return local - reading.offset;
    const instant = instantOfLocal(local, reading.zone ?? zone);
    if (instant === undefined)
      throw new DateFormatError(`${shown} does not exist in ${reading.zone ?? zone}: the clocks skip that hour.`);
    return instant;
  };
}
