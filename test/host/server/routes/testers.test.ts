/**
 * The extractor testers (contract data-intake tools.*) return results or refusals in the form of the contract, in
 * bounded time.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let session: string;

before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

async function tried(tool: string, json: object, as = session): Promise<{ status: number; body: unknown }> {
  const response = await server.call(`/tools/${tool}`, { method: 'POST', session: as, json });
  return { status: response.status, body: await response.json() };
}

const regex = (pattern: string, string: string) => ({ regex: pattern, string });
const replacing = (pattern: string, replacement: string, all: boolean, string: string) => ({
  regex: pattern,
  replacement,
  replace_all: all,
  string,
});
const jsonOptions = {
  flatten: false,
  list_separator: ', ',
  key_separator: '_',
  kv_separator: '=',
  replace_key_whitespace: false,
  key_whitespace_replacement: '_',
  key_prefix: '',
};
const cut = (text: string | null, begin: number, end: number) => ({
  successful: text !== null,
  cut: text,
  begin_index: begin,
  end_index: end,
});

/** Tool, request body, and response without the echo of the request. */
const answers: readonly (readonly [tool: string, sent: object, found: object])[] = [
  [
    'regex_tester',
    regex('took (\\d+)ms', 'GET / took 35ms'),
    { matched: true, match: { match: '35', start: 11, end: 13 } },
  ],
  ['regex_tester', regex('took', 'GET / took 35ms'), { matched: true }],
  ['regex_tester', regex('took (\\d+)s', 'GET / took 35ms'), { matched: false }],
  ['regex_tester', regex('a(b)?', 'xa'), { matched: true, match: { match: null, start: -1, end: -1 } }],
  ['regex_tester', regex('a.(b)', 'a\nb'), { matched: true, match: { match: 'b', start: 2, end: 3 } }],
  ['regex_tester', regex('(?<name>b)', '😀b'), { matched: true, match: { match: 'b', start: 2, end: 3 } }],
  [
    'regex_replace_tester',
    replacing('(\\d+)', '<$1>', true, 'a1b22'),
    { matched: true, match: { match: 'a<1>b<22>', start: 1, end: 2 } },
  ],
  [
    'regex_replace_tester',
    replacing('user=(\\w+).*', '', false, 'x user=ann y'),
    { matched: true, match: { match: 'x ann', start: 7, end: 10 } },
  ],
  [
    'regex_replace_tester',
    replacing('(?<n>\\d)', '\\$${n}', true, '12'),
    { matched: true, match: { match: '$1$2', start: 0, end: 1 } },
  ],
  [
    'regex_replace_tester',
    replacing('b', 'c', true, 'aba'),
    { matched: true, match: { match: 'aca', start: -1, end: -1 } },
  ],
  ['regex_replace_tester', replacing('x', 'c', true, 'aba'), { matched: false }],
  ['contains_string_tester', { search_string: 'b', string: 'abb' }, { matched: true, match: { start: 1, end: 2 } }],
  ['contains_string_tester', { search_string: 'B', string: 'abb' }, { matched: false }],
];
for (const [tool, sent, found] of answers) {
  test(`${tool} returns the expected result for ${JSON.stringify(sent)}`, async () => {
    assert.deepEqual(await tried(tool, sent), { status: 200, body: { ...found, ...sent } });
  });
}

const cuts: readonly (readonly [tool: string, sent: object, found: object])[] = [
  ['split_and_index_tester', { split_by: '--', index: 2, string: 'a--bc--d' }, cut('bc', 3, 5)],
  ['split_and_index_tester', { split_by: ' ', index: 4, string: 'a b c' }, cut(null, 0, 0)],
  ['split_and_index_tester', { split_by: ' ', index: 2, string: 'a  c' }, cut(null, 0, 0)],
  ['split_and_index_tester', { split_by: ' ', index: 0, string: 'a b' }, cut(null, 0, 0)],
  ['split_and_index_tester', { split_by: '', index: 1, string: 'a b' }, cut(null, 0, 0)],
  ['substring_tester', { start: 1, end: 3, string: 'abc' }, cut('bc', 1, 3)],
  ['substring_tester', { start: 1, end: 4, string: 'abc' }, cut(null, 1, 4)],
  ['substring_tester', { start: 2, end: 2, string: 'abc' }, cut(null, 2, 2)],
  ['substring_tester', { start: -1, end: 2, string: 'abc' }, cut(null, -1, 2)],
];
for (const [tool, sent, found] of cuts) {
  test(`${tool} returns the expected result for ${JSON.stringify(sent)}`, async () => {
    assert.deepEqual(await tried(tool, sent), { status: 200, body: found });
  });
}

test('the JSON tester returns the values of a JSON text and repeats the options', async () => {
  const string = '{"a":1,"big":9007199254740993,"b":{"c d":[1,null,"x"]},"n":null}';
  const echoed = { flatten: false, line_separator: ', ', key_separator: '_', kv_separator: '=', string };
  const response = await server.call('/tools/json_tester', {
    method: 'POST',
    session,
    json: { ...jsonOptions, string },
  });
  const text = await response.text();
  assert.match(text, /"big":9007199254740993/);
  const { matches, ...rest } = JSON.parse(text) as { matches: object };
  assert.deepEqual(rest, echoed);
  assert.deepEqual(Object.keys(matches), ['a', 'big', 'b_c d']);
  assert.equal((matches as Record<string, unknown>)['b_c d'], '1, x');
});

test('the lookup table tester reports unknown tables, and needs permission to read tables', async () => {
  const sent = { lookup_table_name: 'hosts', string: 'a' };
  const unknown = "Lookup table <hosts> doesn't exist";
  assert.deepEqual(await tried('lookup_table_tester', sent), {
    status: 200,
    body: { empty: true, error: true, error_message: unknown, key: null, value: null },
  });
  const { session: reader } = await addPerson(server, session, 'reader', []);
  assert.equal((await tried('lookup_table_tester', sent, reader)).status, 403);
  assert.equal((await tried('regex_tester', regex('a', 'a'), reader)).status, 200);
});

const refused: readonly (readonly [tool: string, sent: object, reason: RegExp])[] = [
  ['regex_tester', regex('(', 'a'), /no regular expression that the server can run: A bracket is missing/],
  ['regex_tester', regex('(?<=a*)b', 'a'), /The text that a look-behind matches must have a limited length/],
  ['regex_tester', regex('(?:(?:ab){1000}){1000}', 'a'), /too large/],
  ['regex_replace_tester', replacing('(a)', '$2', false, 'a'), /the group "2", which the regular expression does not/],
  ['regex_replace_tester', replacing('(a)', '${constructor}', false, 'a'), /the group "constructor"/],
  ['regex_replace_tester', replacing('a', '', false, 'a'), /the group "1"/],
  ['regex_replace_tester', replacing('(a)', 'costs $', false, 'a'), /"\$" without a group/],
  ['regex_replace_tester', replacing('', 'x'.repeat(1000), true, 'a'.repeat(100_000)), /too long/],
  ['regex_replace_tester', replacing('a', 'x'.repeat(1001), true, 'a'), /replacement is too long/],
  ['regex_replace_tester', replacing('(a)', '$12$2', false, 'a'), /the group "2"/],
  ['json_tester', { ...jsonOptions, string: 'a' }, /Not valid JSON/],
  ['json_tester', { ...jsonOptions, string: '[1]' }, /Not a JSON object/],
  ['json_tester', { ...jsonOptions, string: '' }, /string/],
  ['json_tester', { ...jsonOptions, string: '{}', kv_separator: '' }, /kv_separator/],
];
for (const [tool, sent, reason] of refused) {
  test(`${tool} refuses ${JSON.stringify(sent).slice(0, 80)}`, async () => {
    const { status, body } = await tried(tool, sent);
    assert.equal(status, 400);
    assert.match((body as { message: string }).message, reason);
  });
}

test('the pattern tester answers 200 for valid and invalid patterns', async () => {
  const validated = async (pattern: string) => {
    const path = `/tools/regex_tester/validate?regex=${encodeURIComponent(pattern)}`;
    const response = await server.call(path, { session });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  assert.deepEqual(await validated('a.*'), {
    status: 200,
    body: { regex: 'a.*', is_valid: true, validation_message: null },
  });
  const bad = await validated('(?!a');
  assert.deepEqual([bad.status, bad.body['is_valid']], [200, false]);
  assert.match(String(bad.body['validation_message']), /bracket is missing/);
  assert.equal((await validated('')).status, 400);
});
