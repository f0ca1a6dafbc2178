/**
 * Creates common responses of the routes of sidecars: pages of lists, and responses with an ETag that agents may know
 * already.
 */
import type { FastifyReply } from 'fastify';
import type { PageQuery } from '../../../api/contract/list.schema.js';
import type { EntityList } from '../lists/entity-list.js';
import { directionOf } from '../lists/paging.js';
import type { Tagged } from '../sidecars/sidecars.js';

/**
 * Sets the ETag of a response, and the status 304 if the client has the answer already.
 * @param cached true allows agents to cache the answer
 */
export function tagged<T>(reply: FastifyReply, { etag, answer }: Tagged<T>, cached: boolean): T | undefined {
  void reply.header('ETag', `"${etag}"`);
  if (cached) void reply.header('Cache-Control', 'private, no-transform');
  if (answer === undefined) void reply.code(304);
  return answer;
}

/** Returns the items of one page of a list, and the further members of the response. */
export function listPage<T>(list: EntityList<T>, all: readonly T[], query: PageQuery) {
  const { items, body, sort } = list.page(all, query);
  const { total, count, page, per_page } = body;
  const facts = {
    query: query.query ?? '',
    pagination: { total, count, page, per_page },
    total: all.length,
    sort,
    order: directionOf(query.order),
  };
  return { items, facts };
}
