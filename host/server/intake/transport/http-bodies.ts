/** Reads and checks the headers of HTTP bodies. */
import { DecodeFailure } from '../decode/decoded.js';
import { checkJsonValues } from '../decode/heavy-json.js';
import type { HttpCall } from './http-listener.js';
import { Refusal } from './refusal.js';

/** Bytes of one JSON document; it is parsed in one turn, and larger ones would block everything else. */
const maxJsonBytes = 2 * 1024 * 1024;

/** Values of one document, names included. */
const maxJsonValues = 60_000;

/** Looks whether a body can be read in one go. @throws Refusal when it is too large, or has too many values */
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

/** Media type of the Content-Type header, without parameters, in lower case. */
export const mediaTypeOf = ({ headers }: HttpCall): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
