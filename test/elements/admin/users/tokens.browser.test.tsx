/** Tests the page of access tokens against a server in the page: the filter, and requests. */
import { expect } from '@open-wc/testing';
import { usersPages } from '../../../../elements/admin/users/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, confirming, fieldNamed, fill } from '../admin-page.js';

const account = {
  id: 'u1',
  username: 'jane',
  email: 'jane@example.org',
  first_name: 'Jane',
  last_name: 'Doe',
  full_name: 'Jane Doe',
  permissions: [],
  grn_permissions: [],
  preferences: null,
  timezone: 'UTC',
  session_timeout_ms: 3_600_000,
  read_only: false,
  external: false,
  startpage: null,
  roles: ['Reader'],
  session_active: false,
  last_activity: null,
  client_address: null,
  account_status: 'enabled',
  service_account: false,
};
const never = '1970-01-01T00:00:00.000Z';
const tokens = [
  { id: 't1', name: 'Backup job', last_access: never },
  { id: 't2', name: 'grafana', last_access: '2024-03-01T10:05:00.000Z', expires_at: '2024-04-01T00:00:00.000Z' },
];

const admin = administration(usersPages, () => ({
  'GET /users/id/u1': () => account,
  'GET /users/u1/tokens': () => ({ tokens }),
  'POST /users/u1/tokens/*': () => ({ id: 't3', name: 'new', token: 'the-secret', last_access: never }),
  'DELETE /users/u1/tokens/t1': () => undefined,
}));

const names = (root: ShadowRoot) =>
  [...root.querySelectorAll('li')].map((line) => line.querySelector('span span')?.textContent);

describe('the tokens of a user', () => {
  it('are filtered by a case-insensitive regular expression; an invalid one is reported', async () => {
    const { root, host } = await admin.open('/system/users/tokens/u1');
    await byText(root, 'grafana');
    // The most recently used tokens come first.
    expect(names(root)).to.deep.equal(['grafana', 'Backup job']);
    await expectAccessible(host);
    const filter = await byRole(root, 'textbox').then(() => root.querySelector<HTMLInputElement>('input[type=search]'));
    const label = filter?.getAttribute('aria-label') ?? '';
    await fill(root, label, 'BACKUP');
    await waitUntil(() => names(root).length === 1, 'the filter ignores the case');
    expect(names(root)).to.deep.equal(['Backup job']);
    await fill(root, label, 'graf(ana|ite)$');
    await waitUntil(() => names(root)[0] === 'grafana', 'the filter is a regular expression');
    await fill(root, label, '(');
    await waitUntil(() => names(root).length === 0, 'an invalid expression matches nothing');
    expect((await fieldNamed(root, label)).ariaInvalid).to.equal('true');
  });

  for (const [lifetime, days] of [
    ['month', 30],
    ['quarter', 90],
    ['year', 365],
  ] as const)
    it(`expire after ${days} days for the choice ${lifetime}`, async () => {
      const { root } = await admin.open('/system/users/tokens/u1');
      await fill(root, 'Token Name', lifetime);
      await fill(root, 'Expires', lifetime);
      const route = `POST /users/u1/tokens/${lifetime}`;
      await admin.pressing(await byRole(root, 'button', 'Create Token'), route);
      const { expires_at: end } = admin.sent(route) as { expires_at: string };
      expect(Math.abs(Date.parse(end) - Date.now() - days * 86_400_000)).to.be.lessThan(60_000);
    });

  it('are shown once, with the chosen expiry, and deleted after confirmation', async () => {
    const { root } = await admin.open('/system/users/tokens/u1');
    await fill(root, 'Token Name', ' a/b ');
    await fill(root, 'Expires', 'week');
    const route = 'POST /users/u1/tokens/a%2Fb';
    await admin.pressing(await byRole(root, 'button', 'Create Token'), route);
    const { expires_at: end } = admin.sent(route) as { expires_at: string };
    expect(Math.abs(Date.parse(end) - Date.now() - 7 * 86_400_000)).to.be.lessThan(60_000);
    await byText(root, 'the-secret');
    expect(allByRole(root, 'textbox', 'Token Name').length).to.equal(0);
    await clickOn(root, 'button', 'Delete Backup job');
    await confirming(admin, root, 'Delete', 'DELETE /users/u1/tokens/t1');
  });

  it('are created without an expiry by sending none', async () => {
    const { root } = await admin.open('/system/users/tokens/u1');
    await fill(root, 'Token Name', 'forever');
    await admin.pressing(await byRole(root, 'button', 'Create Token'), 'POST /users/u1/tokens/forever');
    expect(admin.sent('POST /users/u1/tokens/forever')).to.deep.equal({});
  });
});
