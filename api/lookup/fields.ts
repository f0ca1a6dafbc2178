/**
 * Describes the fields of data adapters and caches in one place: the server validates configurations with these
 * descriptions, and the console uses them for forms, for summaries, and to show errors at their fields. Property names
 * are as in the API (contract administration, DataAdapterConfig and CacheConfig).
 */

type LookupFieldKind =
  'text' | 'character' | 'number' | 'flag' | 'choice' | 'duration' | 'url' | 'headers' | 'column' | 'secret';

export interface LookupField {
  readonly kind: LookupFieldKind;
  readonly label: string;
  readonly help: string;
  readonly initial: unknown;
  readonly optional?: true;
  /** Smallest allowed number, or shortest duration in its unit; `max` is the upper limit. */
  readonly min?: number;
  readonly max?: number;
  /** Options of a select field: labels by value. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Name of the property that contains the unit of a duration; `initialUnit` is the unit's default. */
  readonly unit?: string;
  readonly initialUnit?: string | null;
  /** Name of the property that enables a duration; absent: the value `off` disables the duration. */
  readonly enabled?: string;
  /** Value of the property while a duration is disabled. */
  readonly off?: number | null;
  /** True if a URL is a template in which `${key}` is replaced by the key to look up. */
  readonly isTemplate?: true;
  /** Text that the form shows after the number. */
  readonly suffix?: string;
  /** Condition: the form shows this field only while another field has the given value. */
  readonly when?: { readonly field: string; readonly is: unknown };
}

export interface LookupTypeDescription {
  readonly type: string;
  readonly label: string;
  /** Name of the configuration's Java class on reference servers. */
  readonly configClass: string;
  readonly fields: Readonly<Record<string, LookupField>>;
  /** Paragraphs about the type, which the console shows beside the form. */
  readonly about: readonly string[];
  /** Reason why the type should no longer be used; absent: the type is not deprecated. */
  readonly deprecated?: string;
  /** Properties of the configuration that the form does not contain, with their values. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

export const timeUnits = [
  'NANOSECONDS',
  'MICROSECONDS',
  'MILLISECONDS',
  'SECONDS',
  'MINUTES',
  'HOURS',
  'DAYS',
] as const;

const unitMs: Readonly<Record<string, number>> = {
  NANOSECONDS: 1e-6,
  MICROSECONDS: 1e-3,
  MILLISECONDS: 1,
  SECONDS: 1_000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
};

/**
 * Converts an amount and a unit of the API to milliseconds; returns undefined when the amount is no positive number or
 * the unit is unknown, because the duration is then not set.
 */
export function milliseconds(amount: unknown, unit: unknown): number | undefined {
  const length = typeof unit === 'string' && Object.hasOwn(unitMs, unit) ? unitMs[unit] : undefined;
  return typeof amount === 'number' && amount > 0 && length !== undefined ? amount * length : undefined;
}

/** Maximum number of characters in a field; `mostHeaders` is the maximum number of headers of an adapter. */
const longestText = 4_096;
const mostHeaders = 50;

/** Returns the configuration with which the form of a new adapter or cache starts. */
export function defaultConfig({
  type,
  fields,
  fixed,
}: LookupTypeDescription): Record<string, unknown> & { type: string } {
  const values: Record<string, unknown> & { type: string } = { type, ...fixed };
  for (const [name, field] of Object.entries(fields)) {
    values[name] = field.initial;
    if (field.unit !== undefined) values[field.unit] = field.initialUnit ?? null;
    if (field.enabled !== undefined) values[field.enabled] = false;
  }
  return values;
}

const isOn = (field: LookupField, config: Readonly<Record<string, unknown>>): boolean =>
  !field.when || config[field.when.field] === field.when.is;

/** Tells whether a duration in a configuration is enabled. */
export function isDurationOn(name: string, field: LookupField, config: Readonly<Record<string, unknown>>): boolean {
  if (field.enabled !== undefined) return config[field.enabled] === true;
  const value = config[name];
  return typeof value === 'number' && value > 0;
}

function numberProblem({ min = 0, max = 1e12 }: LookupField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'It must be a whole number.';
  if (value < min) return `It must be ${min} or more.`;
  return value > max ? `It must be ${max} or less.` : undefined;
}

function headersProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'It must be an object of texts.';
  const entries = Object.entries(value);
  if (entries.length > mostHeaders) return `There may be at most ${mostHeaders} headers.`;
  const bad = entries.find(
    ([name, text]) => !/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name) || typeof text !== 'string' || /[\r\n\0]/.test(text),
  );
  return bad && `The header ${JSON.stringify(bad[0].slice(0, 100))} cannot be sent.`;
}

function fieldProblem(name: string, field: LookupField, config: Readonly<Record<string, unknown>>): string | undefined {
  const value = config[name];
  const isEmpty = value === undefined || value === null || value === '';
  if (field.kind === 'duration') {
    if (!isDurationOn(name, field, config))
      return isEmpty || value === 0 ? undefined : numberProblem({ ...field, min: 0 }, value);
    const unit = field.unit === undefined ? 'SECONDS' : config[field.unit];
    if (!timeUnits.some((known) => known === unit)) return 'It needs a unit of time.';
    return numberProblem({ ...field, min: Math.max(1, field.min ?? 1) }, value);
  }
  if (isEmpty) return field.optional ? undefined : 'Required';
  switch (field.kind) {
    case 'number':
      return numberProblem(field, value);
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'It must be true or false.';
    case 'headers':
      return headersProblem(value);
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(field.choices ?? {}, value)
        ? undefined
        : `It must be one of ${Object.keys(field.choices ?? {}).join(', ')}.`;
    case 'character':
      return typeof value === 'string' && [...value].length === 1 ? undefined : 'It must be exactly one character.';
    default:
      if (typeof value !== 'string') return 'It must be a text.';
      if (value.includes('\0')) return 'It must not contain a null character.';
      return value.length > longestText ? `It has at most ${longestText} characters.` : undefined;
  }
}

/** Returns the errors of a configuration by property name; fields that the form does not show are not checked. */
export function configProblems(
  { fields }: LookupTypeDescription,
  config: Readonly<Record<string, unknown>>,
): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!isOn(field, config)) continue;
    const problem = fieldProblem(name, field, config);
    if (problem !== undefined) problems[name] = [problem];
  }
  return problems;
}

/**
 * Returns a configuration with exactly the properties of its type. A missing property gets its default, and so does a
 * number or flag that is null. A duration that is null is switched off.
 */
export function cleanConfig(
  description: LookupTypeDescription,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> & { type: string } {
  const config = defaultConfig(description);
  for (const name of Object.keys(config)) {
    const kind = description.fields[name]?.kind;
    const isMissing = given[name] === undefined || (given[name] === null && (kind === 'number' || kind === 'flag'));
    if (name !== 'type' && !(description.fixed && name in description.fixed) && !isMissing) config[name] = given[name];
  }
  return config;
}

/**
 * Returns the name that is suggested for a title: in lower case, with one hyphen for each series of characters other
 * than Latin letters, digits and `_`.
 */
export const nameOfTitle = (title: string): string => title.trim().replace(/\W+/g, '-').toLowerCase();
