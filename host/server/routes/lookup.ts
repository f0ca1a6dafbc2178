/** Registers the routes of lookup tables, caches and data adapters (contract administration lookup.*). */
import * as endpoints from '../../../api/contract/lookup.js';
import type { DataAdapter, LookupCache, LookupTable } from '../../../api/contract/lookup.js';
import {
  DataAdapterBody,
  ErrorStatesBody,
  ExplainQuery,
  KeyQuery,
  LookupCacheBody,
  LookupPageQuery,
  LookupTableBody,
  PurgeQuery,
  ResolveQuery,
  TableUpdateQuery,
} from '../../../api/contract/lookup.schema.js';
import { adapterTypes } from '../../../api/lookup/adapters/index.js';
import { cacheTypes } from '../../../api/lookup/caches.js';
import { defaultConfig, type LookupTypeDescription } from '../../../api/lookup/fields.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { BadRequestError, ConflictError, NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { adapterErrors, adapterOf, cacheErrors, cacheOf, tableErrors, tableOf } from '../lookup/checks.js';
import { fixedUses, provisionedUse, renameUses, shownUses, type UsesNeeds } from '../lookup/uses.js';
import { LookupEntities } from './lookup-entities.js';
import { registerStoredRows } from './lookup-rows.js';

const typesOf = (types: readonly LookupTypeDescription[]): Record<string, endpoints.LookupType> =>
  Object.fromEntries(
    types.map((one) => [
      one.type,
      { type: one.type, config_class: one.configClass, default_config: defaultConfig(one) },
    ]),
  );

export function registerLookup(
  registry: Registry,
  { lookup, documents, intake, nodeId }: Needs<'lookup' | 'documents' | 'intake' | 'nodeId'>,
  entities: Entities,
): void {
  const onChange = (): void => lookup.sync();
  const inUse = (test: (table: LookupTable) => boolean): boolean => lookup.tables.find(test) !== undefined;

  const tables = new LookupEntities<LookupTable, LookupTableBody>(documents, entities, {
    type: 'lookup_table',
    noun: 'lookup table',
    errors: (body, id) => tableErrors(lookup, body, id),
    made: tableOf,
    onChange,
  });
  const caches = new LookupEntities<LookupCache, LookupCacheBody>(documents, entities, {
    type: 'lookup_cache',
    noun: 'cache',
    errors: (body, id) => cacheErrors(lookup, body, id),
    made: cacheOf,
    leave: ({ id }) => {
      if (inUse(({ cache_id }) => cache_id === id))
        throw new BadRequestError('The cache is still in use, cannot delete.');
    },
    onChange,
  });
  const adapters = new LookupEntities<DataAdapter, DataAdapterBody>(documents, entities, {
    type: 'lookup_adapter',
    noun: 'data adapter',
    errors: (body, id) => adapterErrors(lookup, body, id),
    made: adapterOf,
    leave: ({ id }) => {
      if (inUse(({ data_adapter_id }) => data_adapter_id === id))
        throw new BadRequestError('The adapter is still in use, cannot delete.');
    },
    gone: ({ id, config }) => (config.type === 'stored_table' ? lookup.rooms.stored.forget(id) : undefined),
    onChange,
  });
  const uses: UsesNeeds = {
    documents,
    changeExtractors: (inputId, change) => intake.inputs.changeExtractors(inputId, change),
    onChanged: async (kind, id, caller) => {
      if (kind === 'event_definition') await entities.updated('event_definition', id, caller);
      if (kind === 'decorator') await entities.updated('decorator', id, caller);
    },
  };

  const pageOf = (
    { items, body }: ReturnType<typeof tables.page>,
    isResolved: boolean | undefined,
  ): endpoints.LookupTablesPage => {
    const found = <T>(ids: readonly string[], get: (id: string) => T | undefined): Record<string, T> =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const one = isResolved ? get(id) : undefined;
          return one ? [[id, one]] : [];
        }),
      );
    return {
      ...body,
      lookup_tables: items,
      caches: found(
        items.map(({ cache_id }) => cache_id),
        (id) => lookup.caches.get(id),
      ),
      data_adapters: found(
        items.map(({ data_adapter_id }) => data_adapter_id),
        (id) => lookup.adapters.get(id),
      ),
    };
  };

  registry.serve(endpoints.listLookupTables, { query: LookupPageQuery }, ({ query }) =>
    pageOf(tables.page(query), query.resolve),
  );
  registry.serve(endpoints.getLookupTable, { query: ResolveQuery }, ({ params, query, user }) =>
    pageOf(tables.single(tables.allowed(user, 'read', params.idOrName)), query.resolve),
  );
  registry.serve(endpoints.createLookupTable, { body: LookupTableBody }, ({ body, user }) => tables.create(body, user));
  registry.serve(
    endpoints.updateLookupTable,
    { query: TableUpdateQuery, body: LookupTableBody },
    async ({ params, query, body, user }) => {
      const old = tables.allowed(user, 'edit', params.idOrName);
      tables.checkPlace(old, params.idOrName, body);
      const name = (body.name ?? '').trim();
      const isRenamed = name !== '' && name !== old.name;
      const { uses: shown, hidden } = isRenamed ? await shownUses(uses, old.name, user) : { uses: [], hidden: 0 };
      const count = shown.length + hidden;
      if (count > 0 && !query.rewrite)
        throw new ConflictError(
          `The table is used by its name in ${count} places. Rename it with "rewrite", which changes all of them, or keep the name.`,
        );
      const fixed = count > 0 ? await fixedUses(uses, old.name, user) : undefined;
      if (fixed !== undefined)
        throw new ConflictError(
          `The table is used in places that you may not change, so it cannot be renamed: ${fixed}.`,
        );
      const provisioned = count > 0 ? await provisionedUse(uses, old.name) : undefined;
      if (provisioned)
        throw new ConflictError(
          `The table is used by "${provisioned.title}", which is provisioned by the file ${provisioned.file}, so the table cannot be renamed.`,
        );
      const changed = await tables.update(old, params.idOrName, body, user);
      if (count > 0) await renameUses(uses, old.name, changed.name, user);
      return changed;
    },
  );
  registry.serve(endpoints.deleteLookupTable, {}, ({ params, user }) =>
    tables.remove(tables.allowed(user, 'delete', params.idOrName), user),
  );
  registry.serve(endpoints.validateLookupTable, { body: LookupTableBody }, ({ body }) => tables.validate(body));
  registry.serve(endpoints.queryLookupTable, { query: KeyQuery }, ({ params, query }) =>
    lookup.lookup(params.name, query.key),
  );
  registry.serve(endpoints.purgeLookupTable, { query: PurgeQuery }, ({ params, query }) => {
    lookup.purge(tables.find(params.idOrName), query.key || undefined);
    return undefined;
  });
  registry.serve(endpoints.purgeLookupTableInCluster, { query: PurgeQuery }, ({ params, query }) => {
    lookup.purge(tables.find(params.idOrName), query.key || undefined);
    const response = { success: true, code: 204, entity: null, error_text: null };
    return { [nodeId]: { call_executed: true, server_error_message: null, response } };
  });
  registry.serve(endpoints.explainLookup, { query: ExplainQuery }, async ({ params, query, user }) => {
    const { name } = tables.allowed(user, 'read', params.idOrName);
    const explained = await lookup.explain(name, query.key, query.without_cache ?? false);
    if (!explained) throw new NotFoundError('The table does not run: its cache or data adapter is missing.');
    return explained;
  });
  registry.serve(endpoints.lookupTableUses, {}, ({ params, user }) =>
    shownUses(uses, tables.allowed(user, 'read', params.idOrName).name, user),
  );

  registry.serve(endpoints.listLookupCaches, { query: LookupPageQuery }, ({ query }) => {
    const { items, body } = caches.page(query);
    return { ...body, caches: items };
  });
  registry.serve(endpoints.getLookupCache, {}, ({ params, user }) => caches.allowed(user, 'read', params.idOrName));
  registry.serve(endpoints.createLookupCache, { body: LookupCacheBody }, ({ body, user }) => caches.create(body, user));
  registry.serve(endpoints.updateLookupCache, { body: LookupCacheBody }, ({ params, body, user }) =>
    caches.update(caches.allowed(user, 'edit', params.idOrName), params.idOrName, body, user),
  );
  registry.serve(endpoints.deleteLookupCache, {}, ({ params, user }) =>
    caches.remove(caches.allowed(user, 'delete', params.idOrName), user),
  );
  registry.serve(endpoints.validateLookupCache, { body: LookupCacheBody }, ({ body }) => caches.validate(body));
  registry.serve(endpoints.lookupCacheTypes, {}, () => typesOf(cacheTypes));

  registry.serve(endpoints.listDataAdapters, { query: LookupPageQuery }, ({ query }) => {
    const { items, body } = adapters.page(query);
    return { ...body, data_adapters: items };
  });
  registry.serve(endpoints.getDataAdapter, {}, ({ params, user }) => adapters.allowed(user, 'read', params.idOrName));
  registry.serve(endpoints.createDataAdapter, { body: DataAdapterBody }, ({ body, user }) =>
    adapters.create(body, user),
  );
  registry.serve(endpoints.updateDataAdapter, { body: DataAdapterBody }, ({ params, body, user }) =>
    adapters.update(adapters.allowed(user, 'edit', params.idOrName), params.idOrName, body, user),
  );
  registry.serve(endpoints.deleteDataAdapter, {}, ({ params, user }) =>
    adapters.remove(adapters.allowed(user, 'delete', params.idOrName), user),
  );
  registry.serve(endpoints.validateDataAdapter, { body: DataAdapterBody }, ({ body }) => adapters.validate(body));
  registry.serve(endpoints.queryDataAdapter, { query: KeyQuery }, ({ params, query }) => {
    const found = lookup.ask(params.name, query.key);
    if (!found) throw new NotFoundError(`There is no data adapter with the name ${JSON.stringify(params.name)}.`);
    return found;
  });
  registry.serve(endpoints.dataAdapterTypes, {}, () => typesOf(adapterTypes));
  registry.serve(endpoints.dataAdapterStatus, {}, ({ params, user }) => {
    const { id } = adapters.allowed(user, 'read', params.idOrName);
    const running = lookup.adapter(id);
    if (!running) throw new NotFoundError('The data adapter does not run.');
    return running.status();
  });

  registry.serve(endpoints.lookupErrorStates, { body: ErrorStatesBody }, ({ body }) => lookup.errorStates(body));
  registerStoredRows(registry, lookup, adapters);
}
