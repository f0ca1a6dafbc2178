/**
 * Tests the pages of roles against a server in the page: permissions in both directions, and the right to grant
 * them.
 */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { rolesPages } from '../../../../elements/admin/roles/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn, nameOf, withText } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, confirming, fill, idle, pick, shownValues } from '../admin-page.js';
import { expectGuardedForm } from '../guarded-form.js';

const role = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  description: 'for the web',
  permissions: ['streams:read', 'odd:thing', 'streams:read:65e1'],
  read_only: false,
  ...more,
});
const user = (username: string, roles: string[], more: object = {}) => ({
  id: `id-${username}`,
  username,
  full_name: username,
  first_name: username,
  last_name: '',
  email: `${username}@example.org`,
  roles,
  read_only: false,
  external_user: false,
  service_account: false,
  account_status: 'enabled',
  session_active: null,
  last_activity: null,
  client_address: null,
  auth_service_id: null,
  auth_service_uid: null,
  ...more,
});
let roles: ReturnType<typeof role>[];
let holders: ReturnType<typeof user>[];
let others: ReturnType<typeof user>[];

const admin = administration(rolesPages, () => {
  roles = [role('r1', 'Web'), role('r2', 'Reader', { read_only: true })];
  holders = [user('bob', ['Web', 'Reader'])];
  others = [...holders, user('carol', ['Reader'])];
  return {
    'GET /authz/roles': () => ({ roles, total: roles.length, context: { users: { r1: holders } } }),
    'GET /authz/roles/r1': () => roles[0],
    'GET /authz/roles/r2': () => roles[1],
    'GET /authz/roles/r1/assignees': () => ({ users: holders, total: holders.length }),
    'GET /authz/roles/r2/assignees': () => ({ users: holders, total: holders.length }),
    'GET /users/paginated': () => ({ users: others, total: others.length, context: { admin_user: null } }),
    'GET /system/permissions': () => ({ permissions: { streams: ['read', 'edit'], dashboards: ['create'] } }),
    'PUT /roles/Web': ({ body }) => JSON.parse(body ?? '{}') as object,
    'POST /roles': ({ body }) => JSON.parse(body ?? '{}') as object,
    'DELETE /authz/roles/r1': () => undefined,
    'PUT /authz/roles/r1/assignees': () => undefined,
    'DELETE /authz/roles/r1/assignee/bob': () => undefined,
    'DELETE /authz/roles/r2/assignee/bob': () => undefined,
  };
});

describe('the list of roles', () => {
  it('asks before it deletes a role, and counts its current members', async () => {
    holders = [user('bob', ['Web']), user('carol', ['Web'])];
    const { root, host } = await admin.open('/system/roles');
    await byText(root, 'Web');
    await expectAccessible(host);
    await clickOn(root, 'button', /^Delete/);
    const question = await byRole(root, 'alertdialog');
    await byText(question, 'It is still assigned to 2 users.');
    await confirming(admin, root, 'Delete', 'DELETE /authz/roles/r1');
    expect(admin.events).to.deep.equal(['log-changed role r1']);
  });
});

describe('the form of a role', () => {
  it('shows the stored values, and sends unknown permissions unchanged', async () => {
    const { root, host } = await admin.open('/system/roles/edit/r1');
    await byText(root, 'Streams');
    await expectAccessible(host);
    expect(await shownValues(root, ['Name', 'Description', 'Further Permissions'])).to.deep.equal({
      Name: 'Web',
      Description: 'for the web',
      'Further Permissions': 'odd:thing\nstreams:read:65e1',
    });
    await fill(root, 'Name', ' Web and mail ');
    await admin.pressing(await byRole(root, 'button', 'Update Role'), 'PUT /roles/Web');
    expect(admin.sent('PUT /roles/Web')).to.deep.equal({
      name: 'Web and mail',
      description: 'for the web',
      permissions: ['streams:read', 'odd:thing', 'streams:read:65e1'],
      read_only: false,
    });
  });

  it('selects with "all" of a group only permissions that the user may grant', async () => {
    admin.permissions = ['roles:read', 'roles:create', 'streams:read'];
    const { root } = await admin.open('/system/roles/new');
    const box = (name: string | RegExp) => byRole(root, 'checkbox', name) as Promise<HTMLInputElement>;
    expect((await box(/streams:edit$/)).disabled).to.equal(true);
    expect((await box(/streams:read$/)).disabled).to.equal(false);
    expect((await box('Dashboards: all')).disabled).to.equal(true);
    await byText(root, 'You can only give permissions that you hold yourself.');
    (await box('Streams: all')).click();
    await byText(root, '1 permission chosen');
    await fill(root, 'Name', 'New');
    await admin.pressing(await byRole(root, 'button', 'Create role'), 'POST /roles');
    expect(admin.sent('POST /roles')).to.deep.equal({
      name: 'New',
      description: '',
      permissions: ['streams:read'],
      read_only: false,
    });
    expect(admin.events).to.deep.equal(['log-changed role ', 'log-navigate /system/roles']);
  });

  it('lets users remove a permission that the role has, although they do not hold it themselves', async () => {
    admin.permissions = ['roles:read', 'roles:edit'];
    const { root } = await admin.open('/system/roles/edit/r1');
    // Cast: the checkbox is an input element.
    const box = (name: RegExp) => byRole(root, 'checkbox', name) as Promise<HTMLInputElement>;
    expect((await box(/streams:edit$/)).disabled).to.equal(true);
    (await box(/streams:read$/)).click();
    await byText(root, '0 permissions chosen');
    await admin.pressing(await byRole(root, 'button', 'Update Role'), 'PUT /roles/Web');
    expect(admin.sent('PUT /roles/Web')).to.deep.include({ permissions: ['odd:thing', 'streams:read:65e1'] });
  });

  it('selects and clears a whole group with "all" for a user who may grant it', async () => {
    const { root } = await admin.open('/system/roles/new');
    const all = await byRole(root, 'checkbox', 'Streams: all');
    all.click();
    await byText(root, '2 permissions chosen');
    all.click();
    await byText(root, '0 permissions chosen');
  });

  it('is reached by keyboard at the first permission that the user may grant, and left where it was entered', async () => {
    admin.permissions = ['roles:read', 'roles:create', 'streams:read'];
    const { root } = await admin.open('/system/roles/new');
    await byRole(root, 'checkbox', 'Streams: all');
    const stops = () =>
      allByRole(root, 'checkbox')
        .filter(({ tabIndex, dataset }) => tabIndex === 0 && dataset['key'] !== undefined)
        .map(nameOf);
    expect(stops()).to.deep.equal(['Streams: all']);
    (await byRole(root, 'checkbox', 'Streams: all')).focus();
    for (const [key, name] of [
      ['ArrowDown', /streams:read$/],
      ['ArrowDown', /streams:read$/],
      ['ArrowUp', /^Streams: all$/],
      ['End', /streams:read$/],
      ['Home', /^Streams: all$/],
      ['ArrowDown', /streams:read$/],
    ] as const) {
      await sendKeys({ press: key });
      expect(root.activeElement && nameOf(root.activeElement), key).to.match(name);
      await waitUntil(() => stops().length === 1 && name.test(stops()[0] ?? ''), `${key} moves the tab stop`);
    }
  });

  it('reports a line that is no permission, and sends nothing', async () => {
    const { root } = await admin.open('/system/roles/new');
    await byText(root, 'Streams');
    await fill(root, 'Name', 'New');
    await fill(root, 'Further Permissions', 'streams:read\nno permission');
    await clickOn(root, 'button', 'Create role');
    await byText(root, 'no permission');
    await idle(admin.server);
    expect(admin.server.to('POST /roles').length).to.equal(0);
  });

  it('is not offered for built-in roles, nor without roles:edit', async () => {
    const builtIn = await admin.open('/system/roles/edit/r2');
    await byText(builtIn.root, 'This role is built in');
    expect(allByRole(builtIn.root, 'button', 'Update Role').length).to.equal(0);
    builtIn.remove();
    admin.permissions = ['roles:read', 'roles:edit:Other'];
    const { root } = await admin.open('/system/roles/edit/r1');
    await byText(root, 'Missing Permissions');
    expect(allByRole(root, 'button', 'Update Role').length).to.equal(0);
  });

  it('is refused in a read-only element, although the user may edit the role', async () => {
    const { root } = await admin.open('/system/roles/edit/r1', { readonly: true });
    await byText(root, 'Missing Permissions');
    await idle(admin.server);
    expect(allByRole(root, 'button').map(nameOf)).to.deep.equal(['View Details']);
    expect(allByRole(root, 'textbox').length).to.equal(0);
  });

  it('is offered for a role with all permissions only to users with all permissions', async () => {
    roles = [role('r1', 'Web', { permissions: ['*'] })];
    admin.permissions = ['roles:read', 'roles:edit'];
    const { root } = await admin.open('/system/roles/edit/r1');
    await byText(root, 'Everything');
    expect(allByRole(root, 'button', 'Update Role').length).to.equal(0);
  });
});

describe('the page of a role', () => {
  it('lists its permissions when the catalogue of permissions cannot be loaded', async () => {
    admin.server.routes['GET /system/permissions'] = () => new Response('{}', { status: 500 });
    const { root } = await admin.open('/system/roles/r1');
    for (const permission of ['odd:thing', 'streams:read', 'streams:read:65e1']) await byText(root, permission);
    expect(withText(root, 'The role gives no permissions.')).to.equal(undefined);
  });
});

describe('the members of a role', () => {
  it('are added and removed with one request each', async () => {
    const { root } = await admin.open('/system/roles/edit/r1');
    await pick(root, 'Assign Users', 'carol (carol)');
    await admin.pressing(await byRole(root, 'button', 'Assign User'), 'PUT /authz/roles/r1/assignees');
    expect(admin.sent('PUT /authz/roles/r1/assignees')).to.deep.equal(['carol']);
    await admin.pressing(await byRole(root, 'button', /^Remove/), 'DELETE /authz/roles/r1/assignee/bob');
  });

  it('cannot be added or removed without users:rolesedit', async () => {
    admin.permissions = ['roles:read', 'roles:edit', 'users:list'];
    const { root } = await admin.open('/system/roles/edit/r1');
    await byText(root, 'bob');
    await idle(admin.server);
    expect(allByRole(root, 'button', /^(Remove|Assign)/).length).to.equal(0);
  });

  it('keep their last basic role', async () => {
    holders = [user('bob', ['Reader'])];
    const { root } = await admin.open('/system/roles/edit/r2');
    await clickOn(root, 'button', /^Remove/);
    await byText(root, 'needs at least a Reader or Admin role.');
    expect(admin.server.to('DELETE /authz/roles/r2/assignee/bob').length).to.equal(0);
  });

  it('are not requested without users:list', async () => {
    admin.permissions = ['roles:read', 'roles:edit'];
    const { root } = await admin.open('/system/roles/edit/r1');
    await byText(root, 'You may not see who holds the role.');
    expect(admin.server.to('GET /authz/roles/r1/assignees').length).to.equal(0);
  });
});

it("the form of a role asks before it overwrites another user's change, and shows errors of the server at their fields", async () => {
  const { root } = await admin.open('/system/roles/edit/r1');
  await byText(root, 'Streams');
  await expectGuardedForm({
    ...{ server: admin.server, root, submit: 'Update Role', change: ['Description', 'mine'] },
    ...{ read: 'GET /authz/roles/r1', meanwhile: ['for the web', 'theirs'], write: 'PUT /roles/Web' },
    errors: { name: 'Name', description: 'Description', permissions: 'Further Permissions' },
  });
});
