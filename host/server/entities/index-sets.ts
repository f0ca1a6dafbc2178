/** Index sets as the API shows them: what the store keeps of one, in the words of the contract (data-intake IndexSet). */
import type { IndexSet, IndexSetStats, StrategyConfig } from '../../../api/contract/index-sets.schema.js';
import { defaultIndexSetId, indexNumber, type IndexSetDocument } from '../store/index-set.js';
import type { StoredIndex } from '../store/types.js';

const rotation = 'org.graylog2.indexer.rotation.strategies';
const retention = 'org.graylog2.indexer.retention.strategies';
/** What stands for "no limit" on the wire. */
const unlimited = 2_147_483_647;
const dayMs = 86_400_000;

interface Strategy {
  readonly name: string;
  readonly config: StrategyConfig;
}
const strategy = (name: string, config: Omit<StrategyConfig, 'type'>): Strategy => ({
  name,
  config: { type: `${name}Config`, ...config } as StrategyConfig,
});

function period(milliseconds: number): string {
  const days = milliseconds / dayMs;
  return Number.isInteger(days) ? `P${days}D` : `PT${Math.round(milliseconds / 1000)}S`;
}

/** The store may have several limits, the wire has room for one: age before count before size. */
function rotationOf({ rotation: { maxAgeMs, maxMessages, maxBytes } }: IndexSetDocument): Strategy {
  if (maxAgeMs !== null) {
    return strategy(`${rotation}.TimeBasedRotationStrategy`, {
      rotation_period: period(maxAgeMs),
      max_rotation_period: null,
      rotate_empty_index_set: false,
    });
  }
  if (maxMessages === null && maxBytes !== null) {
    return strategy(`${rotation}.SizeBasedRotationStrategy`, { max_size: maxBytes });
  }
  return strategy(`${rotation}.MessageCountRotationStrategy`, { max_docs_per_index: maxMessages ?? unlimited });
}

const retentionOf = ({ maxIndices }: IndexSetDocument): Strategy =>
  maxIndices === null
    ? strategy(`${retention}.NoopRetentionStrategy`, { max_number_of_indices: unlimited })
    : strategy(`${retention}.DeletionRetentionStrategy`, { max_number_of_indices: maxIndices });

/** The document may name it; the default one has a name of its own. */
export function indexSetTitle(set: IndexSetDocument): string {
  const { title } = set as IndexSetDocument & { title?: string };
  return title ?? (set.id === defaultIndexSetId ? 'Default index set' : set.prefix);
}

/** @param createdAt ISO 8601, UTC */
export function indexSetAnswer(set: IndexSetDocument, createdAt: string): IndexSet {
  const { description } = set as IndexSetDocument & Partial<Pick<IndexSet, 'description'>>;
  const isDefault = set.id === defaultIndexSetId;
  const [rotating, retaining] = [rotationOf(set), retentionOf(set)];
  return {
    id: set.id,
    title: indexSetTitle(set),
    description: description ?? (isDefault ? 'The index set that messages are stored in' : null),
    default: isDefault,
    can_be_default: true,
    writable: true,
    index_prefix: set.prefix,
    shards: 1,
    replicas: 0,
    rotation_strategy_class: rotating.name,
    rotation_strategy: rotating.config,
    retention_strategy_class: retaining.name,
    retention_strategy: retaining.config,
    creation_date: createdAt,
    index_analyzer: 'standard',
    index_optimization_max_num_segments: 1,
    // An index is one file already.
    index_optimization_disabled: true,
    field_type_refresh_interval: 5000,
    index_template_type: 'messages',
  };
}

/** @param diskBytes size of an index on disk */
export function indexSetStats(
  { prefix }: IndexSetDocument,
  indices: readonly StoredIndex[],
  diskBytes: (index: string) => number,
): IndexSetStats {
  const own = indices.filter(({ name }) => indexNumber(name, prefix) !== undefined);
  return {
    indices: own.length,
    documents: own.reduce((sum, { messages }) => sum + messages, 0),
    size: own.reduce((sum, { name }) => sum + diskBytes(name), 0),
  };
}
