/**
 * Serialises a value as JSON in pieces, so that a large value does not block the event loop. The text equals that of
 * `stringifyJson`.
 */
import { Readable } from 'node:stream';
import { stringifyJson } from '../../../api/json.js';
import { Yielder } from './yielding.js';

/** Approximate number of characters up to which a part is serialised without yielding. */
const atOnce = 16_384;
/** Least number of characters of a piece; only the last piece may be shorter. */
const pieceLength = 65_536;

/** Estimates the length of a value's JSON text; counting stops beyond a limit. */
function weigh(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let weight = 2;
  if (Array.isArray(value)) {
    for (const inner of value) if ((weight += weigh(inner, limit - weight) + 1) > limit) break;
    return weight;
  }
  for (const name in value) {
    weight += name.length + 4 + weigh((value as Record<string, unknown>)[name], limit - weight);
    if (weight > limit) break;
  }
  return weight;
}

export const isLarge = (value: unknown): boolean => weigh(value, pieceLength) > pieceLength;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
/** Tells whether a UTF-16 unit is a low surrogate; false for NaN beyond the end of a text. */
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * Yields the JSON of a long text in parts. A surrogate pair is never split, because its halves would be written as
 * escapes.
 */
function* textParts(text: string): Generator<string> {
  yield '"';
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + atOnce, text.length);
    if (isHigh(text.charCodeAt(to - 1)) && isLow(text.charCodeAt(to))) to += 1;
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
    from = to;
  }
  yield '"';
}

/** Tells whether JSON omits a value from objects. */
const isNothing = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';

function* parts(value: unknown): Generator<string> {
  if (weigh(value, atOnce) <= atOnce) yield stringifyJson(value);
  else if (typeof value === 'string') yield* textParts(value);
  else if (Array.isArray(value)) {
    yield '[';
    for (const [index, inner] of value.entries()) {
      if (index > 0) yield ',';
      yield* parts(inner);
    }
    yield ']';
  } else if (typeof (value as { toJSON?: unknown }).toJSON === 'function') yield stringifyJson(value);
  else {
    yield '{';
    let first = true;
    // `for in` is used because a list of all names and values would be created without yielding.
    const object = value as Readonly<Record<string, unknown>>;
    for (const name in object) {
      if (!Object.hasOwn(object, name)) continue;
      const inner = object[name];
      if (isNothing(inner)) continue;
      yield `${first ? '' : ','}${JSON.stringify(name)}:`;
      yield* parts(inner);
      first = false;
    }
    yield '}';
  }
}

/** Yields the JSON of a value in pieces of at least 64 Ki characters except the last, and yields to the event loop. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  const yielder = new Yielder();
  let piece = '';
  for (const part of parts(value)) {
    piece += part;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
    if (yielder.isOver) await yielder.pause();
  }
  if (piece !== '') yield piece;
}

export const jsonStream = (value: unknown): Readable => Readable.from(jsonPieces(value), { objectMode: false });
