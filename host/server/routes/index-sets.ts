/** Index sets and how much is in them (contract data-intake index_sets.list). */
import * as endpoints from '../../../api/contract/index-sets.js';
import { IndexSetsQuery } from '../../../api/contract/index-sets.schema.js';
import { can, permissionOn } from '../auth/caller.js';
import type { ServerContext } from '../context.js';
import { indexSetAnswer, indexSetStats } from '../entities/index-sets.js';
import { defaultStreamId, streamCollection } from '../intake/index.js';
import { sorted } from '../lists/paging.js';
import type { Registry } from '../registry.js';
import { indexSets } from '../store/index.js';

export function registerIndexSets(registry: Registry, { documents, store, startedAt }: ServerContext): void {
  const streams = streamCollection(documents);

  registry.serve(endpoints.listIndexSets, { query: IndexSetsQuery }, async ({ query, user }) => {
    const { skip = 0, limit = 0, stats = false } = query;
    const sets = indexSets(documents)
      .all()
      .filter(({ id }) => can(user, permissionOn('indexsets:read', id)));
    // Both are made at the first start.
    const createdAt = streams.get(defaultStreamId)?.created_at ?? new Date(startedAt).toISOString();
    const all = sorted(
      sets.map((set) => ({ set, answer: indexSetAnswer(set, createdAt) })),
      'asc',
      ({ answer }) => answer.title,
      ({ answer }) => answer.id,
    );
    const shown = limit > 0 ? all.slice(skip, skip + limit) : all.slice(skip);
    const bytes = stats ? await store.diskBytes() : undefined;
    const figures =
      bytes && shown.map(({ set }) => [set.id, indexSetStats(set, store.indices(), (name) => bytes.get(name) ?? 0)]);
    return {
      total: all.length,
      index_sets: shown.map(({ answer }) => answer),
      stats: Object.fromEntries(figures ?? []) as Record<string, endpoints.IndexSetStats>,
    };
  });
}
