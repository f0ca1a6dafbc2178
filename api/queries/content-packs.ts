/**
 * Queries and mutations of content packs: lists, files, installations and dry runs, and the catalogue of entities for
 * new packs (contract data-intake content_packs.*).
 */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { catalogIndex, resolveCatalog, type EntityExcerpt } from '../contract/catalogue.js';
import {
  addLibraryPack,
  contentPackInstallations,
  contentPackLibrary,
  contentPackRevisions,
  createContentPack,
  deleteContentPack,
  deleteContentPackRevision,
  downloadContentPack,
  dryRunContentPack,
  installContentPack,
  latestContentPacks,
  uninstallContentPack,
  uninstallDetails,
  upgradeContentPack,
  type ContentPackFile,
  type DryRunRequest,
  type InstallRequest,
  type UpgradeRequest,
} from '../contract/content-packs.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';

const packsKey = ['contentPacks'] as const;

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: packsKey });

/** Reads the newest revision of each pack, with the number of installations of each revision. */
export function contentPacksQuery(client: Client) {
  return queryOptions({
    queryKey: [...packsKey, 'latest'],
    queryFn: ({ signal }) => client.call(latestContentPacks, { signal, check: hasList('content_packs') }),
  });
}

/** Reads the packs that are shipped with the server; null on reference servers, which have none. */
export function contentPackLibraryQuery(client: Client) {
  return queryOptions({
    queryKey: [...packsKey, 'library'],
    queryFn: async ({ signal }) =>
      (await unlessMissing(client.call(contentPackLibrary, { signal, check: hasList('packs') }), null))?.packs ?? null,
    retry: false,
  });
}

export function contentPackQuery(client: Client, contentPackId: string) {
  return queryOptions({
    queryKey: [...packsKey, 'one', contentPackId],
    queryFn: ({ signal }) => client.call(contentPackRevisions, { params: { contentPackId }, signal }),
  });
}

export function installationsQuery(client: Client, contentPackId: string) {
  return queryOptions({
    queryKey: [...packsKey, 'installations', contentPackId],
    queryFn: async ({ signal }) =>
      (
        await client.call(contentPackInstallations, {
          params: { contentPackId },
          signal,
          check: hasList('installations'),
        })
      ).installations,
  });
}

export function uninstallDetailsQuery(client: Client, contentPackId: string, installationId: string) {
  return queryOptions({
    queryKey: [...packsKey, 'uninstall', contentPackId, installationId],
    queryFn: ({ signal }) =>
      client.call(uninstallDetails, { params: { contentPackId, installationId }, signal, check: hasList('entities') }),
    staleTime: 0,
    gcTime: 0,
  });
}

export interface Revision {
  readonly contentPackId: string;
  readonly revision: string;
}

/** Reads a preview of an installation; null on reference servers, which have no dry run. */
export function dryRunQuery(client: Client, params: Revision, body: DryRunRequest) {
  return queryOptions({
    queryKey: [...packsKey, 'dryRun', params, body],
    queryFn: ({ signal }) => unlessMissing(client.call(dryRunContentPack, { params, body, signal }), null),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Uploads a content pack, given as the text of its file. */
export function uploadContentPackMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async (text: string) => {
      const body = rawBody(text);
      return client.call(createContentPack, { body });
    },
    onSuccess: () => changed(queryClient),
  });
}

/**
 * Returns a body that sends the text itself, so that the server stores the file byte for byte.
 * @throws SyntaxError when the text is not JSON or no JSON object
 */
function rawBody(text: string): ContentPackFile {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new SyntaxError('The file is not a JSON object.');
  // The client sends a blob unchanged, whereas it would convert a parsed value to JSON again.
  return new Blob([text], { type: 'application/json' }) as unknown as ContentPackFile;
}

export function createContentPackMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: ContentPackFile) => client.call(createContentPack, { body }),
    onSuccess: () => changed(queryClient),
  });
}

export function addLibraryPackMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (contentPackId: string) => client.call(addLibraryPack, { params: { contentPackId } }),
    onSuccess: () => changed(queryClient),
  });
}

export function deleteContentPackMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (contentPackId: string) => client.call(deleteContentPack, { params: { contentPackId } }),
    onSuccess: () => changed(queryClient),
  });
}

export function deleteRevisionMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (params: Revision) => client.call(deleteContentPackRevision, { params }),
    onSuccess: () => changed(queryClient),
  });
}

/** Invalidates all queries, because installing and uninstalling may change any entity. */
const everythingChanged = (queryClient: QueryClient) => queryClient.invalidateQueries();

export function installMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ params, body }: { readonly params: Revision; readonly body: InstallRequest }) =>
      client.call(installContentPack, { params, body }),
    onSuccess: () => everythingChanged(queryClient),
  });
}

export function upgradeMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (given: {
      readonly contentPackId: string;
      readonly installationId: string;
      readonly body: UpgradeRequest;
    }) => {
      const { contentPackId, installationId, body } = given;
      return client.call(upgradeContentPack, { params: { contentPackId, installationId }, body });
    },
    onSuccess: () => everythingChanged(queryClient),
  });
}

export function uninstallMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (given: {
      readonly contentPackId: string;
      readonly installationId: string;
      readonly keep: readonly string[];
    }) => {
      const { contentPackId, installationId, keep } = given;
      const query = keep.length > 0 ? { keep: [...keep] } : {};
      return client.call(uninstallContentPack, { params: { contentPackId, installationId }, query });
    },
    onSuccess: () => everythingChanged(queryClient),
  });
}

export const contentPackUrl = (client: Client, params: Revision): string => client.url(downloadContentPack, { params });

/** Reads the list of entities that a content pack can contain. */
export function catalogQuery(client: Client) {
  return queryOptions({
    queryKey: ['catalog'],
    queryFn: async ({ signal }) =>
      (await client.call(catalogIndex, { signal, check: hasList('entities') })).entities as readonly EntityExcerpt[],
    staleTime: 0,
  });
}

/** Returns entities with all entities that they depend on, in the form of content packs. */
export const resolveEntities = async (client: Client, entities: readonly EntityExcerpt[]) =>
  (await client.call(resolveCatalog, { body: { entities: entities.map(({ id, type }) => ({ id, type })) } })).entities;
