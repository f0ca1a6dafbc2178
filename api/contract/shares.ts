/** Who an entity is shared with (contract/dashboards-sharing-alerts.json shares.*). */
import { endpoint } from './endpoint.js';
import type { ShareAnswer, ShareRequest } from './shares.schema.js';

export type * from './shares.schema.js';

/** Changes nothing: tells the shares there are, and what a selection would mean. */
export const prepareShare = endpoint<{ body: ShareRequest | undefined; answer: ShareAnswer }>()(
  'POST',
  '/authz/shares/entities/{entityGrn}/prepare',
  { handler: 'entity:own:{grn}' },
);
