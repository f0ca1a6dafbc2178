/** The page of configurations, against a server in the page. */
import { expect } from '@open-wc/testing';
import { LogConfigurations } from '../../../../elements/admin/configurations/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const sharing = '/system/cluster_config/org.graylog2.users.UserAndTeamsConfig';
const users = '/system/cluster_config/org.graylog2.users.UserConfiguration';
const all = ['clusterconfigentry:read', 'clusterconfigentry:edit', 'clusterconfigentry:create'];

let server: FakeServer;
let permissions: readonly string[];
let stored: Record<string, unknown>;

beforeEach(() => {
  permissions = all;
  stored = { allow_sharing_with_everyone: true, allow_sharing_with_users: false, kept: [1] };
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    [`GET ${sharing}`]: () => stored,
    [`PUT ${sharing}`]: ({ body }) => (stored = JSON.parse(body ?? '') as Record<string, unknown>),
    [`GET ${users}`]: () => new Response(null, { status: 204 }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const open = (section: string) =>
  stage(() => (
    <main>
      <LogConfigurations route={`/system/configurations/${section}`} />
    </main>
  ));

describe('configurations', () => {
  it('a section shows what is stored; what its form does not ask for stays', async () => {
    const { root, remove } = await open('permissions');
    await byText(root, 'Share with everyone');
    await byText(root, 'Disabled');
    await still(root.host);
    await expectAccessible(root.host);
    (await byRole(root, 'button', 'Edit configuration')).click();
    await byRole(root, 'dialog', 'Configure Permissions');
    (await byRole(root, 'checkbox', 'Share with users')).click();
    (await byRole(root, 'button', 'Update configuration')).click();
    await waitUntil(() => server.to(`PUT ${sharing}`).length === 1, 'not stored');
    expect(stored).to.deep.equal({ allow_sharing_with_everyone: true, allow_sharing_with_users: true, kept: [1] });
    remove();
  });

  it('what somebody else has changed meanwhile is not overwritten unasked', async () => {
    const { root, remove } = await open('permissions');
    (await byRole(root, 'button', 'Edit configuration')).click();
    (await byRole(root, 'checkbox', 'Share with users')).click();
    stored = { ...stored, allow_sharing_with_everyone: false };
    (await byRole(root, 'button', 'Update configuration')).click();
    await byText(root, 'Changed meanwhile');
    expect(server.to(`PUT ${sharing}`)).to.have.length(0);
    remove();
  });

  it('what was never saved is as by default; a period that is none is not stored', async () => {
    const { root, remove } = await open('users');
    await byText(root, 'Global session timeout interval');
    (await byRole(root, 'button', 'Edit configuration')).click();
    await byRole(root, 'dialog', 'Configure User Settings');
    (await byRole(root, 'checkbox', 'Enable global session timeout')).click();
    const field = (await byRole(root, 'textbox', 'Global session timeout interval')) as HTMLInputElement;
    expect([field.value, field.disabled]).to.deep.equal(['PT1H', false]);
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(field, 'soon');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    (await byRole(root, 'button', 'Update configuration')).click();
    await byText(root, 'invalid');
    expect(server.to(`PUT ${users}`)).to.have.length(0);
    remove();
  });

  it('who may not change them sees no button; who lacks the second permission is told so', async () => {
    permissions = ['clusterconfigentry:read'];
    const first = await open('permissions');
    await byText(first.root, 'Share with everyone');
    expect(allByRole(first.root, 'button')).to.have.length(0);
    first.remove();
    permissions = ['clusterconfigentry:read', 'clusterconfigentry:edit'];
    const second = await open('permissions');
    const button = await byRole(second.root, 'button', 'Edit configuration');
    expect(button.getAttribute('aria-disabled')).to.equal('true');
    second.remove();
  });

  it('a section that cannot be loaded or shown says so; the others stay', async () => {
    server.routes[`GET ${sharing}`] = () => new Response('{"type":"ApiError","message":"broken"}', { status: 500 });
    const { root, remove } = await open('permissions');
    await byText(root, 'Could not load the configuration');
    await byRole(root, 'link', 'Users');
    remove();
    server.routes['GET /system/cluster_config/org.graylog2.indexer.searches.SearchesClusterConfig'] = () => ({
      relative_timerange_options: {},
      surrounding_filter_fields: 5,
    });
    const other = await open('search');
    await byText(other.root, 'Something went wrong:');
    await byRole(other.root, 'link', 'Users');
    other.remove();
  });
});
