/** Answers in fewer bytes: which way a client takes, and what is packed in one go. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** The best quality costs a hundred times as long as this one. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** Pages of messages hardly become smaller by more, and are waited for. */
export const gzipOptions = { level: 3 };

/** Smaller answers are sent uncompressed. */
export const packedFromBytes = 1024;
/** To hand so much to another thread takes longer than packing it, which is done within two milliseconds. */
const atOnceBytes = 65_536;

/** @returns undefined: it takes none */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers['accept-encoding']?.toString() ?? '';
  const accepts = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?(\\s|,|$))`, 'i').test(accepted);
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined;
}

/** The header `Vary` of an answer that is packed for some. @param known what it says already */
export const varyBy = (known: unknown): string =>
  known === undefined ? 'Accept-Encoding' : `${String(known)}, Accept-Encoding`;

/** Packs answers of JSON that are neither tiny nor streams. */
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
