/** Parses JSON values and objects, and keeps long integers exact. */
import { longIntegers } from '../../../../api/integer-places.js';
import { parseJson, stringifyJson } from '../../../../api/json.js';
import { DecodeFailure } from './decoded.js';

export type JsonObject = Readonly<Record<string, unknown>>;

const excerptLength = 60;

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'It is nested too deeply.';
  const text = error instanceof Error ? error.message : String(error);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** Parses a JSON value; integers beyond 2^53 become bigint. @throws DecodeFailure when the text is not valid JSON */
export function jsonValue(text: string): unknown {
  try {
    // Escapes of lone surrogates are replaced by U+FFFD before parsing; `\\ud800`, an escaped backslash, is kept.
    const whole = text.includes('\\ud') || text.includes('\\uD') ? replaceHalves(text) : text;
    // The exact parser is slow, so it is only used when the document has long integers outside of strings.
    return longIntegers(whole).next().done === true ? JSON.parse(whole) : parseJson(whole);
  } catch (error) {
    throw new DecodeFailure(`Not valid JSON: ${reasonOf(error)}`);
  }
}

/**
 * Parses a JSON object; integers beyond 2^53 become bigint. Its members must be read with `own`, because names such as
 * `constructor` exist in its prototype.
 * @throws DecodeFailure when it is not JSON or not an object
 */
export function jsonObject(text: string): JsonObject {
  const value = jsonValue(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DecodeFailure(`Not a JSON object: ${text.slice(0, excerptLength)}`);
  }
  return value as JsonObject;
}

function replaceHalves(text: string): string {
  return text.replace(
    /\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u[dD][89a-fA-F][0-9a-fA-F]{2}|[^])/g,
    (escape, high: string | undefined) =>
      high === undefined && /^\\u[dD][89a-fA-F][0-9a-fA-F]{2}$/.test(escape) ? '\\ufffd' : escape,
  );
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
