/**
 * Converts captures of grok patterns to values of the rule language: `%{INT:n:int}` captures an Integer,
 * `%{INT:n:long}` a Long, `%{NUMBER:x:double}` a Double, and `%{DATA:when:date;yyyy-MM-dd}` a date.
 */
import { converterOf, instantReader, typeParts, type Convert } from '../grok/conversion.js';
import { compileGrok, type PatternOf } from '../grok/grok.js';
import type { GrokMatcher } from './services.js';
import { DateTime, Integer, isList, jsonInteger, largestLong, smallestLong, type Value } from './values.js';

/** Converts a text to a Long; a text that is no integer of 64 bits is returned unchanged, so that no data is lost. */
function longOrText(text: string): bigint | string {
  if (!/^\s*[+-]?\d{1,40}\s*$/.test(text)) return text;
  const number = BigInt(text.trim().replace('+', ''));
  return number < smallestLong || number > largestLong ? text : number;
}

/** Returns the conversion to a type for the captures of rules; undefined: the type is unknown. */
function ruleConverterOf(type: string | undefined): Convert | undefined {
  const plain = converterOf(type);
  if (!plain) return undefined;
  const { name, pattern } = typeParts(type);
  switch (name) {
    case 'long':
      return (text) => {
        const number = longOrText(text);
        const other = typeof number === 'bigint' ? number : plain(text);
        return typeof other === 'number' ? BigInt(other) : other;
      };
    case 'byte':
    case 'short':
    case 'int':
    case 'integer':
      return (text) => {
        const number = plain(text);
        return typeof number === 'number' ? jsonInteger(number) : number;
      };
    case 'date':
    case 'datetime': {
      const read = instantReader(pattern);
      return (text) => {
        const instant = read(text);
        return instant === undefined ? text : new DateTime(instant);
      };
    }
    default:
      return plain;
  }
}

const isCaptured = (value: unknown): value is Value =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ||
  value instanceof Integer ||
  value instanceof DateTime ||
  (isList(value) && value.every(isCaptured));

/** Compiles a grok pattern for rules. @throws GrokError when the pattern is invalid */
export function ruleGrok(pattern: string, patternOf: PatternOf, namedCapturesOnly: boolean): GrokMatcher {
  const grok = compileGrok(pattern, patternOf, { namedCapturesOnly, bounded: true, converterOf: ruleConverterOf });
  return {
    match(text) {
      const captures = grok.match(text);
      return (
        captures && new Map(Object.entries(captures).map(([name, value]) => [name, isCaptured(value) ? value : null]))
      );
    },
  };
}
