/** Tests that results of an earlier filter are marked while the server cannot be reached. */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import { untyped } from '../../untyped.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { storedDashboard } from '../stored-dashboard.js';
import { waitUntil } from '../wait.js';

const { document: stored, widgets } = storedDashboard(['One', 'Two']);
const pageNote = 'Shown as soon as the server answers. The results are those of the search before.';

describe('a dashboard in an outage', () => {
  let server: FakeServer;
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  const textOf = (element: Element): string => element.shadowRoot?.textContent ?? '';
  const footers = (element: Element): readonly string[] =>
    [...(element.shadowRoot?.querySelectorAll('footer') ?? [])].map(({ textContent }) => textContent);

  for (const tag of ['log-dashboard', 'log-widget'] as const)
    it(`${tag} marks results of an earlier filter, names their range, and ends the marks with the new results`, async () => {
      server = fakeServer(searchRoutes([stored], () => undefined));
      const element = document.createElement(tag);
      element.setAttribute('view-id', stored.view.id);
      if (tag === 'log-widget') element.setAttribute('widget-id', widgets[0] ?? '');
      element.setAttribute('range', '300');
      const ready = new Promise((resolve) => element.addEventListener('log-ready', resolve));
      document.body.append(element);
      await ready;
      await waitUntil(
        () => footers(element).some((text) => text.includes('5 minutes ago - Now')),
        'the range is stated',
      );
      const online = window.fetch;
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
      await untyped<{ refresh(): Promise<unknown> }>(element)
        .refresh()
        .catch(() => undefined);
      await waitUntil(() => footers(element).some((text) => text.includes('Last updated')), 'the results are outdated');
      expect(textOf(element)).not.to.include('search before');

      element.setAttribute('range', '7200');
      await waitUntil(
        () =>
          footers(element).length > 0 && footers(element).every((text) => text.includes('Result of the search before')),
        'each widget marks its result',
      );
      for (const text of footers(element)) expect(text).to.include('5 minutes ago - Now');
      const count = footers(element).length;
      if (tag === 'log-dashboard') {
        await waitUntil(() => textOf(element).includes(pageNote), 'the page says so');
        expect(textOf(element).split(pageNote).length - 1, 'the page says so once').to.equal(1);
      }

      window.fetch = online;
      await untyped<{ refresh(): Promise<unknown> }>(element).refresh();
      await waitUntil(
        () => footers(element).length === count && !textOf(element).includes('search before'),
        'the marks end, and the widgets stay',
      );
      for (const text of footers(element)) {
        expect(text).to.include('Global Override: ');
        expect(text).not.to.include('5 minutes ago - Now');
      }
    });
});
