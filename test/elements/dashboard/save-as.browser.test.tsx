/** Tests that a dashboard offers to save a copy exactly to those accounts that may create dashboards. */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer } from '../fake-server.js';
import { allByRole, byRole } from '../search/stage.js';
import { storedDashboard } from '../stored-dashboard.js';
import { waitUntil } from '../wait.js';

const { document: stored } = storedDashboard(['One']);

for (const [permissions, offered] of [
  [['streams:read', `view:read:${stored.view.id}`], false],
  [['streams:read', `view:read:${stored.view.id}`, 'dashboards:create'], true],
] as const)
  it(`Save as is ${offered ? 'offered' : 'disabled'} with the permissions ${permissions.join(' ')}`, async () => {
    const server = fakeServer({
      ...searchRoutes([stored], () => undefined),
      'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'Europe/Berlin' }),
    });
    const element = document.createElement('log-dashboard');
    element.setAttribute('view-id', stored.view.id);
    document.body.append(element);
    const { shadowRoot: root } = element;
    if (!root) throw new Error('no shadow root');
    const button = await byRole(root, 'button', 'Save as');
    await waitUntil(() => button.matches(':disabled, [aria-disabled=true]') !== offered);
    for (const name of ['Save', 'Share'])
      expect((await byRole(root, 'button', name)).matches(':disabled, [aria-disabled=true]'), name).to.equal(true);
    expect(allByRole(root, 'dialog')).to.have.length(0);
    element.remove();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });
