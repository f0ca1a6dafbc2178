/** What could not be stored as it came, and why (contract data-intake indexer.failures, indexer.failures_count). */
import * as endpoints from '../../../api/contract/system.js';
import { FailureCountQuery, FailuresQuery, type IndexerFailure } from '../../../api/contract/system.schema.js';
import { can } from '../auth/caller.js';
import type { ServerContext } from '../context.js';
import { BadRequestError } from '../errors.js';
import type { Registry } from '../registry.js';
import type { IndexingFailure } from '../store/types.js';

/** @param isWhole with the messages that are not stored */
function failureAnswer(failure: IndexingFailure, isWhole: boolean): IndexerFailure {
  const { index, messageId, field, reason, time, document } = failure;
  const isRefused = document !== undefined;
  return {
    timestamp: new Date(time).toISOString(),
    letter_id: messageId,
    message: JSON.stringify({
      type: isRefused ? 'message_refused' : 'mapper_parsing_exception',
      reason: field === '' ? reason : `Field [${field}]: ${reason}`,
    }),
    index,
    type: isRefused ? 'Unknown' : 'MappingError',
    is_stored: !isRefused,
    ...(isRefused && isWhole && { document }),
  };
}

/** Consoles say the time without a zone and mean UTC. @returns epoch ms */
function instantOf(text: string): number {
  const isZoned = !text.includes('T') || /(z|[+-]\d\d(:?\d\d)?)$/i.test(text);
  const time = Date.parse(isZoned ? text : `${text}Z`);
  if (Number.isNaN(time)) throw new BadRequestError(`Not a date: ${text}`);
  return time;
}

export function registerIndexerFailures(registry: Registry, { store }: ServerContext): void {
  registry.serve(endpoints.indexerFailures, { query: FailuresQuery }, async ({ query, user }) => {
    const { total, failures } = await store.failures(query);
    // Whose streams a message is in that is in no index cannot be asked: it is for those who read all of them.
    const isWhole = can(user, 'streams:read');
    return { total, failures: failures.map((failure) => failureAnswer(failure, isWhole)) };
  });
  registry.serve(endpoints.indexerFailureCount, { query: FailureCountQuery }, async ({ query }) => ({
    count: await store.countFailures(instantOf(query.since)),
  }));
}
