/**
 * Registers the routes that build, list, download and delete support bundles (contract administration supportBundle.*).
 */
import * as endpoints from '../../../api/contract/support-bundle.js';
import type { Needs } from '../context.js';
import { NotFoundError } from '../foundation/errors.js';
import { StreamedAnswer, type Registry } from '../http/registry.js';
import { bundleFiles, type BundleRooms, memoryLog } from '../support/bundle-files.js';
import { SupportBundles } from '../support/support-bundles.js';

export function registerSupportBundle(registry: Registry, rooms: BundleRooms & Needs<'log'>): void {
  const { options, nodeId, ownLog, log } = rooms;
  const bundles = new SupportBundles(options.data, () => bundleFiles(rooms));
  const missing = (name: string) => new NotFoundError(`Support bundle ${name} not found`);

  registry.serve(endpoints.supportManifest, {}, () => {
    const { recent } = ownLog;
    const size = recent.last(Infinity).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const logfiles = [{ ...memoryLog, size, lastModified: new Date(recent.lastAt).toISOString() }];
    const response = { success: true, code: 200, entity: { entries: { logfiles } }, error_text: null };
    return { [nodeId]: { call_executed: true, server_error_message: null, response } };
  });
  registry.serve(endpoints.buildSupportBundle, {}, async ({ user }) => {
    await bundles.build();
    log.info('A support bundle was built', { by: user.username });
    return undefined;
  });
  registry.serve(endpoints.listSupportBundles, {}, () => bundles.list());
  registry.serve(endpoints.downloadSupportBundle, {}, async ({ params: { filename } }) => {
    const found = await bundles.read(filename);
    if (!found) throw missing(filename);
    return new StreamedAnswer(found.stream, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Content-Length': String(found.size),
    });
  });
  registry.serve(endpoints.deleteSupportBundle, {}, async ({ params: { filename }, user }) => {
    if (!(await bundles.delete(filename))) throw missing(filename);
    log.info('A support bundle was deleted', { file: filename, by: user.username });
    return undefined;
  });
}
