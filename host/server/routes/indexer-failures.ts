/**
 * Routes of messages that could not be stored as received: list them with the reasons, and try again to store them
 * (contract data-intake indexer.failures, indexer.failures_count).
 */
import * as endpoints from '../../../api/contract/system.js';
import {
  FailureCountQuery,
  FailuresQuery,
  RetryFailuresRequest,
  type IndexerFailure,
} from '../../../api/contract/system.schema.js';
import { authorize, can } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { BadRequestError, ForbiddenError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import type { IndexingFailure, MessageStore, RefusedMessage, RetryOutcome } from '../store/types.js';
import type { JobKind } from '../jobs/system-jobs.js';

const retryJob: JobKind = {
  name: 'IndexerFailureRetry',
  description: 'Tries again to store messages that failed',
  isCancelable: true,
  providesProgress: true,
};
/**
 * Largest number of messages that a request retries before it is answered; more messages are retried by a system job.
 */
const mostAtOnce = 20;
/** Number of messages that a job retries in one step; no new messages are loaded during a step. */
const atATime = 32;

/**
 * Converts a failure to its form in the API.
 * @param isWhole true includes the documents of messages that are not stored
 */
function failureAnswer(failure: IndexingFailure, isWhole: boolean): IndexerFailure {
  const { index, messageId, field, reason, time, document, isRefused, isKept, tries } = failure;
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
    can_retry: isKept,
    tries,
    ...(document !== undefined && isWhole && { document }),
  };
}

/**
 * Parses a time; consoles send it without a time zone and mean UTC.
 * @returns epoch milliseconds
 * @throws BadRequestError when the text is no time
 */
function instantOf(text: string): number {
  const isZoned = !text.includes('T') || /(z|[+-]\d\d(:?\d\d)?)$/i.test(text);
  const time = Date.parse(isZoned ? text : `${text}Z`);
  if (Number.isNaN(time))
    throw new BadRequestError(`${JSON.stringify(text)} is not a date such as 2026-01-31T12:00:00Z.`);
  return time;
}

async function retryAll(
  store: MessageStore,
  wanted: readonly RefusedMessage[],
  progress: (percent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < wanted.length; from += atATime) {
    signal.throwIfAborted();
    await store.retry(wanted.slice(from, from + atATime));
    progress((100 * (from + atATime)) / wanted.length);
  }
}

const retryAnswer = ({ stored, refused, missing }: RetryOutcome) => ({
  stored,
  failed: refused,
  missing,
  system_job_id: null,
});

export function registerIndexerFailures(registry: Registry, { jobs, store }: Needs<'jobs' | 'store'>): void {
  registry.serve(
    endpoints.indexerFailures,
    { query: FailuresQuery },
    async ({ query: { query, limit, offset }, user }) => {
      // The streams of an unstored message are unknown, so only readers of all streams see its content.
      const isWhole = can(user, 'streams:read');
      const found = await store.failures({ limit, offset, text: query, inDocuments: isWhole });
      return {
        total: found.total,
        can_retry: found.kept,
        indices: [...found.indices],
        failures: found.failures.map((failure) => failureAnswer(failure, isWhole)),
      };
    },
  );
  registry.serve(endpoints.indexerFailureCount, { query: FailureCountQuery }, async ({ query }) => ({
    count: await store.countFailures(instantOf(query.since)),
  }));
  registry.serve(endpoints.retryIndexerFailures, { body: RetryFailuresRequest }, async ({ body, user }) => {
    authorize(user, 'indices:failures', 'indices:changestate');
    const wanted =
      'messages' in body
        ? body.messages.map(({ index, letter_id }) => ({ index, messageId: letter_id }))
        : await store.keptMessages({ text: body.query, inDocuments: can(user, 'streams:read') });
    if (wanted.length === 0) return retryAnswer({ stored: 0, refused: 0, missing: 0 });
    // Attempts are counted, so two concurrent jobs would count an attempt twice.
    if (jobs.isRunning(retryJob)) throw new ForbiddenError('Failed messages are being tried again already.');
    if (wanted.length <= mostAtOnce) return retryAnswer(await store.retry(wanted));
    const job = jobs.start(retryJob, `Trying ${wanted.length} messages again`, (progress, signal) =>
      retryAll(store, wanted, progress, signal),
    );
    return { stored: 0, failed: 0, missing: 0, system_job_id: job };
  });
}
