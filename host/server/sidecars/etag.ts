/**
 * ETags of responses to agents. Agents send ETags back with additional quotes, so ETags are compared without quotes.
 */
import { createHash } from 'node:crypto';

/** Returns the ETag of an answer, without quotes. */
export const etagOf = (answer: unknown): string =>
  createHash('sha1').update(JSON.stringify(answer)).digest('hex').slice(0, 24);

/**
 * Returns the ETag in a header, without quotes; undefined if the header is absent or empty.
 * @param header value of `If-None-Match`, such as `""abc""` or `W/"abc"`
 */
export const sentEtag = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header[0] : header)?.replace(/^W\//, '').replaceAll('"', '').trim() || undefined;
