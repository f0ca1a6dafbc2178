/** Provides the server's API to content packs within the process. */
import { rootUserId } from '../auth/users.js';
import type { Caller } from '../auth/caller.js';
import type { GrokPatterns } from '../entities/grok-patterns.js';
import type { SearchHead, SearchRecord } from '../entities/searches.js';
import type { ViewHead, ViewRecord } from '../entities/views.js';
import type { Registry } from '../http/registry.js';
import type { Documents } from '../store/types.js';
import type { Api } from './kind.js';

/**
 * Returns a caller with the user's name and every permission: a user who may install packs may install all of their
 * entities.
 */
export const installer = ({ id, username, timezone }: Caller): Caller => ({
  id,
  username,
  timezone,
  permissions: ['*'],
});

/** A caller that may read everything and edit nothing, so that it gets no secrets. */
export const exporter: Caller = {
  id: rootUserId,
  username: 'admin',
  timezone: null,
  permissions: ['*:read', '*:list'],
};

/**
 * Returns the server's API for calls in the name of a caller, without HTTP.
 * @param grok compiles grok patterns; absent: grok patterns are checked only when they are created
 */
export function serverApi(registry: Registry, documents: Documents, caller: Caller, grok?: GrokPatterns): Api {
  const views = documents.archive<ViewRecord, ViewHead>('views');
  const searches = documents.archive<SearchRecord, SearchHead>('searches');
  return {
    ...registry.client(caller),
    serves: (endpoint) => registry.serves(endpoint),
    ...(grok && { grokFaults: (patterns) => grok.faults(caller.username, patterns) }),
    views: {
      read: (id) => views.read(id),
      searchCreatedAt: async (searchId) => (await searches.read(searchId))?.created_at,
      date: async (id, { view: viewCreatedAt, search: searchCreatedAt }) => {
        const view = await views.read(id);
        if (view && viewCreatedAt !== undefined)
          await views.update(id, (stored) => ({ ...stored, created_at: viewCreatedAt }));
        if (view && searchCreatedAt !== undefined)
          await searches.update(view.search_id, (stored) => ({ ...stored, created_at: searchCreatedAt }));
      },
    },
  };
}
