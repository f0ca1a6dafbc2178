/** Endpoints that share an entity with users (contract dashboards-sharing-alerts shares.*). */
import { endpoint } from './endpoint.js';
import type { SharedEntities, SharedEntitiesQuery, ShareAnswer, ShareRequest } from './shares.schema.js';

export type * from './shares.schema.js';

/** Returns the present shares of an entity and the effect of a selection, without changing anything. */
export const prepareShare = endpoint<{ body: ShareRequest | undefined; answer: ShareAnswer }>()(
  'POST',
  '/authz/shares/entities/{entityGrn}/prepare',
  { handler: 'entity:own:{grn}' },
);
/** Replaces the shares of an entity; the answer is 400 with a `ShareAnswer` when the entity would have no owner. */
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
