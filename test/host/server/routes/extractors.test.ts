/** Extractors that are created over HTTP apply to received messages, and searches find their fields. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ExtractorPreview, ExtractorSummary } from '../../../../api/contract/extractors.js';
import type { UniversalAnswer } from '../../../../api/contract/universal.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { addPerson } from '../people.js';

let server: TestServer;
let session: string;
let inputId: string;
let gelf: string;

async function answer<T>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

before(async () => {
  server = await startTestServer();
  session = await server.login();
  const input = await startInput(server, session, inputTypeIds.gelfHttp, { title: 'GELF' });
  gelf = `http://127.0.0.1:${input.port}/gelf`;
  inputId = input.id;
});
after(() => server.stop());

let sent = 0;
/** Sends a message to the input and returns its stored fields. */
async function through(message: object): Promise<Record<string, unknown>> {
  const number = (sent += 1);
  const body = JSON.stringify({ version: '1.1', host: 'web-1', short_message: 'hello', _number: number, ...message });
  assert.ok((await fetch(gelf, { method: 'POST', body })).ok);
  for (;;) {
    const path = `/search/universal/relative?query=number:${number}&range=0`;
    const [found] = (await answer<UniversalAnswer>('GET', path)).messages;
    // The first search may find the row before it knows the row's new columns, so the search is repeated.
    if (found) return (await answer<UniversalAnswer>('GET', path)).messages[0]?.message ?? {};
  }
}

const copying = {
  title: 'E',
  cursor_strategy: 'copy',
  source_field: 'message',
  target_field: 'copied',
  extractor_type: 'copy_input',
  extractor_config: {},
  converters: [] as object[],
  condition_type: 'none',
  condition_value: '',
  order: 0,
};
const base = () => `/system/inputs/${inputId}/extractors`;
const make = async (extractor: object): Promise<string> =>
  (await answer<{ extractor_id: string }>('POST', base(), { ...copying, ...extractor })).extractor_id;
const get = (id: string) => answer<ExtractorSummary>('GET', `${base()}/${id}`);
async function clear(): Promise<void> {
  const { extractors } = await answer<{ extractors: ExtractorSummary[] }>('GET', base());
  for (const { id } of extractors) await answer('DELETE', `${base()}/${id}`);
}

test('an extractor applies to the next message, is counted, and ends when it is deleted', async () => {
  const regex = {
    title: 'status code',
    target_field: 'http_response_code',
    extractor_type: 'REGEX',
    cursor_strategy: 'Copy',
    extractor_config: { regex_value: '\\[(\\d{3})\\]' },
    converters: [{ type: 'numeric', config: {} }, { type: 'nosuch' }, { type: 'csv', config: {} }],
    condition_type: 'STRING',
    condition_value: '[',
  };
  const id = await make(regex);
  assert.match(id, /^[0-9a-f-]{36}$/);
  const found = await through({ short_message: 'GET / [503] 3ms' });
  assert.equal(found['http_response_code'], 503);
  assert.equal(found['message'], 'GET / [503] 3ms');
  assert.equal((await through({ short_message: 'nothing' }))['http_response_code'], undefined);
  const shown = await get(id);
  const { metrics, ...rest } = shown;
  const { extractor_type: _type, ...stored } = { ...copying, ...regex };
  assert.deepEqual(rest, {
    ...stored,
    id,
    type: 'regex',
    cursor_strategy: 'copy',
    condition_type: 'string',
    converters: [{ type: 'numeric', config: {} }],
    creator_user_id: 'admin',
    exceptions: 0,
    converter_exceptions: 0,
  });
  assert.deepEqual([metrics.condition_hits, metrics.condition_misses], [1, 1]);
  assert.deepEqual(
    [metrics.total.rate?.total, metrics.execution.rate?.total, metrics.converters.rate?.total],
    [2, 1, 1],
  );
  const changed = await answer<ExtractorSummary>('PUT', `${base()}/${id}`, { ...copying, title: 'other' });
  assert.deepEqual(
    [changed.id, changed.title, changed.type, changed.metrics.total.time?.max],
    [id, 'other', 'copy_input', 0],
  );
  assert.equal((await through({}))['copied'], 'hello');
  await answer('DELETE', `${base()}/${id}`);
  assert.equal((await through({}))['copied'], undefined);
  assert.equal((await server.call(`${base()}/${id}`, { session })).status, 404);
});

test('extractors run in their order, which can be changed; a cut leaves the rest of the text', async () => {
  const first = await make({
    title: 'first',
    source_field: 'pair',
    target_field: 'a',
    order: 0,
    cursor_strategy: 'cut',
    extractor_type: 'split_and_index',
    extractor_config: { split_by: ' ', index: 1 },
  });
  const second = await make({
    title: 'second',
    source_field: 'pair',
    target_field: 'b',
    order: 1,
    cursor_strategy: 'cut',
  });
  let found = await through({ _pair: 'one two' });
  assert.deepEqual([found['a'], found['b'], found['pair']], ['one', ' two', 'fullyCutByExtractor']);
  await answer('POST', `${base()}/order`, { order: { '0': second, '1': first } });
  assert.deepEqual([(await get(first)).order, (await get(second)).order], [1, 0]);
  assert.equal((await get(first)).metrics.total.rate?.total, 1, 'changing the order keeps the metrics of an extractor');
  found = await through({ _pair: 'one two' });
  assert.deepEqual([found['a'], found['b'], found['pair']], ['fullyCutByExtractor', 'one two', 'fullyCutByExtractor']);
  await clear();
});

test('grok, JSON and key-value extractors create fields; a standard field is never cut', async () => {
  await make({
    extractor_type: 'grok',
    target_field: '',
    extractor_config: { grok_pattern: 'took %{INT:took:int}ms', named_captures_only: true },
    cursor_strategy: 'cut',
  });
  await make({
    extractor_type: 'json',
    target_field: '',
    source_field: 'doc',
    extractor_config: { key_prefix: 'doc_' },
  });
  await make({
    target_field: 'pairs',
    converters: [{ type: 'tokenizer', config: {} }],
    condition_type: 'regex',
    condition_value: 'took.*=',
  });
  const found = await through({ short_message: 'took 35ms\nuser=ann source=evil', _doc: '{"a b":{"c":1},"gl2_x":2}' });
  assert.deepEqual(
    [found['took'], found['doc_a_b_c'], found['doc_gl2_x'], found['user'], found['source'], found['message']],
    [35, 1, 2, 'ann', 'web-1', 'took 35ms\nuser=ann source=evil'],
  );
  await clear();
});

test('extractor failures are counted, and the message is stored with the results of the other extractors', async () => {
  const bad = await make({ title: 'bad', extractor_type: 'json', target_field: '' });
  const pattern = await answer<{ id: string }>('POST', '/system/grok', { name: 'GOES', pattern: 'hel' });
  const grok = await make({
    title: 'grok',
    extractor_type: 'grok',
    target_field: '',
    extractor_config: { grok_pattern: '%{GOES:goes}' },
  });
  const good = await make({ title: 'good', converters: [{ type: 'date', config: { date_format: 'yyyy' } }], order: 5 });
  const found = await through({});
  assert.deepEqual([found['copied'], found['goes']], ['hello', 'hel']);
  assert.deepEqual([(await get(bad)).exceptions, (await get(grok)).exceptions], [1, 0]);
  assert.deepEqual([(await get(good)).exceptions, (await get(good)).converter_exceptions], [0, 1]);
  await answer('DELETE', `/system/grok/${pattern.id}`);
  assert.equal((await through({}))['goes'], undefined);
  assert.equal((await get(grok)).exceptions, 1, 'an extractor whose grok pattern was deleted fails');
  await clear();
});

test('stream rules see extracted fields, and an extracted date becomes the time of the message', async () => {
  const { stream_id } = await answer<{ stream_id: string }>('POST', '/streams', {
    title: 'Slow',
    index_set_id: '000000000000000000000101',
    rules: [{ field: 'took', type: 3, value: '1000', inverted: false }],
  });
  await answer('POST', `/streams/${stream_id}/resume`);
  await make({
    target_field: 'took',
    extractor_type: 'regex',
    extractor_config: { regex_value: 'took (\\d+)' },
    converters: [{ type: 'numeric' }],
  });
  await make({
    source_field: 'when',
    target_field: 'timestamp',
    converters: [{ type: 'date', config: { date_format: 'yyyy-MM-dd', time_zone: 'Europe/Berlin' } }],
  });
  const found = await through({ short_message: 'took 2000', _when: '2024-07-01' });
  assert.ok((found['streams'] as string[]).includes(stream_id));
  assert.equal(found['timestamp'], '2024-06-30T22:00:00.000Z');
  await clear();
});

const refused: readonly (readonly [what: string, change: object, reason: RegExp])[] = [
  ['an extractor of an unknown type', { extractor_type: 'toString' }, /no extractor type "toString"/],
  [
    'an extractor with an unknown cursor strategy',
    { cursor_strategy: 'move' },
    /cursor strategy "move"; it is one of copy, cut/,
  ],
  ['an extractor with an unknown type of condition', { condition_type: 'maybe' }, /condition type/],
  [
    'an extractor with an invalid condition',
    { condition_type: 'regex', condition_value: '(?!a' },
    /Condition: .*bracket is missing/,
  ],
  ['an extractor without a required setting', { extractor_type: 'regex' }, /"regex_value"/],
  ['an extractor with a reserved target field', { target_field: '_id' }, /"_id" is missing or reserved/],
  ['an extractor without a target field', { target_field: '' }, /missing or reserved/],
  [
    'an extractor with an invalid regular expression',
    { extractor_type: 'regex', extractor_config: { regex_value: '(' } },
    /regular expression/,
  ],
  [
    'an extractor with an unknown grok pattern',
    { extractor_type: 'grok', extractor_config: { grok_pattern: '%{NOPE}' } },
    /NOPE/,
  ],
  [
    'an extractor with a configuration that is too large',
    { extractor_config: { x: 'x'.repeat(40_000) } },
    /longer than 32768/,
  ],
];
for (const [what, change, reason] of refused) {
  test(`the server refuses ${what}`, async () => {
    const response = await server.call(base(), { method: 'POST', session, json: { ...copying, ...change } });
    assert.equal(response.status, 400);
    assert.match(((await response.json()) as { message: string }).message, reason);
  });
}

test('extractors survive a change of the input, and only users who may edit the input change them', async () => {
  const id = await make({ title: 'stays' });
  const input = await answer<{ title: string; type: string; attributes: object }>('GET', `/system/inputs/${inputId}`);
  const { type, attributes } = input;
  await answer('PUT', `/system/inputs/${inputId}`, { title: 'Renamed', type, global: true, configuration: attributes });
  assert.equal((await get(id)).title, 'stays');
  assert.equal((await through({}))['copied'], 'hello');
  const { session: reader } = await addPerson(server, session, 'reader', [`inputs:read:${inputId}`]);
  assert.equal((await server.call(base(), { session: reader })).status, 200);
  const denied = await server.call(base(), { method: 'POST', session: reader, json: copying });
  assert.equal(denied.status, 403);
});

const preview = (extractor: object, texts: readonly string[]) =>
  answer<ExtractorPreview>('POST', `${base()}/preview`, { extractor: { ...copying, ...extractor }, texts });

test('an extractor without converters may name them as null or leave them out, as clients of the reference server do', async () => {
  const { converters: _, ...without } = copying;
  for (const body of [{ ...copying, converters: null }, without]) {
    const { extractor_id: id } = await answer<{ extractor_id: string }>('POST', base(), body);
    assert.deepEqual((await get(id)).converters, []);
    assert.deepEqual((await answer<ExtractorSummary>('PUT', `${base()}/${id}`, body)).converters, []);
  }
  await clear();
});

test('a preview shows the result of an extractor and its converters, and stores nothing', async () => {
  const regex = { extractor_type: 'regex', extractor_config: { regex_value: 'took (\\d+)' }, target_field: 'took' };
  const numeric = { ...regex, converters: [{ type: 'numeric' }], condition_type: 'string', condition_value: 'GET' };
  const before = await answer<{ total: number }>('GET', base());
  assert.deepEqual(await preview(numeric, ['GET took 5', 'POST took 6', 'GET', 'GET took 7']), {
    tried: 4,
    matched: 2,
    failed: 0,
    samples: [
      { position: 0, fields: { took: 5 } },
      { position: 3, fields: { took: 7 } },
    ],
  });
  assert.equal((await answer<{ total: number }>('GET', base())).total, before.total);
});

test('the preview of an extractor reports failures, cuts, field names and truncated results', async () => {
  const json = { extractor_type: 'json', target_field: '' };
  assert.deepEqual(await preview(json, ['{"a":1,"b":"x"}', 'no json']), {
    tried: 2,
    matched: 1,
    failed: 1,
    samples: [{ position: 0, fields: { a: 1, b: 'x' } }],
  });
  const grok = { extractor_type: 'grok', extractor_config: { grok_pattern: '%{INT:n}', named_captures_only: true } };
  assert.deepEqual((await preview({ ...grok, target_field: '' }, ['a 5'])).samples, [
    { position: 0, fields: { n: '5' } },
  ]);
  const cutting = { cursor_strategy: 'cut', source_field: 'text', target_field: 'copied' };
  assert.deepEqual((await preview(cutting, ['all of it'])).samples, [
    { position: 0, fields: { copied: 'all of it', text: 'fullyCutByExtractor' } },
  ]);
  const many = await preview({}, Array<string>(100).fill('x'.repeat(2_000)));
  assert.deepEqual([many.tried, many.matched, many.samples.length], [100, 100, 10]);
  assert.equal(String(many.samples[0]?.fields['copied']).length, 501);
  const tooMany = await server.call(`${base()}/preview`, {
    method: 'POST',
    session,
    json: { extractor: copying, texts: Array<string>(101).fill('x') },
  });
  assert.equal(tooMany.status, 400);
});
