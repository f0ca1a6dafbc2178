/** Routes of content packs: files, installations, dry runs (contract data-intake content_packs.*, catalog.*). */
import { Readable } from 'node:stream';
import { catalogIndex, resolveCatalog } from '../../../api/contract/catalogue.js';
import { ResolveRequest } from '../../../api/contract/catalogue.schema.js';
import * as endpoints from '../../../api/contract/content-packs.js';
import {
  ContentPackFile,
  DryRunRequest,
  InstallRequest,
  UninstallQuery,
  UpgradeRequest,
  type ContentPack,
  type ContentPackList,
} from '../../../api/contract/content-packs.schema.js';
import { stringifyJson } from '../../../api/json.js';
import { catalogueOf, resolved } from '../content-packs/catalogue.js';
import { Installations } from '../content-packs/installations.js';
import { Library } from '../content-packs/library.js';
import { constraintResults, readPackFile } from '../content-packs/pack-file.js';
import { Packs, type PackHead } from '../content-packs/packs.js';
import { exporter, installer, serverApi } from '../content-packs/server-api.js';
import type { Needs } from '../context.js';
import { GrokPatterns } from '../entities/grok-patterns.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { textOfBody } from '../http/bodies.js';
import { StreamedAnswer, type Registry } from '../http/registry.js';

/** Parses the number of a revision. @throws NotFoundError when the text is no whole number from 1 on */
function revisionOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new NotFoundError(`A revision is a whole number from 1 on, got ${JSON.stringify(text)}.`);
  return Number(text);
}

/** Returns the file name of a revision's download, without characters that operating systems treat specially. */
const fileNameOf = (packId: string, rev: number): string =>
  `content-pack-${packId.replace(/[^\w.-]+/g, '-').slice(0, 100)}-${rev}.json`;

export function registerContentPacks(registry: Registry, { documents, log }: Needs<'documents' | 'log'>): void {
  const packs = new Packs(documents);
  const library = new Library();
  const grok = new GrokPatterns(documents);
  const installations = new Installations({
    documents,
    packs,
    apiFor: (caller) => serverApi(registry, documents, installer(caller), grok),
    log: log.with({ room: 'content-packs' }),
  });
  const exports = serverApi(registry, documents, exporter);

  registry.serve(catalogIndex, {}, async () => ({ entities: await catalogueOf(exports) }));
  registry.serve(resolveCatalog, { body: ResolveRequest }, async ({ body }) => ({
    entities: await resolved(exports, body.entities),
  }));

  /** Returns the list of content packs as a stream, so that only one pack is in memory at a time. */
  function listed(heads: readonly PackHead[]): StreamedAnswer {
    const metadata: ContentPackList['content_packs_metadata'] = {};
    // All revisions are listed, because an older revision may be installed.
    for (const { pack_id, rev } of packs.heads())
      metadata[pack_id] = { ...metadata[pack_id], [rev]: { installation_count: installations.count(pack_id, rev) } };
    async function* pieces(): AsyncGenerator<string> {
      yield `{"total":${heads.length},"content_packs_metadata":${stringifyJson(metadata)},"content_packs":[`;
      let separator = '';
      for (const { pack_id, rev } of heads) {
        const pack = await packs.get(pack_id, rev).catch(() => undefined);
        if (!pack) continue;
        yield separator + stringifyJson(pack);
        separator = ',';
      }
      yield ']}';
    }
    return new StreamedAnswer(Readable.from(pieces()));
  }
  registry.serve(endpoints.listContentPacks, {}, () => listed(packs.heads()));
  registry.serve(endpoints.latestContentPacks, {}, () => listed(packs.latest()));

  const missing = (id: string) => new NotFoundError(`Content pack ${id} not found!`);
  registry.serve(endpoints.contentPackRevisions, {}, async ({ params: { contentPackId: id } }) => {
    const heads = packs.heads(id);
    if (heads.length === 0) throw missing(id);
    const all: ContentPack[] = [];
    for (const { rev } of heads) all.push(await packs.get(id, rev));
    return {
      content_pack_revisions: Object.fromEntries(all.map((pack) => [String(pack.rev), pack])),
      constraints_result: Object.fromEntries(all.map((pack) => [String(pack.rev), constraintResults(pack)])),
    };
  });
  registry.serve(endpoints.getContentPack, {}, async ({ params }) => {
    const pack = await packs.get(params.contentPackId, revisionOf(params.revision));
    return { content_pack: pack, constraints_result: constraintResults(pack) };
  });
  registry.serve(endpoints.downloadContentPack, {}, async ({ params: { contentPackId: id, revision } }) => {
    const rev = revisionOf(revision);
    const text = await packs.text(id, rev);
    return new StreamedAnswer(Readable.from([Buffer.from(text)]), {
      'Content-Disposition': `attachment; filename="${fileNameOf(id, rev)}"`,
    });
  });
  registry.serve(endpoints.createContentPack, { body: ContentPackFile }, async ({ body, raw, reply }) => {
    const file = readPackFile(body, textOfBody(raw) ?? stringifyJson(body));
    await packs.add(file);
    const { id, rev, name } = file.pack;
    void reply.header('Location', `system/content_packs/${encodeURIComponent(id)}/${rev}`);
    return { id, rev, name, warnings: file.warnings };
  });

  const checkUninstalled = (id: string, rev?: number): void => {
    const count = installations.count(id, rev);
    if (count === 0) return;
    const which = rev === undefined ? '' : ` with this revision ${rev}`;
    throw new BadRequestError(
      `Content pack ${id}${which} can't be removed: There are still installations of this content pack (${count}).`,
    );
  };
  registry.serve(endpoints.deleteContentPack, {}, async ({ params: { contentPackId: id } }) => {
    const heads = packs.heads(id);
    if (heads.length === 0) throw missing(id);
    checkUninstalled(id);
    for (const { rev } of heads) await packs.remove(id, rev);
    return undefined;
  });
  registry.serve(endpoints.deleteContentPackRevision, {}, async ({ params: { contentPackId: id, revision } }) => {
    const rev = revisionOf(revision);
    if (!packs.has(id, rev)) throw new NotFoundError(`Content pack ${id} with revision ${rev} not found!`);
    checkUninstalled(id, rev);
    await packs.remove(id, rev);
    return undefined;
  });

  registry.serve(endpoints.installContentPack, { body: InstallRequest }, ({ params, body, user }) =>
    installations.install(params.contentPackId, revisionOf(params.revision), body, user),
  );
  registry.serve(endpoints.dryRunContentPack, { body: DryRunRequest }, ({ params, body, user }) =>
    installations.dryRun(params.contentPackId, revisionOf(params.revision), body, user),
  );
  registry.serve(endpoints.upgradeContentPack, { body: UpgradeRequest }, ({ params, body, user }) =>
    installations.upgrade(params.contentPackId, params.installationId, body, user),
  );
  registry.serve(endpoints.contentPackInstallations, {}, ({ params }) => {
    const all = installations.of(params.contentPackId);
    return { total: all.length, installations: all };
  });
  registry.serve(endpoints.uninstallDetails, {}, ({ params, user }) =>
    installations.uninstallDetails(params.contentPackId, params.installationId, user),
  );
  registry.serve(endpoints.uninstallContentPack, { query: UninstallQuery }, ({ params, query: { keep = [] }, user }) =>
    installations.uninstall(
      params.contentPackId,
      params.installationId,
      typeof keep === 'string' ? [keep] : keep,
      user,
    ),
  );

  registry.serve(endpoints.contentPackLibrary, {}, () => ({
    packs: library.all().map((pack) => ({ ...pack, stored: packs.has(pack.id, pack.rev) })),
  }));
  registry.serve(endpoints.addLibraryPack, {}, async ({ params }) => {
    const text = library.text(params.contentPackId);
    if (text === undefined) throw new NotFoundError(`The library has no content pack ${params.contentPackId}.`);
    const file = readPackFile(JSON.parse(text), text);
    await packs.add(file);
    const { id, rev, name } = file.pack;
    return { id, rev, name, warnings: file.warnings };
  });
}
