/** Parses JSON values and objects, and keeps long integers exact. */
import { longIntegers } from '../../../../api/integer-places.js';
import { hasLongInteger } from '../../../../api/long-integers.js';
import { parseJson, stringifyJson } from '../../../../api/json.js';
import { DecodeFailure } from './decoded.js';
import { errorOf } from '../../foundation/caught.js';
import { intakeTurn } from './intake-turn.js';

export type JsonObject = Readonly<Record<string, unknown>>;

const excerptLength = 60;

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'It is nested too deeply.';
  const text = errorOf(error).message;
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** Replaces escapes of lone surrogates by U+FFFD; `\\ud800`, an escaped backslash followed by letters, is kept. */
const withoutHalves = (text: string): string =>
  text.includes('\\ud') || text.includes('\\uD') ? replaceHalves(text) : text;

/** Tells whether the text has long integers outside of strings: only these need the exact parser, which is slow. */
const needsExact = (text: string): boolean => hasLongInteger(text) && longIntegers(text).next().done !== true;

const notJson = (error: unknown) => new DecodeFailure(`Not valid JSON: ${reasonOf(error)}`);

/** Parses a JSON value; integers beyond 2^53 become bigint. @throws DecodeFailure when the text is not valid JSON */
export function jsonValue(text: string): unknown {
  try {
    const whole = withoutHalves(text);
    return needsExact(whole) ? parseJson(whole) : JSON.parse(whole);
  } catch (error) {
    throw notJson(error);
  }
}

/**
 * Parses a JSON value as `jsonValue` does, but waits for time in the event loop before each step, for large texts.
 * @throws DecodeFailure when the text is not valid JSON
 */
export async function jsonValueLater(text: string): Promise<unknown> {
  try {
    await intakeTurn.room();
    const whole = withoutHalves(text);
    await intakeTurn.room();
    const isExact = needsExact(whole);
    await intakeTurn.room();
    return isExact ? parseJson(whole) : JSON.parse(whole);
  } catch (error) {
    throw notJson(error);
  }
}

/**
 * Parses a JSON object; integers beyond 2^53 become bigint. Its members must be read with `own`, because names such as
 * `constructor` exist in its prototype.
 * @throws DecodeFailure when it is not JSON or not an object
 */
export const jsonObject = (text: string): JsonObject => asObject(jsonValue(text), text);

/** Parses a JSON object as `jsonObject` does, with the same errors, in several turns of the event loop. */
export const jsonObjectLater = async (text: string): Promise<JsonObject> => asObject(await jsonValueLater(text), text);

/**
 * Narrows a parsed value to an object.
 * @param text JSON text of the value, whose beginning the error quotes
 * @throws DecodeFailure when the value is no object
 */
export function asObject(value: unknown, text: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DecodeFailure(`Not a JSON object: ${text.slice(0, excerptLength)}`);
  }
  return value as JsonObject;
}

const backslash = 0x5c;
const letterU = 0x75;
const letterD = 0x64;

/** Returns the value of a hexadecimal digit; -1 for any other character. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/**
 * Returns the half of a surrogate pair that the escape at a position (`\ud83d`) encodes; undefined: no half is escaped
 * there.
 */
function halfAt(text: string, at: number): 'high' | 'low' | undefined {
  if (text.charCodeAt(at) !== backslash || text.charCodeAt(at + 1) !== letterU) return undefined;
  if ((text.charCodeAt(at + 2) | 0x20) !== letterD) return undefined;
  const third = hexDigit(text.charCodeAt(at + 3));
  if (third < 8 || hexDigit(text.charCodeAt(at + 4)) < 0 || hexDigit(text.charCodeAt(at + 5)) < 0) return undefined;
  return third < 0xc ? 'high' : 'low';
}

const unitLength = '\\ud83d'.length;

/**
 * Replaces lone halves of surrogate pairs in a loop, because a regular expression with a callback takes ten times as
 * long for texts with many escapes.
 */
function replaceHalves(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    const half = halfAt(text, at);
    if (half === undefined) at += 2;
    else if (half === 'high' && halfAt(text, at + unitLength) === 'low') at += 2 * unitLength;
    else {
      parts.push(text.slice(done, at), '\\ufffd');
      done = at += unitLength;
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}

export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns the JSON text of a part of a document for error lists; `…` when the part cannot be serialised. */
export function jsonExcerpt(value: unknown): Buffer {
  try {
    return Buffer.from(stringifyJson(value));
  } catch {
    return Buffer.from('…');
  }
}
