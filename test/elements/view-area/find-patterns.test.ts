/** Tests the search for patterns on a server that cannot find them: from a sample of messages. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiFailure } from '../../../api/failures.js';
import {
  findEarlierPatterns,
  findPatterns,
  patternsFinder,
  shownRange,
  type Executed,
} from '../../../elements/view-area/widget/find-patterns.js';
import { fakeClient } from '../../fake-client.js';
import { untyped } from '../../untyped.js';

it('the level of a message is read from the first field that contains a level', async () => {
  const range = { type: 'absolute', from: '2026-11-20T19:00:00.000Z', to: '2026-11-20T20:00:00.000Z' } as const;
  const fields = [{ level_name: 'WARN', level: 4 }, { severity: 'error', level: null }, { 'log.level': 'INFO' }, {}];
  const messages = fields.map((own) => ({
    message: { message: 'a line', timestamp: '2026-11-20T19:30:00.000Z', ...own },
    index: 'i',
  }));
  const { client } = fakeClient(({ name, body }) => {
    if (name.includes('patterns'))
      throw untyped<Error>(Object.assign(Object.create(ApiFailure.prototype), { status: 404 }));
    const [query] = untyped<{ queries: { id: string; search_types: { id: string }[] }[] }>(body).queries;
    const id = query?.search_types[0]?.id ?? '';
    const result = { id, type: 'messages', messages, total_results: 4, effective_timerange: range };
    return { results: { [query?.id ?? '']: { search_types: { [id]: result } } } };
  });
  const template = { query: {}, searchType: { type: 'messages' }, parameters: [] };
  const found = await findPatterns(client, untyped(template), range, new AbortController().signal);
  assert.ok(found.sampled);
  assert.deepEqual({ ...found.patterns[0]?.levels }, { 4: 1, error: 1, INFO: 1 });
});

it('patterns are searched in the shown range until they are found, then in the current range', async () => {
  const range = { type: 'relative', range: 300 } as const;
  const shown = { type: 'absolute', from: '2026-11-20T19:00:00.000Z', to: '2026-11-20T20:00:00.000Z' } as const;
  const requests: unknown[] = [];
  const { client } = fakeClient(({ body }) => {
    const [query] = untyped<{ queries: { timerange: unknown }[] }>(body).queries;
    requests.push(query?.timerange);
    if (requests.length === 1) throw new DOMException('the tab was left', 'AbortError');
    return { patterns: [], rest: 0, examined: 0, total_results: 0, effective_timerange: shown };
  });
  const template = { query: {}, searchType: { type: 'messages' }, parameters: [] };
  const find = patternsFinder(client, untyped(template), range, () => shown);
  const { signal } = new AbortController();
  await assert.rejects(find(signal));
  await find(signal);
  await find(signal);
  assert.deepEqual(requests, [shown, shown, range]);
});

it('no earlier patterns are found for patterns whose range the server reported in no readable form', async () => {
  const { client } = fakeClient(() => assert.fail('no request is sent'));
  const template = { query: {}, searchType: { type: 'messages' }, parameters: [] };
  const comparison = { type: 'previous' } as const;
  const { signal } = new AbortController();
  assert.equal(await findEarlierPatterns(client, untyped(template), comparison, undefined, signal), undefined);
});

it('patterns are searched in the range of the result while the result belongs to the current search', () => {
  const range = { type: 'absolute', from: '2026-11-20T19:00:00.000Z', to: '2026-11-20T20:00:00.000Z' } as const;
  const shown = {
    ...{ searchId: 'now', queryId: 'q', conditions: {} },
    widgetMapping: { table: ['t'] },
    result: { search_types: { t: { type: 'messages', effective_timerange: range } } },
  };
  const executed = (run: string, searchId = 'now', known: unknown = shown) =>
    untyped<Executed>({
      matches: (state: { run: string }) => state.run === run,
      context: { request: { search: { id: searchId }, queryId: 'q' }, shown: known },
    });
  assert.deepEqual(shownRange(executed('finished'), 'table'), range);
  assert.equal(shownRange(executed('running'), 'table'), undefined);
  assert.equal(shownRange(executed('finished', 'another'), 'table'), undefined);
  assert.equal(shownRange(executed('finished'), 'another'), undefined);
  assert.equal(shownRange(executed('finished', 'now', null), 'table'), undefined);
});
