/** Shapes of sharing (contract/dashboards-sharing-alerts.json). */
import { Type, type Static } from '@sinclair/typebox';
import { PageQuery, type PagedBody } from './list.schema.js';

export const Capability = Type.Union([Type.Literal('view'), Type.Literal('manage'), Type.Literal('own')]);
export type Capability = Static<typeof Capability>;

/**
 * Request of the sharing dialog: without a selection it checks the active shares; an empty selection removes all
 * shares.
 */
export const ShareRequest = Type.Object({
  selected_grantee_capabilities: Type.Optional(Type.Union([Type.Record(Type.String(), Capability), Type.Null()])),
});
export type ShareRequest = Static<typeof ShareRequest>;

/** `query` is a part of the title; empty `capability` and `entity_type` match all. */
export const SharedEntitiesQuery = Type.Composite([
  PageQuery,
  Type.Object({ capability: Type.Optional(Type.String()), entity_type: Type.Optional(Type.String()) }),
]);
export type SharedEntitiesQuery = Static<typeof SharedEntitiesQuery>;

export interface Grantee {
  /** GRN of the grantee. */
  id: string;
  type: 'global' | 'team' | 'user';
  title: string;
}
export interface EntityDescriptor {
  /** GRN of the entity. */
  id: string;
  type: string;
  title: string;
  owners: Grantee[];
}
export interface ShareAnswer {
  /** GRN of the shared entity; the next members contain GRNs too. */
  entity: string;
  sharing_user: string;
  available_grantees: Grantee[];
  available_capabilities: { id: Capability; title: string }[];
  active_shares: { grant: string; grantee: string; capability: Capability }[];
  selected_grantee_capabilities: Record<string, Capability>;
  /** Missing permissions on dependencies, by grantee. */
  missing_permissions_on_dependencies: Record<string, EntityDescriptor[]>;
  validation_result: {
    failed: boolean;
    errors: Record<string, string[]>;
    error_context: Record<string, string[]>;
  };
}

/** Entities shared with a user or with everyone. */
export interface SharedEntities extends PagedBody {
  entities: EntityDescriptor[];
  /** Total without filters; some servers leave it out. */
  grand_total?: number;
  /** Highest capability by entity on the page; a reference server omits it when empty. */
  context?: { grantee_capabilities: Record<string, Capability> };
}
