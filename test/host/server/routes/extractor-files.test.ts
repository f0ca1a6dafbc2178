/** Extractors of a file that another server has exported are installed and work, or are refused with a reason. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ExtractorPreview } from '../../../../api/contract/extractors.js';
import { readExtractors } from '../../../../elements/admin/extractors/extractor-file.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';

const entry = (title: string, type: string, config: object, more: object = {}) => ({
  title,
  extractor_type: type,
  converters: [],
  order: 0,
  cursor_strategy: 'copy',
  source_field: 'message',
  target_field: 'found',
  extractor_config: config,
  condition_type: 'none',
  condition_value: '',
  ...more,
});

const text = 'GET \t/orders/77 took 35ms';
/** Entries of an extractor file, each with the fields that it extracts, or with the reason why it is refused. */
const entries: readonly (readonly [entry: object, result: Readonly<Record<string, unknown>> | RegExp])[] = [
  [entry('atomic group', 'regex', { regex_value: '^(?>GET|POST)\\h+(\\S+)' }), { found: '/orders/77' }],
  [
    entry(
      'possessive count',
      'regex',
      { regex_value: 'took (\\d++)ms' },
      { target_field: 'took', converters: [{ type: 'numeric', config: {} }] },
    ),
    { took: 35 },
  ],
  [
    entry(
      'possessive condition',
      'substring',
      { begin_index: 0, end_index: 3 },
      { condition_type: 'regex', condition_value: '/\\w++/\\d{1,5}+' },
    ),
    { found: 'GET' },
  ],
  [
    entry('replaced', 'regex_replace', { regex: '(?>\\d)+', replacement: 'N', replace_all: true }),
    { found: 'GET \t/orders/N took Nms' },
  ],
  [entry('grok', 'grok', { grok_pattern: '(?>took) %{INT:millis:int}', named_captures_only: true }), { millis: 35 }],
  [entry('split', 'split_and_index', { split_by: ' ', index: 1 }), { found: 'GET' }],
  [entry('looking ahead', 'regex', { regex_value: '(\\d+)(?=ms)' }), { found: '35' }],
  [entry('looking back', 'regex', { regex_value: '(?<=took )(\\d+)' }), { found: '35' }],
  [entry('same again', 'regex', { regex_value: '(o)\\1' }), { found: 'o' }],
  [entry('endless look', 'regex', { regex_value: '(?<=a*)(b)' }), /look-behind/],
  [
    entry(
      'looking ahead in the condition',
      'copy_input',
      {},
      { condition_type: 'regex', condition_value: '^(?!DEBUG' },
    ),
    /Condition: .*bracket is missing/,
  ],
  [entry('lookup', 'lookup_table', { lookup_table_name: 'hosts' }), /no lookup table "hosts"/],
  [entry('unknown', 'crystal_ball', {}), /no extractor type "crystal_ball"/],
];

let server: TestServer;
let session: string;
let base: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
  const { id } = await startInput(server, session, inputTypeIds.gelfHttp, { title: 'GELF' });
  base = `/system/inputs/${id}/extractors`;
});
after(() => server.stop());

const file = JSON.stringify({ extractors: entries.map(([one]) => one), version: '5.1.0' });
const read = readExtractors(file);
const requests = typeof read === 'string' ? [] : read.requests;

test('all entries of the extractor file are read', () => {
  assert.deepEqual(
    requests.map(({ title }) => title),
    entries.map(([one]) => (one as { title: string }).title),
  );
});
for (const [at, request] of requests.entries()) {
  test(`the extractor ${request.title} is ${entries[at]?.[1] instanceof RegExp ? 'refused with the reason' : 'installed'}`, async () => {
    const result = entries[at]?.[1];
    const response = await server.call(base, { method: 'POST', session, json: request });
    const answer = (await response.json()) as { message?: string };
    if (result instanceof RegExp) {
      assert.equal(response.status, 400);
      assert.match(answer.message ?? '', result);
      return;
    }
    assert.equal(response.status, 201, answer.message);
    const preview = await server.call(`${base}/preview`, {
      method: 'POST',
      session,
      json: { extractor: request, texts: [text] },
    });
    const { samples } = (await preview.json()) as ExtractorPreview;
    assert.deepEqual(samples[0]?.fields, result);
  });
}
