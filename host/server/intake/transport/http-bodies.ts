/** Checks JSON bodies of HTTP requests, and reads the media type of a body. */
import { DecodeFailure } from '../decode/decoded.js';
import { checkJsonValues } from '../decode/heavy-json.js';
import type { HttpCall } from './http-listener.js';
import { Refusal } from './refusal.js';

/** Largest size of a JSON body in bytes: it is parsed synchronously, and a larger body would block the event loop. */
const maxJsonBytes = 2 * 1024 * 1024;

/** Largest number of values of a large JSON body, including names. */
const maxJsonValues = 60_000;

/**
 * Checks that a JSON body can be parsed synchronously.
 * @throws Refusal (413) when the body is too large, or has too many values or escapes
 */
export async function checkJsonBody(body: Buffer): Promise<void> {
  if (body.length > maxJsonBytes)
    throw new Refusal(413, `A body of JSON may have ${maxJsonBytes} bytes; send smaller batches, or protobuf.`);
  try {
    await checkJsonValues(body, maxJsonValues);
  } catch (error) {
    if (!(error instanceof DecodeFailure)) throw error;
    throw new Refusal(413, `${error.message} Send smaller batches, or protobuf.`);
  }
}

/**
 * Returns the media type of the Content-Type header in lower case, without parameters; empty: the header is missing.
 */
export const mediaTypeOf = ({ headers }: HttpCall): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
