/**
 * Routes of indices: listing, closing, reopening, deleting, rotating, and statistics (contract data-intake indices.*,
 * deflector.*, indexer.overview).
 */
import * as endpoints from '../../../api/contract/indices.js';
import { IndicesRequest, type IndexerOverview, type IndexInfo } from '../../../api/contract/indices.schema.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { StoredEntities } from '../entities/entity-routes.js';
import type { IndexRanges } from '../entities/index-ranges.js';
import type { IndexSetRecord } from '../entities/index-set-rules.js';
import { defaultSetId } from '../entities/index-sets.js';
import { templateMappings } from '../entities/index-template.js';
import { allIndices, byNumber, indexInfo, named, openIndices } from '../entities/indices.js';
import { BadRequestError, ForbiddenError, NotFoundError, UnavailableError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { StoreClosedError } from '../store/index.js';
import { indexerHealth } from '../health/store-health.js';
import type { IndexFacts } from '../store/types.js';
import type { JobKind } from '../jobs/system-jobs.js';

const jobOf = (name: string, description: string): JobKind => ({
  name,
  description,
  isCancelable: false,
  providesProgress: false,
});
const rotateJob = jobOf('IndexRotation', 'Begins the next index of a set');
const closeJob = jobOf('IndexClosing', 'Takes an index out of searches');
const reopenJob = jobOf('IndexReopening', 'Lets searches see an index again');
const deleteJob = jobOf('IndexDeletion', 'Deletes an index and its messages');

export function registerIndices(
  registry: Registry,
  { documents, jobs, nodeId, store, unreadable }: Needs<'documents' | 'jobs' | 'nodeId' | 'store' | 'unreadable'>,
  sets: StoredEntities<IndexSetRecord>,
  ranges: IndexRanges,
): void {
  const ofSet = (id: string): IndexFacts[] => {
    const set = sets.get(id);
    return byNumber(
      set,
      store.facts().filter((index) => index.set === set.id),
    );
  };
  const managed = (name: string): IndexFacts => {
    const index = store.facts().find((one) => one.name === name);
    if (!index) throw new NotFoundError(`Index <${name}> not found`);
    return index;
  };
  async function informant(): Promise<(index: IndexFacts) => IndexInfo> {
    const bytes = await store.diskBytes();
    return (index) => indexInfo(index, bytes.get(index.name) ?? 0, nodeId, store.reads.of(index.name));
  }
  const mayRead = (user: Caller) => (index: IndexFacts) => can(user, permissionOn('indices:read', index.name));

  registry.serve(endpoints.listIndices, {}, async ({ user }) =>
    allIndices(store.facts(), await informant(), mayRead(user)),
  );
  registry.serve(endpoints.listOpenIndices, {}, async () => openIndices(store.facts(), await informant()));
  registry.serve(endpoints.listClosedIndices, {}, ({ user }) =>
    named(store.facts().filter((index) => index.isClosed && mayRead(user)(index))),
  );
  registry.serve(endpoints.listReopenedIndices, {}, ({ user }) =>
    named(store.facts().filter((index) => index.isReopened && !index.isClosed && mayRead(user)(index))),
  );
  registry.serve(endpoints.indicesOfSet, {}, async ({ params }) =>
    allIndices(ofSet(params.indexSetId), await informant()),
  );
  registry.serve(endpoints.openIndicesOfSet, {}, async ({ params }) =>
    openIndices(ofSet(params.indexSetId), await informant()),
  );
  registry.serve(endpoints.closedIndicesOfSet, {}, ({ params }) =>
    named(ofSet(params.indexSetId).filter(({ isClosed }) => isClosed)),
  );
  registry.serve(endpoints.reopenedIndicesOfSet, {}, ({ params }) =>
    named(ofSet(params.indexSetId).filter(({ isReopened, isClosed }) => isReopened && !isClosed)),
  );
  registry.serve(endpoints.getIndex, {}, async ({ params }) => (await informant())(managed(params.index)));
  registry.serve(endpoints.someIndices, { body: IndicesRequest }, async ({ body, user }) => {
    const wanted = new Set(body.indices);
    const info = await informant();
    return store
      .facts()
      .filter((index) => wanted.has(index.name) && !index.isClosed && mayRead(user)(index))
      .map(info);
  });

  /**
   * Returns an index that is not written to.
   * @param what past participle of the action, for the error
   * @throws NotFoundError for an unknown index, ForbiddenError for the write index of an index set
   */
  const resting = (name: string, what: string): IndexFacts => {
    const index = managed(name);
    if (index.isWritten) throw new ForbiddenError(`The current write index ${name} cannot be ${what}.`);
    return index;
  };
  registry.serve(endpoints.closeIndex, {}, async ({ params: { index } }) => {
    const { name } = resting(index, 'closed');
    await jobs.wait(closeJob, `Closing ${name}`, () => store.closeIndex(name));
    return undefined;
  });
  registry.serve(endpoints.reopenIndex, {}, async ({ params: { index } }) => {
    const { isClosed, name } = managed(index);
    // An index that is open already must not be marked as reopened, because retention would then keep it.
    if (isClosed) await jobs.wait(reopenJob, `Opening ${name}`, () => store.reopenIndex(name));
    return undefined;
  });
  registry.serve(endpoints.deleteIndex, {}, async ({ params: { index } }) => {
    const { name } = resting(index, 'deleted');
    await jobs.wait(deleteJob, `Deleting ${name}`, () => store.deleteIndex(name));
    return undefined;
  });

  const template = ({ id, prefix, settings }: IndexSetRecord) => ({
    name: `${prefix}-template`,
    template: {
      index_patterns: [`${prefix}_*`],
      order: -1,
      settings: { index: { number_of_shards: settings?.shards ?? 1, number_of_replicas: settings?.replicas ?? 0 } },
      mappings: templateMappings(settings?.index_analyzer ?? 'standard'),
      index_set: id,
    },
  });
  registry.serve(endpoints.indexTemplate, {}, ({ params }) => template(sets.get(params.indexSetId)));
  registry.serve(endpoints.syncIndexTemplate, {}, ({ params }) => template(sets.get(params.indexSetId)));

  const deflector = (indices: readonly IndexFacts[]) => {
    const current = indices.find(({ isWritten }) => isWritten)?.name ?? null;
    return { is_up: current !== null, current_target: current };
  };
  registry.serve(endpoints.getDeflector, {}, ({ params }) => deflector(ofSet(params.indexSetId)));
  registry.serve(endpoints.getDefaultDeflector, {}, () => deflector(ofSet(defaultSetId(documents))));
  for (const cycle of [endpoints.cycleDeflector, endpoints.cycleClusterDeflector] as const)
    registry.serve(cycle, {}, async ({ params: { indexSetId } }) => {
      const { prefix, writable } = sets.get(indexSetId);
      if (writable === false)
        throw new BadRequestError(`Index set <${indexSetId}> is read only and cannot be rotated.`);
      await jobs.wait(rotateJob, `Rotating ${prefix}`, () => store.cycle(indexSetId));
      return undefined;
    });

  async function overview(id: string): Promise<IndexerOverview> {
    try {
      const bytes = await store.diskBytes();
      const indices = ofSet(id);
      const open = indices.filter(({ isClosed }) => !isClosed);
      return {
        deflector: deflector(indices),
        indexer_cluster: { health: indexerHealth({ store, unreadable }), name: 'embedded' },
        counts: { events: open.reduce((sum, { messages }) => sum + messages, 0) },
        indices: indices.map((index) => ({
          index_name: index.name,
          size: index.isClosed ? null : { events: index.messages, deleted: 0, bytes: bytes.get(index.name) ?? 0 },
          range: ranges.of(index),
          is_deflector: index.isWritten,
          is_closed: index.isClosed,
          is_reopened: index.isReopened && !index.isClosed,
        })),
      };
    } catch (error) {
      if (error instanceof StoreClosedError) throw new UnavailableError('The message store is closed.');
      throw error;
    }
  }
  registry.serve(endpoints.indexerOverview, {}, ({ params, user }) => {
    authorize(user, 'deflector:read', 'indexercluster:read', 'indices:read');
    return overview(params.indexSetId);
  });
  registry.serve(endpoints.defaultIndexerOverview, {}, () => overview(defaultSetId(documents)));

  const count = (indices: readonly IndexFacts[]) => ({
    events: indices.filter(({ isClosed }) => !isClosed).reduce((sum, { messages }) => sum + messages, 0),
  });
  registry.serve(endpoints.countAll, {}, () => count(store.facts()));
  registry.serve(endpoints.countIndexSet, {}, ({ params }) => count(ofSet(params.indexSetId)));
}
