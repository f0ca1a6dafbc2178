/** Access tokens of users; the token itself is told once. */
import * as endpoints from '../../../api/contract/users.js';
import { IgnoredBody } from '../../../api/contract/users.schema.js';
import type { ServerContext } from '../context.js';
import { checkMayChange } from '../entities/administrators.js';
import { checkCount, checkLengths, quotas } from '../entities/quotas.js';
import { findUser } from '../entities/user-input.js';
import { NotFoundError } from '../errors.js';
import type { Registry } from '../registry.js';
import { Turns } from '../store/turns.js';

export function registerTokens(registry: Registry, { auth }: ServerContext): void {
  /** Of each user one after another, so that what is made side by side is counted. */
  const turns = new Turns(() => false);
  registry.serve(endpoints.listTokens, {}, ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokenlist' });
    return { tokens: auth.tokens.of(user.id).map(({ id, name, last_access }) => ({ id, name, last_access })) };
  });
  registry.serve(endpoints.createToken, { body: IgnoredBody }, async ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokencreate' });
    checkMayChange(auth, caller, user);
    const name = params.tokenName;
    checkLengths({ name: [name, 200] });
    return turns.take(user.id, async () => {
      const count = auth.tokens.of(user.id).length + 1;
      checkCount('access tokens', count, quotas.tokens, 'Delete one that is not used first.');
      const { token, record } = await auth.tokens.create(user.id, name);
      return { id: record.id, name: record.name, token, last_access: record.last_access };
    });
  });
  registry.serve(endpoints.deleteToken, {}, async ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokenremove' });
    checkMayChange(auth, caller, user);
    if (!(await auth.tokens.delete(user.id, params.tokenIdOrValue))) {
      throw new NotFoundError("Couldn't find the access token");
    }
    return undefined;
  });
}
