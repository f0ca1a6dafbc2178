/** Shares of an entity (contract/dashboards-sharing-alerts.json shares.*). */
import { endpoint } from './endpoint.js';
import type { SharedEntities, SharedEntitiesQuery, ShareAnswer, ShareRequest } from './shares.schema.js';

export type * from './shares.schema.js';

/** Returns the current shares and the effect of a selection, without changing anything. */
export const prepareShare = endpoint<{ body: ShareRequest | undefined; answer: ShareAnswer }>()(
  'POST',
  '/authz/shares/entities/{entityGrn}/prepare',
  { handler: 'entity:own:{grn}' },
);
/** Replaces the shares by the selection; 400 with a `ShareAnswer` when no owner would be left. */
export const updateShare = endpoint<{ body: ShareRequest | undefined; answer: ShareAnswer }>()(
  'POST',
  '/authz/shares/entities/{entityGrn}',
  { handler: 'entity:own:{grn}' },
);
export const sharedWithUser = endpoint<{ query: SharedEntitiesQuery; answer: SharedEntities }>()(
  'GET',
  '/authz/shares/user/{userId}',
  { handler: 'users:edit:{username}' },
);
