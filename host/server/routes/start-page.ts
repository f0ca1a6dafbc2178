/** Registers the routes of the start page, of favourites, and of a user's preferences for lists. */
import * as endpoints from '../../../api/contract/start-page.js';
import { PageQuery } from '../../../api/contract/list.schema.js';
import { EntityListPreferences, FavoritesQuery } from '../../../api/contract/start-page.schema.js';
import { Type } from '@sinclair/typebox';
import { grn, parseGrn } from '../auth/grants.js';
import { can, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Activity } from '../entities/activity.js';
import type { Bookmarks } from '../entities/bookmarks.js';
import { bytesOf, checkCount, checkSize, quotas } from '../entities/quotas.js';
import { mayRead, namedEntity, titlesOf, unknownTitle, type Entities } from '../entities/catalogue.js';
import { BadRequestError } from '../foundation/errors.js';
import { paged } from '../lists/paging.js';
import type { Registry } from '../http/registry.js';
import { KeyedMutex } from '../store/keyed-mutex.js';

const startPageSize = 5;

interface ListPreferencesRecord extends EntityListPreferences {
  id: string;
  user_id: string;
}

export function registerStartPage(
  registry: Registry,
  { auth, documents }: Needs<'auth' | 'documents'>,
  entities: Entities,
  activity: Activity,
  bookmarks: Bookmarks,
): void {
  const titleOf = titlesOf(documents);
  /**
   * Returns the title of an entity by its GRN (see api/grn.ts); the title of an entity that the caller may not read is
   * hidden.
   */
  const titleFor = (caller: Caller, text: string): string => {
    const entity = namedEntity(documents, text);
    return entity && mayRead(caller, entity) ? entity.title || unknownTitle(text) : unknownTitle(text);
  };

  registry.serve(endpoints.lastOpened, { query: PageQuery }, ({ query, user }) => {
    const { items, body } = paged(bookmarks.lastOpened(user.id), query, startPageSize);
    return { ...body, lastOpened: items.map((entry) => ({ ...entry, title: titleFor(user, entry.grn) })) };
  });

  registry.serve(endpoints.recentActivity, { query: PageQuery }, ({ query, user }) => {
    const own = grn('user', user.id);
    const visible = activity.all().filter(({ grantee }) => can(user, '*') || grantee === own);
    const { items, body } = paged(visible, query, startPageSize);
    return {
      ...body,
      recentActivity: items.map(({ id, activity_type, item_grn, item_title, user_name, timestamp }) => ({
        id,
        activity_type,
        item_grn,
        item_title: item_title ?? titleOf(item_grn),
        user_name: auth.users.named(user_name)?.full_name ?? user_name,
        timestamp,
      })),
    };
  });

  registry.serve(endpoints.listFavorites, { query: FavoritesQuery }, ({ query, user }) => {
    const all = bookmarks.favorites(user.id);
    const wanted = query.type ? all.filter((text) => parseGrn(text)?.type === query.type) : all;
    const { items, body } = paged(wanted, query, startPageSize);
    return { ...body, favorites: items.map((text) => ({ grn: text, title: titleFor(user, text) })) };
  });

  const valid = (text: string): string => {
    const entity = parseGrn(text);
    if (!entity) throw new BadRequestError(`Not a valid GRN: ${text}`);
    return entity.grn;
  };
  registry.serve(endpoints.addFavorite, { body: Type.Optional(Type.Unknown()) }, async ({ params, user }) => {
    await bookmarks.addFavorite(user.id, valid(params.grn));
    return undefined;
  });
  registry.serve(endpoints.removeFavorite, {}, async ({ params, user }) => {
    await bookmarks.removeFavorite(user.id, valid(params.grn));
    return undefined;
  });

  const preferences = documents.collection<ListPreferencesRecord>('list_preferences');
  /** Serialises the writes of each user, so that concurrent writes cannot exceed the limits together. */
  const turns = new KeyedMutex(() => false);
  entities.on(async ({ change, type, id: userId }) => {
    if (type !== 'user' || change !== 'removed') return;
    await bookmarks.dropUser(userId);
    for (const { id, user_id } of preferences.all()) if (user_id === userId) await preferences.delete(id);
  });
  const idOf = (userId: string, listId: string) => `${userId}/${listId}`;
  registry.serve(endpoints.listPreferences, {}, ({ params, user }) => {
    const stored = preferences.get(idOf(user.id, params.entityListId));
    if (!stored) return undefined;
    const { id: _id, user_id: _userId, ...answer } = stored;
    return answer;
  });
  registry.serve(endpoints.saveListPreferences, { body: EntityListPreferences }, ({ params, user, body }) =>
    turns.take(user.id, async () => {
      const { displayed_attributes, per_page, sort } = body;
      const id = idOf(user.id, params.entityListId);
      if (!preferences.get(id)) {
        const { length } = preferences.all().filter(({ user_id }) => user_id === user.id);
        checkCount('lists with settings of their own', length + 1, quotas.listPreferences, 'Use fewer lists.');
      }
      const given = Object.entries({ displayed_attributes, per_page, sort }).filter(([, value]) => value !== undefined);
      const record = { id, user_id: user.id, ...Object.fromEntries(given) };
      checkSize('The settings of this list', bytesOf(record), quotas.listPreferencesBytes, 'Show fewer columns.');
      await preferences.put(record);
      return undefined;
    }),
  );
}
