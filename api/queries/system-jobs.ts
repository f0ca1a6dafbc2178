/** Jobs of the system (contract administration jobs.*). */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { cancelSystemJob, systemJob, type SystemJob } from '../contract/system-overview.js';
import { polling } from './polling.js';

const jobsKey = ['systemJobs'] as const;
const jobPollMs = 1000;

export const isOver = ({ job_status: status }: Pick<SystemJob, 'job_status'>): boolean =>
  status === 'complete' || status === 'error' || status === 'cancelled';

/** Polled until it is over. */
export function systemJobQuery(client: Client, jobId: string) {
  return queryOptions({
    queryKey: [...jobsKey, jobId],
    queryFn: ({ signal }) => client.call(systemJob, { params: { jobId }, signal, background: true }),
    retry: false,
    ...polling(jobPollMs),
    refetchInterval: ({ state: { data, error } }) => (error || (data && isOver(data)) ? false : jobPollMs),
  });
}

export function cancelJobMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (jobId: string) => client.call(cancelSystemJob, { params: { jobId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  });
}
