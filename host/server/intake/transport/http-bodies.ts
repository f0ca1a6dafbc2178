/** What calls over HTTP say of their bodies. */
import type { HttpCall } from './http-listener.js';
import { Refusal } from './refusal.js';

/** Of one JSON document, which is read at once; larger ones would hold up everything else. */
const maxJsonBytes = 2 * 1024 * 1024;

/** @throws Refusal */
export function checkJsonSize({ length }: Buffer): void {
  if (length > maxJsonBytes)
    throw new Refusal(413, `A body of JSON may have ${maxJsonBytes} bytes; send smaller batches, or protobuf.`);
}

/** Of the Content-Type, without parameters, in lower case. */
export const mediaTypeOf = ({ headers }: HttpCall): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
