/** Creates the thirteen converters by their names in the API (contract data-intake, converter_types). */
import moment from 'moment-timezone';
import type { FieldValue } from '../../store/types.js';
import { character, flag, optionalText, requiredText } from './config.js';
import { csvLineDefaults } from '../../foundation/csv-line.js';
import { csvFields, csvValues } from './csv.js';
import { dateReader, flexibleDate } from './dates.js';
import { ExtractionError, ExtractorConfigError, type Config, type LookupTables } from './extraction.js';
import { tableOf } from './lookup-table.js';
import {
  anonymizeAddresses,
  facilityOfPriority,
  levelOfPriority,
  md5,
  numeric,
  pairFields,
  partCount,
} from './texts.js';

/**
 * Describes the result of a converter: a value replaces the text, a map contains additional fields, undefined removes
 * the target field.
 */
type Converted = FieldValue | ReadonlyMap<string, FieldValue> | undefined;

/**
 * Converts the text that an extractor has found.
 * @param now epoch milliseconds
 * @throws ExtractionError when the text cannot be converted
 */
export type Convert = (text: string, now: number) => Converted;

function zoneOf(config: Config): string {
  const zone = optionalText(config, 'time_zone', 'Etc/UTC');
  if (!moment.tz.zone(zone)) throw new ExtractorConfigError(`There is no time zone "${zone}".`);
  return zone;
}

/**
 * Returns the locale of the configuration; the date library uses English for a locale that it does not know.
 * @throws ExtractorConfigError when the text has not the form of a locale
 */
function localeOf(config: Config): string {
  const locale = optionalText(config, 'locale', 'en').replace('_', '-').toLowerCase();
  if (!/^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/.test(locale)) throw new ExtractorConfigError(`"${locale}" is no language.`);
  return locale;
}

function csv(config: Config): Convert {
  const options = {
    separator: character(config, 'separator', csvLineDefaults.separator),
    quote: character(config, 'quote_char', csvLineDefaults.quote),
    escape: character(config, 'escape_char', csvLineDefaults.escape),
    strictQuotes: flag(config, 'strict_quotes', csvLineDefaults.strictQuotes),
    trimLeadingWhitespace: flag(config, 'trim_leading_whitespace', csvLineDefaults.trimLeadingWhitespace),
  };
  // The column names are parsed without strict quotes, because strict quotes would drop names without quotes.
  const names = csvValues(requiredText(config, 'column_header'), { ...options, strictQuotes: false });
  return (text) => csvFields(text, names, options);
}

const makers: Readonly<Record<string, (config: Config, tables: LookupTables | undefined) => Convert>> = {
  numeric: () => numeric,
  date: (config) => dateReader(requiredText(config, 'date_format'), zoneOf(config), localeOf(config)),
  flexdate: (config) => {
    const zone = zoneOf(config);
    return (text, now) => flexibleDate(text, zone, now);
  },
  hash: () => md5,
  lowercase: () => (text) => text.toLowerCase(),
  uppercase: () => (text) => text.toUpperCase(),
  tokenizer: () => pairFields,
  csv,
  split_and_count: (config) => {
    const separator = requiredText(config, 'split_by');
    return (text) => partCount(text, separator);
  },
  ip_anonymizer: () => anonymizeAddresses,
  syslog_pri_level: () => levelOfPriority,
  syslog_pri_facility: () => facilityOfPriority,
  lookup_table: (config, tables) => {
    const { name, value } = tableOf(config, tables);
    return (text) => value(name, text) ?? text;
  },
};

/**
 * Creates a converter from its configuration.
 * @throws ExtractorConfigError for an unknown type or an invalid configuration
 */
export function makeConvert(type: string, config: Config, tables?: LookupTables): Convert {
  const make = Object.hasOwn(makers, type) ? makers[type] : undefined;
  if (!make) throw new ExtractorConfigError(`There is no converter "${type}".`);
  try {
    return make(config, tables);
  } catch (error) {
    if (error instanceof ExtractionError) throw new ExtractorConfigError(error.message);
    throw error;
  }
}
