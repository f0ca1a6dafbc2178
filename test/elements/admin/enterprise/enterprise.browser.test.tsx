/** Tests the pages about features that this edition lacks, against a server in the page. */
import { expect } from '@open-wc/testing';
import { EnterprisePage } from '../../../../elements/admin/enterprise/enterprise-page.js';
import { SecurityPage } from '../../../../elements/admin/enterprise/security-page.js';
import { RoutesContext } from '../../../../elements/element/routes-context.js';
import { EnterpriseNotice } from '../../../../elements/kit/enterprise-notice.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

let server: FakeServer;
let permissions: string[];
beforeEach(() => {
  permissions = ['licenseinfos:read'];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    'GET /enterprise/license/info': () => ({ license_info: { license_status: 'absent' } }),
    'GET /system': () => ({ cluster_id: 'ab-cd', hostname: 'h', version: '5.1.8' }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

describe('enterprise and security', () => {
  it('shows whether a license is installed, and the cluster id that a license would be for', async () => {
    const { root, remove } = await stage(() => (
      <main>
        <EnterprisePage />
      </main>
    ));
    await byText(root, 'No license is installed.');
    await byText(root, 'AB-CD');
    await byRole(root, 'link', 'Show what there is without it');
    await still(root.host);
    await expectAccessible(root.host);
    remove();
  });

  it('shows that the state of the license is unknown, and requests it again', async () => {
    server.routes['GET /enterprise/license/info'] = () => new Response('{"message":"no disk"}', { status: 500 });
    const { root, remove } = await stage(() => (
      <main>
        <EnterprisePage />
      </main>
    ));
    await byText(root, 'The state of the license is not known');
    server.routes['GET /enterprise/license/info'] = () => ({ license_info: { license_status: 'installed' } });
    await clickOn(root, 'button', 'Try again');
    await byText(root, 'A license is installed.');
    remove();
  });

  it('shows links on the security page only to pages that exist', async () => {
    const { root, remove } = await stage(() => (
      <main>
        <RoutesContext value={(route) => route.startsWith('/alerts')}>
          <SecurityPage />
        </RoutesContext>
      </main>
    ));
    await byText(root, 'The security plugin is not installed on this server.');
    await byRole(root, 'link', 'Event Definitions');
    expect(allByRole(root, 'link', 'Threat Intelligence Lookup')).to.have.length(0);
    await still(root.host);
    await expectAccessible(root.host);
    remove();
  });

  it('names the feature of a notice, and links to the enterprise page for users who may see it', async () => {
    const words = 'To use the teams functionality you need the enterprise license and the enterprise plugin.';
    const shown = () =>
      stage(() => (
        <main>
          <EnterpriseNotice feature="teams" />
        </main>
      ));
    const first = await shown();
    await byText(first.root, words);
    await byRole(first.root, 'link', 'About the enterprise edition');
    first.remove();
    permissions = [];
    const second = await shown();
    await byText(second.root, words);
    await waitUntil(() => server.to('GET /users/ada').length === 2, 'the user is requested again');
    expect(allByRole(second.root, 'link')).to.have.length(0);
    second.remove();
  });
});
