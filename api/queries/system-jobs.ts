/** Queries and mutations of system jobs (contract administration jobs.*). */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  acknowledgeSystemJob,
  cancelClusterJob,
  cancelSystemJob,
  clusterJobs,
  systemJob,
  systemJobs,
  triggerSystemJob,
  type SystemJob,
  type TriggerJobRequest,
} from '../contract/system-overview.js';
import { hasList } from './has-list.js';
import { polling } from './polling.js';

const jobsKey = ['systemJobs'] as const;
const jobPollMs = 1000;
const jobsPollMs = 2000;

export const isOver = ({ job_status: status }: Pick<SystemJob, 'job_status'>): boolean =>
  status === 'complete' || status === 'error' || status === 'cancelled';

/** Reads a job, and polls it until it has ended. */
export function systemJobQuery(client: Client, jobId: string) {
  return queryOptions({
    queryKey: [...jobsKey, jobId],
    queryFn: ({ signal }) => client.call(systemJob, { params: { jobId }, signal, background: true }),
    retry: false,
    ...polling(jobPollMs),
    refetchInterval: ({ state: { data, error } }) => (error || (data && isOver(data)) ? false : jobPollMs),
  });
}

/** Reads the running and the unacknowledged jobs of all nodes, newest first (screens/data-intake.md J1). */
export function systemJobsQuery(client: Client) {
  return queryOptions({
    queryKey: [...jobsKey, 'cluster'],
    queryFn: async ({ signal }) => {
      const nodes = await client.call(clusterJobs, { signal, background: true });
      return newestFirst(Object.values(nodes).flatMap((node) => node?.jobs ?? []));
    },
    ...polling(jobsPollMs),
  });
}

/** Reads the jobs that have completed recently, newest first; not every server lists them. */
export function endedJobsQuery(client: Client) {
  return queryOptions({
    queryKey: [...jobsKey, 'ended'],
    queryFn: async ({ signal }) => {
      const { jobs } = await client.call(systemJobs, { signal, background: true, check: hasList('jobs') });
      return newestFirst(jobs.filter(({ job_status: status }) => status === 'complete'));
    },
    ...polling(jobsPollMs),
  });
}

const newestFirst = (jobs: readonly SystemJob[]): readonly SystemJob[] =>
  jobs.toSorted((a, b) => Date.parse(b.started_at ?? '') - Date.parse(a.started_at ?? ''));

const jobsChanged = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: jobsKey });

/** Cancels a job, or acknowledges it, which removes it from the list. */
export function jobActionMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ jobId, action }: { readonly jobId: string; readonly action: 'cancel' | 'acknowledge' }) =>
      action === 'cancel'
        ? client.call(cancelClusterJob, { params: { jobId } })
        : client.call(acknowledgeSystemJob, { params: { jobId } }),
    onSettled: () => jobsChanged(queryClient),
  });
}

/** Name of the system job that writes the write-ahead logs of indices into their files. */
export const optimiseJobName = 'org.graylog2.indexer.indices.jobs.OptimizeIndexJob';

/** Starts a system job by its name. */
export function startJobMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: TriggerJobRequest) => client.call(triggerSystemJob, { body }),
    onSettled: () => jobsChanged(queryClient),
  });
}

export function cancelJobMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (jobId: string) => client.call(cancelSystemJob, { params: { jobId } }),
    onSettled: () => jobsChanged(queryClient),
  });
}
