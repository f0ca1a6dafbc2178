/** The rule function key_value, which parses pairs of keys and values in a text. */
import { defineFunction, EvaluationError, optional, parameter, prepared, type CallContext } from '../function.js';
import type { Value } from '../values.js';
import { mostElements } from './bounds.js';

/** Set of characters that separate values or are trimmed. */
type Characters = ReadonlySet<string>;

const characters = (text: string): Characters => new Set(text);
const charMatcher = 'com.google.common.base.CharMatcher';
const charactersOf = <const Name extends string>(name: Name, description: string) =>
  prepared(optional(name, 'String', description), characters, charMatcher);

/**
 * Splits a text at delimiters that are not within single or double quotes. The text after a quote that is not closed is
 * not split.
 * @param delimiters undefined: whitespace
 */
function* pieces(text: string, delimiters: Characters | undefined): Iterable<string> {
  let start = 0;
  let isDouble = false;
  let isSingle = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') isDouble = !isDouble;
    else if (letter === "'" && !isDouble) isSingle = !isSingle;
    else if (!isDouble && !isSingle && (delimiters ? delimiters.has(letter) : /\s/.test(letter))) {
      if (at > start) yield text.slice(start, at);
      start = at + 1;
    }
  }
  if (start < text.length) yield text.slice(start);
}

/**
 * Splits a piece into key and value at its first delimiters; delimiters at its beginning are ignored. Returns undefined
 * when key or value is empty.
 */
function pairOf(piece: string, delimiters: Characters): readonly [key: string, value: string] | undefined {
  let from = 0;
  while (from < piece.length && delimiters.has(piece.charAt(from))) from += 1;
  let end = from;
  while (end < piece.length && !delimiters.has(piece.charAt(end))) end += 1;
  let rest = end;
  while (rest < piece.length && delimiters.has(piece.charAt(rest))) rest += 1;
  const [key, value] = [piece.slice(from, end).trim(), piece.slice(rest).trim()];
  return key === '' || value === '' ? undefined : [key, value];
}

function trimmed(text: string, away: Characters | undefined): string {
  if (!away) return text;
  let [start, end] = [0, text.length];
  while (start < end && away.has(text.charAt(start))) start += 1;
  while (end > start && away.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Handling of a repeated key: keeps its first value, keeps its last value, or joins all its values with `between`. */
type Duplicates = 'take_first' | 'take_last' | { readonly between: string };

class Pairs {
  readonly found = new Map<string, Value>();

  constructor(
    private readonly duplicates: Duplicates | 'refuse',
    private readonly context: CallContext,
  ) {}

  add(key: string, value: string): void {
    const known = this.found.get(key);
    if (known === undefined) {
      if (this.found.size >= mostElements) throw new EvaluationError(`The text has more than ${mostElements} keys.`);
      this.context.spend(key.length + value.length);
      this.found.set(key, value);
    } else if (this.duplicates === 'refuse') {
      throw new EvaluationError(`The key "${key.slice(0, 60)}" appears twice, and allow_dup_keys is false.`);
    } else if (this.duplicates === 'take_last') this.found.set(key, value);
    else if (this.duplicates !== 'take_first') {
      const joined = `${known as string}${this.duplicates.between}${value}`;
      this.context.spend(joined.length);
      this.found.set(key, joined);
    }
  }
}

function duplicatesOf(allowed: boolean | null | undefined, handling: string | null | undefined): Duplicates | 'refuse' {
  if (allowed === false) return 'refuse';
  const way = handling ?? 'take_first';
  if (way === 'take_first' || way === 'take_last') return way;
  return { between: way };
}

const keyValue = defineFunction({
  name: 'key_value',
  parameters: [
    parameter('value', 'String'),
    charactersOf('delimiters', 'Characters between the pairs; default: white space. They do not count within quotes.'),
    charactersOf('kv_delimiters', 'Characters between key and value; default: "=".'),
    optional('ignore_empty_values', 'Boolean', 'false: a part without a value is an error. Default: true.'),
    optional('allow_dup_keys', 'Boolean', 'false: a repeated key is an error. Default: true.'),
    optional(
      'handle_dup_keys',
      'String',
      'take_first (default), take_last, or a text to put between the values of a key.',
    ),
    charactersOf('trim_key_chars', 'Characters that are removed from both ends of keys.'),
    charactersOf('trim_value_chars', 'Characters that are removed from both ends of values.'),
  ],
  returns: 'Map',
  description: 'Takes pairs of keys and values out of a text, as in "a=1 b=2".',
  evaluate(
    [value, delimiters, kvDelimiters, ignoreEmpty, allowDuplicates, handleDuplicates, trimKey, trimValue],
    context,
  ) {
    if (value === null || value === '') return null;
    const pairs = new Pairs(duplicatesOf(allowDuplicates, handleDuplicates), context);
    for (const piece of pieces(value, delimiters ?? undefined)) {
      if (piece.trim() === '') continue;
      const pair = pairOf(piece, kvDelimiters ?? new Set('='));
      if (pair) pairs.add(trimmed(pair[0], trimKey ?? undefined), trimmed(pair[1], trimValue ?? undefined));
      else if (ignoreEmpty === false)
        throw new EvaluationError(`"${piece.trim().slice(0, 60)}" has no value, and ignore_empty_values is false.`);
    }
    return pairs.found;
  },
});

export const keyValueFunctions = [keyValue];
