/** Tests the answer to a question: its comparison with an earlier range, its menus, and a question that is refused. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import type { Search } from '../../../api/contract/searches.js';
import { comparisonWanted } from '../../../elements/widgets/comparison.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { randomIds } from '../../../machines/view/ids.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';
import { byRole, byText, clickOn, settled, withText } from './stage.js';

const stored = defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
const asking = 'The answer appears here once the question can be answered.';
/** Tells whether a search has the range 40 minutes before that of the page. */
const isEarlierSearch = ({ queries: [query] }: Search): boolean =>
  JSON.stringify(query?.timerange).includes('2024-03-01T09:20:00');
const field = (name: string) => ({ name, type: { type: 'string', properties: ['enumerable'], index_names: [] } });

describe('the answer to a question', () => {
  let server: FakeServer;
  const searches = (): Search[] =>
    // Cast: the console sends a search as JSON.
    server.to('POST /views/search/sync').map(({ body }) => JSON.parse(body ?? '{}') as Search);
  beforeEach(() => {
    server = fakeServer({
      ...searchRoutes([stored], () => undefined),
      'POST /views/fields': () => [field('source'), field('level')],
      'POST /views/search/sync': ({ body }) => {
        // Cast: the console sends a search as JSON.
        const search = JSON.parse(body ?? '{}') as Search;
        const [query] = search.queries;
        const [pivot] = query?.search_types ?? [];
        // The server refuses other ids (contract search search.sync).
        if (!/^([0-9a-f]{24}|undefined)$/.test(String(search.id)))
          return new Response('{"message":"The id is invalid."}', { status: 400 });
        const isEarlier = isEarlierSearch(search);
        const row = {
          key: ['web'],
          source: 'leaf',
          values: [{ key: ['count()'], value: isEarlier ? 4 : 6, rollup: true, source: 'row-leaf' }],
        };
        const result = {
          ...{ id: pivot?.id, type: 'pivot', rows: [row], total: 6 },
          effective_timerange: query?.timerange,
        };
        return {
          ...{ id: 'job', search_id: search.id, owner: 'ada', errors: [] },
          results: { [query?.id ?? '']: { search_types: { [pivot?.id ?? '']: result }, errors: [] } },
          execution: { done: true, cancelled: false, completed_exceptionally: false },
        };
      },
    });
  });
  afterEach(async () => {
    comparisonWanted.set(undefined);
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  /** Opens the search and types a question. */
  async function asked(question: string): Promise<ShadowRoot> {
    const element = document.createElement('log-search');
    element.setAttribute('view-id', stored.view.id);
    element.style.height = '800px';
    document.body.append(element);
    const root = await waitUntil(() => element.shadowRoot).then(() => element.shadowRoot ?? expect.fail());
    await clickOn(root, 'button', /^Ask for a chart/);
    await waitUntil(() => root.activeElement?.matches('[data-question]'), 'the question line has the focus');
    await sendKeys({ type: question });
    return root;
  }

  it('is compared with an earlier range, as widgets are', async () => {
    comparisonWanted.set({ type: 'ago', seconds: 2400 });
    const root = await asked('count by source');
    const answer = await byRole(root, 'group', /^count by source/);
    await waitUntil(() => answer.querySelector('path[stroke-dasharray]'), 'the earlier bar is outlined');
    await byText(root, '40 minutes earlier');
    expect(searches().find(isEarlierSearch)?.queries[0]?.timerange).to.deep.equal({
      ...{ type: 'absolute', from: '2024-03-01T09:15:00.000+00:00', to: '2024-03-01T09:20:00.000+00:00' },
    });
    await clickOn(root, 'tab', 'Table');
    await byText(root, '+50.00%');
    comparisonWanted.set(undefined);
    await waitUntil(() => !withText(root, '+50.00%'), 'the comparison has ended');
  });

  it('is compared one refresh after another, so that refreshes do not abort a slow comparison', async () => {
    comparisonWanted.set({ type: 'ago', seconds: 2400 });
    const answer = server.routes['POST /views/search/sync'] ?? expect.fail();
    const ends: (() => void)[] = [];
    server.routes['POST /views/search/sync'] = async (call) => {
      // Cast: the console sends a search as JSON.
      const search = JSON.parse(call.body ?? '{}') as Search;
      // The comparisons of the page's widgets have no id. The beginning of the question, `count`, is a question, too,
      // which is answered and compared if the keys come slowly.
      if (isEarlierSearch(search) && search.id !== undefined && (call.body ?? '').includes('"source"'))
        await new Promise<void>((resolve) => ends.push(resolve));
      return answer(call);
    };
    const root = await asked('count by source');
    await waitUntil(() => ends.length === 1, 'the earlier range is searched');
    // Cast: the element has this method (elements/search).
    const { refresh } = root.host as HTMLElement & { refresh(): Promise<unknown> };
    const questions = () => searches().filter((search) => !isEarlierSearch(search)).length;
    for (const _refresh of ['first', 'second']) {
      const before = questions();
      await refresh.call(root.host);
      await waitUntil(() => questions() > before && server.pending === 1, 'the question is answered again');
    }
    expect(ends.length).to.equal(1);
    ends[0]?.();
    await waitUntil(() => root.querySelector('[data-answer] path[stroke-dasharray]'), 'the earlier bar is outlined');
    await waitUntil(() => ends.length === 2, 'the latest answer is compared');
    ends[1]?.();
  });

  it('computes a formula from the messages that each of its metrics counts, and stores it with the widget', async () => {
    // Cast: the console sends a search as JSON.
    const searchIn = (body: string | undefined) => JSON.parse(body ?? '{}') as Search;
    const answered = (search: Search) => {
      const [query] = search.queries;
      const results = (query?.search_types ?? []).flatMap(({ id = '', type, query: own }) => {
        if (type !== 'pivot') return [];
        const value = JSON.stringify(own ?? '').includes('level:<=3') ? 3 : 12;
        const values = [{ key: ['count()'], value, rollup: true, source: 'row-leaf' }];
        const rows = [{ key: ['web'], source: 'leaf', values }];
        return [[id, { id, type: 'pivot', rows, total: 12, effective_timerange: query?.timerange }]];
      });
      return {
        ...{ id: 'job', search_id: search.id, owner: 'ada', errors: [] },
        results: { [query?.id ?? '']: { search_types: Object.fromEntries(results), errors: [] } },
        execution: { done: true, cancelled: false, completed_exceptionally: false },
      };
    };
    server.routes['POST /views/search/sync'] = ({ body }) => answered(searchIn(body));
    const root = await asked('count(level:<=3) / count() by source');
    await byRole(root, 'group', /^count\(level:<=3\) \/ count\(\) by source/);
    await clickOn(root, 'tab', 'Table');
    await byText(root, '0.25');
    server.routes['POST /views/search/*'] = () => answered(searchIn(server.to('POST /views/search').at(-1)?.body));
    await clickOn(root, 'button', /^Add as widget/);
    await byText(root, '"count(level:<=3) / count() by source" was added to the search.');
    const stores = () => server.to('POST /views/search').map(({ body }) => body ?? '');
    await waitUntil(() => stores().some((body) => body.includes('"source"')), 'the widget is searched');
    expect(stores().join(), 'no server knows formulas').not.to.include('formula');
    const values = () => [...root.querySelectorAll('[data-widget]')].map(({ textContent }) => textContent);
    await waitUntil(() => values().some((text) => text.includes('0.25')), 'the widget computes the formula');
  });

  it('opens the menu of a bar with Space, as a widget does', async () => {
    const root = await asked('count by source');
    (await byRole(root, 'group', /^count by source/)).focus();
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'Space' });
    await byRole(root, 'menuitem', 'Add to query');
  });

  it('disappears when the question is refused, because a chart of another question would be taken for its answer', async () => {
    const root = await asked('count by source');
    await byRole(root, 'group', /^count by source/);
    await sendKeys({ type: ' / 2' });
    await byText(root, asking);
    expect(root.querySelector('[data-answer] [role=group]')).to.equal(null);
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ press: 'Backspace' });
    await byRole(root, 'group', /^count by source/);
  });

  it('disappears when the question names an unknown field', async () => {
    const root = await asked('count by source');
    await byRole(root, 'group', /^count by source/);
    await sendKeys({ type: 'z' });
    await byText(root, asking);
  });

  it('stays away at further keys after a refusal, and does not come back under the title of another question', async () => {
    const root = await asked('count by source');
    await waitUntil(() => withText(root, '6 messages'), 'the answer is shown');
    await sendKeys({ type: ' / 2' });
    await byText(root, asking);
    await sendKeys({ type: '3' });
    expect(root.querySelector('[data-answer] h2')).to.equal(null);
    // While the next question is typed, the text is the first question again for a moment. That must not be answered.
    server.routes['POST /views/search/sync'] = () => new Promise(() => undefined);
    for (let key = 0; key < ' / 23'.length; key += 1) await sendKeys({ press: 'Backspace' });
    for (let key = 0; key < 'source'.length; key += 1) await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: 'level' });
    const title = () => root.querySelector('[data-answer] h2')?.textContent;
    await waitUntil(() => title() === 'count by level', 'the title names the new question');
    expect(withText(root, '6 messages')).to.equal(undefined);
  });

  it('stays as it is when the server cannot be reached at a refresh', async () => {
    const root = await asked('count by source');
    const answer = await byRole(root, 'group', /^count by source/);
    await waitUntil(() => withText(root, '6 messages'), 'the answer is shown');
    for (const route of ['GET /', 'POST /views/search/sync'])
      server.routes[route] = () => new Response('', { status: 502 });
    const before = searches().length;
    // Cast: the element has this method (elements/search).
    const { refresh } = root.host as HTMLElement & { refresh(): Promise<unknown> };
    await refresh.call(root.host);
    await waitUntil(() => searches().length > before && server.pending === 0, 'the question was asked again');
    await settled();
    expect(answer.isConnected, 'the chart stays').to.equal(true);
    expect(root.querySelector('[data-answer] [role=alert]')).to.equal(null);
  });
});
