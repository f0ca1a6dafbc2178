/** Objects that files of the provisioning folder made: they are read-only. Beyond the contract. */
import { endpoint } from './endpoint.js';

export interface ProvisionedObject {
  /** Entity type by its name in content packs, such as `stream`. */
  type: string;
  id: string;
  /** Path below the folder. */
  file: string;
}

export const listProvisioned = endpoint<{ answer: { objects: ProvisionedObject[] } }>()(
  'GET',
  '/system/provisioned',
  'session',
);
