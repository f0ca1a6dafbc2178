/** Selection of failed messages, and functions that retry to store them. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { IndexerFailure, RetriedFailures, RetryFailuresRequest } from '../../../api/contract/system.js';
import { reasonOf } from '../../../api/failures.js';
import { retryFailuresMutation } from '../../../api/queries/indexer-failures.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { texts } from './texts.js';

const { failures: words } = texts;

export const keyOf = ({ index, letter_id: id }: Pick<IndexerFailure, 'index' | 'letter_id'>): string =>
  `${index} ${id}`;

export interface Retrying {
  /** The selected failures by key (`keyOf`). */
  readonly chosen: ReadonlyMap<string, IndexerFailure>;
  readonly onChoose: (failures: readonly IndexerFailure[], chosen: boolean) => void;
  readonly onRetry: (failures: readonly IndexerFailure[]) => void;
  /** Retries all failures that match the query. */
  readonly onRetryAll: (query: string) => void;
  readonly isBusy: boolean;
  /** Id of the job that retries failures, running or ended; undefined if none was started. */
  readonly jobId: string | undefined;
}

/**
 * Returns the selection and the functions that retry messages; undefined if the user may not retry messages or the
 * element is read-only.
 */
export function useRetrying(): Retrying | undefined {
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const { toast } = useToasts();
  const mayChange = usePermission('indices:changestate');
  const [chosen, setChosen] = useState<ReadonlyMap<string, IndexerFailure>>(new Map());
  const [jobId, setJobId] = useState<string>();
  const { isPending, mutateAsync } = useMutation(retryFailuresMutation(client, queryClient));
  if (!mayChange || readonly) return undefined;
  const retry = async (body: RetryFailuresRequest): Promise<void> => {
    try {
      const answer = await mutateAsync(body);
      setChosen(new Map());
      if (answer.system_job_id !== null) setJobId(answer.system_job_id);
      else toast(answer.failed + answer.missing > 0 ? 'warning' : 'success', outcome(answer), words.page);
      emit('log-changed', { type: 'indexer_failure', id: '' });
    } catch (error) {
      toast('error', reasonOf(error), words.retryFailed);
    }
  };
  return {
    chosen,
    onChoose: (failures, isChosen) => {
      const next = new Map(chosen);
      for (const failure of failures)
        if (isChosen) next.set(keyOf(failure), failure);
        else next.delete(keyOf(failure));
      setChosen(next);
    },
    onRetry: (failures) => void retry({ messages: failures.map(({ index, letter_id }) => ({ index, letter_id })) }),
    onRetryAll: (query) => void retry({ query }),
    isBusy: isPending,
    jobId,
  };
}

const outcome = ({ stored, failed, missing }: RetriedFailures): string =>
  [
    ...(stored > 0 ? [words.storedNow(stored)] : []),
    ...(failed > 0 ? [words.failedAgain(failed)] : []),
    ...(missing > 0 ? [words.gone(missing)] : []),
  ].join(' ');
