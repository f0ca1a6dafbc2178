/**
 * Routes of authentication services and single sign-on by header (contract administration authBackends.*,
 * authServices.*, httpHeaderAuth.*).
 */
import * as endpoints from '../../../api/contract/authentication.js';
import {
  ActiveBackendInput,
  AuthBackendInput,
  AuthBackendTestRequest,
  HttpHeaderAuthConfig,
  type AuthBackendTestResult,
} from '../../../api/contract/authentication.schema.js';
import { PageQuery } from '../../../api/contract/list.schema.js';
import { IgnoredBody } from '../../../api/contract/users.schema.js';
import { activeBackendType } from '../../../api/contract/sign-in.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { SecretError } from '../auth/secret-box.js';
import { backendAnswer, type BackendRecord } from '../auth/services/backends.js';
import {
  checkBackend,
  destinationOf,
  secretChange,
  secretFieldOf,
  type CheckedBackend,
  type StoredConfig,
  type StoredDirectory,
} from '../auth/services/backend-config.js';
import { directorySettings, shownDetails } from '../auth/services/directory-people.js';
import { checkConnection, checkPerson, DirectoryError } from '../auth/services/ldap-directory.js';
import { issuerOf } from '../auth/services/issuers.js';
import { ProviderError } from '../auth/services/oidc.js';
import type { Needs } from '../context.js';
import { setAccountStatus } from '../entities/account-status.js';
import { checkMayChange, checkMayGive } from '../entities/administrators.js';
import type { Entities } from '../entities/catalogue.js';
import { accountAttributes, userOverview } from '../entities/user-answers.js';
import { BadRequestError, NotFoundError, TooManyRequestsError, ValidationResultError } from '../foundation/errors.js';
import { EntityList, text } from '../lists/entity-list.js';
import type { Registry } from '../http/registry.js';

const mostBackends = 50;
/** Largest number of concurrent tests of services; each may take as long as the time limit of a directory. */
const mostTests = 8;

const list = new EntityList<BackendRecord>(
  [
    text('id', ({ id }) => id),
    text('title', ({ title }) => title),
    text('description', ({ description }) => description),
    text('type', ({ config }) => config.type),
  ],
  'title',
  ({ id }) => id,
);
const userList = new EntityList(accountAttributes, 'full_name', ({ id }) => id);

const failed = (message: string, errors: readonly string[], result: Record<string, unknown> = {}) => ({
  success: false,
  message,
  errors: [...errors],
  result,
});

const shown = (config: StoredConfig): string =>
  config.type === 'oidc' ? config.issuer : config.servers.map(({ host, port }) => `${host}:${port}`).join(', ');

export function registerAuthentication(
  registry: Registry,
  { auth, log }: Needs<'auth' | 'log'>,
  entities: Entities,
): void {
  const { backends, people, header, oidc } = auth.services;
  const knowsRole = (id: string): boolean => auth.roles.get(id) !== undefined;
  let testing = 0;

  function checked(input: AuthBackendInput): CheckedBackend {
    const result = checkBackend(input, knowsRole);
    if (Object.keys(result.errors).length > 0) throw new ValidationResultError(result.errors);
    return result;
  }

  /**
   * Prevents privilege escalation: a caller may only configure services whose roles the caller could assign. This
   * includes the roles of the users of the directories and providers before and after the change, because the caller
   * could sign in as one of these users.
   */
  function checkMayPut(caller: Caller, next: CheckedBackend | undefined, ...services: readonly BackendRecord[]): void {
    const mapped = next?.config.type === 'oidc' ? next.config.role_mappings.map(({ role_id: id }) => id) : [];
    checkMayGive(caller, auth.roles.permissionsOf([...(next?.default_roles ?? []), ...mapped]));
    for (const service of services)
      for (const account of people.boundTo(service)) checkMayChange(auth, caller, account);
  }

  /**
   * Tells whether a stored secret may be kept. It may be kept if it is sent to the same destination as before, or if
   * the caller is an administrator.
   */
  function keepsSecret(caller: Caller, former: BackendRecord | undefined, config: StoredConfig): boolean {
    return former !== undefined && (can(caller, '*') || destinationOf(former.config) === destinationOf(config));
  }

  registry.serve(endpoints.listAuthBackends, { query: PageQuery }, ({ query, user }) => {
    const mayRead = ({ id }: BackendRecord): boolean => can(user, permissionOn('authservicebackend:read', id));
    const { items, body } = list.page(backends.all().filter(mayRead), query);
    const active = backends.active();
    return {
      ...body,
      backends: items.map(backendAnswer),
      context: { active_backend: active && mayRead(active) ? backendAnswer(active) : null },
    };
  });
  registry.serve(endpoints.getAuthBackend, {}, ({ params }) => ({
    backend: backendAnswer(backends.get(params.backendId)),
  }));
  registry.serve(activeBackendType, {}, () => ({ backend: backends.active()?.config.type ?? null }));

  registry.serve(endpoints.createAuthBackend, { body: AuthBackendInput }, async ({ body, user }) => {
    const next = checked(body);
    const draft = backends.draft(next);
    checkMayPut(user, next, draft);
    if (backends.all().length >= mostBackends) {
      throw new BadRequestError(
        `At most ${mostBackends} authentication services are kept. Delete one that is not used.`,
      );
    }
    const record = await backends.put(draft, next);
    await entities.created('authentication_service', record.id, user);
    return { backend: backendAnswer(record) };
  });
  registry.serve(endpoints.updateAuthBackend, { body: AuthBackendInput }, async ({ params, body, user }) => {
    const former = backends.get(params.backendId);
    const next = checked(body);
    if (next.config.type !== former.config.type) {
      throw new BadRequestError('The type of an authentication service cannot be changed. Create another one.');
    }
    const draft = backends.draft(next, former, body.keep_accounts);
    checkMayPut(user, next, former, draft);
    if (next.secret.kind === 'keep' && !keepsSecret(user, former, next.config)) {
      const problem = 'must be entered again, because it would be sent elsewhere';
      throw new ValidationResultError({ [secretFieldOf(next.config.type)]: [problem] });
    }
    const record = await backends.put(draft, next, former);
    oidc.forget();
    if (issuerOf(record) !== issuerOf(former)) {
      if (body.keep_accounts && record.config.type === 'oidc') await people.rebind(former, record);
      if (backends.active()?.id === record.id) await auth.endSessionsOfService(former);
    }
    await entities.updated('authentication_service', record.id, user);
    return { backend: backendAnswer(record) };
  });
  registry.serve(endpoints.deleteAuthBackend, {}, async ({ params, user }) => {
    const backend = backends.get(params.backendId);
    const isShared = backends.all().some((other) => other.id !== backend.id && issuerOf(other) === issuerOf(backend));
    if (backends.active()?.id === backend.id || (!isShared && people.boundTo(backend).length > 0)) {
      throw new BadRequestError(`Authentication service <${backend.title}> is still in use`);
    }
    await backends.delete(backend.id);
    await entities.removed('authentication_service', backend.id, backend.title, user);
    return undefined;
  });

  registry.serve(endpoints.authBackendUsers, { query: PageQuery }, ({ params, query, user }) => {
    authorize(user, 'authserviceglobalconfig:read', 'users:read');
    const { items, body } = userList.page(people.boundTo(backends.get(params.backendId)), query);
    const roles = [...new Set(items.flatMap(({ role_ids: ids }) => ids))];
    return {
      ...body,
      query: query.query ?? '',
      users: items.map((account) => ({ ...userOverview(auth, account), roles: account.role_ids.filter(knowsRole) })),
      context: {
        roles: Object.fromEntries(
          roles.flatMap((id) => auth.roles.get(id) ?? []).map(({ id, name }) => [id, { title: name }]),
        ),
      },
    };
  });

  registry.serve(endpoints.activeAuthBackend, {}, () => {
    const active = backends.active();
    return { backend: active ? backendAnswer(active) : null, context: { backends_total: backends.all().length } };
  });
  const configuration = () => ({ configuration: { active_backend: backends.active()?.id ?? null } });
  registry.serve(endpoints.getAuthConfiguration, {}, configuration);
  registry.serve(endpoints.updateAuthConfiguration, { body: ActiveBackendInput }, async ({ body, user }) => {
    const wanted = body.active_backend ?? null;
    const next = wanted === null ? undefined : backends.get(wanted);
    const former = backends.active();
    if (former?.id === next?.id) return configuration();
    // Switching services admits and locks out users, so the caller needs the permissions of both services' roles.
    checkMayPut(user, undefined, ...[former, next].filter((one) => one !== undefined));
    await backends.activate(next?.id ?? null);
    if (former) await auth.endSessionsOfService(former);
    log.info('The active authentication service was changed', { service: next?.title ?? null, by: user.username });
    return configuration();
  });

  /**
   * Returns the configuration for a test, with the stored secret if the request keeps it.
   * @param complete true: every field must be valid; false: errors of fields are returned with the configuration
   * @throws DirectoryError when the kept secret would be sent elsewhere
   */
  async function tried(caller: Caller, body: AuthBackendTestRequest, complete: boolean) {
    const input = complete ? checked(body.backend_configuration) : checkBackend(body.backend_configuration, knowsRole);
    const former = body.backend_id ? backends.get(body.backend_id) : undefined;
    if (input.secret.kind !== 'keep' || !former) {
      return { input, secret: input.secret.kind === 'set' ? input.secret.value : '' };
    }
    if (former.config.type !== input.config.type || !keepsSecret(caller, former, input.config)) {
      throw new DirectoryError('Enter the password again to try it with another server.');
    }
    return { input, secret: await backends.secretOf(former) };
  }

  async function test(work: () => Promise<AuthBackendTestResult>): Promise<AuthBackendTestResult> {
    if (testing >= mostTests)
      throw new TooManyRequestsError('Too many tests at a time. Try again in a few seconds.', 10);
    testing += 1;
    try {
      return await work();
    } catch (error) {
      if (error instanceof DirectoryError || error instanceof ProviderError || error instanceof SecretError) {
        return failed('Failed to connect to the authentication service', [error.message]);
      }
      throw error;
    } finally {
      testing -= 1;
    }
  }

  registry.serve(endpoints.testAuthConnection, { body: AuthBackendTestRequest }, ({ body, user }) =>
    test(async () => {
      const { input, secret } = await tried(user, body, false);
      const { config } = input;
      const needed = config.type === 'oidc' ? (['issuer'] as const) : (['servers'] as const);
      const problems = needed.flatMap((field) => (input.errors[field] ?? []).map((problem) => `${field} ${problem}`));
      if (problems.length > 0) return failed('The configuration is not complete', problems);
      if (config.type === 'oidc') {
        oidc.forget();
        await oidc.discover(config, secret);
      } else await checkConnection(directorySettings(config, secret));
      return { success: true, message: `Successfully connected to ${shown(config)}`, errors: [], result: {} };
    }),
  );

  async function testLogin(config: StoredDirectory, systemPassword: string, username: string, password: string) {
    const found = await checkPerson(directorySettings(config, systemPassword), username, password);
    const result = {
      user_exists: found !== undefined,
      login_success: found?.signedIn ?? false,
      user_details: found ? shownDetails(config, found.entry) : {},
    };
    if (!found) return failed('User does not exist', [], result);
    if (!found.signedIn) return failed('Login failed', [], result);
    return { success: true, message: 'Successfully logged in user', errors: [], result };
  }

  registry.serve(endpoints.testAuthLogin, { body: AuthBackendTestRequest }, ({ body, user }) =>
    test(async () => {
      const { input, secret } = await tried(user, body, true);
      const { config } = input;
      if (config.type === 'oidc') {
        return failed('A sign-in with a provider cannot be tested here', [
          'Activate the service and use the button of the sign-in page.',
        ]);
      }
      const password = secretChange(body.user_login?.password);
      const username = body.user_login?.username ?? '';
      if (username.trim() === '') return failed('A username is needed', []);
      return testLogin(config, secret, username, password.kind === 'set' ? password.value : '');
    }),
  );

  async function setStatus(caller: Caller, userId: string, status: 'enabled' | 'disabled'): Promise<undefined> {
    const account = auth.users.get(userId);
    if (!account) throw new NotFoundError(`Couldn't find user with ID <${userId}>`);
    await setAccountStatus({ auth, log }, caller, account, status);
    return undefined;
  }
  registry.serve(endpoints.enableAuthUser, { body: IgnoredBody }, ({ params, user }) =>
    setStatus(user, params.userId, 'enabled'),
  );
  registry.serve(endpoints.disableAuthUser, { body: IgnoredBody }, ({ params, user }) =>
    setStatus(user, params.userId, 'disabled'),
  );

  registry.serve(endpoints.getHttpHeaderAuth, {}, () => header.get());
  registry.serve(endpoints.updateHttpHeaderAuth, { body: HttpHeaderAuthConfig }, async ({ body, user }) => {
    const changed = await header.put(body);
    log.info('Single sign-on by header was changed', { ...changed, by: user.username });
    return changed;
  });
}
