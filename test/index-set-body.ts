/** Builds the body of a request that creates an index set, as the console sends it. */
const strategies = 'org.graylog2.indexer';
const rotation = `${strategies}.rotation.strategies.MessageCountRotationStrategy`;
const retention = `${strategies}.retention.strategies.DeletionRetentionStrategy`;

export const indexSetBody = (title: string, index_prefix: string) => ({
  title,
  description: 'd',
  index_prefix,
  writable: true,
  shards: 1,
  replicas: 0,
  rotation_strategy_class: rotation,
  rotation_strategy: { type: `${rotation}Config`, max_docs_per_index: 1000 },
  retention_strategy_class: retention,
  retention_strategy: { type: `${retention}Config`, max_number_of_indices: 5 },
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
  creation_date: '2024-02-01T09:00:00.000Z',
});
