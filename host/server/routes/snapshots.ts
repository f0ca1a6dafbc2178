/** Routes of snapshots: users create, list and revoke them; anybody who has the link can open them. */
import * as endpoints from '../../../api/contract/snapshots.js';
import { SnapshotRequest, type Snapshot } from '../../../api/contract/snapshots.schema.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Searches } from '../entities/searches.js';
import { checkIntegrity, mayRead, type ViewHead, type ViewRecord } from '../entities/views.js';
import { ForbiddenError, NotFoundError } from '../foundation/errors.js';
import { Semaphore } from '../foundation/semaphore.js';
import { StreamedAnswer, type Registry } from '../http/registry.js';
import { frozenContent } from '../snapshots/frozen-content.js';
import { packedContent, unpackedContent } from '../snapshots/packed-content.js';
import type { SnapshotHead } from '../snapshots/snapshots.js';
import type { Filed } from '../store/types.js';

/** Largest number of snapshots that are created concurrently, because each keeps a whole result in memory. */
const madeAtOnce = 2;

export function registerSnapshots(
  registry: Registry,
  { auth, documents, search, snapshots, log }: Needs<'auth' | 'documents' | 'search' | 'snapshots' | 'log'>,
  searches: Searches,
): void {
  const views = documents.archive<ViewRecord, ViewHead>('views');
  const making = new Semaphore(madeAtOnce);
  const makerOf = ({ issuer_id: id }: SnapshotHead): string => auth.users.get(id)?.username ?? '';
  const summary = (head: Filed<SnapshotHead>): Snapshot => ({
    id: head.id,
    title: head.title,
    view_id: head.view_id,
    created_by: makerOf(head),
    created_at: head.created_at,
    expires_at: head.expires_at,
    opened: snapshots.openedTimes(head.id),
    bytes: head.bytes,
  });
  const mayManage = (user: Caller, head: SnapshotHead, permission: string): boolean =>
    head.issuer_id === user.id || can(user, permissionOn(permission, makerOf(head)));

  registry.serve(endpoints.createSnapshot, { body: SnapshotRequest }, async ({ body, user, signal }) => {
    const { title, hours, view_id: viewId, view } = body;
    const head = viewId === undefined ? undefined : views.head(viewId);
    if (viewId !== undefined && !head) throw new NotFoundError(`There is no view ${viewId}.`);
    if (head && !mayRead(user, head)) throw new ForbiddenError(`Not authorized: you may not read the view ${head.id}.`);
    const stored = await searches.get(view.search_id, user);
    checkIntegrity(view, stored);
    snapshots.admit(user);
    return making.within('all', signal, async () => {
      const frozen = await frozenContent({ documents, search }, stored, body, user, signal);
      const created = new Date();
      const content = await packedContent({
        ...frozen,
        title,
        created_by: auth.users.get(user.id)?.full_name ?? user.username,
        created_at: created.toISOString(),
        expires_at: new Date(created.getTime() + hours * 3_600_000).toISOString(),
      });
      const { token, head: made } = await snapshots.create(user, { title, viewId, hours }, content);
      const { id, expires_at: expires } = made;
      log.info('A snapshot was made', { id, title, by: user.username, expires });
      return { ...summary(made), token };
    });
  });
  registry.serve(endpoints.listSnapshots, {}, ({ user }) => ({
    snapshots: snapshots
      .live()
      .filter((head) => mayManage(user, head, 'users:tokenlist'))
      .map(summary),
  }));
  registry.serve(endpoints.revokeSnapshot, {}, async ({ params, user }) => {
    const head = snapshots.get(params.snapshotId);
    if (!head) throw new NotFoundError('The snapshot does not exist or has expired.');
    if (!mayManage(user, head, 'users:tokenremove'))
      throw new ForbiddenError('Not authorized: another user created this snapshot.');
    await snapshots.revoke(head.id);
    log.info('A snapshot was revoked', { id: head.id, title: head.title, by: user.username });
    return undefined;
  });
  registry.serve(endpoints.openSnapshot, {}, async ({ params, raw }) => {
    const content = await snapshots.open(params.token, raw.ip);
    if (content === undefined) throw new NotFoundError('The snapshot has expired, or it was revoked.');
    return new StreamedAnswer(unpackedContent(content));
  });
}
