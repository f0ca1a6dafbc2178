/** Rule functions on dates. Patterns have Joda-Time's syntax. */
import { localeTag } from '../../date-formats/locale-names.js';
import { naturalInstant } from '../../date-formats/natural-moments.js';
import { DateFormatError, readDateFormat } from '../../date-formats/format.js';
import { datePrinter, type PrintDate } from '../../date-formats/print.js';
import { dateReader, type ReadDate } from '../../date-formats/read.js';
import { exactZone, zoneOrUtc } from '../../date-formats/zones.js';
import { defineFunction, EvaluationError, optional, parameter, prepared, type PipelineFunction } from '../function.js';
import { DateTime, furthestMs } from '../values.js';
import { needed } from './bounds.js';

const zoneType = 'org.joda.time.DateTimeZone';
const timezone = prepared(
  optional('timezone', 'String', 'Name of a time zone in any case; an unknown one means UTC, the default.'),
  zoneOrUtc,
  zoneType,
);

function checked<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof DateFormatError) throw new EvaluationError(error.message);
    throw error;
  }
}

const toDate = defineFunction({
  name: 'to_date',
  parameters: [parameter('value', 'Object'), timezone],
  returns: 'DateTime',
  description:
    'The same instant in another time zone. A value that is no date gives null: texts are not parsed, see parse_date.',
  evaluate: ([value, zone]) => (value instanceof DateTime ? new DateTime(value.millis, zone ?? 'UTC') : null),
});

const now = defineFunction({
  name: 'now',
  parameters: [timezone],
  returns: 'DateTime',
  description: 'The present instant.',
  evaluate: ([zone], context) => new DateTime(context.now(), zone ?? 'UTC'),
});

/** Cache of pattern readers, by pattern, language and present year. */
const readers = new Map<string, ReadDate>();
const mostReaders = 500;

function readerOf(pattern: string, locale: string, currentYear: number): ReadDate {
  const key = `${locale} ${currentYear} ${pattern}`;
  const found = readers.get(key);
  if (found) return found;
  if (readers.size >= mostReaders) readers.clear();
  const made = dateReader(pattern, locale, { currentYear });
  readers.set(key, made);
  return made;
}

/**
 * Returns a date pattern unchanged. For a constant pattern, the check runs when the rule is parsed.
 * @throws EvaluationError when the pattern is invalid
 */
function checkedPattern(pattern: string): string {
  checked(() => readDateFormat(pattern));
  return pattern;
}

const parseDate = defineFunction({
  name: 'parse_date',
  parameters: [
    parameter('value', 'String'),
    prepared(parameter('pattern', 'String', 'Pattern of Joda-Time, e.g. yyyy-MM-dd HH:mm:ss.'), checkedPattern),
    optional('locale', 'String', 'Language of names of months and weekdays, by default English.'),
    timezone,
  ],
  returns: 'DateTime',
  description:
    'Reads a date by a pattern. The time zone is that of texts that name none, and of the result. A text of another form is an error.',
  evaluate([value, pattern, locale, zone], context) {
    if (value === null) return null;
    const form = needed(pattern, 'pattern');
    const language = locale === null || locale === undefined ? 'en' : localeTag(locale);
    if (language === undefined) throw new EvaluationError(`"${(locale ?? '').slice(0, 40)}" is no language tag.`);
    const year = new Date(context.now()).getUTCFullYear();
    return checked(() => new DateTime(readerOf(form, language, year)(value, zone ?? 'UTC'), zone ?? 'UTC'));
  },
});

const parseUnixMilliseconds = defineFunction({
  name: 'parse_unix_milliseconds',
  parameters: [parameter('value', 'Long'), timezone],
  returns: 'DateTime',
  description: 'The date that is so many milliseconds after 1970-01-01T00:00:00Z.',
  evaluate([value, zone]) {
    if (value === null) return null;
    if (value > furthestMs || value < -furthestMs)
      throw new EvaluationError(`${value} is too far from 1970 for a date.`);
    return new DateTime(Number(value), zone ?? 'UTC');
  },
});

const flexParseDate = defineFunction({
  name: 'flex_parse_date',
  parameters: [
    parameter('value', 'String'),
    optional('default', 'DateTime', 'Given for a text without a date.'),
    timezone,
  ],
  returns: 'DateTime',
  description: 'The first date that a text in natural language (English) speaks of, e.g. "yesterday at noon".',
  evaluate([value, otherwise, zone], context) {
    if (value === null) return null;
    const instant = naturalInstant(value, zone ?? 'UTC', context.now());
    return instant === undefined ? (otherwise ?? null) : new DateTime(instant, zone ?? 'UTC');
  },
});

const printerOf = (pattern: string): PrintDate => checked(() => datePrinter(pattern, 'en'));

function zoneOf(name: string): string {
  const zone = exactZone(name);
  if (zone === undefined) throw new EvaluationError(`There is no time zone "${name.slice(0, 60)}".`);
  return zone;
}

const formatDate = defineFunction({
  name: 'format_date',
  parameters: [
    parameter('value', 'DateTime'),
    prepared(
      parameter('format', 'String', 'Pattern of Joda-Time.'),
      printerOf,
      'org.joda.time.format.DateTimeFormatter',
    ),
    prepared(optional('timezone', 'String', 'Exact name or offset of a time zone, by default UTC.'), zoneOf, zoneType),
  ],
  returns: 'String',
  description: 'Writes a date by a pattern.',
  evaluate([value, print, zone]) {
    if (value === null) return null;
    return needed(print, 'format')(value.millis, zone ?? 'UTC');
  },
});

export const dateFunctions: readonly PipelineFunction[] = [
  toDate,
  now,
  parseDate,
  parseUnixMilliseconds,
  flexParseDate,
  formatDate,
];

const units = { millis: 1, seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

const dateDiff = defineFunction({
  name: 'date_diff',
  parameters: [
    parameter('start', 'DateTime'),
    parameter('end', 'DateTime'),
    optional('unit', 'String', `${Object.keys(units).join(', ')}; default: millis.`),
  ],
  returns: 'Long',
  extension: true,
  description: 'Whole units of time from one date to another; negative when the second one is earlier.',
  evaluate([start, end, unit]) {
    if (start === null || end === null) return null;
    const name = (unit ?? 'millis').toLowerCase();
    const size = Object.entries(units).find(([one]) => one === name || `${one.slice(0, -1)}` === name)?.[1];
    if (size === undefined)
      throw new EvaluationError(`"${name.slice(0, 40)}" is no unit: it must be ${Object.keys(units).join(', ')}.`);
    return BigInt(Math.trunc((end.millis - start.millis) / size));
  },
});

export const dateExtensions: readonly PipelineFunction[] = [dateDiff];
