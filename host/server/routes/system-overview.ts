/**
 * Routes of the traffic and the system messages on the server overview (contract administration cluster.traffic,
 * system.messages).
 */
import * as endpoints from '../../../api/contract/system-overview.js';
import { SystemMessagesQuery, TrafficQuery } from '../../../api/contract/system-overview.schema.js';
import type { Needs } from '../context.js';
import type { Registry } from '../http/registry.js';

export function registerSystemOverview(
  registry: Registry,
  { systemMessages, traffic }: Needs<'systemMessages' | 'traffic'>,
): void {
  registry.serve(endpoints.clusterTraffic, { query: TrafficQuery }, ({ query }) => traffic.histogram(query));
  registry.serve(endpoints.systemMessages, { query: SystemMessagesQuery }, ({ query }) =>
    systemMessages.page(query.page ?? 1),
  );
}
