/** Tests that each widget of a search that is queued behind other searches shows for how long, and then its result. */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { storedDashboard } from '../stored-dashboard.js';
import { waitUntil } from '../wait.js';

let server: FakeServer;
afterEach(async () => {
  document.body.replaceChildren();
  await waitUntil(() => openConnections() === 0);
  server.restore();
});

it('widgets show that their search is queued and for how long, and then the result', async () => {
  const { document: stored } = storedDashboard(['One', 'Two']);
  server = fakeServer(searchRoutes([stored], () => undefined));
  const execute = 'POST /views/search/*';
  const { [execute]: answered } = server.routes;
  // Cast: the routes of `searchRoutes` answer executions with a job.
  let job = {} as object;
  let queuedMs: number | undefined = 2_000;
  const queued = () => ({
    ...job,
    results: {},
    execution: { done: false, cancelled: false, completed_exceptionally: false, queued_ms: queuedMs },
  });
  server.routes[execute] = (call) => {
    job = answered?.(call) as object;
    return queued();
  };
  server.routes['GET /views/search/status/*'] = () => (queuedMs === undefined ? job : queued());

  const element = document.createElement('log-dashboard');
  element.setAttribute('view-id', stored.view.id);
  document.body.append(element);
  const notes = () => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[title^="Waiting for other"]') ?? [])];
  const titles = () => notes().map(({ title }) => title);
  /** Tells whether both widgets show a note, and each note matches. */
  const both = (matches: (note: HTMLElement) => boolean) => notes().length === 2 && notes().every(matches);
  await waitUntil(() => titles().length === 2, 'both widgets show the note');
  expect(titles()).to.deep.equal(Array<string>(2).fill('Waiting for other searches … 2 s'));
  queuedMs = 63_000;
  await waitUntil(() => both(({ title }) => title.endsWith('… 63 s')), 'the note counts further');
  // Without room beside the title, neither title nor note is cut.
  element.style.width = '360px';
  await waitUntil(() => both((note) => getComputedStyle(note).position === 'absolute'), 'the note moves');
  const cut = notes()
    .flatMap((note) => [note.closest('header')?.querySelector('h2, h3'), ...note.children])
    .filter((part) => !part || part.scrollWidth > part.clientWidth);
  expect(cut).to.deep.equal([]);
  queuedMs = undefined;
  await waitUntil(() => titles().length === 0, 'the widgets show their results');
});
