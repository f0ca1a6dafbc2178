/** Tests "What is different here?": its offer for a zoomed range, its panel, its filters, and where the focus goes. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import type { DifferencesAnswer, DifferencesRequest } from '../../../api/contract/differences.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { randomIds } from '../../../machines/view/ids.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { expectAccessible } from '../accessible.js';
import { waitUntil } from '../wait.js';
import { allByRole, byRole, byText, clickOn, settled } from './stage.js';

const stored = defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
const [queryId = ''] = Object.keys(stored.view.state);
const range = { type: 'absolute', from: '2024-03-01T09:00:00.000Z', to: '2024-03-01T10:00:00.000Z' } as const;
const search = {
  ...stored,
  search: {
    ...stored.search,
    queries: stored.search.queries.map((query) => (query.id === queryId ? { ...query, timerange: range } : query)),
  },
};
const answer: DifferencesAnswer = {
  total_results: 300,
  examined: 300,
  selected: 100,
  rest: 200,
  fields_examined: 4,
  fields_left_out: 1,
  values: [
    { field: 'country', value: 'JP', selected: 80, rest: 20 },
    { field: 'code', value: '500', selected: 30, rest: 0 },
  ],
  numbers: [{ field: 'took_ms', selected: 300, rest: 100 }],
};

/** Returns an answer to a search whose histogram has six buckets of one minute each, ten minutes apart. */
function withBuckets(job: unknown): unknown {
  const rows = Array.from({ length: 6 }, (_unused, bucket) => ({
    key: [`2024-03-01T09:${bucket}0:00.000Z`],
    source: 'leaf',
    values: [{ key: ['count()'], value: 10 * (bucket + 1), rollup: true, source: 'row-leaf' }],
  }));
  return JSON.parse(JSON.stringify(job), (_key, value: unknown) =>
    isPivot(value) ? { ...value, rows, effective_timerange: range } : value,
  );
}
const isPivot = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'pivot' && 'rows' in value;

/** Opens the search, and zooms into the last two buckets of its histogram by keys. */
async function zoomed(): Promise<ShadowRoot> {
  const element = document.createElement('log-search');
  element.setAttribute('view-id', search.view.id);
  element.style.height = '800px';
  document.body.append(element);
  const root = await waitUntil(() => element.shadowRoot).then(() => element.shadowRoot ?? expect.fail());
  const chart = await byRole(root, 'group', /Message Count/);
  chart.focus();
  await sendKeys({ press: 'End' });
  await sendKeys({ down: 'Shift' });
  try {
    await sendKeys({ press: 'ArrowLeft' });
  } finally {
    // The key would stay pressed in the following tests.
    await sendKeys({ up: 'Shift' });
  }
  await sendKeys({ press: 'Enter' });
  await byText(root, 'What is different here?');
  return root;
}

describe('What is different here?', () => {
  let server: FakeServer;
  let requests: DifferencesRequest[] = [];
  let respond: () => object = () => answer;
  beforeEach(() => {
    requests = [];
    respond = () => answer;
    const routes = searchRoutes([search], () => undefined);
    server = fakeServer({
      ...routes,
      'POST /views/search/*': (call) => withBuckets(routes['POST /views/search/*']?.(call)),
      'POST /search/differences': ({ body }) => {
        // Cast: the panel sends the request as the contract describes it.
        requests.push(JSON.parse(body ?? '{}') as DifferencesRequest);
        return respond();
      },
    });
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  it('compares the zoomed range with the rest, ranks the values, and takes the focus from its button', async () => {
    const root = await zoomed();
    await clickOn(root, 'button', 'What is different here?');
    const table = await byRole(root, 'table', 'What is different here?');
    const rows = () => allByRole(table, 'row').map((row) => row.textContent);
    await waitUntil(() => rows().length === 3, 'both values are shown');
    expect(rows().slice(1)).to.deep.equal(['countryJP80%10%× 8.0', 'code50030%0%only here']);
    await byText(root, '100 messages in the selection, 200 in the rest');
    await byText(root, 'took_ms');
    const panel = table.closest('section');
    expect(root.activeElement === panel, 'the focus is on the panel').to.equal(true);
    expect(requests.map(({ selection }) => selection)).to.deep.equal([
      { timerange: { type: 'absolute', from: '2024-03-01T09:40:00.000Z', to: '2024-03-01T09:51:00.000Z' } },
    ]);
    expect(requests[0]?.search.queries[0]?.timerange).to.deep.equal(range);
    await clickOn(root, 'button', 'Close the comparison');
    await waitUntil(() => allByRole(root, 'table', 'What is different here?').length === 0, 'the panel is closed');
    await byRole(root, 'button', 'What is different here?');
  });

  it('keeps the values when the server cannot be reached', async () => {
    const root = await zoomed();
    await clickOn(root, 'button', 'What is different here?');
    const table = await byRole(root, 'table', 'What is different here?');
    respond = () => new Response('', { status: 502 });
    server.routes['GET /'] = () => new Response('', { status: 502 });
    const before = requests.length;
    await clickOn(root, 'button', 'Compress width');
    await waitUntil(() => requests.length > before && server.pending === 0, 'the values were requested again');
    await settled();
    expect(table.isConnected, 'the values stay').to.equal(true);
    expect(root.querySelector('[data-differences] [role=alert]')).to.equal(null);
  });

  it('is accessible if no value is more common', async () => {
    respond = () => ({ ...answer, values: [] });
    const root = await zoomed();
    await clickOn(root, 'button', 'What is different here?');
    const note = await byText(root, 'No value is much more common in the selection than in the rest.');
    const panel = note.closest('section');
    if (!panel) throw new Error('no panel');
    await expectAccessible(panel);
    expect(allByRole(panel, 'table')).to.deep.equal([]);
  });

  it('filters by a value, and excludes a value', async () => {
    const root = await zoomed();
    await clickOn(root, 'button', 'What is different here?');
    const query = () => root.querySelector('[role=textbox][aria-label="Search query"]')?.textContent;
    await clickOn(root, 'button', 'Only messages with this value: country = JP');
    await waitUntil(() => query() === 'country:JP');
    await clickOn(root, 'button', 'Exclude messages with this value: code = 500');
    await waitUntil(() => query() === 'country:JP AND NOT code:500');
  });

  const reasons: [reason: string, respond: () => object, text: string][] = [
    [
      'the server does not support comparisons',
      () => new Response('{"type":"ApiError","message":"HTTP 404 Not Found"}', { status: 404 }),
      'This server cannot compare messages.',
    ],
    [
      'the comparison fails',
      () => new Response('{"type":"ApiError","message":"Too many."}', { status: 400 }),
      'The messages could not be compared: Too many.',
    ],
    [
      'the selection contains every message',
      () => ({ ...answer, rest: 0, values: [], numbers: [] }),
      'Every message found is in the selection, so there is nothing to compare with.',
    ],
  ];
  for (const [reason, given, text] of reasons)
    it(`shows why it cannot compare if ${reason}`, async () => {
      respond = given;
      const root = await zoomed();
      await clickOn(root, 'button', 'What is different here?');
      await byText(root, text);
    });
});
