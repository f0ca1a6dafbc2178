/**
 * Endpoints of authentication services and of single sign-on by header (contract administration authBackends.*,
 * authServices.*, httpHeaderAuth.*).
 */
import type {
  ActiveBackendInput,
  AuthBackend,
  AuthBackendInput,
  AuthBackendTestRequest,
  AuthBackendTestResult,
  HttpHeaderAuthConfig,
  PagedAuthBackends,
  PagedAuthBackendUsers,
} from './authentication.schema.js';
import { endpoint } from './endpoint.js';
import type { PageQuery } from './list.schema.js';

const nothing = { produces: 'nothing' } as const;
const readingSettings = { needs: 'authserviceglobalconfig:read' } as const;
const testing = { needs: 'authservicetestbackend:execute' } as const;

export const listAuthBackends = endpoint<{ query: PageQuery; answer: PagedAuthBackends }>()(
  'GET',
  '/system/authentication/services/backends',
  { handler: 'only services with authservicebackend:read:{id}' },
);
export const getAuthBackend = endpoint<{ answer: { backend: AuthBackend } }>()(
  'GET',
  '/system/authentication/services/backends/{backendId}',
  { needs: 'authservicebackend:read:{backendId}' },
);
export const createAuthBackend = endpoint<{ body: AuthBackendInput; answer: { backend: AuthBackend } }>()(
  'POST',
  '/system/authentication/services/backends',
  { needs: 'authservicebackend:create' },
);
export const updateAuthBackend = endpoint<{ body: AuthBackendInput; answer: { backend: AuthBackend } }>()(
  'PUT',
  '/system/authentication/services/backends/{backendId}',
  { needs: 'authservicebackend:edit:{backendId}' },
);
export const deleteAuthBackend = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/authentication/services/backends/{backendId}',
  { needs: 'authservicebackend:delete:{backendId}' },
  nothing,
);
export const authBackendUsers = endpoint<{ query: PageQuery; answer: PagedAuthBackendUsers }>()(
  'GET',
  '/system/authentication/services/backends/{backendId}/users',
  { handler: 'authserviceglobalconfig:read and users:read' },
);

export const activeAuthBackend = endpoint<{
  answer: { backend: AuthBackend | null; context: { backends_total: number } };
}>()('GET', '/system/authentication/services/active-backend', readingSettings);
export const getAuthConfiguration = endpoint<{ answer: { configuration: { active_backend: string | null } } }>()(
  'GET',
  '/system/authentication/services/configuration',
  readingSettings,
);
/** Activates the authentication service with the given id; null deactivates the active service. */
export const updateAuthConfiguration = endpoint<{
  body: ActiveBackendInput;
  answer: { configuration: { active_backend: string | null } };
}>()('POST', '/system/authentication/services/configuration', { needs: 'authserviceglobalconfig:edit' });

/**
 * Tests the connection to a directory or provider. The configuration may be incomplete; a failed test has status 200.
 */
export const testAuthConnection = endpoint<{ body: AuthBackendTestRequest; answer: AuthBackendTestResult }>()(
  'POST',
  '/system/authentication/services/test/backend/connection',
  testing,
);
/**
 * Tests whether a user of a directory can sign in; the configuration must be complete. The member `result` contains
 * `user_exists`, `login_success` and `user_details`.
 */
export const testAuthLogin = endpoint<{ body: AuthBackendTestRequest; answer: AuthBackendTestResult }>()(
  'POST',
  '/system/authentication/services/test/backend/login',
  testing,
);

export const enableAuthUser = endpoint<{ body: unknown; answer: undefined }>()(
  'POST',
  '/system/authentication/users/{userId}/enable',
  { needs: 'users:edit' },
  nothing,
);
export const disableAuthUser = endpoint<{ body: unknown; answer: undefined }>()(
  'POST',
  '/system/authentication/users/{userId}/disable',
  { needs: 'users:edit' },
  nothing,
);

export const getHttpHeaderAuth = endpoint<{ answer: HttpHeaderAuthConfig }>()(
  'GET',
  '/system/authentication/http-header-auth-config',
  { needs: 'authhttpheaderconfig:read' },
);
export const updateHttpHeaderAuth = endpoint<{ body: HttpHeaderAuthConfig; answer: HttpHeaderAuthConfig }>()(
  'PUT',
  '/system/authentication/http-header-auth-config',
  { needs: 'authhttpheaderconfig:edit' },
);
