/** Converts values to text for requests to the server, and the text of answers to values. */
import { hasLongInteger } from './long-integers.js';

export async function fromJson(text: string): Promise<unknown> {
  return hasLongInteger(text) ? (await import('./json.js')).parseJson(text) : (JSON.parse(text) as unknown);
}

/**
 * Tells whether the end of the text caused an error of the JSON parser. Only the message of
 * the error contains this fact, and its wording differs between browsers.
 */
export function endsEarly(message: string, text: string): boolean {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position) >= text.trimEnd().length;
  return /unexpected end|unterminated|end of (the )?(data|input|file)/i.test(message);
}

export async function toJson(body: unknown): Promise<string> {
  try {
    return JSON.stringify(body);
  } catch (error) {
    // Only the error for a bigint leads to the exact conversion; other errors, such as for a cycle, are thrown.
    if (!(error instanceof TypeError) || !/BigInt/i.test(error.message)) throw error;
    return (await import('./json.js')).stringifyJson(body);
  }
}

export function isRaw(
  body: unknown,
): body is Blob | FormData | ArrayBuffer | URLSearchParams | Uint8Array<ArrayBuffer> {
  return (
    body instanceof Blob ||
    body instanceof FormData ||
    body instanceof ArrayBuffer ||
    body instanceof URLSearchParams ||
    body instanceof Uint8Array
  );
}

/** Builds a query string. Lists become repeated parameters; members that are null or undefined are left out. */
export function searchOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  return search.toString();
}

/** Encodes the UTF-8 bytes of a text as base64. */
export function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
