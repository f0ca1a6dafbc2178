/** Records the pages of users with accounts of every kind: see records/recorder.ts. */
import { usersPages } from '../../../../elements/admin/users/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import { account, overview } from './account.js';
import stored from './users.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const session = (id: string, more: object = {}) => ({
  id,
  browser: 'Firefox',
  system: 'Linux',
  address: `10.0.0.${id}`,
  created_at: '2026-03-01T10:05:00.000Z',
  last_activity: '2026-03-02T09:05:00.000Z',
  expires_at: '2034-03-01T10:05:00.000Z',
  current: false,
  ...more,
});
const role = (name: string, description: string | null = null) => ({
  ...{ id: `r-${name}`, name, description, permissions: [], read_only: false },
});
const owned = (id: string, more: object = {}) => ({
  ...{ id, title: `Thing ${id}`, type: 'event_definition', shared_ownership: false, ...more },
});
const token = (id: string, name: string, more: object = {}) => ({
  ...{ id, name, last_access: '1970-01-01T00:00:00.000Z', expires_at: null, ...more },
});
const grant = (more: object) => ({
  ...{ type: 'grant', capability: 'view', target: 'grn::::stream:s9', target_title: null, everyone: false, ...more },
});
const entity = (type: string, id: string, title: string, owners: object[]) => ({
  ...{ id: `grn::::${type}:${id}`, type, title, owners },
});
const everyone = { id: 'grn::::builtin-team:everyone', type: 'global', title: 'all' };
const titled = (id: string, title: string) => ({ id, title, is_editable: true, type: 'DASHBOARD' });

const overviews = [
  overview('u1', 'jane', {
    ...{ session_active: true, client_address: '10.0.0.9', last_activity: '2026-03-02T09:40:05.376+0000' },
    ...{ roles: ['Reader', 'Web'] },
  }),
  overview('u2', 'bob', { account_status: 'disabled', session_active: true, full_name: null, first_name: null }),
  overview('u3', 'ext', { external_user: true, account_status: 'deleted', full_name: hostile }),
  overview('u4', 'sys', { read_only: true, roles: [] }),
  overview('u5', 'robot', { service_account: true }),
  overview('me', 'ada'),
];
const reasons = [
  { permission: 'streams:read:s1', sources: [{ type: 'role', id: 'r-Web', name: 'Web' }, { type: 'account' }] },
  { permission: 'users:edit:jane', sources: [{ type: 'own_account' }] },
  { permission: '*', sources: [{ type: 'administrator' }] },
  { permission: 'streams:edit:s8', sources: [grant({ capability: 'manage', target_title: 'Shop', everyone: true })] },
  { permission: 'streams:edit:s9', sources: [grant({ capability: 'own' }), grant({ target_title: 'Mail' })] },
];
const bare = account('u2', 'bob', {
  ...{ first_name: null, last_name: null, full_name: 'Bob Roe', email: '', preferences: null, timezone: null },
  ...{ startpage: null, roles: [], session_timeout_ms: -1, session_active: true, client_address: '10.0.0.9' },
  ...{ last_activity: '2026-03-02T09:40:05.376+0000', account_status: 'disabled', service_account: true },
});
const startsAt = (type: string, id: string) => ({
  'GET /users/id/u1': () => account('u1', 'jane', { startpage: { type, id } }),
});

const admin = administration(usersPages, () => ({
  'GET /users/paginated': () => ({
    ...{ users: overviews, total: overviews.length, count: overviews.length, page: 1, per_page: 10 },
    context: {
      admin_user: overview('local:admin', 'admin', {
        ...{ read_only: true, roles: ['Admin'], client_address: '10.0.0.1', session_active: true },
      }),
    },
  }),
  'GET /users/id/u1': () => account('u1', 'jane'),
  'GET /users/id/me': () => account('me', 'ada', { startpage: { type: 'search', id: 'v1' } }),
  'GET /users/id/local%3Aadmin': () => account('local:admin', 'admin', { read_only: true, roles: ['Admin'] }),
  'GET /users/u1/sessions': () => ({
    sessions: [
      session('1'),
      session('2', { browser: null }),
      session('3', { browser: null, system: null }),
      session('4', { system: null }),
    ],
  }),
  'GET /users/me/sessions': () => ({ sessions: [session('1', { current: true }), session('2')] }),
  'GET /users/local%3Aadmin/sessions': () => ({ sessions: [session('1', { current: true })] }),
  'GET /authz/roles': () => ({
    roles: [role('Admin', 'Everything'), role('Reader', 'Reads'), role('Web'), role('Mail')],
    ...{ total: 4, count: 4, page: 1, per_page: 0 },
  }),
  'GET /streams': () => ({ total: 2, streams: [titled('s1', 'Stream s1'), titled('s2', 'Stream s2')] }),
  'GET /dashboards': () => ({
    ...{ elements: [titled('d1', 'Dashboard d1')], query: '', total: 1, sort: 'title', order: 'asc' },
    ...{ pagination: { total: 1, count: 1, page: 1, per_page: 0 } },
  }),
  'GET /search/saved': () => ({
    ...{ elements: [titled('v1', 'Search v1')], query: '', total: 1, sort: 'title', order: 'asc' },
    ...{ pagination: { total: 1, count: 1, page: 1, per_page: 0 } },
  }),
  'GET /users/u1/owned': () => ({
    entities: [...'123456'].map((id) => owned(id)).concat(owned('7', { shared_ownership: true })),
    total: 7,
  }),
  'GET /users/u2/owned': () => ({ entities: [owned('1', { shared_ownership: true })], total: 1 }),
  'GET /users/u5/owned': () => ({ entities: [owned('1', { title: hostile, type: 'stream' })], total: 1 }),
  'GET /users/u1/tokens': () => ({
    tokens: [
      token('t1', 'Backup job'),
      token('t2', 'grafana', { last_access: '2026-03-01T10:05:00.000Z', expires_at: '2026-04-01T00:00:00.000Z' }),
      token('t3', hostile, { last_access: '2026-02-01T10:05:00.000Z', last_address: '10.0.0.7' }),
      token('t4', 'alpha', { expires_at: '2026-03-01T00:00:00.000Z' }),
    ],
  }),
  'POST /users/u1/tokens/*': () => token('t5', 'new', { token: 'the-secret' }),
  'GET /users/u1/permissions/why': ({ url }) => {
    const permission = url.searchParams.get('permission');
    const asked = permission && { permission, allowed: permission === '*', reasons: reasons.slice(2, 3) };
    return { permissions: reasons, asked };
  },
  'GET /authz/shares/user/*': () => ({
    ...{ total: 3, page: 1, per_page: 10, count: 3 },
    entities: [
      entity('dashboard', 'd1', 'Shop', [everyone, { id: 'grn::::user:b', type: 'user', title: 'Bob' }]),
      entity('event_definition', 'e1', hostile, [{ id: 'grn::::user:b', type: 'user', title: hostile }]),
      entity('unknown_kind', 'x1', 'Other', []),
    ],
    context: { grantee_capabilities: { 'grn::::dashboard:d1': 'manage', 'grn::::event_definition:e1': 'view' } },
  }),
  'GET /telemetry/user/settings': () => ({ telemetry_enabled: true, telemetry_permission_asked: true }),
  'GET /system/first_start': () => ({ ask: false, password_generated: false, has_users: true }),
  'GET /users/newcomer': () => new Response('{}', { status: 404 }),
}));

const values = {
  'Old Password': 'the old password',
  'New Password': 'the new password',
  'Repeat Password': 'the new password',
  'E-Mail Address': 'new@example.org',
  Username: 'newcomer',
};
const none = /./;

recordedPages(admin, {
  file: 'users.record.txt',
  stored,
  pages: [
    {
      route: '/system/users',
      base: ['users:list'],
      permissions: ['users:create', 'users:edit', 'users:edit:jane', 'users:edit:admin', 'roles:read'],
      skip: /^(button (Edit|More actions for) (robot|ada)|button Edit <img|menuitem Edit tokens$|button Search)/,
      variants: {
        'an empty list without a built-in administrator': {
          'GET /users/paginated': () => ({ users: [], total: 0, count: 0, page: 1, per_page: 10 }),
        },
      },
    },
    {
      route: '/system/users/new',
      base: ['users:create'],
      permissions: ['roles:read'],
      skip: /Remove Reader/,
      values,
    },
    {
      route: '/system/users/edit/u1',
      base: ['users:edit:jane'],
      permissions: [
        ...['users:passwordchange:jane', 'users:passwordchange', 'users:rolesedit:jane', 'teams:edit:jane'],
        ...['user:edit', 'users:rolesedit:jane + roles:read', 'teams:edit:jane + licenseinfos:read'],
      ],
      skip: /End session: (Linux|Unknown)/,
      values,
      variants: {
        'a start page that no longer exists': startsAt('dashboard', 'gone'),
        'a start page that is a new search': startsAt('search', 'default'),
        'an account with few values': { 'GET /users/id/u1': () => ({ ...bare, id: 'u1' }) },
        'an external account': { 'GET /users/id/u1': () => account('u1', 'jane', { external: true }) },
        'a fixed account': { 'GET /users/id/u1': () => account('u1', 'jane', { read_only: true }) },
        'a fixed account with stored settings': {
          'GET /users/id/u1': () => account('local:admin', 'admin', { read_only: true }),
        },
        'no sessions': { 'GET /users/u1/sessions': () => ({ sessions: [] }) },
        'a server without sessions': { 'GET /users/u1/sessions': () => new Response('{}', { status: 404 }) },
        'no such account': { 'GET /users/id/u1': () => new Response('{}', { status: 404 }) },
        'a refused account': { 'GET /users/id/u1': () => new Response('{}', { status: 403 }) },
      },
    },
    {
      route: '/system/users/edit/me',
      skip: /^button (Update|View|Edit|Assign|Remove|Show)|combobox|checkbox (?!Enable tel)/,
      values,
    },
    {
      route: '/system/users/tokens/u1',
      base: ['users:edit:jane'],
      permissions: ['users:tokencreate:jane', 'users:tokenlist:jane', 'users:tokenlist:jane + users:tokenremove:jane'],
      skip: /Delete (grafana|<img|alpha)/,
      variants: { 'no tokens': { 'GET /users/u1/tokens': () => ({ tokens: [] }) } },
    },
    {
      route: '/system/users/u1',
      base: ['users:edit:jane'],
      permissions: ['users:permissionsedit:jane', 'users:rolesedit:jane', 'teams:edit:jane', 'roles:read'],
      skip: /^button (End|Edit)/,
      variants: {
        'a start page that is a new search': startsAt('search', 'default'),
        'a start page that is a dashboard': startsAt('dashboard', 'd1'),
        'an account with few values': { 'GET /users/id/u1': () => ({ ...bare, id: 'u1' }) },
        'a fixed account': { 'GET /users/id/u1': () => account('u1', 'jane', { read_only: true }) },
        'no reasons and nothing shared': {
          'GET /users/u1/permissions/why': () => ({ permissions: [], asked: null }),
          'GET /authz/shares/user/*': () => ({ total: 0, page: 1, per_page: 10, count: 0, entities: [] }),
        },
        'a server without reasons': { 'GET /users/u1/permissions/why': () => new Response('{}', { status: 404 }) },
      },
    },
    { route: '/system/users/me', skip: none },
    { route: '/system/users/local:admin', skip: none },
  ],
});
