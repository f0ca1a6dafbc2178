/** Shapes of sharing an entity with users (contract dashboards-sharing-alerts). */
import { Type, type Static } from '@sinclair/typebox';
import { PageQuery, type PagedBody } from './list.schema.js';

export const Capability = Type.Union([Type.Literal('view'), Type.Literal('manage'), Type.Literal('own')]);
export type Capability = Static<typeof Capability>;

/**
 * Request of the sharing dialog. Without a selection the server checks the stored shares; an empty selection removes
 * all of them.
 */
export const ShareRequest = Type.Object({
  selected_grantee_capabilities: Type.Optional(Type.Union([Type.Record(Type.String(), Capability), Type.Null()])),
});
export type ShareRequest = Static<typeof ShareRequest>;

/** `query` is part of an entity's title; an empty `capability` or `entity_type` matches all entities. */
export const SharedEntitiesQuery = Type.Composite([
  PageQuery,
  Type.Object({ capability: Type.Optional(Type.String()), entity_type: Type.Optional(Type.String()) }),
]);
export type SharedEntitiesQuery = Static<typeof SharedEntitiesQuery>;

export interface Grantee {
  /** GRN (see api/grn.ts) of the grantee. */
  id: string;
  type: 'global' | 'team' | 'user';
  title: string;
}
export interface EntityDescriptor {
  /** GRN (see api/grn.ts) of the entity. */
  id: string;
  type: string;
  title: string;
  owners: Grantee[];
}
/** Number of streams that a grantee may read, of those that the caller may read. */
export interface StreamLimit {
  readable: number;
  of: number;
  /** Streams that the grantee may not read and the caller may share, at most ten. */
  sharable?: EntityDescriptor[];
  /** Number of all streams that the grantee may not read and the caller may share; absent: none. */
  sharable_total?: number;
}
export interface ShareAnswer {
  /**
   * GRN (see api/grn.ts) of the shared entity; the other members identify users, grants and entities by their GRNs,
   * too.
   */
  entity: string;
  sharing_user: string;
  available_grantees: Grantee[];
  available_capabilities: { id: Capability; title: string }[];
  active_shares: { grant: string; grantee: string; capability: Capability }[];
  selected_grantee_capabilities: Record<string, Capability>;
  /** Entities on which the shared entity depends and that grantees may not see, by the GRN of the grantee. */
  missing_permissions_on_dependencies: Record<string, EntityDescriptor[]>;
  /**
   * The selected grantees, by their GRN, who may not read all streams that the caller may read. Only the embedded
   * server sends this member, and only for a search or dashboard that searches all streams.
   */
  stream_limits?: Record<string, StreamLimit>;
  validation_result: {
    failed: boolean;
    errors: Record<string, string[]>;
    error_context: Record<string, string[]>;
  };
}

/** A page of the entities that are shared with a user or with everyone. */
export interface SharedEntities extends PagedBody {
  entities: EntityDescriptor[];
  /** Number of all entities, including those that the query does not match; some servers do not send it. */
  grand_total?: number;
  /** Highest capability of the user on each entity of the page; reference servers omit it when it is empty. */
  context?: { grantee_capabilities: Record<string, Capability> };
}
