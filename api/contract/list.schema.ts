/** Shapes that all paged lists share (contract search G4, administration PaginatedResponse). */
import { Type, type Static } from '@sinclair/typebox';

/** Query of paged lists; `per_page` of 0 or less returns all entities on one page. */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: -1, maximum: 10_000 })),
  query: Type.Optional(Type.String()),
  sort: Type.Optional(Type.String()),
  order: Type.Optional(
    Type.Union([Type.Literal('asc'), Type.Literal('desc'), Type.Literal('ASC'), Type.Literal('DESC')]),
  ),
  /** Filters in the form `{attribute}:{value}`; the parameter may be repeated. */
  filters: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
});
export type PageQuery = Static<typeof PageQuery>;

/** Older format of paged lists: the pagination members are beside the list, not in an object of their own. */
export interface PagedBody {
  total: number;
  /** Number of entities on this page. */
  count: number;
  page: number;
  per_page: number;
  query?: string;
}

export interface EntityAttribute {
  id: string;
  title: string;
  type: 'STRING' | 'DATE' | 'INT' | 'LONG' | 'OBJECT_ID' | 'BOOLEAN';
  sortable?: boolean;
  filterable?: boolean;
  searchable?: boolean;
  hidden?: boolean;
  related_collection?: string;
  filter_options?: { value: string; title: string }[];
}

/**
 * Newer format of overview lists: pagination in its own object, and attributes for columns, filters and search help.
 */
export interface EntityPage<T> {
  elements: T[];
  query: string;
  pagination: { total: number; count: number; page: number; per_page: number };
  /**
   * Number of matching entities; a few lists send the number of all entities here. Consoles read this member, not
   * `pagination.total`.
   */
  total: number;
  sort: string;
  order: 'asc' | 'desc';
  attributes: EntityAttribute[];
  defaults: { sort: { id: string; direction: 'ASC' | 'DESC' } };
}

export const BulkRequest = Type.Object({
  entity_ids: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
});
export type BulkRequest = Static<typeof BulkRequest>;

export interface BulkAnswer {
  successfully_performed: number;
  failures: { entity_id: string; failure_explanation: string }[];
}
