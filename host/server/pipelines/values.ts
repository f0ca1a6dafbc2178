/**
 * Values that rules compute with (design pipelines 3). JavaScript has one number type where the language has three, so numbers are
 * tagged by their representation: a Long is a bigint of 64 bits, a Double a number, and an Integer of 32 bits (numbers of JSON texts,
 * parts of dates, syslog levels) an object of the class below. `null` is the null of the language; `undefined` is no value.
 */
import type { Message } from './message.js';

export type Value =
  | null
  | string
  | boolean
  | bigint
  | number
  | Integer
  | DateTime
  | Period
  | Duration
  | List
  | MapValue
  | JsonNode
  | Message
  | IpAddress
  | UrlValue
  | Bean;

export type List = readonly Value[];

/** Keys are texts. Iteration is in the order of insertion, as LinkedHashMap. */
export type MapValue = ReadonlyMap<string, Value>;

/** Static types of parameters, results and expressions. Results of some functions have types of their own: see `mapTypes`. */
export type ValueType =
  | 'Long'
  | 'Double'
  | 'String'
  | 'Boolean'
  | 'DateTime'
  | 'Period'
  | 'List'
  | 'Map'
  | 'JsonNode'
  | 'Message'
  | 'IpAddress'
  | 'URL'
  | 'Void'
  | 'Object'
  | 'RegexMatchResult'
  | 'GrokResult'
  | 'SyslogPriority'
  | 'SyslogPriorityAsString'
  | 'CEFParserResult'
  | 'OTXLookupResult'
  | 'GenericLookupResult'
  | 'GlobalLookupResult'
  | 'WhoisIpLookupResult';

/** Types of results that are maps as well: a parameter of type Map takes them. */
export const mapTypes: ReadonlySet<ValueType> = new Set<ValueType>([
  'Map',
  'RegexMatchResult',
  'GrokResult',
  'CEFParserResult',
  'OTXLookupResult',
  'GenericLookupResult',
  'GlobalLookupResult',
  'WhoisIpLookupResult',
]);

/** A 32-bit number. It never equals a Long or a Double. */
export class Integer {
  #long: bigint | undefined;

  private constructor(readonly value: number) {}

  /** The number as a Long, kept because rules convert the same small numbers repeatedly. */
  get long(): bigint {
    return (this.#long ??= BigInt(this.value));
  }

  /** @param value a whole number of 32 bits; others are cut as Java's `(int)` does */
  static of(value: number): Integer {
    return small[value + 128] ?? new Integer(value | 0);
  }

  /** Fills the cache of small numbers; only this module calls it. */
  static range(from: number, to: number): Integer[] {
    return Array.from({ length: to - from + 1 }, (_, index) => new Integer(from + index));
  }

  toJSON(): number {
    return this.value;
  }
}

const small: Integer[] = Integer.range(-128, 1023);

export const smallestLong = -(2n ** 63n);
export const largestLong = 2n ** 63n - 1n;

/** A Long by its digits or its number: wraps around at 64 bits as Java's arithmetic does. */
export const longOf = (value: bigint | number): bigint =>
  BigInt.asIntN(64, typeof value === 'bigint' ? value : BigInt(Math.trunc(value)));

/** A whole number as the reference's JSON library reads it: Integer when it fits 32 bits, else Long. */
export function jsonInteger(value: number | bigint): Integer | bigint {
  const number = Number(value);
  return number >= -2_147_483_648 && number <= 2_147_483_647 ? Integer.of(number) : BigInt(value);
}

/** An instant, shown in a zone. Instants compare by `millis` alone. */
export class DateTime {
  /**
   * @param millis epoch milliseconds, a whole number
   * @param zone `UTC`, a name of the zone database (`Europe/Berlin`) or an offset (`+02:00`)
   */
  constructor(
    readonly millis: number,
    readonly zone: string = 'UTC',
  ) {}
}

/** A calendar period: what a month or a day is in milliseconds depends on the date that it is added to. Fields are whole numbers. */
export class Period {
  constructor(
    readonly years = 0,
    readonly months = 0,
    readonly weeks = 0,
    readonly days = 0,
    readonly hours = 0,
    readonly minutes = 0,
    readonly seconds = 0,
    readonly millis = 0,
  ) {}
}

/** An exact length of time, never negative: the difference of two dates. */
export class Duration {
  constructor(readonly millis: number) {}
}

/**
 * A tree of JSON. Objects are maps, arrays lists, whole numbers Integer or Long (bigint beyond 64 bits), others Double.
 * `undefined` is the missing node: what `parse_json` gives for a text that is no JSON.
 */
export type JsonTree =
  undefined | null | string | boolean | bigint | number | Integer | readonly JsonTree[] | ReadonlyMap<string, JsonTree>;

export class JsonNode {
  constructor(readonly tree: JsonTree) {}
}

/** An address, made by `to_ip`. */
export class IpAddress {
  /**
   * @param bytes four or sixteen of them
   * @param text canonical form (RFC 5952 for IPv6)
   */
  constructor(
    readonly bytes: Uint8Array,
    readonly text: string,
  ) {}

  get isVersion4(): boolean {
    return this.bytes.length === 4;
  }
}

/** An address of the web, made by `to_url`: http or https. */
export class UrlValue {
  constructor(
    readonly text: string,
    readonly url: URL,
  ) {}
}

/** Result of `regex` and `grok`: a map of what was captured, which also has the property `matches`. */
export class MatchResult extends Map<string, Value> {
  constructor(
    readonly matches: boolean,
    entries?: Iterable<readonly [string, Value]>,
  ) {
    super(entries);
  }
}

/** A value that has properties and is no map, e.g. the result of `expand_syslog_priority`. */
export class Bean {
  /** @param type as `to_string` and error messages name it */
  constructor(
    readonly type: string,
    readonly properties: MapValue,
  ) {}
}

export const isList = (value: unknown): value is List => Array.isArray(value);

export const isMap = (value: unknown): value is MapValue => value instanceof Map;

/** Tells whether a value is a map or a list with one in it: rules may change maps, so constants of this kind are made anew for each message. */
export const holdsMap = (value: unknown): boolean => isMap(value) || (isList(value) && value.some(holdsMap));

/** A number of any of the three types. */
export const isNumeric = (value: unknown): value is bigint | number | Integer =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof Integer;
