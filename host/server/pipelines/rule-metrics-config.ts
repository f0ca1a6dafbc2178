/** Stores whether rules are timed (contract administration rules.metricsConfig); by default they are not. */
import type { RuleMetricsConfig } from '../../../api/contract/pipelines.js';
import type { Documents } from '../store/types.js';

interface StoredConfig extends RuleMetricsConfig {
  readonly id: string;
}

const id = 'rule_metrics';

export interface StoredRuleMetricsConfig {
  get(): RuleMetricsConfig;
  set(config: RuleMetricsConfig): Promise<RuleMetricsConfig>;
}

export function ruleMetricsConfig(documents: Documents): StoredRuleMetricsConfig {
  const stored = documents.collection<StoredConfig>('pipeline_settings');
  return {
    get: () => ({ metrics_enabled: stored.get(id)?.metrics_enabled ?? false }),
    set: async ({ metrics_enabled }) => {
      await stored.put({ id, metrics_enabled });
      return { metrics_enabled };
    },
  };
}
