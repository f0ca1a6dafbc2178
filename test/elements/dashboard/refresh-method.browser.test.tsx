/** Tests how the method `refresh` of dashboards and single widgets ends, with the reason that `log-error` has. */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import { untyped } from '../../untyped.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { storedDashboard } from '../stored-dashboard.js';
import { waitUntil } from '../wait.js';

const { document: stored, widgets } = storedDashboard(['One', 'Two']);
const [first = ''] = widgets;
const execute = 'POST /views/search/*';

/** Changes of the server before `refresh()`, and the expected ends of the call: `resolved`, or code and message. */
const cases: readonly (readonly [
  name: string,
  change: (server: FakeServer, fail: (description: string, widget?: string) => void) => void,
  ends: { readonly dashboard: string; readonly widget: string },
])[] = [
  ['works', () => undefined, { dashboard: 'resolved', widget: 'resolved' }],
  [
    'says that the query has an error',
    (_server, fail) => fail('Cannot parse query, cause: expected ")"'),
    {
      dashboard: 'bad-request Cannot parse query, cause: expected ")"',
      widget: 'bad-request Cannot parse query, cause: expected ")"',
    },
  ],
  [
    'has no result for one of two widgets',
    (_server, fail) => fail('Too many groups.', first),
    { dashboard: 'resolved', widget: 'bad-request Too many groups.' },
  ],
  [
    'does not answer',
    (server) => (server.routes[execute] = () => Promise.reject(new TypeError('Failed to fetch'))),
    { dashboard: 'unreachable The server does not answer.', widget: 'unreachable The server does not answer.' },
  ],
  [
    'refuses the call',
    (server) =>
      (server.routes[execute] = () =>
        new Response('{"type":"ApiError","message":"This embed token does not allow this view."}', { status: 403 })),
    {
      dashboard: 'forbidden This embed token does not allow this view.',
      widget: 'forbidden This embed token does not allow this view.',
    },
  ],
];

describe('the method refresh', () => {
  let server: FakeServer;
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  for (const [name, change, ends] of cases)
    it(`resolves or rejects as expected for a dashboard and for a widget when the server ${name}`, async () => {
      let wrong: readonly [description: string, widget?: string | undefined] | undefined;
      server = fakeServer(
        searchRoutes([stored], (id) => (wrong?.[1] === undefined || wrong[1] === id ? wrong?.[0] : undefined)),
      );
      const elements = ['log-dashboard', 'log-widget'].map((tag) => {
        const element = document.createElement(tag);
        element.setAttribute('view-id', stored.view.id);
        if (tag === 'log-widget') element.setAttribute('widget-id', first);
        return element;
      });
      const ready = elements.map((one) => new Promise((resolve) => one.addEventListener('log-ready', resolve)));
      document.body.append(...elements);
      await Promise.all(ready);
      change(server, (...given) => (wrong = given));
      const [dashboard, widget] = await Promise.all(
        elements.map((element) =>
          untyped<{ refresh(): Promise<unknown> }>(element)
            .refresh()
            .then(
              () => 'resolved',
              ({ code, message }: { code?: string; message?: string }) => `${code} ${message}`,
            ),
        ),
      );
      expect({ dashboard, widget }).to.deep.equal(ends);
    });

  it('rejects for a widget that the dashboard lacks, with the same code as the event log-error', async () => {
    server = fakeServer(searchRoutes([stored], () => undefined));
    const element = document.createElement('log-widget');
    element.setAttribute('view-id', stored.view.id);
    element.setAttribute('widget-id', 'gone');
    let told: string | undefined;
    // Cast: events of elements are custom events.
    element.addEventListener('log-error', (event) => (told = (event as CustomEvent<{ code: string }>).detail.code));
    document.body.append(element);
    const end = await untyped<{ refresh(): Promise<unknown> }>(element)
      .refresh()
      .then(
        () => 'resolved',
        ({ code }: { code?: string }) => code,
      );
    expect(end).to.equal('not-found');
    await waitUntil(() => told === 'not-found');
  });
});
