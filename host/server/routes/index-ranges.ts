/** Registers the routes of the time ranges of indices (contract data-intake index_ranges.*). */
import * as endpoints from '../../../api/contract/indices.js';
import { can, permissionOn } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { StoredEntities } from '../entities/entity-routes.js';
import { rebuildJob, singleRangeJob, type IndexRanges } from '../entities/index-ranges.js';
import type { IndexSetRecord } from '../entities/index-set-rules.js';
import { indexSetTitle } from '../documents/index-set-title.js';
import { BadRequestError, ForbiddenError, NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';

export function registerIndexRanges(
  registry: Registry,
  { store }: Needs<'store'>,
  sets: StoredEntities<IndexSetRecord>,
  ranges: IndexRanges,
): void {
  registry.serve(endpoints.listIndexRanges, {}, ({ user }) => {
    const readable = store.facts().filter(({ name }) => can(user, permissionOn('indexranges:read', name)));
    const all = readable.map((index) => ranges.of(index)).sort((a, b) => a.end.localeCompare(b.end));
    return { total: all.length, ranges: all };
  });
  registry.serve(endpoints.getIndexRange, {}, ({ params }) => {
    const index = store.facts().find(({ name }) => name === params.index);
    if (!index) throw new NotFoundError(`There is no range of index <${params.index}>.`);
    return ranges.of(index);
  });

  const alreadyRunning = (): never => {
    throw new ForbiddenError('These ranges are being rebuilt already.');
  };
  registry.serve(endpoints.rebuildAllRanges, {}, () => {
    if (!ranges.rebuild(rebuildJob, 'Rebuilding the ranges of all indices', store.facts())) alreadyRunning();
    return undefined;
  });
  registry.serve(endpoints.rebuildRangesOfSet, {}, ({ params }) => {
    const set = sets.get(params.indexSetId);
    const indices = store.facts().filter((index) => index.set === set.id);
    const info = `Rebuilding the ranges of index set "${indexSetTitle(set)}"`;
    if (!ranges.rebuild(rebuildJob, info, indices)) alreadyRunning();
    return undefined;
  });
  registry.serve(endpoints.rebuildRange, {}, ({ params }) => {
    const index = store.facts().find(({ name }) => name === params.index);
    if (!index) throw new BadRequestError(`Index <${params.index}> is in no index set.`);
    ranges.rebuild(singleRangeJob, `Rebuilding the range of ${index.name}`, [index]);
    return undefined;
  });
}
