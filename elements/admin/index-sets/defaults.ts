/** Converts the defaults of index sets between their stored form and the values of the form. */
import type { IndexSetDefaults } from '../../../api/contract/cluster-config.schema.js';
import type { SetValues } from './check-set.js';

/** Returns the refresh interval of field types in seconds; undefined if the defaults have none. */
export function refreshSecondsOf(defaults: Partial<IndexSetDefaults>): number | undefined {
  const { field_type_refresh_interval: interval, field_type_refresh_interval_unit: unit } = defaults;
  return interval === undefined ? undefined : interval * (/^m/i.test(unit ?? '') ? 60 : 1);
}

export const valuesOfStored = (defaults: IndexSetDefaults): SetValues => ({
  // Only an index set has a title, a description and a prefix, not the defaults.
  title: '',
  description: '',
  prefix: '',
  analyzer: defaults.index_analyzer,
  shards: defaults.shards,
  replicas: defaults.replicas,
  segments: defaults.index_optimization_max_num_segments,
  noOptimization: defaults.index_optimization_disabled,
  refreshSeconds: refreshSecondsOf(defaults),
  rotation: { type: defaults.rotation_strategy_class, config: defaults.rotation_strategy_config },
  retention: { type: defaults.retention_strategy_class, config: defaults.retention_strategy_config },
});

export function defaultsOf(values: SetValues, stored: IndexSetDefaults): IndexSetDefaults {
  const seconds = Math.round(values.refreshSeconds ?? 0);
  const inMinutes = seconds > 0 && seconds % 60 === 0;
  const rotation = { ...values.rotation.config, type: stringOf(values.rotation.config['type'], values.rotation.type) };
  const retention = {
    ...values.retention.config,
    type: stringOf(values.retention.config['type'], values.retention.type),
  };
  return {
    ...stored,
    index_analyzer: values.analyzer.trim(),
    shards: values.shards ?? 1,
    replicas: values.replicas ?? 0,
    index_optimization_max_num_segments: values.segments ?? 1,
    index_optimization_disabled: values.noOptimization,
    field_type_refresh_interval: inMinutes ? seconds / 60 : seconds,
    field_type_refresh_interval_unit: inMinutes ? 'MINUTES' : 'SECONDS',
    rotation_strategy_class: values.rotation.type,
    rotation_strategy_config: rotation,
    rotation_strategy: rotation,
    retention_strategy_class: values.retention.type,
    retention_strategy_config: retention,
    retention_strategy: retention,
  };
}

/**
 * Returns the class name of a strategy's configuration: the given one, else one derived from the strategy's class
 * name.
 */
const stringOf = (type: unknown, strategy: string): string => (typeof type === 'string' ? type : `${strategy}Config`);
