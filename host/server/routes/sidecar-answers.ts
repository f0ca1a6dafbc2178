/** Answers that sidecar agents may have already: ETag, and 304 where nothing changed. */
import type { FastifyReply } from 'fastify';
import type { Tagged } from '../sidecars/sidecars.js';

/** @param cached the answer may be kept by the agent */
export function tagged<T>(reply: FastifyReply, { etag, answer }: Tagged<T>, cached: boolean): T | undefined {
  void reply.header('ETag', `"${etag}"`);
  if (cached) void reply.header('Cache-Control', 'private, no-transform');
  if (answer === undefined) void reply.code(304);
  return answer;
}
