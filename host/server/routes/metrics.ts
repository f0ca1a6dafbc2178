/** Routes of metrics by name and by namespace; a response contains only the metrics that the caller may read. */
import * as endpoints from '../../../api/contract/system.js';
import { MetricNames } from '../../../api/contract/system.schema.js';
import { can, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';

const readable = (caller: Caller) => (name: string) => can(caller, `metrics:read:${name}`);

export function registerMetrics(registry: Registry, { metrics, nodeId }: Needs<'metrics' | 'nodeId'>): void {
  const body = { body: MetricNames };
  registry.serve(endpoints.clusterMetrics, body, ({ body: { metrics: names }, user }) => ({
    [nodeId]: metrics.named(names, readable(user)),
  }));
  registry.serve(endpoints.metrics, body, ({ body: { metrics: names }, user }) => metrics.named(names, readable(user)));
  registry.serve(endpoints.nodeMetrics, body, ({ params, body: { metrics: names }, user }) => {
    if (params.nodeId !== nodeId) throw new NotFoundError(`Node ${params.nodeId} not found`);
    return metrics.named(names, readable(user));
  });
  const names = () => ({ names: metrics.all().map(({ full_name }) => full_name) });
  registry.serve(endpoints.metricNames, {}, names);
  registry.serve(endpoints.nodeMetricNames, {}, ({ params }) => {
    if (params.nodeId !== nodeId) throw new NotFoundError(`Node ${params.nodeId} not found`);
    return names();
  });
  registry.serve(endpoints.allMetrics, {}, () => metrics.registry());
  registry.serve(endpoints.metricByName, {}, ({ params: { metricName } }) => {
    const found = metrics.single(metricName);
    if (!found) throw new NotFoundError(`Metric ${metricName} not found`);
    return found;
  });

  function below(namespace: string, caller: Caller) {
    const found = metrics.below(namespace, readable(caller));
    if (found.total === 0) throw new NotFoundError(`No metrics below ${namespace}`);
    return found;
  }
  registry.serve(endpoints.metricsOfNamespace, {}, ({ params, user }) => below(params.namespace, user));
  registry.serve(endpoints.nodeMetricsOfNamespace, {}, ({ params, user }) => {
    if (params.nodeId !== nodeId) throw new NotFoundError(`Node ${params.nodeId} not found`);
    return below(params.namespace, user);
  });
}
