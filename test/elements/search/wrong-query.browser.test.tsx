/**
 * Tests that a search reports failures of its own widgets only. It must report no failure of the search that was shown
 * before it.
 */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import { ElementHealth } from '../../../elements/element/element-health.js';
import { openConnections } from '../../../elements/element/connection.js';
import type { HostElementFace } from '../../../elements/element/host-context.js';
import { tellWrongQuery } from '../../../elements/search/index.js';
import type { ViewPageActor } from '../../../elements/view-area/index.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { searchRoutes } from '../fake-searches.js';
import { untyped } from '../../untyped.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

const search = (): ViewDocument => defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
const [broken, sound] = [search(), search()];
const [chart = '', messages = ''] = Object.values(broken.view.state)[0]?.widgets.map(({ id }) => id) ?? [];

describe('a search with failed widgets', () => {
  let server: FakeServer;
  let heard: string[] = [];
  const listen = (event: Event): void => {
    // Cast: elements emit custom events whose details contain these texts.
    const { code, widget } = (event as CustomEvent<{ code?: string; widget?: string }>).detail;
    heard.push([event.type, code, widget].filter((word) => word !== undefined).join(' '));
  };
  const names = ['log-ready', 'log-error', 'log-recovered'];
  before(() => names.forEach((name) => document.addEventListener(name, listen)));
  after(() => names.forEach((name) => document.removeEventListener(name, listen)));
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
    heard = [];
  });

  const opened = (viewId: string) => {
    const element = document.createElement('log-search');
    element.setAttribute('view-id', viewId);
    document.body.append(element);
    return element;
  };

  it('reports its recovery when the page shows another search, whose widgets work', async () => {
    server = fakeServer(
      searchRoutes([broken, sound], (widget, view) =>
        view === broken.view.id && widget === chart ? 'Too many groups.' : undefined,
      ),
    );
    const element = opened(broken.view.id);
    await waitUntil(() => heard.length >= 2, 'the search reports its failed widget and that it is ready');
    expect(heard.sort()).to.deep.equal([`log-error bad-request ${chart}`, 'log-ready']);
    heard = [];
    element.setAttribute('view-id', sound.view.id);
    await waitUntil(() => heard.length > 0, 'the search reports its recovery');
    expect(heard).to.deep.equal(['log-recovered']);
  });

  it('keeps only the earlier results below the line about an outage', async () => {
    server = fakeServer(searchRoutes([sound], () => undefined));
    const element = opened(sound.view.id);
    await waitUntil(() => heard.includes('log-ready'));
    const regions = () => [...(element.shadowRoot?.querySelectorAll('section') ?? [])];
    const isBusy = (region: Element): boolean => region.getAttribute('aria-busy') === 'true';
    // Regions that wait for the script of their widget are replaced by the widget.
    await waitUntil(() => regions().length > 0 && !regions().some(isBusy), 'the widgets are shown');
    const widgets = regions();
    const { fetch } = window;
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const failed = await element.refresh().then(
      () => 'resolved',
      (error: { readonly code: string }) => error.code,
    );
    const text = () => element.shadowRoot?.textContent ?? '';
    await waitUntil(() => text().includes('not reachable'), 'the outage is named');
    expect([failed, text().includes('as soon as the server answers')]).to.deep.equal(['unreachable', false]);
    expect(text()).to.include('timestamp');
    // Widgets that are mounted again would lose what they keep themselves, such as their stacking by level.
    expect(widgets.filter((widget) => !widget.isConnected)).to.have.lengthOf(0);
    window.fetch = fetch;
  });

  it('reports the failure of the same widget again after another search', async () => {
    let fails = true;
    server = fakeServer(
      searchRoutes([broken, sound], (widget, view) =>
        fails && view === broken.view.id && widget === messages ? 'Too many groups.' : undefined,
      ),
    );
    const element = opened(broken.view.id);
    await waitUntil(() => heard.length >= 2);
    element.setAttribute('view-id', sound.view.id);
    await waitUntil(() => heard.length >= 3);
    element.setAttribute('view-id', broken.view.id);
    await waitUntil(() => heard.length >= 4);
    fails = false;
    await element.refresh();
    await waitUntil(() => heard.length >= 5);
    expect(heard.slice(2)).to.deep.equal(['log-recovered', `log-error bad-request ${messages}`, 'log-recovered']);
  });
});

it('a report about a query is dropped when the query is corrected before the script of reports is loaded', async () => {
  const events: string[] = [];
  const health = new ElementHealth((name) => events.push(name) > 0);
  let reads = 0;
  // The test doubles have only the members that the report reads.
  const page = untyped<ViewPageActor>({ getSnapshot: () => ({ context: { reads: (reads += 1) } }) });
  tellWrongQuery(untyped<HostElementFace>({ health }), page, undefined)();
  await import('../../../elements/search/page/wrong-query.js');
  await new Promise((resolve) => setTimeout(resolve));
  expect([events, reads]).to.deep.equal([[], 0]);
});
