/**
 * Routes of index sets, their strategies and statistics (contract data-intake index_sets.*, rotation.*, retention.*).
 */
import { configClasses } from '../../../api/contract/cluster-config-classes.js';
import { IndexSetDefaults } from '../../../api/contract/cluster-config.schema.js';
import * as endpoints from '../../../api/contract/index-sets.js';
import {
  CreateIndexSetRequest,
  DeleteIndexSetQuery,
  FieldTypesRequest,
  IndexSetsQuery,
  UpdateIndexSetRequest,
  type IndexSetStats,
} from '../../../api/contract/index-sets.schema.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { changedTypes, fieldTypesOf } from '../entities/field-types.js';
import type { IndexCleanUps } from '../entities/index-clean-ups.js';
import { readNewSet, readSettings, type IndexSetRecord } from '../entities/index-set-rules.js';
import { defaultSetId, indexSetAnswer, statsOf } from '../entities/index-sets.js';
import { describeStrategy, retentionStrategies, rotationStrategies } from '../entities/index-strategies.js';
import { BadRequestError, ConflictError, ConstraintError, NotFoundError } from '../foundation/errors.js';
import { defaultStreamId, streamCollection } from '../intake/index.js';
import { sorted } from '../lists/paging.js';
import type { Registry } from '../http/registry.js';
import { isEventIndexSet, StillRemovedError } from '../store/index.js';
import { KeyedMutex } from '../store/keyed-mutex.js';

/** Largest number of index sets, because each keeps files open. */
const mostIndexSets = 100;
/** Largest number of stream titles that an error message lists. */
const mostNamed = 5;

export function indexSetEntities(
  { documents }: Needs<'documents'>,
  entities: Entities,
): StoredEntities<IndexSetRecord> {
  const streams = streamCollection(documents);
  return new StoredEntities<IndexSetRecord>(documents, entities, {
    type: 'index_set',
    missing: (id) => `Index set <${id}> not found`,
    leave: ({ id }) => {
      if (id === defaultSetId(documents)) throw new BadRequestError('The default index set cannot be deleted.');
      const users = streams.all().filter(({ index_set_id }) => index_set_id === id);
      if (users.length === 0) return;
      const titles = users.slice(0, mostNamed).map(({ title }) => `"${title}"`);
      const more = users.length > mostNamed ? ` and ${users.length - mostNamed} more` : '';
      throw new BadRequestError(`The index set is used by these streams: ${titles.join(', ')}${more}.`);
    },
  });
}

export function registerIndexSets(
  registry: Registry,
  { config, documents, growth, store, startedAt }: Needs<'config' | 'documents' | 'growth' | 'store' | 'startedAt'>,
  sets: StoredEntities<IndexSetRecord>,
  cleanUps: IndexCleanUps,
): void {
  const streams = streamCollection(documents);
  /** Serialises the creation of index sets, because each new prefix is compared with the existing ones. */
  const turns = new KeyedMutex(() => false);
  // The default stream is created at the first start, so its creation time is the time of the first start.
  const firstStart = () => streams.get(defaultStreamId)?.created_at ?? new Date(startedAt).toISOString();
  const answer = (set: IndexSetRecord) => indexSetAnswer(set, defaultSetId(documents), firstStart());

  async function statistics(): Promise<(set?: string) => IndexSetStats> {
    const bytes = await store.diskBytes();
    const facts = store.facts();
    return (set) =>
      statsOf(set === undefined ? facts : facts.filter((one) => one.set === set), (name) => bytes.get(name) ?? 0);
  }

  registry.serve(endpoints.listIndexSets, { query: IndexSetsQuery }, async ({ query, user }) => {
    const { skip = 0, limit = 0, stats = false } = query;
    const readable = sets.all().filter(({ id }) => can(user, permissionOn('indexsets:read', id)));
    const all = sorted(
      readable.map(answer),
      'asc',
      ({ title }) => title,
      ({ id }) => id,
    );
    const shown = limit > 0 ? all.slice(skip, skip + limit) : all.slice(skip);
    const of = stats ? await statistics() : undefined;
    return {
      total: all.length,
      index_sets: shown,
      stats: Object.fromEntries(of ? shown.map(({ id }) => [id, of(id)] as const) : []),
    };
  });
  registry.serve(endpoints.allIndexSetStats, {}, async () => (await statistics())());
  registry.serve(endpoints.getIndexSet, {}, ({ params }) => answer(sets.get(params.indexSetId)));
  registry.serve(endpoints.indexSetStats, {}, async ({ params }) => {
    const { id } = sets.get(params.indexSetId);
    return (await statistics())(id);
  });

  registry.serve(endpoints.indexSetGrowth, {}, ({ params }) => growth.of(sets.get(params.indexSetId).id));

  const fieldTypes = (id: string, user: Caller) =>
    fieldTypesOf(sets.get(id), store.fieldsOf(id), (stream) => can(user, permissionOn('streams:read', stream)));
  registry.serve(endpoints.indexSetFieldTypes, {}, ({ params, user }) => fieldTypes(params.indexSetId, user));
  registry.serve(
    endpoints.setIndexSetFieldTypes,
    { body: FieldTypesRequest },
    async ({ params: { indexSetId }, body, user }) => {
      const { writable = true } = sets.get(indexSetId);
      if (body.rotate === true) {
        authorize(user, 'deflector:cycle');
        if (!writable) throw new BadRequestError(`Index set <${indexSetId}> is read only and cannot be rotated.`);
      }
      await sets.update(indexSetId, (set) => ({ ...set, fieldTypes: changedTypes(set, body) }), user);
      if (body.rotate === true) await store.cycle(indexSetId);
      return fieldTypes(indexSetId, user);
    },
  );

  registry.serve(endpoints.createIndexSet, { body: CreateIndexSetRequest }, ({ body, user }) =>
    turns.take('create', async () => {
      if (sets.all().length >= mostIndexSets)
        throw new BadRequestError(
          `There are ${mostIndexSets} index sets, which is as many as there may be. Delete one first.`,
        );
      const id = newEntityId();
      const set = await sets.create({ id, ...readNewSet(body, sets.all()) }, user);
      try {
        await store.addIndexSet(id);
      } catch (error) {
        await sets.remove(id, user);
        if (!(error instanceof StillRemovedError)) throw error;
        throw new ConstraintError([
          { path: 'index_prefix', message: `is that of ${error.index}, which is still being removed; try again soon` },
        ]);
      }
      return answer(set);
    }),
  );
  registry.serve(
    endpoints.updateIndexSet,
    { body: UpdateIndexSetRequest },
    async ({ params: { indexSetId }, body, user }) => {
      const old = sets.get(indexSetId);
      const changes = readSettings(body, old.settings?.index_analyzer ?? 'standard');
      if (!changes.writable && indexSetId === defaultSetId(documents))
        throw new ConflictError('The default index set must be writable.');
      return answer(await sets.update(indexSetId, (set) => ({ ...set, ...changes }), user));
    },
  );
  registry.serve(endpoints.setDefaultIndexSet, {}, async ({ params: { indexSetId }, user }) => {
    const { writable = true } = sets.get(indexSetId);
    if (isEventIndexSet(indexSetId)) throw new ConflictError('An index set of events cannot be the default one.');
    if (!writable) throw new ConflictError('An index set that is read only cannot be the default one.');
    return answer(await sets.update(indexSetId, (set) => ({ ...set, defaultSince: Date.now() }), user));
  });
  registry.serve(endpoints.deleteIndexSet, { query: DeleteIndexSetQuery }, async ({ params, query, user }) => {
    const { id, prefix } = sets.get(params.indexSetId);
    await sets.remove(id, user);
    await cleanUps.ofSet({ id, prefix }, query.delete_indices ?? true);
    return undefined;
  });
  registry.serve(endpoints.saveIndexSetDefaults, { body: IndexSetDefaults }, async ({ body, user }) => {
    authorize(user, 'clusterconfigentry:create', 'clusterconfigentry:edit');
    for (const [kind, strategies] of [
      ['rotation', rotationStrategies],
      ['retention', retentionStrategies],
    ] as const) {
      const strategy = strategies.find(({ name }) => name === body[`${kind}_strategy_class`]);
      const values = body[`${kind}_strategy_config`];
      const [problem] = Object.entries(
        strategy?.problems(values) ?? { [`${kind}_strategy_class`]: 'is no strategy of this server' },
      );
      if (problem) throw new BadRequestError(`Invalid value for field [${problem[0]}]: ${problem[1]}.`);
    }
    await config.put(configClasses.indexSets.name, body);
    return config.get('indexSets');
  });

  registerStrategies(registry);
}

function registerStrategies(registry: Registry): void {
  const described = (strategies: typeof rotationStrategies | typeof retentionStrategies) => ({
    total: strategies.length,
    strategies: strategies.map(describeStrategy),
  });
  const one = (strategies: typeof rotationStrategies | typeof retentionStrategies, name: string) => {
    const strategy = strategies.find((known) => known.name === name);
    if (!strategy) throw new NotFoundError(`There is no strategy ${name}.`);
    return describeStrategy(strategy);
  };
  registry.serve(endpoints.rotationStrategies, {}, () => ({
    ...described(rotationStrategies),
    context: { time_size_optimizing_retention_fixed_leeway: null },
  }));
  registry.serve(endpoints.rotationStrategy, {}, ({ params }) => one(rotationStrategies, params.strategy));
  registry.serve(endpoints.retentionStrategies, {}, () => ({
    ...described(retentionStrategies),
    context: { max_index_retention_period: null },
  }));
  registry.serve(endpoints.retentionStrategy, {}, ({ params }) => one(retentionStrategies, params.strategy));
}
