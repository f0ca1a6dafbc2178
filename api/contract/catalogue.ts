/**
 * Endpoints for entities of any kind: titles, suggestions while the user types, scopes, and all grants (contract
 * dashboards-sharing-alerts catalog.*, entitySuggestions.*, grants.*).
 */
import type {
  ContentEntity,
  EntityExcerpt,
  EntitySuggestions,
  EntityTitles,
  EntityTitlesRequest,
  GrantSummary,
  ResolveRequest,
  SuggestionsQuery,
} from './catalogue.schema.js';
import { endpoint } from './endpoint.js';

export type * from './catalogue.schema.js';

/**
 * Returns the titles of entities by collection and id. The title of an entity that the user may not read is empty, and
 * entities that do not exist are left out.
 */
export const entityTitles = endpoint<{ body: EntityTitlesRequest; answer: EntityTitles }>()(
  'POST',
  '/system/catalog/entities/titles',
  'session',
);
export const entitySuggestions = endpoint<{ query: SuggestionsQuery; answer: EntitySuggestions }>()(
  'GET',
  '/entity_suggestions',
  { handler: 'empty unless every entity of the collection may be read' },
);
/** Tells for each scope of entities whether its entities can be changed. */
export const entityScopes = endpoint<{ answer: { entity_scopes: Record<string, { is_mutable: boolean }> } }>()(
  'GET',
  '/entity_scopes',
  'session',
);
/** Lists the grants of all users on all entities, for diagnosis. */
export const grantsOverview = endpoint<{ answer: { grants: GrantSummary[] } }>()('GET', '/authz/grants-overview', {
  needs: 'grantsoverview:read',
});

/** Lists all entities that can be exported to another server. */
export const catalogIndex = endpoint<{ answer: { entities: EntityExcerpt[] } }>()('GET', '/system/catalog', {
  needs: 'catalog:list',
});
/** Returns the requested entities with all entities that they depend on, in the form of content packs. */
export const resolveCatalog = endpoint<{ body: ResolveRequest; answer: { entities: ContentEntity[] } }>()(
  'POST',
  '/system/catalog',
  { needs: 'catalog:resolve' },
);
