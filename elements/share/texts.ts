/**
 * Contains the texts of the sharing dialog (spec 1 §5, §8; screens/dashboards-sharing-alerts.md §5.2). Texts quoted by
 * the specs are exact.
 */
import type { GranteeKind } from '../../machines/share-dialog/collaborators.js';
import { isolated } from '../kit/isolated.js';

const kinds: Readonly<Record<GranteeKind, string>> = {
  error: 'Unknown',
  global: 'Everyone',
  team: 'Team',
  user: 'User',
};

export const texts = {
  sharing: (type: string): string => `Sharing ${type}`,
  cancel: 'Cancel',
  close: 'Close',
  update: 'Update sharing',
  loading: 'Loading shares',

  addCollaborator: 'Add Collaborator',
  addDescription: (type: string): string =>
    `Viewers see this ${type}, managers may also change it, owners may also share it.`,
  addToQuery: 'Viewers see this earlier query while they may read all streams that it names.',
  addToQueryOfAllStreams: 'Viewers see this earlier query. It finds messages of the streams that they may read.',
  searchPlaceholder: 'Search for users and teams',
  capability: 'Capability',
  granteeRequired: 'The grantee is required',
  everybodyHasIt: 'Everybody whom you can choose is a collaborator already.',

  collaborators: 'Current Collaborators',
  noCollaborators: (type: string): string => `This ${type} has no collaborators.`,
  kind: (kind: GranteeKind): string => kinds[kind],
  about: (kind: GranteeKind): string => (kind === 'global' ? 'All users of this installation' : kinds[kind]),
  isNew: 'new',
  isChanged: 'changed',
  capabilityOf: (title: string): string => `Capability of ${title}`,
  remove: (title: string): string => `Remove ${title}`,
  pageSize: 'Rows per page',
  rows: (count: number): string => `${count} Rows`,

  ownerless: 'Removing the following owners will leave the entity ownerless',
  dependencies: 'There are missing dependencies for the current set of collaborators',
  needsAccess: 'needs access to',
  limited: (type: string): string =>
    `This ${type} searches all streams. Its viewers see only streams that they may read`,
  mayReadNone: (of: number): string =>
    of === 1
      ? 'may not read the stream that you may read, and sees no messages'
      : `may read none of the ${of} streams that you may read, and sees no messages`,
  mayReadSome: (readable: number, of: number): string =>
    `may read ${readable} of the ${of} streams that you may read, and sees no messages of the others`,
  sharable: (title: string): string => `Streams that you may share with ${isolated(title)}`,
  moreSharable: (count: number): string =>
    count === 1 ? 'and one more stream that you may share' : `and ${count} more streams that you may share`,
  shareToo: (title: string): string => `Share ${isolated(title)}`,
  owners: (names: string): string => `(owners: ${names})`,
  noOwners: '(without an owner)',

  url: 'Sharable URL',
  urlHelp: 'Anyone authorized to view can open this link.',
  copyUrl: 'Copy link',

  unadded: (title: string): string =>
    `"${isolated(title)}" got selected but was never added as a collaborator. Do you want to continue anyway?`,
  unaddedTitle: 'Collaborator not added',
  continueAnyway: 'Continue',

  deniedTitle: 'Sharing not possible',
  missingTitle: (type: string): string => `There is no such ${type}`,
  missing: 'It may have been deleted.',
  failedTitle: 'Error',
  success: 'Success',
  prepareFailed: (type: string, title: string, error: string): string =>
    `Preparing shares for ${type} "${isolated(title)}" failed with status: ${error}`,
  updateFailed: (type: string, title: string, error: string): string =>
    `Updating shares for ${type} "${isolated(title)}" failed with status: ${error}`,
  updated: (type: string, title: string): string => `Shares for ${type} "${isolated(title)}" updated successfully`,
} as const;
