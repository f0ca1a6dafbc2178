/** Sets of characters (code points): ranges, Unicode properties, unions, intersections and complements. */
import type { Ranges } from '../regex-parts.js';

export type SignSet =
  | { readonly kind: 'ranges'; readonly ranges: Ranges }
  /** A Unicode property by its name in JavaScript's regular expressions, such as `L` or `Script=Greek`. */
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'either' | 'both'; readonly parts: readonly SignSet[] }
  | { readonly kind: 'not'; readonly part: SignSet }
  /** The characters of a set and all characters whose upper or lower case is in the set, by Unicode. */
  | { readonly kind: 'anyCase'; readonly part: SignSet };

const lastSign = 0x10ffff;

/** Sorts ranges and merges those that overlap or are adjacent. */
function joined(ranges: Ranges): Ranges {
  const result: [number, number][] = [];
  for (const [low, high] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else result.push([low, high]);
  }
  return result;
}

/** Returns the ranges of all characters that are in none of the given ranges. @param ranges sorted and merged */
export function complement(ranges: Ranges): Ranges {
  const result: [number, number][] = [];
  let from = 0;
  for (const [low, high] of ranges) {
    if (low > from) result.push([from, low - 1]);
    from = high + 1;
  }
  if (from <= lastSign) result.push([from, lastSign]);
  return result;
}

export const setOf = (...ranges: Ranges): SignSet => ({ kind: 'ranges', ranges: joined(ranges) });
export const propertySet = (name: string): SignSet => ({ kind: 'property', name });
export const everySign = setOf([0, lastSign]);

/** Returns the union of sets. */
export function either(parts: readonly SignSet[]): SignSet {
  const ranges = parts.flatMap((part) => (part.kind === 'ranges' ? part.ranges : []));
  const others = parts.filter((part) => part.kind !== 'ranges');
  const plain = setOf(...ranges);
  if (others.length === 0) return plain;
  return { kind: 'either', parts: ranges.length > 0 ? [plain, ...others] : others };
}

/** Returns the complement of a set. */
export function not(part: SignSet): SignSet {
  if (part.kind === 'not') return part.part;
  return part.kind === 'ranges' ? { kind: 'ranges', ranges: complement(part.ranges) } : { kind: 'not', part };
}

/** Returns the intersection of two sets. */
export function both(one: SignSet, other: SignSet): SignSet {
  if (one.kind === 'ranges' && other.kind === 'ranges') return not(either([not(one), not(other)]));
  return { kind: 'both', parts: [one, other] };
}

const [capitalA, capitalZ, smallA, smallZ] = [0x41, 0x5a, 0x61, 0x7a];

/**
 * Returns a set with its ASCII letters in both cases, which is the meaning of Java's flag `i` without `u`. Only ranges
 * and unions are changed; other sets stay as they are.
 */
export function withAsciiCases(set: SignSet): SignSet {
  if (set.kind === 'either') return either(set.parts.map(withAsciiCases));
  if (set.kind !== 'ranges') return set;
  const shifted = (low: number, high: number, by: number): Ranges =>
    set.ranges.flatMap(([from, to]) => {
      const [start, end] = [Math.max(from, low), Math.min(to, high)];
      return start > end ? [] : [[start + by, end + by] as const];
    });
  const toSmall = smallA - capitalA;
  return setOf(...set.ranges, ...shifted(capitalA, capitalZ, toSmall), ...shifted(smallA, smallZ, -toSmall));
}

/** Returns a set that also has all characters whose upper or lower case is in it. */
export const withAllCases = (part: SignSet): SignSet => ({ kind: 'anyCase', part });

export const signsOf = (codes: readonly number[]): SignSet => setOf(...codes.map((code) => [code, code] as const));

/**
 * Returns the set of single characters in all cases. As in Java, a single character such as `ſ` also stands for the
 * characters that have the same upper case. A range stands for its own characters and for all characters whose upper or
 * lower case is in the range.
 */
export const signsWithAllCases = (codes: readonly number[]): SignSet =>
  withAllCases(signsOf(codes.flatMap((code) => [code, ...casesOf(code)])));

/** Tells whether a code point is in the set. */
type SignTest = (code: number) => boolean;

function isWithin(ranges: Ranges, code: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (!range) return false;
    if (code < range[0]) high = middle - 1;
    else if (code > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

function slowTest(set: SignSet): SignTest {
  switch (set.kind) {
    case 'ranges':
      return (code) => isWithin(set.ranges, code);
    case 'property': {
      const property = new RegExp(`^\\p{${set.name}}$`, 'u');
      return (code) => property.test(String.fromCodePoint(code));
    }
    case 'either': {
      const tests = set.parts.map(slowTest);
      return (code) => tests.some((test) => test(code));
    }
    case 'both': {
      const tests = set.parts.map(slowTest);
      return (code) => tests.every((test) => test(code));
    }
    case 'not': {
      const test = slowTest(set.part);
      return (code) => !test(code);
    }
    case 'anyCase': {
      const test = slowTest(set.part);
      return (code) => test(code) || casesOf(code).some(test);
    }
  }
}

/**
 * Returns the upper case, the lower case of the upper case, and the lower case of a character, if they are single
 * characters.
 */
function casesOf(code: number): number[] {
  const upper = String.fromCodePoint(code).toUpperCase();
  return [upper, upper.toLowerCase(), String.fromCodePoint(code).toLowerCase()].flatMap((text) =>
    [...text].length === 1 ? [text.codePointAt(0) ?? 0] : [],
  );
}

const tableSize = 0x100;

/** A set as a table of zeros and ones for characters below 256, and a test for all other characters. */
export interface SignTable {
  readonly table: Uint8Array;
  readonly test: SignTest;
}

export function tableOf(set: SignSet): SignTable {
  const test = slowTest(set);
  return { table: Uint8Array.from({ length: tableSize }, (_zero, code) => (test(code) ? 1 : 0)), test };
}
