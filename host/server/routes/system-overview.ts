/** What the overview of a server is made of (contract administration cluster.traffic, system.messages, jobs.list). */
import * as endpoints from '../../../api/contract/system-overview.js';
import { SystemMessagesQuery, TrafficQuery } from '../../../api/contract/system-overview.schema.js';
import { can, permissionOn } from '../auth/caller.js';
import type { ServerContext } from '../context.js';
import { removalJobs } from '../entities/system-jobs.js';
import type { Registry } from '../registry.js';

export function registerSystemOverview(
  registry: Registry,
  { nodeId, store, systemMessages, traffic }: ServerContext,
): void {
  registry.serve(endpoints.clusterTraffic, { query: TrafficQuery }, ({ query }) => traffic.histogram(query));
  registry.serve(endpoints.systemMessages, { query: SystemMessagesQuery }, ({ query }) =>
    systemMessages.page(query.page ?? 1),
  );
  registry.serve(endpoints.clusterJobs, {}, ({ user }) => ({
    [nodeId]: {
      jobs: removalJobs(store.removals(), nodeId).filter(({ id }) => can(user, permissionOn('systemjobs:read', id))),
    },
  }));
}
