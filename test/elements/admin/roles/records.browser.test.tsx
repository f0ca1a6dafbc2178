/** Records the pages of roles: see records/recorder.ts. */
import { objectIn } from '../../fake-server.js';
import { rolesPages } from '../../../../elements/admin/roles/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import { overview } from '../users/account.js';
import stored from './roles.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const role = (id: string, name: string, more: object = {}) => ({
  ...{ id, name, description: 'for the web', permissions: ['streams:read'], read_only: false, ...more },
});
const roles = [
  role('r1', 'Web', { permissions: ['streams:read', 'odd:thing', '*', 'streams:read:65e1', 'dashboards:create'] }),
  role('r2', 'Reader', { read_only: true, description: null, permissions: [] }),
  role('r3', hostile),
];
const holders = [
  overview('u1', 'bob', { roles: ['Web', 'Reader'] }),
  overview('u2', 'dora', { roles: ['Web'], read_only: true }),
  overview('u3', 'eve', { roles: ['Reader'], full_name: hostile }),
];
const free = [
  overview('u4', 'carol'),
  overview('u5', 'fixed', { read_only: true }),
  overview('u6', 'gus', { roles: [] }),
];
const named = (...names: string[]) => names.map((username) => ({ id: `id-${username}`, username }));
const paged = (total: number) => ({ total, count: total, page: 1, per_page: 10 });

const admin = administration(rolesPages, () => ({
  'GET /authz/roles': () => ({
    ...{ roles, ...paged(3) },
    context: { users: { r1: named('amy', 'bob', 'cem', 'dora', 'eve', 'fay', 'gus'), r3: named('bob') } },
  }),
  'GET /authz/roles/r1': () => roles[0],
  'GET /authz/roles/r2': () => roles[1],
  'GET /authz/roles/r1/assignees': () => ({ users: holders, ...paged(3) }),
  'GET /authz/roles/r2/assignees': () => ({ users: holders, ...paged(3) }),
  'GET /authz/roles/r3/assignees': () => ({ users: [], ...paged(0) }),
  'GET /users/paginated': () => ({ users: [...holders, ...free], ...paged(6), context: { admin_user: null } }),
  'GET /system/permissions': () => ({ permissions: { streams: ['read', 'edit'], dashboards: ['create'] } }),
  'PUT /roles/Web': ({ body }) => objectIn(body),
  'POST /roles': ({ body }) => objectIn(body),
}));

recordedPages(admin, {
  file: 'roles.record.txt',
  stored,
  pages: [
    {
      route: '/system/roles',
      base: ['roles:read'],
      permissions: ['roles:create', 'roles:edit', 'roles:edit:Web', 'roles:delete:Web + roles:edit', 'users:list'],
      skip: /^button Search|Edit <img/,
      variants: {
        'no roles': {
          'GET /authz/roles': () => ({ roles: [], ...paged(0), context: { users: {} } }),
        },
      },
    },
    {
      route: '/system/roles/new',
      base: ['roles:create'],
      permissions: ['streams:read', 'streams'],
      values: { 'Further Permissions (optional)': 'odd:thing\n streams:*', 'Filter permissions': 'create dash' },
      skip: /^checkbox Only/,
    },
    {
      route: '/system/roles/edit/r1',
      base: ['roles:read', 'roles:edit:Web'],
      permissions: ['teams:edit', 'users:list'],
      values: { 'Further Permissions (optional)': 'streams:*' },
      skip: /^(checkbox Only|searchbox Filter permissions)/,
      variants: { 'no such role': { 'GET /authz/roles/r1': () => new Response('{}', { status: 404 }) } },
    },
    {
      route: '/system/roles/r1',
      base: ['roles:read'],
      permissions: ['roles:edit:Web', 'users:list'],
      skip: /^button Search/,
      variants: {
        'a refused role': { 'GET /authz/roles/r1': () => new Response('{}', { status: 403 }) },
        'a role without permissions and users': {
          'GET /authz/roles/r1': () => role('r1', 'Web', { permissions: [], description: '' }),
          'GET /authz/roles/r1/assignees': () => ({ users: [], ...paged(0) }),
          'GET /users/paginated': () => ({ users: [], ...paged(0), context: { admin_user: null } }),
        },
      },
    },
    {
      route: '/system/roles/edit/r2',
      base: ['roles:read', 'roles:edit:Reader', 'teams:edit', 'users:list'],
      permissions: ['users:rolesedit:bob', 'users:rolesedit:gus'],
      only: /^button Remove/,
    },
  ],
});
