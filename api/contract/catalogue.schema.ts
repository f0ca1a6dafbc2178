/** Shapes of the entity catalogue (contract dashboards-sharing-alerts). */
import { Type, type Static } from '@sinclair/typebox';
import type { Capability } from './shares.schema.js';

/** Entities to name; `type` is the collection, such as `index_sets`. */
export const EntityTitlesRequest = Type.Object({
  entities: Type.Array(Type.Object({ id: Type.String(), type: Type.String() }), { maxItems: 1000 }),
});
export type EntityTitlesRequest = Static<typeof EntityTitlesRequest>;

export interface EntityTitles {
  /** The title is empty for users who may not read the entity. */
  entities: { id: string; type: string; title: string }[];
  /** Ids of entities that the user may not read. */
  not_permitted_to_view: string[];
}

export const SuggestionsQuery = Type.Object({
  collection: Type.String(),
  /** Property with the suggested values; default `title`. */
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
  /** GRN of the grantee; `grantee_title` has the form `type: title`. */
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

/** An entity type and the version of its exported form, such as `stream` and `1`. */
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

/** An entity in the form of content packs: leaves of `data` are typed values, except in views. */
export interface ContentEntity {
  v: '1';
  type: ModelType;
  /** Newly generated id; entities of one answer refer to each other by it. */
  id: string;
  data: object;
  constraints: { type: 'server-version' | 'plugin-version'; version: string; plugin?: string }[];
}
