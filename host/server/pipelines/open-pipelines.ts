/** Creates the pipeline engine with the services of the server, and the notifications about suspended rules. */
import type { Log } from '../log/log.js';
import type { Documents } from '../store/types.js';
import type { SystemNotifications } from '../system-notifications/notifications.js';
import { PipelineEngine } from './engine.js';
import { functionCatalogue } from './functions/catalogue.js';
import type { LookupAccess } from './lookup-access.js';
import { ruleMetricsConfig } from './rule-metrics-config.js';
import { serverServices, type ServerServicesOptions } from './server-services.js';

export interface PipelineNeeds {
  readonly documents: Documents;
  readonly nodeId: string;
  readonly log: Log;
  readonly notifications: Pick<SystemNotifications, 'publish' | 'remove'>;
  readonly lookups: LookupAccess;
  readonly inputs: ServerServicesOptions['inputs'];
  readonly threatSources: ServerServicesOptions['threatSources'];
}

const suspendedType = 'pipeline_rule_suspended';
const tickMs = 1000;

export interface OpenPipelines {
  readonly engine: PipelineEngine;
  close(): void;
}

export function openPipelines(needs: PipelineNeeds): OpenPipelines {
  const { documents, nodeId, log, notifications, lookups, inputs, threatSources } = needs;
  const config = ruleMetricsConfig(documents);
  const logFailure = (done: Promise<unknown>): void =>
    void done.catch((error: unknown) => log.error('A notification of a rule could not be stored', { error }));
  const engine = new PipelineEngine({
    documents,
    functions: functionCatalogue,
    services: serverServices({ documents, lookups, inputs, threatSources, log }),
    nodeId,
    log,
    isTimed: () => config.get().metrics_enabled,
    onSuspended: ({ ruleId, title, reason }) => {
      log.warn('A rule was suspended because it costs too much', { rule: title, reason });
      const details = { rule_id: ruleId, rule_title: title, reason };
      logFailure(notifications.publish({ type: suspendedType, key: ruleId, severity: 'normal', details }));
    },
    onReleased: (ruleId) => logFailure(notifications.remove(suspendedType, ruleId)),
  });
  // The plan is created at once, so that the first message does not wait for it.
  void Promise.resolve(engine.plan()).catch((error: unknown) => log.error('Pipelines could not be read', { error }));
  const ticker = setInterval(() => engine.tick(), tickMs).unref();
  return { engine, close: () => clearInterval(ticker) };
}
