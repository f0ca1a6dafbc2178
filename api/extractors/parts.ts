/**
 * Describes the fields of extractor and converter configurations in one place: the console builds forms, previews and
 * summaries from them. Field names match the API (contract data-intake, extractor_types and converter_types).
 */

export type Config = Readonly<Record<string, unknown>>;

/** Describes one field of a configuration. */
export interface ConfigPart {
  readonly name: string;
  readonly kind: 'text' | 'flag' | 'integer' | 'zone' | 'locale' | 'pattern' | 'table';
  readonly label: string;
  readonly help?: string;
  readonly initial: string | boolean | number;
  readonly required?: boolean;
  /** Smallest allowed value of a number field. */
  readonly least?: number;
  /** The value is one character; `\n` and `\t` may be written out. */
  readonly character?: boolean;
  /** Name of the boolean field that enables this field. */
  readonly needs?: string;
}

/** Label and help of a field. */
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

/** The configuration that a new extractor or converter starts with. */
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

/** Tells whether a configuration is complete enough to be tried and stored. */
export const isWhole = (parts: readonly ConfigPart[], config: Config): boolean =>
  parts.every((part) => partProblem(part, config) === undefined);

/** Label of a stored property; its name if no field describes it. */
export const labelOf = (parts: readonly ConfigPart[], name: string): string =>
  parts.find((part) => part.name === name)?.label ?? name;
