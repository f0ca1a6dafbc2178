/** Grok patterns are stored, imported and tested over HTTP with the required permissions. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GrokPattern } from '../../../../api/contract/grok.js';
import { startTestServer, type CallInit, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
});
after(() => server.stop());

async function ask<T>(path: string, init: CallInit = {}): Promise<{ status: number; body: T }> {
  const response = await server.call(path, { session: admin, ...init });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}
const post = <T>(path: string, json: unknown, init: CallInit = {}) => ask<T>(path, { method: 'POST', json, ...init });
const sendText = (text: string, strategy?: string) =>
  ask<{ validation_errors: { _: { error: string }[] } }>(
    `/system/grok${strategy ? `?import-strategy=${strategy}` : ''}`,
    { method: 'POST', body: text, headers: { 'Content-Type': 'text/plain' } },
  );
const all = async () => (await ask<{ patterns: GrokPattern[] }>('/system/grok')).body.patterns;
const named = async (name: string) => (await all()).find((pattern) => pattern.name === name);
const errors = (body: unknown) =>
  (body as { validation_errors: Record<string, { error: string }[]> }).validation_errors;

test('the grok patterns of the first start are listed by name and in pages', async () => {
  const patterns = await all();
  assert.equal(patterns.length, 76);
  assert.deepEqual(
    patterns.map(({ name }) => name),
    patterns.map(({ name }) => name).sort(new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare),
  );
  const { body } = await ask<Record<string, unknown>>('/system/grok/paginated?per_page=5&page=2&query=pattern:%25%7B');
  assert.deepEqual(Object.keys(body).sort(), ['count', 'page', 'patterns', 'per_page', 'total']);
  assert.deepEqual([body['count'], body['page'], body['per_page']], [5, 2, 5]);
  for (const { pattern } of body['patterns'] as GrokPattern[]) assert.match(pattern, /%\{/);
});

test('the server creates, changes and deletes a grok pattern', async () => {
  const made = await post<GrokPattern>('/system/grok', { id: 'mine', name: 'ORDER', pattern: 'A-%{INT:order}' });
  assert.equal(made.status, 201);
  assert.match(made.body.id, /^[0-9a-f]{24}$/);
  assert.deepEqual(made.body, { id: made.body.id, name: 'ORDER', pattern: 'A-%{INT:order}', content_pack: null });
  const json = { name: 'ORDER_ID', pattern: 'B-%{INT:order}' };
  const changed = await ask<GrokPattern>(`/system/grok/${made.body.id}`, { method: 'PUT', json });
  assert.deepEqual([changed.status, changed.body.name], [200, 'ORDER_ID']);
  assert.deepEqual((await ask(`/system/grok/${made.body.id}`)).body, changed.body);
  assert.equal((await ask(`/system/grok/${made.body.id}`, { method: 'DELETE' })).status, 204);
  assert.equal((await ask(`/system/grok/${made.body.id}`)).status, 404);
  assert.equal((await ask(`/system/grok/${made.body.id}`, { method: 'DELETE' })).status, 404);
  assert.equal((await ask(`/system/grok/${made.body.id}`, { method: 'PUT', json })).status, 400);
});

/** Patterns that are refused; the error has the key `_`, because a reference server names no field. */
const refused: readonly (readonly [string, object, RegExp])[] = [
  ['a grok pattern without a name', { name: ' ', pattern: 'x' }, /empty/],
  ['a grok pattern with a space in its name', { name: 'A B', pattern: 'x' }, /letters/],
  ['a grok pattern without a text', { name: 'NEW', pattern: '' }, /empty/],
  ['a grok pattern with an existing name', { name: 'INT', pattern: 'x' }, /already exists/],
  ['a grok pattern that is not a regular expression', { name: 'NEW', pattern: '(' }, /not a regular expression/],
  ['a grok pattern with an unknown reference', { name: 'NEW', pattern: '%{NOPE}' }, /No definition for key 'NOPE'/],
  ['a grok pattern that refers to itself', { name: 'NEW', pattern: 'a%{NEW}' }, /circle/],
];
for (const [what, json, reason] of refused) {
  test(`the server refuses ${what}`, async () => {
    const { status, body } = await post('/system/grok', json);
    assert.equal(status, 400);
    assert.match(errors(body)['_']?.[0]?.error ?? '', reason);
    assert.equal(await named('NEW'), undefined);
  });
}

test('the server imports a file line by line: invalid lines are named, the others are stored', async () => {
  const before = await all();
  assert.equal((await sendText('# mine\n\nFILE_A a%{INT:n}\n  FILE_B\tb%{FILE_A}\n')).status, 202);
  assert.equal((await named('FILE_B'))?.pattern, 'b%{FILE_A}');
  assert.equal((await all()).length, before.length + 2);

  const conflict = await sendText('FILE_C c\nFILE_A z');
  assert.equal(conflict.status, 400);
  assert.match(conflict.body.validation_errors._[0]?.error ?? '', /already exist: FILE_A$/);
  assert.equal(await named('FILE_C'), undefined);

  const id = (await named('FILE_A'))?.id;
  assert.equal((await sendText('FILE_C c\nFILE_A z', 'REPLACE_ON_CONFLICT')).status, 202);
  assert.deepEqual([(await named('FILE_A'))?.pattern, (await named('FILE_A'))?.id], ['z', id]);

  const mixed = await sendText(
    [
      'FILE_D d',
      'FILE_E %{MISSING_ONE}',
      'FILE_F (',
      'FILE_D e',
      'nonsense',
      'FILE_G x%{FILE_F}',
      'FILE_A %{FILE_F}',
      'FILE_I i%{FILE_A}',
    ].join('\n'),
    'REPLACE_ON_CONFLICT',
  );
  assert.equal(mixed.status, 400);
  const errors = mixed.body.validation_errors._.map(({ error }) => error);
  assert.equal(errors[0], '2 of the patterns were stored. These lines were not:');
  const wanted = [
    /^Line 4, pattern FILE_D: the name stands twice/,
    /^Line 5, pattern nonsense: /,
    /^Line 2, pattern FILE_E: No definition for key 'MISSING_ONE'/,
    /^Line 3, pattern FILE_F: The pattern is not a regular expression/,
    /^Line 6, pattern FILE_G: No definition for key 'FILE_F'/,
    /^Line 7, pattern FILE_A: No definition for key 'FILE_F'/,
  ];
  assert.equal(errors.length, wanted.length + 1, errors.join('\n'));
  for (const reason of wanted)
    assert.ok(
      errors.some((error) => reason.test(error)),
      `the reasons contain ${reason}: ${errors.join('\n')}`,
    );
  assert.deepEqual([(await named('FILE_D'))?.pattern, (await named('FILE_A'))?.pattern], ['d', 'z']);
  assert.equal(await named('FILE_G'), undefined);
  assert.equal((await named('FILE_I'))?.pattern, 'i%{FILE_A}', 'the stored FILE_A is still in use');
  const none = await sendText('FILE_H (');
  assert.match(none.body.validation_errors._[0]?.error ?? '', /^Line 1, pattern FILE_H/);
  const many = await sendText(before.map(({ name }) => `${name} x`).join('\n'));
  assert.match(many.body.validation_errors._[0]?.error ?? '', / and 66 more$/);
});

test('an import that replaces all patterns must contain every pattern to which it refers', async () => {
  const kept = await all();
  assert.equal((await sendText('ONLY %{INT}', 'DROP_ALL_EXISTING')).status, 400);
  assert.equal((await all()).length, kept.length);
  assert.equal((await sendText('ONLY x%{OTHER}\nOTHER y', 'DROP_ALL_EXISTING')).status, 202);
  assert.deepEqual(
    (await all()).map(({ name }) => name),
    ['ONLY', 'OTHER'],
  );
  const patterns = kept.map(({ name, pattern }) => ({ name, pattern }));
  const restored = await ask('/system/grok?import-strategy=DROP_ALL_EXISTING', { method: 'PUT', json: { patterns } });
  assert.equal(restored.status, 202);
  assert.equal((await all()).length, kept.length);
});

test('the parameter replace of older clients replaces existing patterns unless a strategy is given', async () => {
  const text = (words: string) => ({ method: 'POST', body: words, headers: { 'Content-Type': 'text/plain' } });
  assert.equal((await ask('/system/grok', text('TWICE one'))).status, 202);
  const replace = (more: string, word: string) => ask(`/system/grok?replace=${more}`, text(`TWICE ${word}`));
  for (const [more, status, stored] of [
    ['false', 400, 'one'],
    ['true&import-strategy=ABORT_ON_CONFLICT', 400, 'one'],
    ['true', 202, 'two'],
  ] as const) {
    assert.equal((await replace(more, 'two')).status, status, more);
    const pattern = await named('TWICE');
    assert.equal(pattern?.pattern, stored, more);
  }
  assert.equal((await ask(`/system/grok/${(await named('TWICE'))?.id}`, { method: 'DELETE' })).status, 204);
});

test('a test of a grok pattern uses the stored patterns and the pattern itself', async () => {
  const grok_pattern = { name: 'PAIR', pattern: '%{WORD:key}=%{INT:value}' };
  const { status, body } = await post('/system/grok/test', { grok_pattern, sampleData: 'a=5' });
  assert.equal(status, 200);
  assert.deepEqual(body, { PAIR: 'a=5', key: 'a', value: '5' });
  assert.deepEqual((await post('/system/grok/test', { grok_pattern, sampleData: '?' })).body, {});
  const bad = await post<{ message: string }>('/system/grok/test', {
    grok_pattern: { name: 'X', pattern: '%{NOPE}' },
    sampleData: 'a',
  });
  assert.deepEqual([bad.status, /NOPE/.test(bad.body.message)], [400, true]);
});

test('the grok tester returns captures, or why the pattern cannot be used', async () => {
  const pattern = '%{WORD:key}=%{INT:value:int}';
  assert.deepEqual((await post('/tools/grok_tester', { pattern, string: 'a=5', named_captures_only: true })).body, {
    matched: true,
    matches: [
      { name: 'key', match: 'a' },
      { name: 'value', match: '5' },
    ],
    pattern,
    string: 'a=5',
  });
  const query = new URLSearchParams({ pattern: '%{INT}', string: 'no', named_captures_only: 'false' });
  assert.deepEqual((await ask(`/tools/grok_tester?${query}`)).body, {
    matched: false,
    matches: [],
    pattern: '%{INT}',
    string: 'no',
  });
  const { body } = await post<{ matched: boolean; error_message: string }>('/tools/grok_tester', {
    pattern: '(',
    string: 'a',
    named_captures_only: false,
  });
  assert.equal(body.matched, false);
  assert.match(body.error_message, /not a regular expression/);
});

test('the server refuses a pattern that would take minutes, without blocking other requests', async () => {
  const pattern = '(?<n>a*)*\\1b';
  const json = { pattern, string: 'a'.repeat(10_000), named_captures_only: true };
  let done = false;
  const trial = post<{ error_message: string }>('/tools/grok_tester', json).finally(() => (done = true));
  let answered = 0;
  while (!done) {
    assert.equal((await ask('/system/grok')).status, 200);
    if (!done) answered += 1;
  }
  assert.ok(answered > 0);
  const { body } = await trial;
  assert.match(body.error_message, /takes (?:too many steps|longer than 2 seconds)/);
  const next = await post<{ matched: boolean }>('/tools/grok_tester', { ...json, pattern: '%{WORD:w}' });
  assert.equal(next.body.matched, true);
});

test('one user cannot fill the queue of pattern tests', async () => {
  const json = { pattern: '%{COMBINEDAPACHELOG}', string: 'a', named_captures_only: true };
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async () => (await post('/tools/grok_tester', json)).status),
  );
  assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
});

test('reading, creating and changing grok patterns each need a separate permission', async () => {
  const id = (await named('INT'))?.id ?? '';
  const json = { name: 'RIGHTS', pattern: 'x' };
  const calls: readonly (readonly [string, string, CallInit])[] = [
    ['inputs:read', '/system/grok', {}],
    ['inputs:read', '/system/grok/paginated', {}],
    ['inputs:read', `/system/grok/${id}`, {}],
    ['inputs:create', '/system/grok', { method: 'POST', json }],
    [
      'inputs:create',
      '/system/grok',
      { method: 'POST', body: 'RIGHTS_B x', headers: { 'Content-Type': 'text/plain' } },
    ],
    ['inputs:create', '/system/grok', { method: 'PUT', json: { patterns: [{ name: 'RIGHTS_C', pattern: 'x' }] } }],
    ['inputs:edit', `/system/grok/${id}`, { method: 'PUT', json: { name: 'INT', pattern: '[+-]?[0-9]+' } }],
  ];
  for (const right of ['inputs:read', 'inputs:create', 'inputs:edit']) {
    const name = right.replace(':', '_');
    await post('/roles', { name, description: '', permissions: [right] });
    const { session } = await addPerson(server, admin, name, [], [name]);
    for (const [wanted, path, init] of calls) {
      const { status } = await ask(path, { ...init, session });
      if (wanted === right) assert.ok(status < 300, `${right} ${init.method ?? 'GET'} ${path}: ${status}`);
      else assert.equal(status, 403, `${right} ${init.method ?? 'GET'} ${path}`);
    }
  }
  assert.equal((await server.call('/system/grok')).status, 401);
});

test('deleted patterns of the first start stay deleted after a restart', async () => {
  const id = (await named('TTY'))?.id ?? '';
  assert.equal((await ask(`/system/grok/${id}`, { method: 'DELETE' })).status, 204);
  await server.kill();
  const again = await startTestServer({ data: server.data, adminPassword: server.adminPassword });
  try {
    const session = await again.login();
    const { patterns } = (await (await again.call('/system/grok', { session })).json()) as { patterns: GrokPattern[] };
    assert.equal(
      patterns.some(({ name }) => name === 'TTY'),
      false,
    );
    assert.equal(
      patterns.some(({ name }) => name === 'INT'),
      true,
    );
  } finally {
    await again.stop();
  }
  server = await startTestServer();
});
