/**
 * Tests the forms of an account against a server in the page: values in both directions, and one's own account.
 */
import { expect } from '@open-wc/testing';
import { usersPages } from '../../../../elements/admin/users/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn, withText } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, confirming, fill, idle, pick, shownValues } from '../admin-page.js';
import { account } from './account.js';

let jane: ReturnType<typeof account>;
let builtIn: ReturnType<typeof account>;
const session = (id: string, current: boolean) => ({
  id,
  browser: 'Firefox',
  system: 'Linux',
  address: `10.0.0.${id}`,
  created_at: '2024-03-01T10:05:00.000Z',
  last_activity: '2024-03-01T10:05:00.000Z',
  expires_at: '2034-03-01T10:05:00.000Z',
  current,
});
const role = (name: string) => ({ id: `r-${name}`, name, description: '', permissions: [], read_only: false });

const admin = administration(usersPages, () => {
  jane = account('u1', 'jane');
  builtIn = account('root', 'admin');
  return {
    'GET /users/id/u1': () => jane,
    'GET /users/id/me': () => account('me', 'ada'),
    'GET /users/u1/sessions': () => ({ sessions: [session('1', false), session('2', false)] }),
    'GET /users/me/sessions': () => ({ sessions: [session('1', true), session('2', false)] }),
    'GET /authz/roles': () => ({ roles: ['Admin', 'Reader', 'Web', 'Mail'].map(role), total: 4 }),
    'GET /streams': () => ({ total: 1, streams: [{ id: 's1', title: 'Stream s1', is_editable: true }] }),
    'GET /users/free': () => new Response('{}', { status: 404 }),
    'GET /users/taken': () => account('u9', 'taken'),
    'POST /users': () => undefined,
    'GET /users/id/root': () => builtIn,
    'GET /users/local%3Aadmin/sessions': () => ({ sessions: [] }),
    'PUT /users/local%3Aadmin': () => undefined,
    'PUT /users/u1': () => undefined,
    'PUT /users/u1/password': () => undefined,
    'PUT /users/me/password': () => undefined,
    'PUT /users/jane/preferences': () => undefined,
    'DELETE /users/u1/sessions/1': () => undefined,
    'DELETE /users/me/sessions': () => undefined,
  };
});
const edit = async () => {
  const opened = await admin.open('/system/users/edit/u1');
  await byRole(opened.root, 'button', 'Update Settings');
  await idle(admin.server);
  return opened;
};

describe('the page that edits a user', () => {
  it('shows the stored profile, and sends all of it with the change', async () => {
    const { root, host } = await edit();
    await expectAccessible(host);
    expect(await shownValues(root, ['First Name', 'Last Name', 'E-Mail Address'])).to.deep.equal({
      'First Name': 'Jane',
      'Last Name': 'Doe',
      'E-Mail Address': 'jane@example.org',
    });
    await fill(root, 'Last Name', ' Roe ');
    await admin.pressing(await byRole(root, 'button', 'Update Profile'), 'PUT /users/u1');
    expect(admin.sent('PUT /users/u1')).to.deep.equal({
      first_name: 'Jane',
      last_name: 'Roe',
      email: 'jane@example.org',
      timezone: 'Europe/Paris',
    });
  });

  it('shows the stored settings, and sends all of them with the change', async () => {
    const { root } = await edit();
    expect(await shownValues(root, ['Sessions do not time out', 'Timeout amount', 'Unit', 'Type'])).to.deep.equal({
      'Sessions do not time out': false,
      'Timeout amount': '2',
      Unit: '3600000',
      Type: 'stream',
    });
    await fill(root, 'Timeout amount', '90');
    await fill(root, 'Unit', '60000');
    await admin.pressing(await byRole(root, 'button', 'Update Settings'), 'PUT /users/u1');
    expect(admin.sent('PUT /users/u1')).to.deep.equal({
      timezone: 'Europe/Paris',
      startpage: { type: 'stream', id: 's1' },
      session_timeout_ms: 5_400_000,
      service_account: false,
    });
  });

  it('requires an entity of the new type after the type of the start page has changed', async () => {
    admin.server.routes['GET /dashboards'] = () => ({ elements: [{ id: 'd1', title: 'Board' }] });
    const { root } = await edit();
    await fill(root, 'Type', 'dashboard');
    await clickOn(root, 'button', 'Update Settings');
    await byText(root, 'Please select an entity.');
    expect(admin.server.to('PUT /users/u1').length).to.equal(0);
    await pick(root, 'Start page', 'Board');
    await admin.pressing(await byRole(root, 'button', 'Update Settings'), 'PUT /users/u1');
    expect(admin.sent('PUT /users/u1')).to.deep.include({ startpage: { type: 'dashboard', id: 'd1' } });
  });

  it('sends neither timeout nor account type without permission to change them', async () => {
    admin.permissions = ['users:edit:jane'];
    const { root } = await edit();
    expect(allByRole(root, 'checkbox', 'Sessions do not time out').length).to.equal(0);
    await clickOn(root, 'button', 'Reset');
    await admin.pressing(await byRole(root, 'button', 'Update Settings'), 'PUT /users/u1');
    expect(admin.sent('PUT /users/u1')).to.deep.equal({
      timezone: 'Europe/Paris',
      startpage: { type: null, id: null },
    });
  });

  it('asks before an account becomes a service account', async () => {
    const { root } = await edit();
    await clickOn(root, 'checkbox', 'User is a Service Account');
    await clickOn(await byRole(root, 'alertdialog'), 'button', 'Make it a service account');
    await admin.pressing(await byRole(root, 'button', 'Update Settings'), 'PUT /users/u1');
    expect(admin.sent('PUT /users/u1')).to.include({ service_account: true });
  });

  it('sends every stored preference, including unknown ones', async () => {
    const { root } = await edit();
    expect(await shownValues(root, ['Enable autocompletion', 'Search sidebar is pinned'])).to.deep.equal({
      'Enable autocompletion': false,
      'Search sidebar is pinned': false,
    });
    await fill(root, 'Search sidebar is pinned', true);
    await admin.pressing(await byRole(root, 'button', 'Update Preferences'), 'PUT /users/jane/preferences');
    expect(admin.sent('PUT /users/jane/preferences')).to.deep.equal({
      preferences: {
        enableSmartSearch: false,
        updateUnfocussed: true,
        searchSidebarIsPinned: true,
        dashboardSidebarIsPinned: false,
        themeMode: 'noir',
        of_a_plug_in: { kept: true },
      },
    });
  });

  it('keeps one basic role, adds roles to the existing ones, and removes single roles', async () => {
    const { root } = await edit();
    await clickOn(root, 'button', 'Remove role Reader');
    await byText(root, 'Roles must at least contain Admin or Reader role.');
    expect(admin.server.to('PUT /users/u1').length).to.equal(0);
    await admin.pressing(await byRole(root, 'button', 'Remove role Web'), 'PUT /users/u1');
    expect(admin.sent('PUT /users/u1')).to.deep.equal({ roles: ['Reader'], timezone: 'Europe/Paris' });
    await waitUntil(
      () => withText(root, 'Roles must at least contain Admin or Reader role.') === undefined,
      'the refusal disappears after a change that succeeded',
    );
    await pick(root, 'Assign Roles', 'Mail');
    await admin.pressing(await byRole(root, 'button', 'Assign Role'), 'PUT /users/u1');
    expect(admin.sent('PUT /users/u1')).to.deep.equal({ roles: ['Reader', 'Web', 'Mail'], timezone: 'Europe/Paris' });
  });

  it('requires the old password for the own account, but not from administrators who set the password of others', async () => {
    const { root, remove } = await edit();
    expect(root.querySelectorAll('input[type=password]').length).to.equal(2);
    await fill(root, 'New Password', 'long enough 1');
    await fill(root, 'Repeat Password', 'long enough 2');
    await clickOn(root, 'button', 'Change Password');
    await byText(root, 'Passwords do not match');
    await fill(root, 'Repeat Password', 'long enough 1');
    await admin.pressing(await byRole(root, 'button', 'Change Password'), 'PUT /users/u1/password');
    expect(admin.sent('PUT /users/u1/password')).to.deep.equal({ password: 'long enough 1' });
    remove();
    const own = await admin.open('/system/users/edit/me');
    await byRole(own.root, 'button', 'Change Password');
    expect(own.root.querySelectorAll('input[type=password]').length).to.equal(3);
    for (const [label, value] of [
      ['Old Password', 'the old one'],
      ['New Password', 'long enough 1'],
      ['Repeat Password', 'long enough 1'],
    ] as const)
      await fill(own.root, label, value);
    await admin.pressing(await byRole(own.root, 'button', 'Change Password'), 'PUT /users/me/password');
    expect(admin.sent('PUT /users/me/password')).to.deep.equal({
      password: 'long enough 1',
      old_password: 'the old one',
    });
  });

  it("ends a session after confirmation; of one's own account only the other sessions", async () => {
    const { root, remove } = await edit();
    await byRole(root, 'button', 'End all sessions');
    await clickOn(root, 'button', /^End session.*10\.0\.0\.1/);
    await confirming(admin, root, 'End session', 'DELETE /users/u1/sessions/1');
    remove();
    const own = await admin.open('/system/users/edit/me');
    await clickOn(own.root, 'button', 'End all other sessions');
    expect(allByRole(own.root, 'button', /^End session/).length).to.equal(1);
    await confirming(admin, own.root, 'End all other sessions', 'DELETE /users/me/sessions');
    expect(admin.server.to('DELETE /users/me/sessions').at(-1)?.url.searchParams.get('keep_current')).to.equal('true');
  });

  it('changes only time zone, start page and preferences of a built-in administrator whose server stores them', async () => {
    builtIn = account('root', 'admin', { read_only: true });
    const refused = await admin.open('/system/users/edit/root');
    await byText(refused.root, "can't be edited");
    expect(allByRole(refused.root, 'button', /^Update/).length).to.equal(0);
    refused.remove();
    builtIn = account('local:admin', 'admin', { read_only: true });
    const { root } = await admin.open('/system/users/edit/root');
    await byRole(root, 'button', 'Update Preferences');
    await idle(admin.server);
    expect(allByRole(root, 'button', /^(Update Profile|Change Password|Assign Role|Remove role)/).length).to.equal(0);
    expect(allByRole(root, 'checkbox', /time out|Service Account/).length).to.equal(0);
    await clickOn(root, 'button', 'Reset');
    await admin.pressing(await byRole(root, 'button', 'Update Settings'), 'PUT /users/local%3Aadmin');
    expect(admin.sent('PUT /users/local%3Aadmin')).to.deep.equal({
      timezone: 'Europe/Paris',
      startpage: { type: null, id: null },
    });
  });

  it('is refused without users:edit, and offers no profile or password for an external account', async () => {
    admin.permissions = ['users:edit:other'];
    const denied = await admin.open('/system/users/edit/u1');
    await byText(denied.root, 'Missing Permissions');
    expect(allByRole(denied.root, 'button', /^Update/).length).to.equal(0);
    denied.remove();
    admin.permissions = ['*'];
    jane = account('u1', 'jane', { external: true });
    const { root } = await edit();
    expect(allByRole(root, 'button', /^(Update Profile|Change Password)$/).length).to.equal(0);
  });
});

describe('creating a user', () => {
  it('reports a taken name, and sends every field', async () => {
    const { root, host } = await admin.open('/system/users/new');
    for (const [label, value] of [
      ['First Name', 'Jane'],
      ['Last Name', 'Doe'],
      ['Username', 'taken'],
      ['E-Mail Address', 'jane@example.org'],
      ['Timeout amount', '3'],
      ['Unit', '86400000'],
      ['New Password', 'long enough 1'],
      ['Repeat Password', 'long enough 1'],
    ] as const)
      await fill(root, label, value);
    await expectAccessible(host);
    // Names are looked up shortly after the last keystroke.
    await waitUntil(() => admin.server.to('GET /users/taken').length === 1, 'the name is looked up');
    await idle(admin.server);
    await clickOn(root, 'button', 'Create user');
    await byText(root, 'Username is already taken');
    expect(admin.server.to('POST /users').length).to.equal(0);
    await fill(root, 'Username', ' free ');
    await admin.pressing(await byRole(root, 'button', 'Create user'), 'POST /users');
    expect(admin.sent('POST /users')).to.deep.equal({
      username: 'free',
      first_name: 'Jane',
      last_name: 'Doe',
      email: 'jane@example.org',
      password: 'long enough 1',
      permissions: [],
      roles: ['Reader'],
      service_account: false,
      session_timeout_ms: 259_200_000,
    });
    expect(admin.events).to.deep.equal(['log-changed user ', 'log-navigate /system/users']);
  });
});
