/**
 * Tests the dialog that creates the link of a snapshot: its requests, its list, and its message without the embedded
 * server.
 */
import { expect } from '@open-wc/testing';
import type { SnapshotOffer } from '../../../elements/kit/share-tools.js';
import { SnapshotDialog } from '../../../elements/snapshot/snapshot-dialog.js';
import { randomIds } from '../../../machines/view/ids.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byRole, byText, clickOn, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const document = emptyDashboard({ createdAt: '2026-01-01T00:00:00.000Z' }, randomIds);
const offer: SnapshotOffer = {
  title: 'Payments',
  viewId: 'd1',
  document,
  state: { global_override: { timerange: { type: 'relative', from: 300 } } },
};
const snapshot = (id: string, view: string | null, opened = 0) => ({
  id,
  title: `Snapshot ${id}`,
  view_id: view,
  created_by: 'ada',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-08T00:00:00.000Z',
  opened,
  bytes: 1,
});

describe('the snapshot dialog', () => {
  let server: FakeServer;
  let sent: Record<string, unknown>[];
  let kept: ReturnType<typeof snapshot>[];
  beforeEach(() => {
    sent = [];
    kept = [snapshot('s1', 'd1', 2), snapshot('s2', 'other')];
    server = fakeServer({
      ...signedIn,
      'GET /': () => ({ version: '5.1.8', embedded: true }),
      'GET /snapshots': () => ({ snapshots: kept }),
      'POST /views/search': ({ body }) => JSON.parse(body ?? '{}') as object,
      'POST /snapshots': ({ body }) => {
        sent.push(JSON.parse(body ?? '{}') as Record<string, unknown>);
        kept = [...kept, snapshot('s3', 'd1')];
        return { ...snapshot('s3', 'd1'), token: 'a token' };
      },
      'DELETE /snapshots/*': ({ url }) => {
        kept = kept.filter(({ id }) => !url.pathname.endsWith(id));
        return undefined;
      },
    });
  });
  afterEach(() => server.restore());

  it('sends the shown view with a separate search, and shows the link once', async () => {
    const { root, remove } = await stage(() => <SnapshotDialog offer={offer} onClose={() => undefined} />);
    const lifetime = (await byRole(root, 'combobox', 'The link works for')) as HTMLSelectElement;
    lifetime.value = '24';
    lifetime.dispatchEvent(new Event('change', { bubbles: true }));
    await clickOn(root, 'button', 'Make link');
    const link = (await byRole(root, 'textbox', 'Link')) as HTMLInputElement;
    expect(link.value).to.match(/\/snapshot\/a%20token$/);
    const stored = server.calls.find(({ url }) => url.pathname.endsWith('/views/search'));
    const { id } = JSON.parse(stored?.body ?? '{}') as { id: string };
    const [body] = sent as { view: { search_id: string }; state: object; hours: number; view_id: string }[];
    expect(body?.view.search_id).to.equal(id);
    expect(id).not.to.equal(document.search.id);
    expect([body?.hours, body?.view_id]).to.deep.equal([24, 'd1']);
    expect(body?.state).to.deep.include(offer.state);
    expect(root.querySelector('section')?.textContent).to.contain('Snapshot s3');
    await still(root.host);
    await expectAccessible(root.host);
    remove();
  });

  it('has the focus on the title once it has loaded, and on the link once it is made', async () => {
    const { root, remove } = await stage(() => <SnapshotDialog offer={offer} onClose={() => undefined} />);
    const title = await byRole(root, 'textbox', 'Title');
    await waitUntil(() => root.activeElement === title, 'the title has the focus');
    await clickOn(root, 'button', 'Make link');
    const link = await byRole(root, 'textbox', 'Link');
    await waitUntil(() => root.activeElement === link, 'the link has the focus');
    remove();
  });

  it('lists the snapshots of the view first, all on demand, and revokes one', async () => {
    const { root, remove } = await stage(() => <SnapshotDialog offer={offer} onClose={() => undefined} />);
    await byText(root, 'opened 2 times');
    expect(root.textContent).not.to.contain('Snapshot s2');
    await clickOn(root, 'button', 'Show all 2 snapshots');
    await byText(root, 'Snapshot s2');
    await clickOn(root, 'button', 'Revoke the snapshot Snapshot s1');
    await byText(root, 'The snapshot was revoked.');
    await waitUntil(() => !root.textContent.includes('Snapshot s1'));
    remove();
  });

  it('shows one sentence for a reference server, which has no snapshots, and sends it no request', async () => {
    server.routes['GET /'] = () => ({ version: '5.1.8' });
    const { root, remove } = await stage(() => <SnapshotDialog offer={offer} onClose={() => undefined} />);
    await byText(root, 'Snapshot links need the embedded server of Log Console; this server makes none.');
    expect(root.textContent).not.to.contain('Make link');
    expect(server.calls.some(({ url }) => url.pathname.includes('/snapshots'))).to.equal(false);
    remove();
  });
});
