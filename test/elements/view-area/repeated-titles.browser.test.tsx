/** Tests that widgets with the same title are regions of different names for screen readers. */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { storedDashboard } from '../stored-dashboard.js';
import { waitUntil } from '../wait.js';

describe('widgets with the same title', () => {
  let server: FakeServer;
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  it('have their order in their names, and other widgets have not', async () => {
    const { document: stored } = storedDashboard(['Load', 'Errors', 'Load']);
    server = fakeServer(searchRoutes([stored], () => undefined));
    const element = document.createElement('log-dashboard');
    element.setAttribute('view-id', stored.view.id);
    document.body.append(element);
    const root = element.shadowRoot;
    const names = () =>
      [...(root?.querySelectorAll('[data-widget] section') ?? [])].map((region) =>
        (region.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .map((id) => root?.getElementById(id)?.textContent)
          .join(' '),
      );
    await waitUntil(() => names().length === 3, 'the widgets are shown');
    expect(names().sort()).to.deep.equal(['Errors', 'Load 1 of 2', 'Load 2 of 2']);
  });
});
