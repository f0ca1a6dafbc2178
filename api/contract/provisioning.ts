/** Objects created from provisioning files, which are read-only. The reference server does not have this. */
import { endpoint } from './endpoint.js';

export interface ProvisionedObject {
  /** Entity type with its name in content packs, such as `stream`. */
  type: string;
  id: string;
  /** Path of the file below the provisioning folder. */
  file: string;
}

export const listProvisioned = endpoint<{ answer: { objects: ProvisionedObject[] } }>()(
  'GET',
  '/system/provisioned',
  'session',
);
