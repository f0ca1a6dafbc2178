/**
 * Routes about entities of any kind: titles, suggestions and grants (contract dashboards-sharing-alerts catalog.*,
 * entitySuggestions.*, grants.*).
 */
import * as endpoints from '../../../api/contract/catalogue.js';
import { EntityTitlesRequest, SuggestionsQuery } from '../../../api/contract/catalogue.schema.js';
import { everyone, grn, parseGrn } from '../auth/grants.js';
import type { Needs } from '../context.js';
import {
  entitiesOf,
  entityScopes,
  findEntity,
  mayRead,
  mayReadAll,
  namedEntity,
  unknownTitle,
} from '../entities/catalogue.js';
import type { SearchHistoryStore } from '../entities/search-history.js';
import { BadRequestError } from '../foundation/errors.js';
import { textFilter } from '../lists/list-query.js';
import { paged, sorted } from '../lists/paging.js';
import type { Registry } from '../http/registry.js';

export function registerCatalogue(
  registry: Registry,
  { auth, documents }: Needs<'auth' | 'documents'>,
  history: SearchHistoryStore,
): void {
  registry.serve(endpoints.entityTitles, { body: EntityTitlesRequest }, ({ body, user }) => {
    const found = body.entities.flatMap(({ id, type }) => {
      const entity = findEntity(documents, type, id);
      if (!entity) return [];
      const readable = mayRead(user, entity);
      return [{ id, type, title: readable ? entity.title : '', readable }];
    });
    return {
      entities: found.map(({ readable: _readable, ...answer }) => answer),
      not_permitted_to_view: found.filter(({ readable }) => !readable).map(({ id }) => id),
    };
  });

  registry.serve(endpoints.entitySuggestions, { query: SuggestionsQuery }, ({ query, user }) => {
    const { collection, column = 'title', query: text = '' } = query;
    const readable = (entitiesOf(documents, collection) ?? []).filter(({ kind }) => mayReadAll(user, kind));
    const matches = textFilter(text);
    const found = readable.flatMap(({ kind, document, title }) => {
      // Only the title members of a kind can be searched; the values of other members must not leak.
      if (column !== 'title' && !kind.titles.includes(column))
        throw new BadRequestError(`"column" must be title or one of ${kind.titles.join(', ')}, got ${column}.`);
      const value = column === 'title' ? title : String(document[column] ?? '');
      return value !== '' && matches(value) ? [{ id: document.id, value }] : [];
    });
    const inOrder = sorted(
      found,
      'asc',
      ({ value }) => value,
      ({ id }) => id,
    );
    const { items, body } = paged(inOrder, query, 10);
    return { suggestions: items, pagination: body };
  });

  registry.serve(endpoints.entityScopes, {}, () => ({
    entity_scopes: Object.fromEntries(
      Object.entries(entityScopes).map(([name, { is_mutable }]) => [name, { is_mutable }]),
    ),
  }));

  registry.serve(endpoints.grantsOverview, {}, () => {
    const userPrefix = grn('user', '');
    const titled = (name: string): string => {
      if (name === everyone) return 'builtin-team: Everyone';
      // The GRN of a user (see api/grn.ts) is not parsed, because the built-in administrator's id contains a colon.
      if (name.startsWith(userPrefix)) {
        const user = auth.users.get(name.slice(userPrefix.length));
        return `user: ${user ? user.full_name || user.username : unknownTitle(name)}`;
      }
      return `${parseGrn(name)?.type ?? 'unknown'}: ${history.named(name)?.query || namedEntity(documents, name)?.title || unknownTitle(name)}`;
    };
    return {
      grants: auth.grants.all().map((grant) => ({
        ...grant,
        grantee_title: titled(grant.grantee),
        target_title: titled(grant.target),
      })),
    };
  });
}
