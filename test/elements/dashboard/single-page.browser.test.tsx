/** Tests that a dashboard shows tabs only where there are several pages, or where the user can add pages. */
import { expect } from '@open-wc/testing';
import { openConnections } from '../../../elements/element/connection.js';
import '../../../elements/log-dashboard.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { allByRole } from '../search/stage.js';
import { waitUntil } from '../wait.js';

function dashboard(pages: number): ViewDocument {
  const made = Array.from({ length: pages }, () =>
    defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds),
  );
  const [first] = made;
  if (!first) throw new Error('no page');
  return {
    view: {
      ...first.view,
      type: 'DASHBOARD',
      title: 'Errors of the shop',
      // Cast: the joined states of pages are the states of one view.
      state: Object.assign({}, ...made.map(({ view }) => view.state)) as ViewDocument['view']['state'],
    },
    search: { ...first.search, queries: made.flatMap(({ search }) => search.queries) },
  };
}

describe('the tabs of a dashboard', () => {
  let server: FakeServer;
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  for (const [title, pages, attributes, tabs] of [
    ['are absent for viewers of a single page', 1, { readonly: '' }, 0],
    ['are absent for viewers of a single page who may refine it', 1, { allow: 'query' }, 0],
    ['are shown to viewers of several pages', 2, { readonly: '' }, 2],
    ['are shown for a single page to users who can add pages', 1, {}, 1],
  ] as const)
    it(title, async () => {
      const shown = dashboard(pages);
      server = fakeServer(searchRoutes([shown], () => undefined));
      const element = document.createElement('log-dashboard');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.setAttribute('view-id', shown.view.id);
      const isReady = new Promise((resolve) => element.addEventListener('log-ready', resolve, { once: true }));
      document.body.append(element);
      await isReady;
      const root = element.shadowRoot;
      if (!root) throw new Error('no shadow root');
      expect(root.querySelectorAll('[data-page-tab]').length).to.equal(tabs);
      expect(allByRole(root, 'tabpanel').length).to.equal(tabs === 0 ? 0 : 1);
      const widgets = root.querySelector('[id][class]:has(section)');
      const [above, below] = [widgets?.previousElementSibling, widgets].map((part) => part?.getBoundingClientRect());
      if (tabs === 0) expect((below?.top ?? 0) - (above?.bottom ?? 0)).to.be.at.least(8);
    });
});
