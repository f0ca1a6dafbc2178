/** Routes of the search history that the server keeps for each user. The reference server does not have them. */
import * as endpoints from '../../../api/contract/search-history.js';
import { mostSharedEntries, RunSearches } from '../../../api/contract/search-history.schema.js';
import { can, permissionOn } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import type { SearchHistoryStore } from '../entities/search-history.js';
import { streamReader } from '../entities/searches.js';
import { ForbiddenError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';

export function registerSearchHistory(
  registry: Registry,
  { auth }: Needs<'auth'>,
  entities: Entities,
  history: SearchHistoryStore,
): void {
  entities.on(async ({ change, type, id }) => {
    if (type === 'user' && change === 'removed') await history.clear(id);
  });
  const usernameOf = (id: string): string | undefined => auth.users.get(id)?.username;

  registry.serve(endpoints.readSearchHistory, {}, ({ user }) => {
    const mayRead = streamReader(user);
    const shared = history.sharedWith(user.id).filter(({ streams }) => streams.every(mayRead));
    return {
      own: history.shown(history.of(user.id), () => user.username),
      shared: history.shown(shared.slice(0, mostSharedEntries), usernameOf),
    };
  });

  registry.serve(endpoints.addToSearchHistory, { body: RunSearches }, async ({ body, user }) => {
    // A browser may send searches of a user after another user has signed in with another tab.
    if (body.username !== undefined && body.username !== user.username)
      throw new ForbiddenError('Not authorized: these are searches of another user.');
    await history.add(user.id, body.searches, Date.now());
    return undefined;
  });

  registry.serve(endpoints.clearSearchHistory, {}, async ({ user }) => {
    await history.clear(user.id);
    return undefined;
  });

  registry.serve(endpoints.removeFromSearchHistory, {}, async ({ params, user }) => {
    const { entryId } = params;
    const entry = history.get(entryId);
    if (entry.owner !== user.id && !can(user, permissionOn('search_history:delete', entryId)))
      throw new ForbiddenError(
        'Not authorized: only the owner of an entry, or a user with search_history:delete, may remove it.',
      );
    await history.remove(entryId);
    return undefined;
  });
}
