/**
 * Endpoint of read-only entities, which provisioning files create. The reference server does not have this endpoint.
 */
import { endpoint } from './endpoint.js';

export interface ProvisionedObject {
  /** Type of the entity as in content packs, for example `stream`. */
  type: string;
  id: string;
  /** Path of the file, relative to the provisioning folder. */
  file: string;
}

export const listProvisioned = endpoint<{ answer: { objects: ProvisionedObject[] } }>()(
  'GET',
  '/system/provisioned',
  'session',
);
