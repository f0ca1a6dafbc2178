/** Shares of an entity (contract/dashboards-sharing-alerts.json shares.*). */
import { endpoint } from './endpoint.js';
import type { SharedEntities, SharedEntitiesQuery, ShareAnswer, ShareRequest } from './shares.schema.js';

export type * from './shares.schema.js';

/** Changes nothing: tells the shares there are, and what a selection would mean. */
export const prepareShare = endpoint<{ body: ShareRequest | undefined; answer: ShareAnswer }>()(
  'POST',
  '/authz/shares/entities/{entityGrn}/prepare',
  { handler: 'entity:own:{grn}' },
);
/** Makes the shares equal to the selection; 400 with a `ShareAnswer` when that leaves no owner. */
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
