/** Endpoints of the system overview: traffic, system messages and system jobs (contract administration). */
import { endpoint } from './endpoint.js';
import type {
  SystemJob,
  SystemMessage,
  SystemMessagesQuery,
  TrafficHistogram,
  TrafficQuery,
  TriggerJobRequest,
} from './system-overview.schema.js';

export type * from './system-overview.schema.js';

/** Returns the traffic of the last days, by default of the last 30 days including today. */
export const clusterTraffic = endpoint<{ query: TrafficQuery; answer: TrafficHistogram }>()(
  'GET',
  '/system/cluster/traffic',
  'session',
);
/** Lists messages about the system, newest first, 30 per page. */
export const systemMessages = endpoint<{
  query: SystemMessagesQuery;
  answer: { messages: SystemMessage[]; total: number };
}>()('GET', '/system/messages', { needs: 'systemmessages:read' });
/**
 * Returns the running jobs, and the failed and cancelled jobs that nobody has acknowledged, by node id; null for a node
 * that did not answer. The console polls the endpoint every 2 s.
 */
export const clusterJobs = endpoint<{ answer: Record<string, { jobs: SystemJob[] } | null> }>()(
  'GET',
  '/cluster/jobs',
  { handler: 'only jobs with systemjobs:read:{id}' },
);
/**
 * Returns the same jobs as `clusterJobs` for this node, and the jobs that have completed without an error in the last
 * hour.
 */
export const systemJobs = endpoint<{ answer: { jobs: SystemJob[] } }>()('GET', '/system/jobs', {
  handler: 'only jobs with systemjobs:read:{id}',
});
const readJob = { needs: 'systemjobs:read:{jobId}' } as const;
const cancelling = { handler: 'systemjobs:delete:{name of the job}' } as const;
export const systemJob = endpoint<{ answer: SystemJob }>()('GET', '/system/jobs/{jobId}', readJob);
/** Returns a job that is running, failed or cancelled; the answer is 404 once it has completed without an error. */
export const clusterJob = endpoint<{ answer: SystemJob }>()('GET', '/cluster/jobs/{jobId}', readJob);
export const triggerSystemJob = endpoint<{ body: TriggerJobRequest; answer: { system_job_id: string } }>()(
  'POST',
  '/system/jobs',
  { handler: 'systemjobs:create:{job_name}' },
  { status: 202 },
);
export const cancelSystemJob = endpoint<{ answer: SystemJob }>()('DELETE', '/system/jobs/{jobId}', cancelling);
export const cancelClusterJob = endpoint<{ answer: SystemJob }>()('DELETE', '/cluster/jobs/{jobId}', cancelling);
/** Removes a job that has ended from the list of jobs. */
export const acknowledgeSystemJob = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/jobs/acknowledge/{jobId}',
  cancelling,
  { produces: 'nothing', status: 202 },
);
