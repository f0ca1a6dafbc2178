/**
 * Endpoints of content packs: files of entities that are installed, upgraded and uninstalled together (contract
 * data-intake content_packs.*).
 */
import type {
  ConstraintResult,
  ContentPack,
  ContentPackFile,
  ContentPackInstallation,
  ContentPackList,
  ContentPackRevisions,
  DryRun,
  DryRunRequest,
  InstallRequest,
  LibraryPack,
  Uninstalled,
  UninstallDetails,
  UninstallQuery,
  UpgradeRequest,
  UploadAnswer,
} from './content-packs.schema.js';
import { endpoint } from './endpoint.js';

export type * from './content-packs.schema.js';

const reading = { needs: 'contentpack:read' } as const;
const readingOne = { needs: 'contentpack:read:{contentPackId}' } as const;
const installing = { needs: 'contentpack:install:{contentPackId}' } as const;
const deleting = { needs: 'contentpack:delete:{contentPackId}' } as const;
const creating = { needs: 'contentpack:create' } as const;

/** Lists all revisions of all content packs. */
export const listContentPacks = endpoint<{ answer: ContentPackList }>()('GET', '/system/content_packs', reading);
/** Lists the newest revision of each content pack. */
export const latestContentPacks = endpoint<{ answer: ContentPackList }>()(
  'GET',
  '/system/content_packs/latest',
  reading,
);
export const contentPackRevisions = endpoint<{ answer: ContentPackRevisions }>()(
  'GET',
  '/system/content_packs/{contentPackId}',
  readingOne,
);
export const getContentPack = endpoint<{
  answer: { content_pack: ContentPack; constraints_result: ConstraintResult[] };
}>()('GET', '/system/content_packs/{contentPackId}/{revision}', reading);
/** Returns the file of a revision as it was uploaded. */
export const downloadContentPack = endpoint<{ answer: ContentPack }>()(
  'GET',
  '/system/content_packs/{contentPackId}/{revision}/download',
  readingOne,
);
/** Stores a content pack's file unchanged; only a file in the format before version 3.0 is converted. */
export const createContentPack = endpoint<{ body: ContentPackFile; answer: UploadAnswer }>()(
  'POST',
  '/system/content_packs',
  creating,
  { status: 201 },
);
/** Deletes all revisions of a content pack; the server refuses this while a revision is installed. */
export const deleteContentPack = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/content_packs/{contentPackId}',
  deleting,
  { produces: 'nothing' },
);
export const deleteContentPackRevision = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/content_packs/{contentPackId}/{revision}',
  deleting,
  { produces: 'nothing' },
);

/**
 * Installs the entities of a content pack, except those that the request leaves out. If one entity fails, none is
 * installed.
 */
export const installContentPack = endpoint<{ body: InstallRequest; answer: ContentPackInstallation }>()(
  'POST',
  '/system/content_packs/{contentPackId}/{revision}/installations',
  installing,
);
export const contentPackInstallations = endpoint<{
  answer: { total: number; installations: ContentPackInstallation[] };
}>()('GET', '/system/content_packs/{contentPackId}/installations', readingOne);
export const uninstallDetails = endpoint<{ answer: UninstallDetails }>()(
  'GET',
  '/system/content_packs/{contentPackId}/installations/{installationId}/uninstall_details',
  'session',
);
export const uninstallContentPack = endpoint<{ query: UninstallQuery; answer: Uninstalled }>()(
  'DELETE',
  '/system/content_packs/{contentPackId}/installations/{installationId}',
  { needs: 'contentpack:uninstall:{contentPackId}' },
);

// Reference servers have none of the following endpoints.

/**
 * Plans an installation of the revision, or the upgrade of an existing installation to it, without changing anything.
 */
export const dryRunContentPack = endpoint<{ body: DryRunRequest; answer: DryRun }>()(
  'POST',
  '/system/content_packs/{contentPackId}/{revision}/installations/dry_run',
  installing,
);
/** Upgrades an installation to another revision; on an error no entity changes. */
export const upgradeContentPack = endpoint<{ body: UpgradeRequest; answer: ContentPackInstallation }>()(
  'PUT',
  '/system/content_packs/{contentPackId}/installations/{installationId}',
  installing,
);
/** Lists the packs that are shipped with the server. */
export const contentPackLibrary = endpoint<{ answer: { packs: LibraryPack[] } }>()(
  'GET',
  '/system/content_pack_library',
  reading,
);
/** Copies a pack that is shipped with the server to the stored packs. */
export const addLibraryPack = endpoint<{ answer: UploadAnswer }>()(
  'POST',
  '/system/content_pack_library/{contentPackId}',
  creating,
  { status: 201 },
);
