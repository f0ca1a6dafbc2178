/**
 * Queries and mutations of authentication services, their users, and single sign-on by header (contract administration
 * authBackends.*, authServices.*, httpHeaderAuth.*).
 */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  activeAuthBackend,
  authBackendUsers,
  createAuthBackend,
  deleteAuthBackend,
  getAuthBackend,
  getHttpHeaderAuth,
  listAuthBackends,
  testAuthConnection,
  testAuthLogin,
  updateAuthBackend,
  updateAuthConfiguration,
  updateHttpHeaderAuth,
} from '../contract/authentication.js';
import type {
  AuthBackend,
  AuthBackendInput,
  AuthBackendTestRequest,
  BackendType,
  HttpHeaderAuthConfig,
} from '../contract/authentication.schema.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import { hasList } from './has-list.js';
import { keepingUnknown } from './keep-unknown.js';

export type { AuthBackend, AuthBackendInput, AuthBackendTestRequest, BackendType, HttpHeaderAuthConfig };

const servicesKey = ['authenticationServices'] as const;
const headerKey = ['httpHeaderAuthentication'] as const;

/** Columns of the lists of services and users, because the endpoints do not describe their attributes. */
const attributes: readonly EntityAttribute[] = [
  { id: 'title', title: 'Title', type: 'STRING', sortable: true, searchable: true },
  { id: 'description', title: 'Description', type: 'STRING', sortable: true, searchable: true },
  { id: 'default_roles', title: 'Default Roles', type: 'STRING' },
];
const userAttributes: readonly EntityAttribute[] = [
  { id: 'username', title: 'Username', type: 'STRING', sortable: true, searchable: true },
  { id: 'full_name', title: 'Full Name', type: 'STRING', sortable: true, searchable: true },
  { id: 'roles', title: 'Roles', type: 'STRING' },
];

const hasBackend = (data: unknown): boolean => typeof data === 'object' && data !== null && 'backend' in data;

/** Reads one page of services in the format of the overview tables; `active` is the active service. */
export function authBackendsPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...servicesKey, 'page', query],
    queryFn: async ({ signal }) => {
      const check = hasList('backends');
      const { backends, total, context } = await client.call(listAuthBackends, { query, signal, check });
      return { elements: backends, total, attributes, active: context.active_backend };
    },
    placeholderData: keepPreviousData,
  });
}

export function authBackendQuery(client: Client, backendId: string) {
  return queryOptions({
    queryKey: [...servicesKey, 'one', backendId],
    queryFn: async ({ signal }) =>
      (await client.call(getAuthBackend, { params: { backendId }, signal, check: hasBackend })).backend,
  });
}

/** Reads the active service and the number of all services. */
export function activeAuthBackendQuery(client: Client) {
  return queryOptions({
    queryKey: [...servicesKey, 'active'],
    queryFn: async ({ signal }) => {
      const { backend, context } = await client.call(activeAuthBackend, { signal, check: hasBackend });
      return { backend, total: context.backends_total };
    },
  });
}

/** Reads one page of the users that a service has created; `roles` contains the titles of roles by role id. */
export function authBackendUsersPageQuery(client: Client, backendId: string, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...servicesKey, 'users', backendId, query],
    queryFn: async ({ signal }) => {
      const check = hasList('users');
      const { users, total, context } = await client.call(authBackendUsers, {
        params: { backendId },
        query,
        signal,
        check,
      });
      return { elements: users, total, attributes: userAttributes, roles: context.roles };
    },
    placeholderData: keepPreviousData,
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: servicesKey });

/** Creates a service, or updates the service with the given id. */
export function saveAuthBackendMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, body }: { readonly id?: string | undefined; readonly body: AuthBackendInput }) => {
      if (id === undefined) return (await client.call(createAuthBackend, { body })).backend;
      const params = { backendId: id };
      const stored = client.call(getAuthBackend, { params }).then(({ backend }) => backend);
      const whole = await keepingUnknown(stored, body, { serverOnly: ['id'], within: ['config'] });
      return (await client.call(updateAuthBackend, { params, body: whole })).backend;
    },
    onSuccess: () => changed(queryClient),
  });
}

export function deleteAuthBackendMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (backendId: string) => client.call(deleteAuthBackend, { params: { backendId } }),
    onSuccess: () => changed(queryClient),
  });
}

/** Activates a service; null deactivates the active service. */
export function activateAuthBackendMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (backendId: string | null) =>
      client.call(updateAuthConfiguration, { body: { active_backend: backendId } }),
    onSuccess: () => changed(queryClient),
  });
}

export function testConnectionMutation(client: Client) {
  return mutationOptions({
    mutationFn: (body: AuthBackendTestRequest) => client.call(testAuthConnection, { body }),
  });
}
export function testLoginMutation(client: Client) {
  return mutationOptions({ mutationFn: (body: AuthBackendTestRequest) => client.call(testAuthLogin, { body }) });
}

export function headerAuthQuery(client: Client) {
  return queryOptions({
    queryKey: headerKey,
    queryFn: ({ signal }) => client.call(getHttpHeaderAuth, { signal }),
  });
}
export function saveHeaderAuthMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: HttpHeaderAuthConfig) => client.call(updateHttpHeaderAuth, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: headerKey }),
  });
}
