/** Tests the page of a user: its facts, the sections by permission, the shared entities, and the reasons. */
import { expect } from '@open-wc/testing';
import { usersPages } from '../../../../elements/admin/users/pages.js';
import { allByRole, byText, clickOn } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, fill, idle } from '../admin-page.js';
import { account } from './account.js';

let jane: ReturnType<typeof account>;
const why = 'GET /users/u1/permissions/why';
const shares = 'GET /authz/shares/user/u1';
const entity = (type: string, title: string, owners: object[]) => ({
  id: `grn::::${type}:${title}`,
  type,
  title,
  owners,
});

const admin = administration(usersPages, () => {
  jane = account('u1', 'jane');
  return {
    'GET /users/id/u1': () => jane,
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
  };
});

const headings = (root: ShadowRoot): string[] => [...root.querySelectorAll('h2')].map(({ textContent }) => textContent);

it('the page of a user shows each section with its permission', async () => {
  const seen: Record<string, string[]> = {};
  const base = ['users:edit:jane', 'users:list'];
  const always = ['Profile', 'Preferences', 'Sessions', 'Shared Entities'];
  for (const granted of ['users:list', 'users:permissionsedit:jane', 'users:rolesedit:jane', 'teams:edit:jane', '*']) {
    admin.permissions = [...base, granted];
    const { root, remove } = await admin.open('/system/users/u1');
    await byText(root, 'Shared Entities');
    await idle(admin.server);
    seen[granted] = headings(root).filter((one) => !always.includes(one));
    expect(headings(root)).to.include.members(always);
    remove();
  }
  expect(seen).to.deep.equal({
    'users:list': [],
    'users:permissionsedit:jane': ['Permissions'],
    'users:rolesedit:jane': ['Roles'],
    'teams:edit:jane': ['Teams'],
    '*': ['Settings', 'Roles', 'Teams', 'Permissions'],
  });
});

it('the page of a user shows the facts of the account, also when they are missing', async () => {
  const factsOf = async (): Promise<Record<string, string>> => {
    const { root, remove } = await admin.open('/system/users/u1');
    await byText(root, 'Shared Entities');
    await idle(admin.server);
    const names = [...root.querySelectorAll('dt')];
    const facts = names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? ''] as const);
    remove();
    return Object.fromEntries(facts);
  };
  const stored = {
    Username: 'jane',
    'First Name': 'Jane',
    'Last Name': 'Doe',
    'E-Mail Address': 'jane@example.org',
    'Client Address': 'not signed in',
    'Last Activity': 'never',
    'Logged In': 'no',
    Enabled: 'yes',
    'Sessions Timeout': '2 Hours',
    'Service Account': 'no',
    'Time Zone': 'Europe/Paris',
  };
  expect(await factsOf()).to.include(stored);
  jane = account('u1', 'jane', {
    ...{ first_name: '', last_name: '', email: '', client_address: '10.0.0.9', session_active: true },
    ...{ account_status: 'disabled', session_timeout_ms: -1, timezone: null, service_account: true, startpage: null },
  });
  expect(await factsOf()).to.include({
    'Full Name': 'Jane Doe',
    'E-Mail Address': 'Not configured',
    'Client Address': '10.0.0.9',
    'Logged In': 'yes',
    Enabled: 'no',
    'Sessions Timeout': 'Sessions do not timeout',
    'Time Zone': 'Not configured',
    'Service Account': 'yes',
    'Start Page': 'No start page set',
  });
});

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

it('the reasons of a permission name the role and the share, and are asked for without spaces', async () => {
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
