/** Shapes of support bundles (contract/administration.json, supportBundle.*). */
import type { CallResult } from './loggers.schema.js';

export interface LogFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  lastModified: string;
}
/** Files that a node could put into a bundle, by node id. */
export type BundleManifest = Record<string, CallResult<{ entries: { logfiles: LogFile[] } }>>;

export interface SupportBundle {
  file_name: string;
  /** Bytes. */
  size: number;
}
