/** Rule functions that convert values: to_bool, to_double, to_long, to_string, to_map. */
import { defineFunction, EvaluationError, optional, parameter } from '../function.js';
import { textOf } from '../value-text.js';
import {
  Integer,
  isList,
  isMap,
  JsonNode,
  largestLong,
  longOf,
  smallestLong,
  type MapValue,
  type Value,
} from '../values.js';

const toBool = defineFunction({
  name: 'to_bool',
  parameters: [parameter('value', 'Object'), optional('default', 'Boolean')],
  returns: 'Boolean',
  description:
    'Converts a value to a Boolean: true when its text is "true" in any case, else false. The default is used for null only.',
  evaluate: ([value, otherwise]) => (value === null ? (otherwise ?? false) : textOf(value)?.toLowerCase() === 'true'),
});

const doubleText = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;

/** Parses a number as Java's `Double.parseDouble` does, but without trimming; undefined: the text is no number. */
function doubleOf(text: string): number | undefined {
  return doubleText.test(text) ? Number(text.replace(/[fFdD]$/, '')) : undefined;
}

const toDouble = defineFunction({
  name: 'to_double',
  parameters: [parameter('value', 'Object'), optional('default', 'Double')],
  returns: 'Double',
  description:
    'Converts a value to a floating point number. Null or a value that is no number becomes the default, or 0.0.',
  evaluate([value, otherwise]) {
    if (typeof value === 'number') return value;
    if (typeof value === 'bigint') return Number(value);
    if (value instanceof Integer) return value.value;
    const text = value === null ? undefined : textOf(value);
    return (text === undefined ? undefined : doubleOf(text)) ?? otherwise ?? 0;
  },
});

/**
 * Converts a double in the same way as a cast to long in Java: decimals are cut off, NaN becomes 0, and a number beyond
 * the range of long becomes the nearest long.
 */
function truncated(number: number): bigint {
  if (Number.isNaN(number)) return 0n;
  if (number >= Number(largestLong)) return largestLong;
  if (number <= Number(smallestLong)) return smallestLong;
  return longOf(number);
}

function longOfText(text: string): bigint | undefined {
  if (!/^-?\d{1,100}$/.test(text)) return undefined;
  const number = BigInt(text);
  return number < smallestLong || number > largestLong ? undefined : number;
}

const toLong = defineFunction({
  name: 'to_long',
  parameters: [parameter('value', 'Object'), optional('default', 'Long')],
  returns: 'Long',
  shortcut: (value) => (typeof value === 'bigint' ? value : value instanceof Integer ? value.long : undefined),
  description:
    'Converts a value to a whole number of 64 bits. Decimals of numbers are cut off; a text must be a whole number. Else: the default, or 0.',
  evaluate([value, otherwise]) {
    if (typeof value === 'bigint') return value;
    if (typeof value === 'number') return truncated(value);
    if (value instanceof Integer) return value.long;
    const text = value === null ? undefined : textOf(value);
    return (text === undefined ? undefined : longOfText(text)) ?? otherwise ?? 0n;
  },
});

const toString = defineFunction({
  name: 'to_string',
  parameters: [parameter('value', 'Object'), optional('default', 'String')],
  returns: 'String',
  shortcut: (value) => (typeof value === 'string' ? value : undefined),
  description: 'Converts a value to text. Null, and values without a text, become the default, or the empty text.',
  evaluate: ([value, otherwise], context) => {
    if (typeof value === 'string') return value;
    const text = value === null ? undefined : textOf(value);
    if (text !== undefined) context.spend(text.length);
    return text ?? otherwise ?? '';
  },
});

/**
 * Converts a map or a JSON object to a map; every other value, except a JSON list, becomes the empty map.
 * @throws EvaluationError for a JSON list
 */
function mapOf(value: Value): MapValue {
  if (isMap(value)) return value;
  if (!(value instanceof JsonNode)) return new Map();
  const { tree } = value;
  if (isList(tree)) throw new EvaluationError('A JSON list cannot be converted to a map.');
  // Cast: only the root of a JSON tree can be a missing node.
  return isMap(tree) ? (tree as MapValue) : new Map();
}

const toMap = defineFunction({
  name: 'to_map',
  parameters: [parameter('value', 'Object')],
  returns: 'Map',
  description:
    'Converts a JSON object to a map. A map stays as it is, other values become an empty map, a JSON list is an error.',
  evaluate: ([value]) => mapOf(value),
});

export const conversionFunctions = [toBool, toDouble, toLong, toString, toMap];
