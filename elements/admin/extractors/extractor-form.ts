/** Form of an extractor: configuration of each type and converter, problems, and the stored form. */
import type { ExtractorRequest, ExtractorSummary, ExtractorType } from '../../../api/contract/extractors.js';

export type Config = Readonly<Record<string, unknown>>;

/** One field of a configuration. */
export interface ConfigPart {
  readonly name: string;
  readonly kind: 'text' | 'flag' | 'integer' | 'zone' | 'locale' | 'pattern' | 'table';
  readonly initial: string | boolean | number;
  readonly required?: boolean;
  /** Smallest allowed number. */
  readonly least?: number;
  /** One character, `\n` and `\t` written out included. */
  readonly character?: boolean;
  /** The flag without which it means nothing. */
  readonly needs?: string;
}

const text = (name: string, initial = ''): ConfigPart => ({ name, kind: 'text', initial, required: true });
const flag = (name: string, initial = false): ConfigPart => ({ name, kind: 'flag', initial });
const integer = (name: string, initial: number, least: number): ConfigPart => {
  return { name, kind: 'integer', initial, least, required: true };
};
const character = (name: string, initial: string): ConfigPart => ({ ...text(name, initial), character: true });
const zone: ConfigPart = { name: 'time_zone', kind: 'zone', initial: 'Etc/UTC' };

const partsOfTypes: Readonly<Record<ExtractorType, readonly ConfigPart[]>> = {
  copy_input: [],
  grok: [flag('named_captures_only'), { name: 'grok_pattern', kind: 'pattern', initial: '', required: true }],
  json: [
    flag('flatten'),
    text('list_separator', ', '),
    text('key_separator', '_'),
    text('kv_separator', '='),
    { ...text('key_prefix'), required: false },
    flag('replace_key_whitespace'),
    { ...text('key_whitespace_replacement', '_'), needs: 'replace_key_whitespace' },
  ],
  lookup_table: [{ ...text('lookup_table_name'), kind: 'table' }],
  regex: [text('regex_value')],
  regex_replace: [text('regex'), text('replacement', '$1'), flag('replace_all')],
  split_and_index: [text('split_by'), integer('index', 1, 1)],
  substring: [integer('begin_index', 0, 0), integer('end_index', 1, 0)],
};
export const extractorTypes = Object.keys(partsOfTypes) as ExtractorType[];
export const isExtractorType = (name: string): name is ExtractorType => Object.hasOwn(partsOfTypes, name);
export const partsOfType = (type: ExtractorType): readonly ConfigPart[] => partsOfTypes[type];

const partsOfConverters: Readonly<Record<string, readonly ConfigPart[]>> = {
  numeric: [],
  date: [text('date_format'), zone, { name: 'locale', kind: 'locale', initial: 'en' }],
  flexdate: [zone],
  hash: [],
  lowercase: [],
  uppercase: [],
  tokenizer: [],
  csv: [
    text('column_header'),
    character('separator', ','),
    character('quote_char', '"'),
    character('escape_char', '\\'),
    flag('strict_quotes'),
    flag('trim_leading_whitespace', true),
  ],
  split_and_count: [text('split_by')],
  ip_anonymizer: [],
  syslog_pri_level: [],
  syslog_pri_facility: [],
  lookup_table: [{ ...text('lookup_table_name'), kind: 'table' }],
};
export const converterTypes = Object.keys(partsOfConverters);
/** Returns no parts for a converter that this console does not know. */
export const partsOfConverter = (type: string): readonly ConfigPart[] =>
  Object.hasOwn(partsOfConverters, type) ? (partsOfConverters[type] ?? []) : [];

export const initialConfig = (parts: readonly ConfigPart[]): Config =>
  Object.fromEntries(parts.map(({ name, initial }) => [name, initial]));

/** They name their fields themselves, and take no converters. */
export const namesItsFields = (type: ExtractorType): boolean => type === 'grok' || type === 'json';

export interface ConverterValues {
  readonly type: string;
  readonly config: Config;
  /** Off: it is not stored, but what was typed stays in the form. */
  readonly on: boolean;
}

export interface ExtractorValues {
  readonly title: string;
  readonly target: string;
  readonly strategy: 'copy' | 'cut';
  readonly conditionType: 'none' | 'string' | 'regex';
  readonly conditionValue: string;
  readonly config: Config;
  readonly converters: readonly ConverterValues[];
}

export function valuesOf(type: ExtractorType, stored?: ExtractorSummary): ExtractorValues {
  return {
    title: stored?.title ?? '',
    target: stored?.target_field ?? '',
    strategy: stored?.cursor_strategy ?? 'copy',
    conditionType: stored?.condition_type ?? 'none',
    conditionValue: stored?.condition_value ?? '',
    config: { ...initialConfig(partsOfType(type)), ...stored?.extractor_config },
    converters: (stored?.converters ?? []).map(({ type: converter, config }) => ({
      type: converter,
      config: { ...initialConfig(partsOfConverter(converter)), ...config },
      on: true,
    })),
  };
}

/** Input and field of an extractor, which the form cannot change. */
export interface ExtractorSubject {
  readonly type: ExtractorType;
  readonly field: string;
  readonly order: number;
}

export function requestOf({ type, field, order }: ExtractorSubject, values: ExtractorValues): ExtractorRequest {
  const named = namesItsFields(type);
  return {
    title: values.title.trim(),
    cursor_strategy: values.strategy,
    source_field: field,
    target_field: named ? '' : values.target,
    extractor_type: type,
    extractor_config: { ...values.config },
    converters: named
      ? []
      : values.converters.filter(({ on }) => on).map((one) => ({ type: one.type, config: { ...one.config } })),
    condition_type: values.conditionType,
    condition_value: values.conditionType === 'none' ? '' : values.conditionValue,
    order,
  };
}

/** Field names have these characters only; others go while one types. */
export const fieldNameOf = (typed: string): string => typed.replace(/[^A-Za-z0-9_]/g, '');

export type PartProblem = 'missing' | 'notWhole' | 'tooSmall' | 'notOneCharacter';

export function partProblem(part: ConfigPart, config: Config): PartProblem | undefined {
  const value = config[part.name];
  if (part.needs !== undefined && config[part.needs] !== true) return undefined;
  if (part.required && (value === undefined || value === null || value === '')) return 'missing';
  if (part.kind === 'integer') {
    if (!Number.isSafeInteger(value)) return 'notWhole';
    return Number(value) < (part.least ?? 0) ? 'tooSmall' : undefined;
  }
  if (part.character && !/^(?:[\s\S]|\\[nt])$/.test(String(value))) return 'notOneCharacter';
  return undefined;
}

/** Tells whether a configuration is complete enough to be tried and stored. */
export const isWhole = (parts: readonly ConfigPart[], config: Config): boolean =>
  parts.every((part) => partProblem(part, config) === undefined);
