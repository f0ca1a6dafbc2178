/** Shapes of the entity catalogue (contract dashboards-sharing-alerts). */
import { Type, type Static } from '@sinclair/typebox';
import type { Capability } from './shares.schema.js';

/** Entities whose titles are requested; `type` is the name of their collection, for example `index_sets`. */
export const EntityTitlesRequest = Type.Object({
  entities: Type.Array(Type.Object({ id: Type.String(), type: Type.String() }), { maxItems: 1000 }),
});
export type EntityTitlesRequest = Static<typeof EntityTitlesRequest>;

export interface EntityTitles {
  /** Titles of the requested entities; the title is empty when the user may not read the entity. */
  entities: { id: string; type: string; title: string }[];
  /** Ids of the requested entities that the user may not read. */
  not_permitted_to_view: string[];
}

export const SuggestionsQuery = Type.Object({
  collection: Type.String(),
  /** Property whose values are suggested; `title` by default. */
  column: Type.Optional(Type.String()),
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  query: Type.Optional(Type.String({ maxLength: 1000 })),
});
export type SuggestionsQuery = Static<typeof SuggestionsQuery>;

export interface EntitySuggestions {
  suggestions: { id: string; value: string }[];
  pagination: { total: number; count: number; page: number; per_page: number };
}

export interface GrantSummary {
  id: string;
  /** GRN (see api/grn.ts) of the grantee; `grantee_title` is its display name in the form `type: title`. */
  grantee: string;
  grantee_title: string;
  capability: Capability;
  target: string;
  target_title: string;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
  expires_at: string | null;
}

/** An entity type with the version of its exported form, for example `stream` and `1`. */
export const ModelType = Type.Object({
  name: Type.String({ maxLength: 100 }),
  version: Type.String({ maxLength: 20 }),
});
export type ModelType = Static<typeof ModelType>;

export interface EntityExcerpt {
  id: string;
  type: ModelType;
  title: string | null;
}

export const ResolveRequest = Type.Object({
  entities: Type.Array(Type.Object({ id: Type.String({ maxLength: 200 }), type: ModelType }), { maxItems: 1000 }),
});
export type ResolveRequest = Static<typeof ResolveRequest>;

/**
 * An entity in the form of content packs. The leaves of `data` are typed values, except in views, where they are plain
 * values.
 */
export interface ContentEntity {
  v: '1';
  type: ModelType;
  /** Id that was generated for this answer; the entities of the answer refer to each other by it. */
  id: string;
  data: object;
  constraints: { type: 'server-version' | 'plugin-version'; version: string; plugin?: string }[];
}
