/** Converts stored index sets to their form in the API (contract data-intake IndexSet). */
import type { IndexSet, IndexSetStats } from '../../../api/contract/index-sets.schema.js';
import { defaultIndexSetId, indexSets, isEventIndexSet, type IndexSetDocument } from '../store/index.js';
import type { Documents, IndexFacts } from '../store/types.js';
import { indexSetTitle } from '../documents/index-set-title.js';
import type { IndexSetRecord, IndexSetSettings } from './index-set-rules.js';
import { configOf, deletion, messageCount, noRetention, sizeBased, timeBased, unlimited } from './index-strategies.js';

const dayMs = 86_400_000;

function period(milliseconds: number): string {
  const days = milliseconds / dayMs;
  return Number.isInteger(days) ? `P${days}D` : `PT${Math.round(milliseconds / 1000)}S`;
}

/**
 * Returns the rotation strategy of a set with its configuration. A set may have several limits, but the API shows only
 * one: age takes precedence over count, and count over size.
 */
function rotationOf({ rotation: { maxAgeMs, maxMessages, maxBytes } }: IndexSetDocument) {
  if (maxAgeMs !== null) return [timeBased, { ...timeBased.defaults, rotation_period: period(maxAgeMs) }] as const;
  if (maxMessages === null && maxBytes !== null) return [sizeBased, { max_size: maxBytes }] as const;
  return [messageCount, { max_docs_per_index: maxMessages ?? unlimited }] as const;
}

/** Returns the settings of a set that nobody has saved since the store created it. */
function builtInSettings(set: IndexSetDocument): IndexSetSettings {
  const [rotation, rotating] = rotationOf(set);
  const retention = set.maxIndices === null ? noRetention : deletion;
  return {
    shards: 1,
    replicas: 0,
    rotation_strategy_class: rotation.name,
    rotation_strategy: configOf(rotation, rotating),
    retention_strategy_class: retention.name,
    retention_strategy: configOf(retention, { max_number_of_indices: set.maxIndices ?? unlimited }),
    index_analyzer: 'standard',
    index_optimization_max_num_segments: 1,
    // An index is a single file, so it needs no merging of segments.
    index_optimization_disabled: true,
    field_type_refresh_interval: 5000,
  };
}

/** Returns the id of the default index set, which is used where a stream names no set. */
export function defaultSetId(documents: Documents): string {
  const sets = indexSets(documents).all() as readonly IndexSetRecord[];
  const since = ({ id, defaultSince }: IndexSetRecord) => defaultSince ?? (id === defaultIndexSetId ? 0 : -1);
  return [...sets].sort((a, b) => since(b) - since(a) || (a.id < b.id ? -1 : 1))[0]?.id ?? defaultIndexSetId;
}

/**
 * Converts an index set to its form in the API.
 * @param createdAt creation time for a set that has none stored; ISO 8601 in UTC
 */
export function indexSetAnswer(set: IndexSetRecord, defaultId: string, createdAt: string): IndexSet {
  const { id, prefix, writable = true, description } = set;
  const builtIn = id === defaultIndexSetId ? 'The index set that messages are stored in' : null;
  return {
    id,
    title: indexSetTitle(set),
    description: description ?? builtIn,
    default: id === defaultId,
    can_be_default: writable && !isEventIndexSet(id),
    writable,
    index_prefix: prefix,
    creation_date: set.createdAt ?? createdAt,
    ...(set.settings ?? builtInSettings(set)),
    index_template_type: isEventIndexSet(id) ? 'events' : 'messages',
  };
}

/**
 * Returns the statistics of an index set; the messages of closed indices are not counted.
 * @param diskBytes returns the size of an index on disk in bytes
 */
export function statsOf(indices: readonly IndexFacts[], diskBytes: (index: string) => number): IndexSetStats {
  const open = indices.filter(({ isClosed }) => !isClosed);
  return {
    indices: indices.length,
    documents: open.reduce((sum, { messages }) => sum + messages, 0),
    size: indices.reduce((sum, { name }) => sum + diskBytes(name), 0),
  };
}
