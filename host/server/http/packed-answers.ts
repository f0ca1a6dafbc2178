/** Compresses responses: negotiates the encoding, and compresses small JSON responses synchronously. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** Brotli with quality 4: the best quality takes a hundred times as long. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** gzip with level 3: a higher level hardly makes pages of messages smaller, but delays them. */
export const gzipOptions = { level: 3 };

/** Smallest size in bytes of a response that is compressed. */
export const packedFromBytes = 1024;
/**
 * Largest size in bytes that is compressed synchronously: it takes at most two milliseconds, less than handing it to
 * another thread.
 */
const atOnceBytes = 65_536;

/**
 * Returns Brotli, or else gzip, if `Accept-Encoding` names it, whichever quality it prefers; undefined: it names
 * neither, excludes them with `q=0`, or contains only `*`.
 */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers['accept-encoding']?.toString() ?? '';
  const accepts = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?(\\s|,|$))`, 'i').test(accepted);
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined;
}

/**
 * Returns the header `Vary` of a response that is compressed for some clients.
 * @param known present value of the header
 */
export const varyBy = (known: unknown): string =>
  known === undefined ? 'Accept-Encoding' : `${String(known)}, Accept-Encoding`;

/** Compresses JSON responses of 1 KiB to 64 KiB synchronously; `@fastify/compress` handles larger ones and streams. */
export function packSmallAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : 0;
    const isJson = String(reply.getHeader('Content-Type')).startsWith('application/json');
    const fits = bytes >= packedFromBytes && bytes <= atOnceBytes;
    const encoding = fits && isJson && !reply.hasHeader('Content-Encoding') ? encodingFor(request) : undefined;
    if (encoding === undefined || typeof payload !== 'string') {
      done(null, payload);
      return;
    }
    void reply.removeHeader('Content-Length');
    void reply.headers({ 'Content-Encoding': encoding, Vary: varyBy(reply.getHeader('Vary')) });
    done(null, encoding === 'br' ? brotliCompressSync(payload, brotliOptions) : gzipSync(payload, gzipOptions));
  });
}
