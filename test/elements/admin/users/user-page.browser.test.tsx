/** Tests the page of a user: the shared entities, and the reasons of permissions. */
import { expect } from '@open-wc/testing';
import { usersPages } from '../../../../elements/admin/users/pages.js';
import { allByRole, byText, clickOn } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, fill } from '../admin-page.js';
import { account } from './account.js';

const why = 'GET /users/u1/permissions/why';
const shares = 'GET /authz/shares/user/u1';
const entity = (type: string, title: string, owners: object[]) => ({
  id: `grn::::${type}:${title}`,
  type,
  title,
  owners,
});

const admin = administration(usersPages, () => ({
  'GET /users/id/u1': () => account('u1', 'jane'),
  'GET /users/u1/sessions': () => ({ sessions: [] }),
  [why]: ({ url }) => {
    const asked = url.searchParams.get('permission');
    const reasons = [
      { permission: 'streams:read:s1', sources: [{ type: 'role', name: 'Web' }] },
      {
        permission: 'streams:edit:s1',
        sources: [{ type: 'grant', capability: 'manage', target: 'grn', target_title: 'Shop', everyone: true }],
      },
    ];
    return {
      permissions: reasons,
      asked: asked && { permission: asked, allowed: true, reasons: reasons.slice(0, 1) },
    };
  },
  [shares]: () => ({
    ...{ total: 2, page: 1, per_page: 10, count: 2 },
    entities: [
      entity('dashboard', 'Shop', [{ id: 'grn::::builtin-team:everyone', type: 'global', title: 'all' }]),
      entity('event_definition', 'Logins', [{ id: 'grn::::user:b', type: 'user', title: 'Bob' }]),
    ],
    context: {
      grantee_capabilities: { 'grn::::dashboard:Shop': 'manage', 'grn::::event_definition:Logins': 'view' },
    },
  }),
}));

it('the shared entities of a user name their owners, and are filtered by type and capability', async () => {
  const { root } = await admin.open('/system/users/u1');
  await byText(root, 'Logins');
  const rows = allByRole(root, 'row').map(({ textContent }) => textContent);
  for (const [title, ...parts] of [
    ['Shop', 'Dashboard', 'Everyone', 'Manager'],
    ['Logins', 'Event definition', 'Bob', 'Viewer'],
  ] as const) {
    const row = rows.find((one) => one.includes(title));
    for (const part of parts) expect(row).to.include(part);
  }
  const asked = (): string => admin.server.to(shares).at(-1)?.url.search ?? '';
  await fill(root, 'Entity Type', 'dashboard');
  await fill(root, 'Capability', 'own');
  await waitUntil(
    () => /entity_type=dashboard/.test(asked()) && /capability=own/.test(asked()),
    'both filters are sent',
  );
  await fill(root, 'Entity Type', 'any');
  await waitUntil(() => !asked().includes('entity_type'), 'the filter is removed');
});

it('the reasons of a permission name the role and the share, and are requested without the spaces around the typed permission', async () => {
  const { root } = await admin.open('/system/users/u1');
  await clickOn(root, 'button', 'Show all 2 permissions');
  await byText(root, 'Role Web');
  await byText(root, 'Manager of Shop, as it is shared with everyone');
  await clickOn(root, 'button', 'Hide the permissions');
  await fill(root, 'Permission', ' streams:read:s1 ');
  await clickOn(root, 'button', 'Why?');
  await byText(root, 'Yes: streams:read:s1');
  expect(admin.server.to(why).at(-1)?.url.searchParams.get('permission')).to.equal('streams:read:s1');
});
