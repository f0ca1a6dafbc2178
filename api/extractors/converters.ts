/**
 * Describes the types of converters in one place (contract data-intake, converter_types).
 * `host/server/intake/extractors/converter-types.ts` implements them.
 */
import { characterPart, flagPart, tablePart, textPart, type ConfigPart } from './parts.js';

export interface ConverterTypeDescription {
  readonly label: string;
  readonly parts: readonly ConfigPart[];
}

const zone: ConfigPart = {
  name: 'time_zone',
  kind: 'zone',
  label: 'Time zone',
  help: 'Time zone of dates that contain none.',
  initial: 'Etc/UTC',
};
const locale: ConfigPart = {
  name: 'locale',
  kind: 'locale',
  label: 'Locale',
  help: 'The language of the names of months and days.',
  initial: 'en',
};

/** Descriptions of converters by their names in the API. */
const described: Readonly<Record<string, ConverterTypeDescription>> = {
  numeric: { label: 'Numeric', parts: [] },
  date: {
    label: 'Date',
    parts: [
      textPart('date_format', [
        'Format string',
        'Write a format such as yyyy-MM-dd HH:mm:ss or dd/MMM/yyyy:HH:mm:ss Z.',
      ]),
      zone,
      locale,
    ],
  },
  flexdate: { label: 'Flexible Date', parts: [zone] },
  hash: { label: 'Hash', parts: [] },
  lowercase: { label: 'Lowercase', parts: [] },
  uppercase: { label: 'Uppercase', parts: [] },
  tokenizer: { label: 'Key = Value Pairs To Fields', parts: [] },
  csv: {
    label: 'CSV To Fields',
    parts: [
      textPart('column_header', ['Field names', 'Names of the columns, separated like the values.']),
      characterPart('separator', ['Separator character', 'Enter one character; \\t is a tab.'], ','),
      characterPart('quote_char', ['Quote character'], '"'),
      characterPart('escape_char', ['Escape character'], '\\'),
      flagPart('strict_quotes', ['Use strict quotes', 'Text outside of quotes is ignored.']),
      flagPart('trim_leading_whitespace', ['Trim leading whitespace'], true),
    ],
  },
  split_and_count: {
    label: 'Split & Count',
    parts: [textPart('split_by', ['Split by', 'The text is split wherever exactly these characters appear.'])],
  },
  ip_anonymizer: { label: 'Anonymize IPv4 Addresses', parts: [] },
  syslog_pri_level: { label: 'Syslog Level From PRI', parts: [] },
  syslog_pri_facility: { label: 'Syslog Facility From PRI', parts: [] },
  lookup_table: { label: 'Lookup Table', parts: [tablePart] },
};

export const converterTypes = Object.keys(described);

/** Returns the description of a converter type; an unknown type has its name as label and no fields. */
export const converterTypeOf = (type: string): ConverterTypeDescription =>
  (Object.hasOwn(described, type) ? described[type] : undefined) ?? { label: type, parts: [] };
