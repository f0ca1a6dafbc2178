/**
 * Converts the text of an attribute to a value and back. Each data type has one kind. Every kind rejects unreadable
 * text, so that `log-error` reports it and the last valid value stays.
 */

/** A kind of attribute: `T` is the value of the property of the same name. */
export interface AttributeKind<T> {
  /** TypeScript type of the value, written to the type declarations and the reference of the package. */
  readonly type: string;
  /** The value while the attribute is absent. */
  readonly fallback: T;
  /**
   * Parses the text of the attribute.
   * @throws BadValue when it is invalid
   */
  parse(text: string): T;
  /** Formats a value as attribute text; `null` removes the attribute. */
  stringify(value: T): string | null;
  /**
   * Validates a value set as a property; scripts may pass any type.
   * @throws BadValue when it is invalid
   */
  accept(value: unknown): T;
}

/** An attribute or property value is not acceptable; the message names the accepted values. */
export class BadValue extends Error {
  constructor(expected: string, value: unknown) {
    super(`expected ${expected}, got ${shown(value)}`);
    this.name = 'BadValue';
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Accepts any text. */
export function text(): AttributeKind<string | undefined>;
export function text(fallback: string): AttributeKind<string>;
export function text(fallback?: string): AttributeKind<string | undefined> {
  return {
    type: fallback === undefined ? 'string | undefined' : 'string',
    fallback,
    parse: (value) => value,
    stringify: (value) => value ?? null,
    accept: (value) => {
      if (value === undefined || typeof value === 'string') return value ?? fallback;
      throw new BadValue('a text', value);
    },
  };
}

/** Boolean attribute: true when present; `"false"` counts as absent because frameworks write it. */
export function flag(): AttributeKind<boolean> {
  return {
    type: 'boolean',
    fallback: false,
    parse: (value) => value !== 'false',
    stringify: (value) => (value ? '' : null),
    // Frameworks set the property to the empty text of a bare attribute.
    accept: (value) => value === '' || (Boolean(value) && value !== 'false'),
  };
}

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

/** Accepts a finite number within limits. */
export function number(limits?: NumberLimits): AttributeKind<number | undefined>;
export function number(limits: NumberLimits, fallback: number): AttributeKind<number>;
export function number(limits: NumberLimits = {}, fallback?: number): AttributeKind<number | undefined> {
  const { min = -Infinity, max = Infinity, integer = false } = limits;
  const check = (value: unknown, given: unknown) => {
    const fits = typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value));
    if (fits && Number.isFinite(value)) return value;
    throw new BadValue(describeLimits(limits), given);
  };
  const parse = (text: string) => check(text.trim() === '' ? undefined : Number(text), text);
  return {
    type: fallback === undefined ? 'number | undefined' : 'number',
    fallback,
    parse,
    stringify: (value) => (value === undefined ? null : String(value)),
    // Frameworks set the property to the attribute text of a template.
    accept: (value) => {
      if (value === undefined) return fallback;
      return typeof value === 'string' ? parse(value) : check(value, value);
    },
  };
}

function describeLimits({ min, max, integer }: NumberLimits): string {
  const kind = integer ? 'a whole number' : 'a number';
  if (min !== undefined && max !== undefined) return `${kind} from ${min} to ${max}`;
  if (min !== undefined) return `${kind} of at least ${min}`;
  return max !== undefined ? `${kind} of at most ${max}` : kind;
}

/** Accepts one of the given words. */
export function oneOf<const Word extends string>(words: readonly Word[], fallback: Word): AttributeKind<Word> {
  const accept = (value: unknown): Word => {
    const word = words.find((one) => one === value);
    if (word === undefined) throw new BadValue(`one of ${words.join(', ')}`, value);
    return word;
  };
  return {
    type: words.map((word) => `'${word}'`).join(' | '),
    fallback,
    parse: accept,
    stringify: (value) => value,
    accept: (value) => (value === undefined ? fallback : accept(value)),
  };
}

/** Accepts comma-separated texts, such as ids; blanks around them are removed. The property is an array. */
export function list(): AttributeKind<readonly string[]> {
  const fallback: readonly string[] = [];
  const parse = (text: string) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  return {
    type: 'readonly string[]',
    fallback,
    parse,
    stringify: (value) => (value.length === 0 ? null : value.join(',')),
    accept: (value) => {
      if (value === undefined) return fallback;
      if (typeof value === 'string') return parse(value);
      if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value as string[];
      throw new BadValue('a list of texts', value);
    },
  };
}

/** Accepts some of the given words, separated by spaces or commas; the property is an array. */
export function wordsOf<const Word extends string>(words: readonly Word[]): AttributeKind<readonly Word[]> {
  const fallback: readonly Word[] = [];
  const known = (given: readonly unknown[]): readonly Word[] =>
    given.map((one) => {
      const word = words.find((candidate) => candidate === one);
      if (word === undefined) throw new BadValue(`some of ${words.join(', ')}`, one);
      return word;
    });
  const parse = (text: string) => known(text.split(/[\s,]+/).filter(Boolean));
  return {
    type: `readonly (${words.map((word) => `'${word}'`).join(' | ')})[]`,
    fallback,
    parse,
    stringify: (value) => (value.length === 0 ? null : value.join(' ')),
    accept: (value) => {
      if (value === undefined) return fallback;
      if (typeof value === 'string') return parse(value);
      if (Array.isArray(value)) return known(value as unknown[]);
      throw new BadValue(`some of ${words.join(', ')}`, value);
    },
  };
}

/** Creates a custom kind; `parse` throws BadValue. Properties may also be set to text. */
export function custom<T>(options: {
  readonly type: string;
  readonly fallback: T;
  parse(text: string): T;
  stringify(value: T): string | null;
  accept?(value: unknown): T;
}): AttributeKind<T> {
  return {
    ...options,
    accept: (value) => {
      if (value === undefined) return options.fallback;
      if (options.accept) return options.accept(value);
      return typeof value === 'string' ? options.parse(value) : (value as T);
    },
  };
}

/** Accepts an http(s) address; it is made absolute against the page and loses its trailing slash. */
export function address(): AttributeKind<string | undefined> {
  const accept = (value: unknown): string => {
    if (typeof value === 'string' && value.trim() !== '') {
      const url = URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI) : undefined;
      if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) {
        return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
      }
    }
    throw new BadValue('an http(s) address without credentials', value);
  };
  return {
    type: 'string | undefined',
    fallback: undefined,
    parse: accept,
    stringify: (value) => value ?? null,
    accept: (value) => (value === undefined ? undefined : accept(value)),
  };
}

/** Accepts an IANA time zone that this browser knows. */
export function timeZone(): AttributeKind<string | undefined> {
  const accept = (value: unknown): string => {
    if (typeof value === 'string') {
      try {
        new Intl.DateTimeFormat(undefined, { timeZone: value });
        return value;
      } catch {
        // The error is thrown below.
      }
    }
    throw new BadValue('an IANA time zone such as Europe/Berlin', value);
  };
  return {
    type: 'string | undefined',
    fallback: undefined,
    parse: accept,
    stringify: (value) => value ?? null,
    accept: (value) => (value === undefined ? undefined : accept(value)),
  };
}

/** Converts a property name to an attribute name: `viewId` → `view-id`. */
export function attributeName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

// oxlint-disable-next-line typescript/no-explicit-any -- kinds of different values in one record; each is used with its own value only
export type AttributeKinds = Readonly<Record<string, AttributeKind<any>>>;

export type AttributeValues<Kinds extends AttributeKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends AttributeKind<infer Value> ? Value : never;
};
