/**
 * Defines the kinds of attributes, which convert the text of an attribute to a value and back. A kind
 * rejects invalid text: the element then reports it with `log-error` and keeps the last valid value.
 */

/** A kind of attribute; `T` is the type of the property that has the attribute's name. */
export interface AttributeKind<T> {
  /** TypeScript type of the value as text, for the type declarations and the reference of the package. */
  readonly type: string;
  /** The value while the attribute is absent. */
  readonly fallback: T;
  /**
   * Converts the text of the attribute to a value.
   * @throws BadValue when the text is invalid
   */
  parse(text: string): T;
  /** Converts a value to the text of the attribute; returns null if the attribute must be removed. */
  stringify(value: T): string | null;
  /**
   * Converts a value that a script has assigned to the property to a valid value. The assigned value may be of any
   * type.
   * @throws BadValue when the value is invalid
   */
  accept(value: unknown): T;
}

/** Thrown when the value of an attribute or property is invalid; the message names the accepted values. */
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

/** Returns the kind of attributes that accept any text. */
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

/**
 * Returns the kind of boolean attributes: true when present. The text `"false"` counts as absent, because frameworks
 * write it.
 */
export function flag(): AttributeKind<boolean> {
  return {
    type: 'boolean',
    fallback: false,
    parse: (value) => value !== 'false',
    stringify: (value) => (value ? '' : null),
    // Frameworks set the property to the empty text when a template has the attribute without a value.
    accept: (value) => value === '' || (Boolean(value) && value !== 'false'),
  };
}

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

/** Returns the kind of attributes that accept a finite number within limits. */
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
    // Frameworks set the property to the text that the attribute has in a template.
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

/** Returns the kind of attributes that accept one of the given words. */
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

/** Returns the kind of attributes that accept comma-separated texts, such as ids; spaces around a text are removed. */
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

/**
 * Returns the kind of attributes that accept any of the given words, separated by spaces or commas; the property is an
 * array.
 */
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

/**
 * Returns a custom kind. `parse` must throw BadValue for invalid text. Without `accept`, a text that is assigned to the
 * property is converted with `parse`, and values of other types are accepted unchecked.
 */
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

/**
 * Returns the kind of attributes that accept an http(s) address, or a path that begins with `/`, `./` or `../`, which
 * is resolved against the page's base address. Query string, fragment and trailing slashes are removed. Other texts,
 * such as an address without its scheme, and addresses with a user or password are rejected.
 */
export function address(): AttributeKind<string | undefined> {
  const accept = (value: unknown): string => {
    if (typeof value === 'string' && /^\s*(https?:\/\/|\.{0,2}\/)\S*\s*$/i.test(value)) {
      const url = URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI) : undefined;
      if (url && !url.username && !url.password) {
        return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
      }
    }
    throw new BadValue('an address such as https://logs.example.org/api or /api', value);
  };
  return {
    type: 'string | undefined',
    fallback: undefined,
    parse: accept,
    stringify: (value) => value ?? null,
    accept: (value) => (value === undefined ? undefined : accept(value)),
  };
}

/** Returns the kind of attributes that accept the IANA name of a time zone that the browser knows. */
export function timeZone(): AttributeKind<string | undefined> {
  const accept = (value: unknown): string => {
    if (typeof value === 'string') {
      try {
        new Intl.DateTimeFormat(undefined, { timeZone: value });
        return value;
      } catch {
        // BadValue is thrown after this block.
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

/** Returns the name of a property's attribute: `viewId` → `view-id`. */
export function attributeName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

// oxlint-disable-next-line typescript/no-explicit-any -- kinds of different values in one record; each is used with its own value only
export type AttributeKinds = Readonly<Record<string, AttributeKind<any>>>;

export type AttributeValues<Kinds extends AttributeKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends AttributeKind<infer Value> ? Value : never;
};
