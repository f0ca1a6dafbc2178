/**
 * Tests the embed dialog: choices become attributes and token limits in the code, the request and the preview alike.
 */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { EmbedDialog } from '../../../elements/embed/embed-dialog.js';
import type { EmbedRequest } from '../../../elements/kit/share-tools.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byRole, byText, clickOn, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const request: EmbedRequest = {
  heading: 'Embed dashboard',
  title: 'Payments',
  offers: [
    { label: 'Dashboard', subject: { tag: 'log-dashboard', values: { viewId: 'd1' } } },
    { label: 'Wall', subject: { tag: 'log-tv', values: { viewId: 'd1' } } },
  ],
};
const until = '2024-03-01T10:15:00.000Z';
const token = (id: string, view: string) => ({ id, guest: `guest ${id}`, view, issuer: 'ada', expires_at: until });

describe('the embed dialog', () => {
  let server: FakeServer;
  let made: Record<string, unknown>[];
  beforeEach(() => {
    made = [];
    server = fakeServer({
      ...signedIn,
      'GET /embed/tokens': () => ({ tokens: [token('t1', 'd1'), token('t2', 'other')] }),
      'POST /embed/tokens': ({ body }) => {
        made.push(JSON.parse(body ?? '{}') as Record<string, unknown>);
        return { ...token(`p${made.length}`, 'd1'), token: 'secret' };
      },
      'DELETE /embed/tokens/*': () => undefined,
    });
  });
  afterEach(() => server.restore());

  const code = (root: ParentNode) => root.querySelector('pre[aria-label=Code]')?.textContent ?? '';
  const revoked = () => server.calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.pathname);

  it('writes the choices into the code, and previews the element as a guest with the same limits', async () => {
    const { root, remove } = await stage(() => <EmbedDialog request={request} onClose={() => undefined} />);
    await byText(root, 'as a guest with this token sees it');
    expect(code(root)).to.contain('view-id="d1"').and.contain('readonly').and.contain('auth="host"');
    await clickOn(root, 'checkbox', 'Downloads');
    await clickOn(root, 'checkbox', 'Add filters');
    (await byRole(root, 'textbox', 'Forced filter')).focus();
    await sendKeys({ type: 'tenant:alpha' });
    await waitUntil(() => code(root).includes('hide="export"') && code(root).includes('allow="filter"'), code(root));
    expect(code(root)).not.to.contain('readonly');
    await waitUntil(() => made.some((body) => body['filter'] === 'tenant:alpha'));
    expect(made.at(-1)).to.deep.equal({
      view: 'd1',
      filter: 'tenant:alpha',
      allow: ['query'],
      minutes: 15,
      guest: 'Preview of ada',
    });
    const preview = root.querySelector('log-dashboard');
    expect(preview?.getAttribute('hide')).to.equal('export');
    // The token with the previous limits is not needed any more.
    await waitUntil(() => revoked().some((path) => path.endsWith('/p1')));
    const count = made.length;
    remove();
    await waitUntil(() => revoked().some((path) => path.endsWith(`/p${count}`)));
  });

  it('adapts the code to the chosen element, the framework and the audience', async () => {
    const { root, remove } = await stage(() => <EmbedDialog request={request} onClose={() => undefined} />);
    await clickOn(root, 'tab', 'Wall');
    await clickOn(root, 'tab', 'React');
    await waitUntil(() => code(root).includes("import { LogTv } from 'log-console-elements/react'"));
    (await byText(root, 'People who sign in to Log Console')).click();
    await waitUntil(() => !code(root).includes('getToken'));
    await byText(root, 'as you see it');
    expect(root.querySelector('section[aria-label="Embed token"]')).to.equal(null);
    await still(root.host);
    await expectAccessible(root.host);
    remove();
  });

  it('lists the tokens for the same entity, and revokes one', async () => {
    const { root, remove } = await stage(() => <EmbedDialog request={request} onClose={() => undefined} />);
    await clickOn(root, 'button', 'Show tokens');
    await byText(root, 'guest t1');
    expect(root.textContent).not.to.contain('guest t2');
    await clickOn(root, 'button', 'Revoke');
    await byText(root, 'The embed token was revoked.');
    expect(revoked().some((path) => path.endsWith('/embed/tokens/t1'))).to.equal(true);
    remove();
  });

  it('shows that a server supports no tokens, and still shows the preview', async () => {
    server.routes['GET /embed/tokens'] = () => new Response('{}', { status: 404 });
    const { root, remove } = await stage(() => <EmbedDialog request={request} onClose={() => undefined} />);
    await byText(root, 'This server makes no embed tokens.');
    await waitUntil(() => root.querySelector('log-dashboard'));
    await byText(root, 'as you see it');
    remove();
  });
});
