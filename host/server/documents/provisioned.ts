/** Opens the stored marks of objects that come from a file of the provisioning directory. */
import type { Collection, Documents } from '../store/types.js';

export interface ProvisionMark {
  /** Type and id of the object, such as `stream 6b09dee0ddd6a5bf565109e9`. */
  readonly id: string;
  readonly type: string;
  /** Id of the object. */
  readonly entity: string;
  readonly title: string;
  /** Path of the file, relative to the provisioning directory. */
  readonly file: string;
}

export const provisionedMarks = (documents: Documents): Collection<ProvisionMark> =>
  documents.collection<ProvisionMark>('provisioned');
