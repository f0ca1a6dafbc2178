/** ETags as the agents send them: they wrap the whole header in quotes once more, so quotes are stripped before comparing. */
import { createHash } from 'node:crypto';

/** ETag of an answer, without quotes. */
export const etagOf = (answer: unknown): string =>
  createHash('sha1').update(JSON.stringify(answer)).digest('hex').slice(0, 24);

/** @param header value of `If-None-Match`, such as `""abc""` or `W/"abc"` */
export const sentEtag = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header[0] : header)?.replace(/^W\//, '').replaceAll('"', '').trim() || undefined;
