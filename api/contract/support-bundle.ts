/**
 * Endpoints of support bundles: files with diagnostic data of the server (contract administration
 * supportBundle.*).
 */
import { endpoint } from './endpoint.js';
import type { BundleManifest, SupportBundle } from './support-bundle.schema.js';

export type * from './support-bundle.schema.js';

export const supportManifest = endpoint<{ answer: BundleManifest }>()('GET', '/cluster/debug/support/manifest', {
  needs: 'supportbundle:read',
});
/** Creates a support bundle; the answer comes when its file is complete. */
export const buildSupportBundle = endpoint<{ answer: undefined }>()(
  'POST',
  '/cluster/debug/support/bundle/build',
  { needs: 'supportbundle:create' },
  { produces: 'nothing', status: 202 },
);
/** Lists the support bundles, newest first. */
export const listSupportBundles = endpoint<{ answer: SupportBundle[] }>()('GET', '/cluster/debug/support/bundle/list', {
  needs: 'supportbundle:read',
});
export const downloadSupportBundle = endpoint<{ answer: never }>()(
  'GET',
  '/cluster/debug/support/bundle/download/{filename}',
  { needs: 'supportbundle:read' },
  { produces: 'bytes' },
);
export const deleteSupportBundle = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/cluster/debug/support/bundle/{filename}',
  { needs: 'supportbundle:create' },
  { produces: 'nothing', status: 202 },
);
