/** What calls over HTTP say of their bodies. */
import type { HttpCall } from './http-listener.js';

/** Of one JSON document, which is read at once; larger ones would hold up everything else. */
export const maxJsonBytes = 4 * 1024 * 1024;

/** Of the Content-Type, without parameters, in lower case. */
export const mediaTypeOf = ({ headers }: HttpCall): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
