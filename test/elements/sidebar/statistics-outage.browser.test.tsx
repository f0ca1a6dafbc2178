/** Tests that the statistics and the figures of a field stay in an outage, and come back with an earlier search. */
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { FieldFigures } from '../../../elements/sidebar/fields/field-figures.js';
import { FieldStatistics } from '../../../elements/sidebar/fields/field-statistics.js';
import type { SearchedDraft } from '../../../machines/view/draft-search.js';
import { untyped } from '../../untyped.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { allByRole, clickOn, settled, stage, withText } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const type = { type: 'string', properties: ['enumerable' as const], index_names: [] };
const draftOf = (queryString: string, minute: number): SearchedDraft => ({
  queryString,
  streams: [],
  timeRange: { type: 'absolute', from: '2026-11-20T10:00:00.000Z', to: `2026-11-20T10:0${minute}:00.000Z` },
});

for (const part of ['statistics', 'figures'] as const)
  it(`the ${part} come back with an earlier search, an outage leaves them, and those of another search are shown later`, async () => {
    let isOut = false;
    const server = fakeServer({
      ...signedIn,
      'GET /': (call) => (isOut ? new Response('', { status: 502 }) : signedIn['GET /']?.(call)),
      'POST /views/search/sync': ({ body }) => {
        if (isOut) return new Response('', { status: 502 });
        // Cast: the console sends a search as JSON.
        const { queries } = JSON.parse(body ?? '') as {
          queries: { id: string; search_types: { id: string; series: { id: string }[] }[] }[];
        };
        const results = queries.map(({ id, search_types: types }) => {
          const pivots = types.map((one) => {
            const values = one.series.map((metric) => ({ key: [metric.id], value: 4711, rollup: true }));
            return [one.id, { type: 'pivot', total: 4711, rows: [{ key: [], source: 'leaf', values }] }];
          });
          return [id, { errors: [], search_types: Object.fromEntries(pivots) }];
        });
        return { results: Object.fromEntries(results), execution: { done: true } };
      },
    });
    function Scene() {
      const [draft, setDraft] = useState(draftOf('level:3', 1));
      const none = () => undefined;
      const field = untyped<Parameters<typeof FieldFigures>[0]['field']>({ name: 'source', type });
      return (
        <>
          <button onClick={() => setDraft(draftOf('level:3', 1))}>First range</button>
          <button onClick={() => setDraft(draftOf('level:3', 2))}>Second range</button>
          <button onClick={() => setDraft(draftOf('level:3', 3))}>Refresh</button>
          <button onClick={() => setDraft(draftOf('level:4', 2))}>Other query</button>
          {part === 'figures' ? (
            <FieldFigures {...{ field, draft, analysed: true, onStatistics: none, onUsed: none }} />
          ) : (
            <FieldStatistics {...{ field: untyped(field), executed: draft, onBack: none }} />
          )}
        </>
      );
    }
    const { root, remove } = await stage(() => <Scene />);
    await waitUntil(() => root.textContent?.includes('4,711'), 'the numbers are shown');
    const asked = () => server.to('POST /views/search/sync').length;
    let before = asked();
    await clickOn(root, 'button', 'Second range');
    await waitUntil(() => asked() > before && server.pending === 0, 'the numbers of the second range were requested');
    await settled();
    // React logs each error that a component throws while it renders.
    const logged: unknown[] = [];
    const log = console.error;
    console.error = (...values: unknown[]) => logged.push(values);
    before = asked();
    await clickOn(root, 'button', 'First range');
    await settled();
    console.error = log;
    expect(logged).to.deep.equal([]);
    expect(asked(), 'number of requests').to.equal(before);
    isOut = true;
    before = asked();
    await clickOn(root, 'button', 'Refresh');
    await waitUntil(() => asked() > before && server.pending === 0, 'the numbers were requested again');
    await settled();
    expect(root.textContent).to.include('4,711');
    expect(allByRole(root, 'alert').length).to.equal(0);
    before = asked();
    await clickOn(root, 'button', 'Other query');
    await waitUntil(() => asked() > before, 'the numbers of the other query were requested');
    await waitUntil(() => withText(root, 'Shown as soon as the server answers.'), 'the numbers are shown later');
    expect(root.textContent).to.not.include('4,711');
    remove();
    server.restore();
  });
