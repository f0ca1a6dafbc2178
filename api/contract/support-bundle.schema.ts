/** Shapes of support bundles (contract administration supportBundle.*). */
import type { CallResult } from './loggers.schema.js';

export interface LogFile {
  id: string;
  name: string;
  /** Size of the file in bytes. */
  size: number;
  lastModified: string;
}
/** Log files that each node can add to a support bundle, by node id. */
export type BundleManifest = Record<string, CallResult<{ entries: { logfiles: LogFile[] } }>>;

export interface SupportBundle {
  file_name: string;
  /** Size of the bundle's file in bytes. */
  size: number;
}
