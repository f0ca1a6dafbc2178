/** Registers the routes of sharing entities (contract dashboards-sharing-alerts shares.*). */
import { Type } from '@sinclair/typebox';
import * as endpoints from '../../../api/contract/shares.js';
import { SharedEntitiesQuery, ShareRequest } from '../../../api/contract/shares.schema.js';
import { authorize, permissionOn, type Caller } from '../auth/caller.js';
import { parseGrn } from '../auth/grants.js';
import type { Needs } from '../context.js';
import type { Activity } from '../entities/activity.js';
import { sharedEntities } from '../entities/shared-with.js';
import { isHistoryEntry, type SearchHistoryStore } from '../entities/search-history.js';
import { Shares } from '../entities/shares.js';
import { namedEntity, titlesOf } from '../entities/catalogue.js';
import { BadRequestError, ForbiddenError, NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';

export function registerShares(
  registry: Registry,
  { documents, auth, config }: Needs<'documents' | 'auth' | 'config'>,
  activity: Activity,
  history: SearchHistoryStore,
): void {
  const shares = new Shares(documents, auth, activity, history, () => config.get('sharing'));

  /**
   * Parses the GRN (see api/grn.ts) of an entity that the caller owns. Only owners may learn who else has access to an
   * entity.
   * @throws BadRequestError for an invalid GRN; ForbiddenError when the caller does not own the entity; NotFoundError
   * when the entity was deleted
   */
  function owned(text: string, caller: Caller): string {
    const entity = parseGrn(text);
    if (!entity)
      throw new BadRequestError(`${JSON.stringify(text)} is not the name of an entity, such as grn::::dashboard:5f0c.`);
    if (isHistoryEntry(entity.grn)) {
      if (history.get(entity.id).owner !== caller.id)
        throw new ForbiddenError('Not authorized: only the person who searched may share an entry of the history.');
      return entity.grn;
    }
    authorize(caller, `entity:own:${entity.grn}`);
    if (!namedEntity(documents, entity.grn)) throw new NotFoundError(`${entity.grn} doesn't exist`);
    return entity.grn;
  }

  registry.serve(endpoints.prepareShare, { body: Type.Optional(ShareRequest) }, ({ params, body, user }) =>
    shares.prepare(owned(params.entityGrn, user), user, body?.selected_grantee_capabilities ?? undefined),
  );

  registry.serve(
    endpoints.updateShare,
    { body: Type.Optional(ShareRequest) },
    async ({ params, body, user, reply }) => {
      const target = owned(params.entityGrn, user);
      /** Checks the permission again with the present grants, because a concurrent update may have revoked it. */
      const allowed = (): void => {
        const account = auth.users.get(user.id);
        owned(target, account ? auth.callerOf(account) : { ...user, permissions: [] });
      };
      const chosen = body?.selected_grantee_capabilities ?? undefined;
      const answer = await shares.update(target, user, chosen, allowed);
      if (answer.validation_result.failed) void reply.code(400);
      return answer;
    },
  );

  registry.serve(endpoints.sharedWithUser, { query: SharedEntitiesQuery }, ({ params, query, user }) => {
    const account = auth.users.get(params.userId);
    if (!account) throw new NotFoundError(`Couldn't find user with id <${params.userId}>.`);
    authorize(user, permissionOn('users:edit', account.username));
    // Entries of the history are left out: their titles are queries, which only readers of their streams may see.
    const grants = auth.grants.of(account.id).filter(({ target }) => !isHistoryEntry(target));
    return sharedEntities(grants, query, shares, titlesOf(documents));
  });
}
