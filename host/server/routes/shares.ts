/** Sharing of entities (contract dashboards-sharing-alerts shares.*). */
import type { SharingConfig } from '../../../api/contract/cluster-config.schema.js';
import { sharingConfigClass } from '../../../api/contract/cluster-config.schema.js';
import * as endpoints from '../../../api/contract/shares.js';
import { ShareRequest } from '../../../api/contract/shares.schema.js';
import { Type } from '@sinclair/typebox';
import { can, type Caller } from '../auth/caller.js';
import { parseGrn } from '../auth/grants.js';
import type { ServerContext } from '../context.js';
import { Shares } from '../entities/shares.js';
import { BadRequestError, ForbiddenError } from '../errors.js';
import type { Registry } from '../registry.js';

export function registerShares(registry: Registry, { documents, auth, config }: ServerContext): void {
  const sharing = (): SharingConfig => ({
    allow_sharing_with_everyone: true,
    allow_sharing_with_users: true,
    ...(config.get(sharingConfigClass) as Partial<SharingConfig> | undefined),
  });
  const shares = new Shares(documents, auth, sharing);

  /** Only owners may know who else there is. */
  function owned(text: string, caller: Caller): string {
    const entity = parseGrn(text);
    if (!entity) throw new BadRequestError(`${JSON.stringify(text)} names no entity.`);
    if (!can(caller, `entity:own:${entity.grn}`)) throw new ForbiddenError();
    return entity.grn;
  }

  registry.serve(endpoints.prepareShare, { body: Type.Optional(ShareRequest) }, ({ params, body, user }) =>
    shares.prepare(owned(params.entityGrn, user), user, body?.selected_grantee_capabilities ?? undefined),
  );
}
