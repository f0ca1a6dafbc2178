/** Records the authentication pages with services of every type: see records/recorder.ts. */
import { objectIn } from '../../fake-server.js';
import { authenticationPages } from '../../../../elements/admin/authentication/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import { overview } from '../users/account.js';
import stored from './authentication.record.txt';

const services = '/system/authentication/services';
const backends = `${services}/backends`;
const hostile = '<img src=x onerror="globalThis.hacked=1">';
const directory = {
  type: 'ldap',
  servers: [
    { host: 'ldap1.example.org', port: 636 },
    { host: 'ldap2.example.org', port: 10_636 },
  ],
  transport_security: 'tls',
  verify_certificates: false,
  system_user_dn: 'cn=reader',
  system_user_password: { is_set: true },
  user_search_base: 'ou=people',
  user_search_pattern: '(uid={0})',
  user_unique_id_attribute: 'entryUUID',
  user_name_attribute: 'uid',
  user_full_name_attribute: 'cn',
  email_attributes: ['mail', 'alias'],
};
const windows = {
  type: 'active-directory',
  servers: [{ host: 'ad.example.org', port: 389 }],
  transport_security: 'start_tls',
  verify_certificates: true,
  system_user_dn: '',
  system_user_password: { is_set: false },
  user_search_base: 'dc=example',
  user_search_pattern: '(sAMAccountName={0})',
  user_name_attribute: 'userPrincipalName',
  user_full_name_attribute: 'displayName',
};
const provider = {
  type: 'oidc',
  issuer: 'https://id.example.org',
  client_id: 'console',
  client_secret: { is_set: true },
  scopes: 'openid email',
  user_name_claim: 'preferred_username',
  full_name_claim: 'name',
  email_claim: 'email',
  roles_claim: 'groups',
  role_mappings: [
    { value: 'admins', role_id: 'r1' },
    { value: 'others', role_id: 'gone' },
  ],
};
const service = (id: string, title: string, config: object, more: object = {}) => ({
  ...{ id, title, description: 'about it', default_roles: ['r1', 'gone'], config, ...more },
});
const all = [
  service('b1', 'House', directory),
  service('b2', 'Provider', provider, { description: '' }),
  service('b3', hostile, windows, { default_roles: [] }),
];
const [house] = all;
const roles = ['Admin', 'Reader'].map((name, index) => ({
  ...{ id: `r${index}`, name, description: '', permissions: [], read_only: true },
}));
const paged = (total: number) => ({ total, count: total, page: 1, per_page: 10 });

const admin = administration(authenticationPages, () => ({
  [`GET ${backends}`]: () => ({ backends: all, ...paged(3), context: { active_backend: house } }),
  ...Object.fromEntries(all.map((backend) => [`GET ${backends}/${backend.id}`, () => ({ backend })])),
  [`GET ${services}/active-backend`]: () => ({ backend: house, context: { backends_total: 3 } }),
  [`GET ${backends}/b1/users`]: () => ({
    ...{ users: [overview('u1', 'jane', { roles: ['r1', 'gone'] }), overview('u/2', hostile, { roles: [] })] },
    ...{ ...paged(2), query: '', context: { roles: { r1: { title: 'Reader' } } } },
  }),
  [`GET ${backends}/b3/users`]: () => ({ users: [], ...paged(0), query: '', context: { roles: {} } }),
  [`GET ${backends}/b2/users`]: () => ({ users: [], ...paged(0), query: '', context: { roles: {} } }),
  'GET /authz/roles': () => ({ roles, ...paged(2) }),
  [`PUT ${backends}/*`]: ({ body }) => ({ backend: { id: 'b1', ...objectIn(body) } }),
  [`POST ${backends}`]: ({ body }) => ({ backend: { id: 'b4', ...objectIn(body) } }),
  [`POST ${services}/configuration`]: ({ body }) => ({ configuration: objectIn(body) }),
  [`POST ${services}/test/backend/connection`]: () => ({
    ...{ success: false, message: 'Unable to connect', errors: ['refused <b>', 'second'], result: {} },
  }),
  [`POST ${services}/test/backend/login`]: ({ body }) => {
    const name = /"username":"(\w+)"/.exec(body ?? '')?.[1] ?? '';
    const user_exists = name !== 'nobody';
    const login_success = name === 'x';
    return {
      ...{ success: login_success, message: 'Successfully logged in', errors: login_success ? [] : ['No such login'] },
      result: { user_exists, login_success, user_details: login_success ? { uid: 'jane', mail: hostile } : {} },
    };
  },
  'GET /system/authentication/sign-in': () => ({ oidc: null, failure: null, sign_out: null }),
  'GET /system/authentication/http-header-auth-config': () => ({ enabled: false, username_header: 'Remote-User' }),
  'PUT /system/authentication/http-header-auth-config': ({ body }) => objectIn(body),
}));

/** Shows the second step of the wizard. */
const second = [
  'button Next: User Synchronization',
  'button User Synchronization',
  'tab User Synchronization',
] as const;
const finish = ['button Finish & Save Identity Service'] as const;
const above = /^(link|button (View|Edit|Create service|Show|Next|Server C|User S|Group S))/;
const save = ['button Finish & Save Service'] as const;
const noProviders = { 'GET /system/authentication/sign-in': () => new Response('{}', { status: 404 }) };

recordedPages(admin, {
  file: 'authentication.record.txt',
  stored,
  pages: [
    {
      route: services,
      base: ['authservicebackend:read'],
      permissions: [
        ...['authserviceglobalconfig:read', 'authserviceglobalconfig:edit', 'authservicebackend:create'],
        ...['authservicebackend:edit', 'authservicebackend:edit:b2', 'authservicebackend:delete:b2'],
        ...['authhttpheaderconfig:read', 'roles:read'],
      ],
      skip: /^button (Search|Activate <|Edit <|Delete <)/,
      variants: {
        'no active service': {
          [`GET ${services}/active-backend`]: () => ({ backend: null, context: { backends_total: 3 } }),
        },
        'no services': {
          [`GET ${backends}`]: () => ({ backends: [], ...paged(0), context: { active_backend: null } }),
          [`GET ${services}/active-backend`]: () => ({ backend: null, context: { backends_total: 0 } }),
        },
      },
    },
    {
      route: `${services}/active`,
      base: ['authserviceglobalconfig:read'],
      permissions: ['users:read', 'authservicebackend:edit:b1', 'users:edit:jane', 'roles:read'],
      skip: above,
    },
    {
      route: `${services}/create`,
      base: ['authservicebackend:create'],
      skip: above,
      variants: { 'a server without providers': noProviders },
    },
    {
      route: `${services}/create/ldap`,
      base: ['authservicebackend:create'],
      permissions: ['roles:read'],
      skip: above,
    },
    {
      route: `${services}/create/ldap`,
      state: 'at the step of users',
      first: second,
      submit: finish,
      skip: /^(button|tab) /,
    },
    { route: `${services}/create/active-directory`, skip: above, values: { Username: 'nobody' } },
    {
      route: `${services}/create/active-directory`,
      ...{ state: 'at the step of users', first: second, submit: finish, skip: /^(button|tab) / },
    },
    {
      route: `${services}/create/oidc`,
      submit: save,
      skip: above,
      variants: { 'a server without providers': noProviders },
    },
    {
      route: `${services}/create/oidc`,
      state: 'at the step of users',
      first: ['textbox Issuer', 'textbox Client ID', ...second],
      values: { Issuer: 'https://id.example.org', 'Client ID': 'console' },
      submit: finish,
      skip: /^(button|tab) /,
    },
    { route: `${services}/create/odd`, skip: /./ },
    {
      route: `${services}/edit/b1`,
      base: ['authservicebackend:read'],
      permissions: ['authservicebackend:edit:b1'],
      submit: save,
      skip: above,
    },
    { route: `${services}/edit/b2?initialStepKey=user-synchronization`, submit: finish, skip: above },
    { route: `${services}/edit/b3`, submit: save, skip: above },
    {
      route: `${services}/edit/b3`,
      ...{
        state: 'with the test of a login',
        skip: /^(?!textbox (User|Pass)|button Test User)/,
        values: { Username: 'wrong' },
      },
    },
    {
      route: `${services}/b2`,
      base: ['authservicebackend:read'],
      permissions: [
        'authservicebackend:edit:b2',
        'authservicebackend:create',
        'authhttpheaderconfig:read',
        'licenseinfos:read',
      ],
      skip: above,
    },
    { route: `${services}/b3`, skip: /./ },
    {
      route: '/system/authentication/authenticator',
      base: ['authhttpheaderconfig:read'],
      permissions: ['authhttpheaderconfig:edit', 'authservicebackend:read'],
      variants: {
        'an enabled header': {
          'GET /system/authentication/http-header-auth-config': () => ({ enabled: true, username_header: hostile }),
        },
      },
    },
    { route: '/system/authentication/authenticator/edit', base: ['authhttpheaderconfig:edit'] },
  ],
});
