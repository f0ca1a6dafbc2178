/** Tests the list of users and its dialogs against a server in the page: requests. */
import { expect } from '@open-wc/testing';
import { usersPages } from '../../../../elements/admin/users/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { administration, choose, confirming, fill, idle, pick } from '../admin-page.js';
import { overview } from './account.js';

let users: ReturnType<typeof overview>[];
let owned: object[];

const admin = administration(usersPages, () => {
  users = [overview('u1', 'jane'), overview('u2', 'bob', { account_status: 'disabled' })];
  owned = [];
  return {
    'GET /users/paginated': () => ({
      users,
      total: users.length,
      context: { admin_user: overview('local:admin', 'admin', { read_only: true }) },
    }),
    'GET /users/u1/owned': () => ({ entities: owned }),
    'GET /users/u2/owned': () => ({ entities: owned }),
    'PUT /users/u1/status/disabled': () => undefined,
    'PUT /users/u2/status/enabled': () => undefined,
    'DELETE /users/id/u1': () => undefined,
  };
});
const shown = (root: ShadowRoot) => byText(root, 'jane@example.org');

describe('the list of users', () => {
  it('offers neither status changes nor deletion for external accounts', async () => {
    users = [overview('u1', 'jane', { external_user: true }), overview('u3', 'sys', { read_only: true })];
    const { root } = await admin.open('/system/users');
    await shown(root);
    expect(allByRole(root, 'button', 'Edit sys Doe').length).to.equal(0);
    await clickOn(root, 'button', 'More actions for jane Doe');
    await byRole(root, 'menuitem', 'Delete');
    expect(allByRole(root, 'menuitem', /able$/).length).to.equal(0);
  });

  it('does not offer users to disable their own account', async () => {
    users = [overview('me', 'ada')];
    const { root } = await admin.open('/system/users');
    await clickOn(root, 'button', 'More actions for ada Doe');
    await byRole(root, 'menuitem', 'Delete');
    expect(allByRole(root, 'menuitem', /able$/).length).to.equal(0);
  });

  it('disables after confirmation, and enables without one', async () => {
    const { root, host } = await admin.open('/system/users');
    await shown(root);
    await expectAccessible(host);
    await choose(root, 'More actions for jane Doe', 'Disable');
    await confirming(admin, root, 'Disable', 'PUT /users/u1/status/disabled');
    await clickOn(root, 'button', 'More actions for bob Doe');
    await admin.pressing(await byRole(root, 'menuitem', 'Enable'), 'PUT /users/u2/status/enabled');
    expect(admin.events).to.deep.equal(['log-changed user u1', 'log-changed user u2']);
  });
});

const deletion = async () => {
  const { root } = await admin.open('/system/users');
  await shown(root);
  await choose(root, 'More actions for jane Doe', 'Delete');
  const dialog = await byRole(root, 'alertdialog');
  await idle(admin.server);
  return { root, dialog };
};
const query = () => Object.fromEntries(admin.server.to('DELETE /users/id/u1').at(-1)?.url.searchParams ?? []);

describe('deleting a user', () => {
  it('requires no new owner if the user is the sole owner of nothing', async () => {
    owned = [{ id: 's1', title: 'Web', type: 'stream', shared_ownership: true }];
    const { root, dialog } = await deletion();
    expect(allByRole(dialog, 'combobox').length).to.equal(0);
    await confirming(admin, root, 'Delete', 'DELETE /users/id/u1');
    expect(query()).to.deep.equal({});
  });

  it('asks for the new owner of entities that the user alone owns, and sends the answer', async () => {
    owned = [{ id: 's1', title: 'Web', type: 'stream', shared_ownership: false }];
    const { root, dialog } = await deletion();
    await byText(dialog, 'The user alone owns 1 thing.');
    await clickOn(dialog, 'button', 'Delete');
    await byText(dialog, 'Choose who owns it from now on.');
    expect(admin.server.to('DELETE /users/id/u1').length).to.equal(0);
    await pick(root, 'New owner', 'bob Doe (bob)');
    await confirming(admin, root, 'Delete', 'DELETE /users/id/u1');
    expect(query()).to.deep.equal({ hand_over_to: 'u2' });
  });

  for (const [fate, sent] of [
    ['delete', { delete_owned: 'true' }],
    ['keep', {}],
  ] as const)
    it(`sends ${JSON.stringify(sent)} for the choice ${fate}`, async () => {
      owned = [{ id: 's1', title: 'Web', type: 'stream', shared_ownership: false }];
      const { root, dialog } = await deletion();
      await fill(dialog, 'What happens to it', fate);
      await confirming(admin, root, 'Delete', 'DELETE /users/id/u1');
      expect(query()).to.deep.equal(sent);
    });
});
