/** `useOptimising`: optimises an index set or an index with a system job. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TriggerJobRequest } from '../../../api/contract/system-overview.js';
import { reasonOf } from '../../../api/failures.js';
import { indexSetGrowthQuery } from '../../../api/queries/index-set-administration.js';
import { isMissing } from '../../../api/queries/missing.js';
import { optimiseJobName, startJobMutation } from '../../../api/queries/system-jobs.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { texts } from './texts.js';

const { optimising: words } = texts;

/**
 * Returns the function that starts the optimisation and whether it is being started.
 * @param setId id of the index set, or of the index set to which the index belongs
 * @param name displayed name of the index set or index
 * @returns undefined if the user may not start the job, if the element is read-only, and if the server has no such jobs
 * or it is not yet known whether it has them
 */
export function useOptimising(
  setId: string,
  what: Omit<TriggerJobRequest, 'job_name'>,
  name: string,
): { readonly isBusy: boolean; readonly optimise: () => void } | undefined {
  const { client, queryClient } = useConnection();
  const { readonly } = useHostElement();
  const { toast } = useToasts();
  const mayStart = usePermission(`systemjobs:create:${optimiseJobName}`);
  const { isPending, mutateAsync } = useMutation(startJobMutation(client, queryClient));
  // A server without the endpoint for the growth of index sets also lacks jobs for a single index set or index.
  const growth = useQuery(indexSetGrowthQuery(client, setId));
  if (readonly || !mayStart || growth.isPending || isMissing(growth.error)) return undefined;
  return {
    isBusy: isPending,
    optimise: () =>
      void mutateAsync({ job_name: optimiseJobName, ...what }).then(
        () => toast('success', words.begun(name), texts.success),
        (error: unknown) => toast('error', reasonOf(error), words.failed),
      ),
  };
}
