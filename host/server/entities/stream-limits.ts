/** Finds grantees who may read only some streams, for a shared entity that searches all streams. */
import type { Search } from '../../../api/contract/searches.schema.js';
import type { EntityDescriptor, StreamLimit } from '../../../api/contract/shares.schema.js';
import type { Auth } from '../auth/auth.js';
import { permissionChecker, type Caller } from '../auth/caller.js';
import { everyone, grn } from '../auth/grants.js';
import { streamsOfFilter } from '../search/index.js';
import type { Documents } from '../store/types.js';
import { searchCaller, streamReader } from './searches.js';

/**
 * Bounds on the work of one request, which runs without a pause. For each grantee, the permissions are derived from all
 * grants. Grantees beyond the bounds are not checked.
 */
const mostGrantees = 100;
const mostChecks = 20_000;
/** Maximum number of streams that are offered for sharing with one grantee. */
const mostOffered = 10;

/** Tells whether a part of a search names no stream, so that it searches all streams that its viewer may read. */
export const searchesAllStreams = ({ queries }: Pick<Search, 'queries'>): boolean =>
  queries.some(
    ({ filter, search_types: types = [] }) =>
      streamsOfFilter(filter).length === 0 && types.some(({ streams }) => !streams?.length),
  );

/**
 * Examines the message streams that the caller may read. It counts how many of them each grantee may read by grant,
 * role or permission of the account. Of the remaining streams, it lists the streams that the caller may share. The
 * result leaves out grantees who may read all of the examined streams, unknown grantees, and grantees beyond the bounds
 * of one request.
 * @param grantees resource names (GRNs) of users or of everyone
 * @param describe describes a stream, given its resource name (GRN)
 */
export function streamLimits(
  documents: Documents,
  auth: Auth,
  caller: Caller,
  grantees: readonly string[],
  describe: (target: string) => EntityDescriptor,
): Record<string, StreamLimit> {
  const mayShare = permissionChecker(caller, (target) => `entity:own:${target}`);
  const seen = searchCaller(documents, caller).readableStreams;
  const limits: Record<string, StreamLimit> = {};
  const most = Math.min(mostGrantees, Math.floor(mostChecks / Math.max(1, seen.length)));
  for (const grantee of grantees.slice(0, most)) {
    const mayRead = readerOf(auth, grantee);
    const unread = mayRead && seen.filter((id) => !mayRead(id));
    if (!unread?.length) continue;
    const sharable = unread.map((id) => grn('stream', id)).filter(mayShare);
    limits[grantee] = {
      readable: seen.length - unread.length,
      of: seen.length,
      ...(sharable.length > 0 && {
        sharable: sharable.slice(0, mostOffered).map(describe),
        sharable_total: sharable.length,
      }),
    };
  }
  return limits;
}

/** Returns a function that tells whether a grantee may read a stream; undefined for an unknown grantee. */
function readerOf(auth: Auth, grantee: string): ((stream: string) => boolean) | undefined {
  if (grantee === everyone) {
    const shared = new Set(auth.grants.heldBy(everyone).map(({ target }) => target));
    return (id) => shared.has(grn('stream', id));
  }
  const prefix = grn('user', '');
  const user = grantee.startsWith(prefix) ? auth.users.get(grantee.slice(prefix.length)) : undefined;
  return user && streamReader(auth.callerOf(user));
}
