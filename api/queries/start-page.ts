/** Queries of the welcome page, and of selectable start pages (spec 1 §7; screens/dashboards-sharing-alerts.md §3). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { lastOpened, recentActivity } from '../contract/start-page.js';
import { sharedWithUser } from '../contract/shares.js';
import { listStreams } from '../contract/streams.js';
import type { StartPageType } from '../contract/users.js';
import { listDashboards, listSavedSearches } from '../contract/views.js';
import { parseGrn } from '../grn.js';

/** Number of rows in each box of the welcome page. */
export const startPageRows = 5;

export function lastOpenedQuery(client: Client) {
  return queryOptions({
    queryKey: ['lastOpened'],
    queryFn: ({ signal }) => client.call(lastOpened, { query: { page: 1, per_page: startPageRows }, signal }),
    staleTime: 0,
  });
}

export function recentActivityQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: ['recentActivity', page],
    queryFn: ({ signal }) => client.call(recentActivity, { query: { page, per_page: startPageRows }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export interface StartPageChoice {
  readonly id: string;
  readonly title: string;
}

const everything = { page: 1, per_page: 0, sort: 'title', order: 'asc' } as const;
/** Maximum number of shared entities in an answer of reference servers. */
const mostShared = 10_000;

/**
 * Reads ids and titles of the entities of a type that can be a start page.
 * @param userId id of the user with whom the entities are shared; undefined: all entities that the caller may see
 */
export function startPageChoicesQuery(
  client: Client,
  { type, userId }: { readonly type: StartPageType; readonly userId: string | undefined },
) {
  return queryOptions({
    queryKey: ['startPageChoices', type, userId],
    queryFn: async ({ signal }): Promise<readonly StartPageChoice[]> => {
      if (userId !== undefined) {
        const query = { page: 1, per_page: mostShared, entity_type: type };
        const { entities } = await client.call(sharedWithUser, { params: { userId }, query, signal });
        return entities.map(({ id, title }) => ({ id: parseGrn(id)?.id ?? id, title }));
      }
      if (type === 'stream') return (await client.call(listStreams, { signal })).streams.map(choiceOf);
      const list = type === 'dashboard' ? listDashboards : listSavedSearches;
      return (await client.call(list, { query: everything, signal })).elements.map(choiceOf);
    },
    staleTime: 0,
  });
}

const choiceOf = ({ id, title }: StartPageChoice): StartPageChoice => ({ id, title });
