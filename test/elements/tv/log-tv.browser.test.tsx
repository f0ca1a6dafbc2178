/** Tests the events that a wall display emits when its page changes, and the parts that the host page can hide. */
import { expect } from '@open-wc/testing';
import { openConnections } from '../../../elements/element/connection.js';
import '../../../elements/log-tv.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { byText } from '../search/stage.js';
import { waitUntil } from '../wait.js';

function dashboard(): ViewDocument {
  const { view, search } = defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
  const state = Object.fromEntries(
    Object.entries(view.state).map(([id, page]) => [id, { ...page, titles: { tab: { title: 'Overview' } } }]),
  );
  return { view: { ...view, type: 'DASHBOARD', title: 'Errors of the shop', state }, search };
}

describe('log-tv', () => {
  let server: FakeServer;
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  it('reports the titles of the page and of the dashboard, and hides the logo if the host page wants so', async () => {
    const shown = dashboard();
    server = fakeServer(searchRoutes([shown], () => undefined));
    const told: unknown[] = [];
    const element = document.createElement('log-tv');
    // Cast: events of elements are custom events.
    element.addEventListener('log-page-change', (event) => told.push((event as CustomEvent<unknown>).detail));
    element.setAttribute('view-id', shown.view.id);
    document.body.append(element);
    const root = element.shadowRoot;
    if (!root) throw new Error('no shadow root');
    await byText(root, 'Overview');
    await waitUntil(() => told.length > 0, 'the host page receives the event');
    const [page] = Object.keys(shown.view.state);
    expect(told).to.deep.equal([{ page, title: 'Overview', dashboard: 'Errors of the shop' }]);
    expect(root.querySelectorAll('header > svg').length).to.equal(1);
    element.setAttribute('hide', 'logo');
    await waitUntil(() => root.querySelectorAll('header > svg').length === 0, 'the logo is hidden');
  });

  it('names the outage, and not a missing sign-in, when the server is down and the page therefore has no token', async () => {
    server = fakeServer({});
    const { fetch } = window;
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const element = document.createElement('log-tv');
    Object.assign(element, { getToken: () => Promise.reject(new Error('no token: 502')) });
    element.setAttribute('auth', 'host');
    element.setAttribute('view-id', 'one');
    const events: string[] = [];
    element.addEventListener('log-auth-required', () => events.push('log-auth-required'));
    document.body.append(element);
    await waitUntil(() => events.length > 0, 'the page is asked for a token');
    const root = element.shadowRoot;
    if (!root) throw new Error('no shadow root');
    await byText(root, 'No connection to the server. Trying again');
    expect(root.textContent).not.to.include('Signed out');
    window.fetch = fetch;
  });

  it('shows one widget per row at full size on a phone', async () => {
    const shown = dashboard();
    server = fakeServer(searchRoutes([shown], () => undefined));
    const element = document.createElement('log-tv');
    element.style.display = 'block';
    element.style.width = '360px';
    element.style.setProperty('--log-tv-height', '740px');
    element.setAttribute('view-id', shown.view.id);
    document.body.append(element);
    const root = element.shadowRoot;
    if (!root) throw new Error('no shadow root');
    await waitUntil(() => root.querySelectorAll('[data-widget]').length === 2, 'the widgets are shown');
    const places = [...root.querySelectorAll('[data-widget]')].map((cell) => cell.getBoundingClientRect());
    await waitUntil(
      () => root.querySelector<HTMLElement>('[style*=zoom]')?.style.zoom === '1',
      'texts have their size',
    );
    expect(places[1]?.top).to.be.greaterThan(places[0]?.bottom ?? Infinity);
    for (const { left, width } of places) expect([left, width]).to.deep.equal([places[0]?.left, places[0]?.width]);
    expect(places[1]?.height, 'the rows of the grid have a height of their own').to.be.greaterThan(400);
  });
});
