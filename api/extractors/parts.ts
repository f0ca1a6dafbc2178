/**
 * Describes the fields of extractor and converter configurations in one place: the console builds forms, previews and
 * summaries from these descriptions. Names are as in the API (contract data-intake, extractor_types and
 * converter_types).
 */

export type Config = Readonly<Record<string, unknown>>;

/** Describes one field of an extractor's or converter's configuration. */
export interface ConfigPart {
  readonly name: string;
  readonly kind: 'text' | 'flag' | 'integer' | 'zone' | 'locale' | 'pattern' | 'table';
  readonly label: string;
  readonly help?: string;
  readonly initial: string | boolean | number;
  readonly required?: boolean;
  /** Smallest allowed value; only for numbers. */
  readonly least?: number;
  /** True if the value must be a single character; `\n` and `\t` may be written as two. */
  readonly character?: boolean;
  /** Name of the Boolean field that must be on for this field to apply. */
  readonly needs?: string;
}

/** Label and help text of a field. */
type Words = readonly [label: string, help?: string];

function described(name: string, [label, help]: Words): Pick<ConfigPart, 'name' | 'label' | 'help'> {
  return { name, label, ...(help !== undefined && { help }) };
}

export const textPart = (name: string, words: Words, initial = ''): ConfigPart => {
  return { ...described(name, words), kind: 'text', initial, required: true };
};
export const flagPart = (name: string, words: Words, initial = false): ConfigPart => {
  return { ...described(name, words), kind: 'flag', initial };
};
export const integerPart = (name: string, words: Words, initial: number, least: number): ConfigPart => {
  return { ...described(name, words), kind: 'integer', initial, least, required: true };
};
export const characterPart = (name: string, words: Words, initial: string): ConfigPart => {
  return { ...textPart(name, words, initial), character: true };
};
export const tablePart: ConfigPart = {
  ...textPart('lookup_table_name', ['Lookup table', 'The name of the table.']),
  kind: 'table',
};

/** Returns the configuration with which a new extractor or converter starts. */
export const initialConfig = (parts: readonly ConfigPart[]): Config =>
  Object.fromEntries(parts.map(({ name, initial }) => [name, initial]));

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

/** Tells whether a configuration has no errors, so that it can be tested and stored. */
export const isWhole = (parts: readonly ConfigPart[], config: Config): boolean =>
  parts.every((part) => partProblem(part, config) === undefined);

/** Returns the label of a stored property, or its name if no field describes the property. */
export const labelOf = (parts: readonly ConfigPart[], name: string): string =>
  parts.find((part) => part.name === name)?.label ?? name;
