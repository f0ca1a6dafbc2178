/** Access tokens of users; the token itself is told once. */
import * as endpoints from '../../../api/contract/users.js';
import { IgnoredBody } from '../../../api/contract/users.schema.js';
import type { ServerContext } from '../context.js';
import { findUser } from '../entities/user-input.js';
import { NotFoundError } from '../errors.js';
import type { Registry } from '../registry.js';

export function registerTokens(registry: Registry, { auth }: ServerContext): void {
  registry.serve(endpoints.listTokens, {}, ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokenlist' });
    return { tokens: auth.tokens.of(user.id).map(({ id, name, last_access }) => ({ id, name, last_access })) };
  });
  registry.serve(endpoints.createToken, { body: IgnoredBody }, async ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokencreate' });
    const { token, record } = await auth.tokens.create(user.id, params.tokenName);
    return { id: record.id, name: record.name, token, last_access: record.last_access };
  });
  registry.serve(endpoints.deleteToken, {}, async ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokenremove' });
    if (!(await auth.tokens.delete(user.id, params.tokenIdOrValue))) {
      throw new NotFoundError("Couldn't find the access token");
    }
    return undefined;
  });
}
