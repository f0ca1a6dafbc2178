/** What the overview of a server is made of: traffic, messages and jobs of the system (contract/administration.json). */
import { endpoint } from './endpoint.js';
import type {
  SystemJob,
  SystemMessage,
  SystemMessagesQuery,
  TrafficHistogram,
  TrafficQuery,
} from './system-overview.schema.js';

export type * from './system-overview.schema.js';

/** Of 30 days unless said otherwise, today included. */
export const clusterTraffic = endpoint<{ query: TrafficQuery; answer: TrafficHistogram }>()(
  'GET',
  '/system/cluster/traffic',
  'session',
);
/** Newest first, 30 on a page. */
export const systemMessages = endpoint<{
  query: SystemMessagesQuery;
  answer: { messages: SystemMessage[]; total: number };
}>()('GET', '/system/messages', { needs: 'systemmessages:read' });
/** Running ones by node id; polled every 2 s. */
export const clusterJobs = endpoint<{ answer: Record<string, { jobs: SystemJob[] } | null> }>()(
  'GET',
  '/cluster/jobs',
  { handler: 'only jobs with systemjobs:read:{id}' },
);
