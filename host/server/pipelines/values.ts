/**
 * Values of the rule language. The language has three number types, but JavaScript has only one, so numbers are
 * distinguished by their representation:
 *
 * - a Long is a bigint of 64 bits
 * - a Double is a number
 * - an Integer of 32 bits is an object of the class `Integer`; numbers in JSON texts, parts of dates and syslog levels
 *   have this type
 *
 * `null` is the null of the language; `undefined` means no value.
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

/**
 * A map with text keys. Iteration follows the order of insertion, like Java's LinkedHashMap. Only the functions that
 * change maps for rules write to it (`functions/collections.ts`).
 */
export type MapValue = ReadonlyMap<string, Value>;

/**
 * Static types of parameters, results and expressions. The results of some functions have their own types: see
 * `mapTypes`.
 */
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

/** Result types that are maps: a parameter of type Map accepts them. */
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

/** A 32-bit integer. It never equals a Long or a Double. */
export class Integer {
  #long: bigint | undefined;

  private constructor(readonly value: number) {}

  /** The number as a Long, cached because rules convert the same small numbers repeatedly. */
  get long(): bigint {
    return (this.#long ??= BigInt(this.value));
  }

  /** @param value truncated to 32 bits like Java's `(int)` */
  static of(value: number): Integer {
    return small[value + 128] ?? new Integer(value | 0);
  }

  /** Creates the cache of small numbers; only this module calls it. */
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

/** Converts to a Long; the value wraps around at 64 bits as in Java's arithmetic. */
export const longOf = (value: bigint | number): bigint =>
  BigInt.asIntN(64, typeof value === 'bigint' ? value : BigInt(Math.trunc(value)));

/**
 * Converts an integer in the same way as the JSON library of the reference server: to Integer when it fits 32 bits,
 * otherwise to a bigint, which may exceed the 64 bits of a Long.
 */
export function jsonInteger(value: number | bigint): Integer | bigint {
  const number = Number(value);
  return number >= -2_147_483_648 && number <= 2_147_483_647 ? Integer.of(number) : BigInt(value);
}

/**
 * Largest distance of a date from 1970 in milliseconds: two days less than JavaScript's largest date, so that the date
 * can be converted to every time zone.
 */
export const furthestMs = 8_640_000_000_000_000 - 2 * 86_400_000;

/** An instant with a display time zone. Instants are compared by `millis` alone. */
export class DateTime {
  /**
   * @param millis epoch milliseconds, an integer
   * @param zone `UTC`, a name of the time zone database (`Europe/Berlin`) or an offset (`+02:00`)
   */
  constructor(
    readonly millis: number,
    readonly zone: string = 'UTC',
  ) {}
}

/** A calendar period: the length of a month or a day depends on the date that it is added to. Members are integers. */
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

/** An exact duration, never negative: the difference of two dates. */
export class Duration {
  constructor(readonly millis: number) {}
}

/**
 * A JSON tree. Objects are maps, arrays are lists, integers are Integer or bigint (which may exceed the 64 bits of a
 * Long), other numbers are Double. `undefined` is the missing node, which `parse_json` returns for invalid JSON.
 */
export type JsonTree =
  undefined | null | string | boolean | bigint | number | Integer | readonly JsonTree[] | ReadonlyMap<string, JsonTree>;

export class JsonNode {
  constructor(readonly tree: JsonTree) {}
}

/** An IP address, created by `to_ip`. */
export class IpAddress {
  /**
   * @param bytes 4 bytes (IPv4) or 16 bytes (IPv6)
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

/** An http or https URL, created by `to_url`. */
export class UrlValue {
  constructor(
    readonly text: string,
    readonly url: URL,
  ) {}
}

/** Result of `regex` and `grok`: a map of the captured groups with the additional property `matches`. */
export class MatchResult extends Map<string, Value> {
  constructor(
    readonly matches: boolean,
    entries?: Iterable<readonly [string, Value]>,
  ) {
    super(entries);
  }
}

/** A value with properties that is not a map, e.g. the result of `expand_syslog_priority`. */
export class Bean {
  /** @param type name of the type in error messages */
  constructor(
    readonly type: string,
    readonly properties: MapValue,
  ) {}
}

export function isList(value: JsonTree): value is readonly JsonTree[];
export function isList(value: unknown): value is List;
export function isList(value: unknown): boolean {
  return Array.isArray(value);
}

export function isMap(value: JsonTree): value is ReadonlyMap<string, JsonTree>;
export function isMap(value: unknown): value is MapValue;
export function isMap(value: unknown): boolean {
  return value instanceof Map;
}

/**
 * Tells whether a value is a map, or a list that contains a map. Rules may modify maps, so a constant that contains a
 * map is computed anew for each message.
 */
export const holdsMap = (value: unknown): boolean => isMap(value) || (isList(value) && value.some(holdsMap));

/** Tells whether a value is a number of any of the three types. */
export const isNumeric = (value: unknown): value is bigint | number | Integer =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof Integer;
