import { createSearch, getSearch, searchMetadata, type Search } from '../../../../api/contract/searches.js';
import type { Query } from '../../../../api/contract/searches.schema.js';
import { createView, deleteView, getView, listViews, updateView } from '../../../../api/contract/views.js';
import type { ViewInput } from '../../../../api/contract/views.schema.js';
import { ApiError } from '../../foundation/errors.js';
import { newEntityId } from '../../foundation/ids.js';
import { everything, isSystemStream, type Api, type ContentKind, type IdOf, type UsableParts } from '../kind.js';
import { PackError } from '../pack-error.js';
import { listIn, objectIn, textIn, wrapped, type PlainData } from '../values.js';
import { unlessMissing } from './missing.js';
import { isObject } from '../../foundation/is-object.js';

/** Returns the ids of streams at any depth of queries and widgets. */
function streamsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const part of value) streamsIn(part, found);
  else if (isObject(value)) {
    const { type, id, streams } = value;
    if (type === 'stream' && typeof id === 'string') found.add(id);
    if (Array.isArray(streams)) for (const one of streams) if (typeof one === 'string') found.add(one);
    for (const part of Object.values(value)) streamsIn(part, found);
  }
  return found;
}

/** Returns a value with the stream ids of all queries and widgets in it translated by `idOf`; unknown ids stay. */
function withStreams(value: unknown, idOf: IdOf): unknown {
  if (Array.isArray(value)) return value.map((part) => withStreams(part, idOf));
  if (!isObject(value)) return value;
  const { type } = value;
  const other = (id: unknown): unknown => (typeof id === 'string' ? (idOf('stream', id) ?? id) : id);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'id' && type === 'stream') return [name, other(part)];
      if (name === 'streams' && Array.isArray(part)) return [name, part.map(other)];
      return [name, withStreams(part, idOf)];
    }),
  );
}

const ofType = (type: string): 'SEARCH' | 'DASHBOARD' => (type === 'search' ? 'SEARCH' : 'DASHBOARD');

async function storedSearch(api: Api, data: PlainData, idOf: IdOf): Promise<string> {
  const { queries, parameters } = objectIn(data, 'search');
  const search = withStreams({ queries: queries ?? [], parameters: parameters ?? [] }, idOf) as Search;
  return (await api.call(createSearch, { body: { ...search, id: newEntityId() } })).id;
}

/**
 * Asks the server, without storing anything, why it cannot read a search.
 * @returns undefined: the server can read the search, or has no endpoint that checks searches
 */
async function searchProblem(api: Api, search: Search): Promise<string | undefined> {
  if (!api.serves(searchMetadata)) return undefined;
  try {
    await api.call(searchMetadata, { body: { ...search, id: newEntityId() } });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/**
 * Leaves out the search types that this server cannot read, such as those of plugins or of newer versions. The widgets
 * that use them stay in the view.
 */
async function usableSearch(api: Api, data: PlainData): Promise<UsableParts> {
  const { queries, parameters } = objectIn(data, 'search');
  const whole = { queries: queries ?? [], parameters: parameters ?? [] } as Search;
  if ((await searchProblem(api, whole)) === undefined) return { data, left: [] };
  const left: string[] = [];
  const usable: unknown[] = [];
  for (const query of listIn(objectIn(data, 'search'), 'queries')) {
    if (!isObject(query)) continue;
    const types: unknown[] = [];
    for (const one of listIn(query, 'search_types')) {
      const alone = { ...whole, parameters: [], queries: [{ ...query, search_types: [one] }] } as Search;
      const problem = await searchProblem(api, alone);
      if (problem === undefined) types.push(one);
      else left.push(`A part of its search is left out: ${problem}`);
    }
    usable.push({ ...query, search_types: types });
  }
  return { data: { ...data, search: { ...objectIn(data, 'search'), queries: usable } }, left };
}

/** Returns a time as ISO 8601 with milliseconds; undefined if the text is not a time. */
function timeIn(data: PlainData, name: string): string | undefined {
  const time = Date.parse(textIn(data, name));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

async function setDates(api: Api, id: string, data: PlainData): Promise<void> {
  const view = timeIn(data, 'created_at');
  const search = timeIn(objectIn(data, 'search'), 'created_at');
  await api.views?.date(id, { ...(view !== undefined && { view }), ...(search !== undefined && { search }) });
}

/** Returns a query as packs contain it: without the member `filter`, where a stored search has `filter: null`. */
const exportedQuery = (query: Query): PlainData => {
  const { filter, ...rest } = query;
  return filter ? query : rest;
};

function viewBody(type: string, data: PlainData, searchId: string, idOf: IdOf): ViewInput {
  const given = withStreams(objectIn(data, 'state'), idOf) as Record<string, object>;
  // Files that were edited by hand may lack members of a page.
  const state = Object.fromEntries(
    Object.entries(given).map(([id, page]) => [id, { widgets: [], widget_mapping: {}, positions: {}, ...page }]),
  ) as ViewInput['state'];
  return {
    type: ofType(type),
    title: textIn(data, 'title'),
    summary: textIn(data, 'summary'),
    description: textIn(data, 'description'),
    properties: listIn(data, 'properties').map(String),
    search_id: searchId,
    state,
  };
}

/**
 * Returns the kind of dashboards or of saved searches: only titles, summaries and descriptions are value references.
 */
function viewKind(type: 'dashboard' | 'search', version: string, title: string): ContentKind {
  return {
    type,
    version,
    title,
    needs: createView,
    list: async (api) =>
      (await api.call(listViews, everything)).views.flatMap((view) =>
        view.type === ofType(type) ? [{ id: view.id, title: view.title }] : [],
      ),
    read: async (api, id) => {
      const view = await (api.views?.read(id) ?? unlessMissing(api.call(getView, { params: { viewId: id } })));
      if (!view || view.type !== ofType(type)) return undefined;
      const search = await unlessMissing(api.call(getSearch, { params: { searchId: view.search_id } }));
      const queries = (search?.queries ?? []).map(exportedQuery);
      const searchCreatedAt = (await api.views?.searchCreatedAt(view.search_id)) ?? view.created_at;
      return {
        title: view.title,
        references: [...streamsIn([view.state, queries])].map((stream) => ({ type: 'stream', id: stream })),
        data: (idOf) => ({
          title: view.title,
          summary: view.summary,
          description: view.description,
          type: view.type,
          search: {
            queries: withStreams(queries, idOf),
            parameters: search?.parameters ?? [],
            requires: {},
            created_at: searchCreatedAt,
          },
          state: withStreams(view.state, idOf),
          properties: view.properties,
          requires: {},
          created_at: view.created_at,
        }),
      };
    },
    wrap: (data) => ({
      ...data,
      title: wrapped(textIn(data, 'title')),
      summary: wrapped(textIn(data, 'summary')),
      description: wrapped(textIn(data, 'description')),
    }),
    titleOf: (data) => textIn(data, 'title'),
    references: (data) =>
      [...streamsIn([data['state'], data['search']])].flatMap((id) =>
        isSystemStream(id) ? [] : [{ type: 'stream', id, optional: true as const }],
      ),
    usable: (api, data) => usableSearch(api, data),
    check: async (api, data) => {
      const { queries, parameters } = objectIn(data, 'search');
      const problem = await searchProblem(api, { queries: queries ?? [], parameters: parameters ?? [] } as Search);
      if (problem !== undefined) throw new PackError(`search: ${problem}`, { path: 'search' });
    },
    create: async (api, data, idOf) => {
      const searchId = await storedSearch(api, data, idOf);
      const { id } = await api.call(createView, { body: viewBody(type, data, searchId, idOf) });
      await setDates(api, id, data);
      return id;
    },
    update: async (api, id, data, idOf) => {
      const searchId = await storedSearch(api, data, idOf);
      await api.call(updateView, { params: { viewId: id }, body: { id, ...viewBody(type, data, searchId, idOf) } });
      await setDates(api, id, data);
    },
    remove: async (api, id) => {
      await api.call(deleteView, { params: { viewId: id } });
    },
    detail: (data) => {
      const widgets = Object.values(objectIn(data, 'state')).reduce<number>(
        (sum, state) => sum + (isObject(state) ? listIn(state, 'widgets').length : 0),
        0,
      );
      return `${widgets} ${widgets === 1 ? 'widget' : 'widgets'}, private to you.`;
    },
  };
}

export const dashboardKind = viewKind('dashboard', '2', 'Dashboard');
export const searchKind = viewKind('search', '1', 'Saved search');
