/** Tests that the counts of fields in the sidebar stay in an outage, and come back with an earlier search. */
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { usePresence } from '../../../elements/sidebar/fields/use-presence.js';
import type { SearchedDraft } from '../../../machines/view/draft-search.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { byText, clickOn, settled, stage, withText } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const fields = [{ name: 'source', type: { type: 'string', properties: [], index_names: [] } }];
const draftOf = (queryString: string, minute: number): SearchedDraft => ({
  queryString,
  streams: [],
  timeRange: { type: 'absolute', from: '2026-11-20T10:00:00.000Z', to: `2026-11-20T10:0${minute}:00.000Z` },
});

let status = 200;

/**
 * Starts a server that counts 7 messages with each field, or answers with `status` if it is another one than 200. With
 * the status 502, it does not answer pings either.
 */
const countingServer = () =>
  fakeServer({
    ...signedIn,
    'GET /': (call) => (status === 502 ? new Response('', { status }) : signedIn['GET /']?.(call)),
    'POST /views/search/sync': ({ body }) => {
      if (status !== 200) return new Response('', { status });
      // Cast: the console sends a search as JSON.
      const { queries } = JSON.parse(body ?? '') as {
        queries: { id: string; search_types: { id: string; series: { id: string }[] }[] }[];
      };
      const results = queries.map(({ id, search_types: types }) => {
        const pivots = types.map((type) => {
          const values = type.series.map((one) => ({ key: [one.id], value: 7, rollup: true, source: 'row-leaf' }));
          return [type.id, { type: 'pivot', total: 9, rows: [{ key: [], source: 'leaf', values }] }];
        });
        return [id, { errors: [], search_types: Object.fromEntries(pivots) }];
      });
      return { results: Object.fromEntries(results), execution: { done: true } };
    },
  });

function Counts() {
  const [draft, setDraft] = useState(draftOf('level:3', 1));
  const { presence, waiting, problem } = usePresence(draft, fields);
  const state = waiting ? 'waiting' : `${presence?.counts.get('source') ?? 'none'}, ${problem ?? 'no problem'}`;
  return (
    <>
      <button onClick={() => setDraft(draftOf('level:3', 1))}>First range</button>
      <button onClick={() => setDraft(draftOf('level:3', 2))}>Refresh</button>
      <button onClick={() => setDraft(draftOf('level:4', 2))}>Other query</button>
      <button onClick={() => setDraft(draftOf('level:5', 2))}>Third query</button>
      <button onClick={() => setDraft(draftOf('level:5', 3))}>Refresh third query</button>
      <button onClick={() => setDraft(draftOf('level:5', 4))}>Second refresh</button>
      <p>{state}</p>
    </>
  );
}

it('the counts of an earlier search come back from the memory of the page without an error', async () => {
  status = 200;
  const server = countingServer();
  const { root, remove } = await stage(() => <Counts />);
  await byText(root, '7, no problem');
  await clickOn(root, 'button', 'Refresh');
  await waitUntil(() => server.to('POST /views/search/sync').length === 2 && server.pending === 0, 'a second count');
  await settled();
  // React logs each error that a component throws while it renders.
  const logged: unknown[] = [];
  const log = console.error;
  console.error = (...values: unknown[]) => logged.push(values);
  try {
    await clickOn(root, 'button', 'First range');
    await settled();
    await byText(root, '7, no problem');
  } finally {
    console.error = log;
  }
  expect(logged).to.deep.equal([]);
  expect(server.to('POST /views/search/sync').length).to.equal(2);
  remove();
  server.restore();
});

it('an outage leaves the counts of the same search, and another failure is shown, also of a server that answers pings', async () => {
  status = 200;
  const server = countingServer();
  /** Waits until this number of counts was requested, and the last one was answered and rendered. */
  const answered = async (count: number) => {
    const requests = () => server.to('POST /views/search/sync').length;
    await waitUntil(() => requests() === count && server.pending === 0, 'the count is answered');
    await settled();
  };
  const { root, remove } = await stage(() => <Counts />);
  await byText(root, '7, no problem');
  status = 502;
  await clickOn(root, 'button', 'Refresh');
  await answered(2);
  await byText(root, '7, no problem');
  await clickOn(root, 'button', 'Other query');
  await answered(3);
  await byText(root, 'none, no problem');
  status = 400;
  await clickOn(root, 'button', 'Third query');
  await waitUntil(() => root.querySelector('p')?.textContent?.startsWith('none, '), 'there is no count');
  await waitUntil(() => !withText(root, 'none, no problem'), 'the failure is shown');
  status = 200;
  await clickOn(root, 'button', 'Refresh third query');
  await byText(root, '7, no problem');
  // A proxy gives up one search of a server that answers pings.
  status = 504;
  await clickOn(root, 'button', 'Second refresh');
  await waitUntil(() => root.querySelector('p')?.textContent?.startsWith('none, '), 'there is no count');
  await waitUntil(() => !withText(root, 'none, no problem'), 'the failure is shown');
  remove();
  server.restore();
});
