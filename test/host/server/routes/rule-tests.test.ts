/** Test cases of rules are saved and run over HTTP; their results are cached and need permissions. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RuleTestRun, RuleTests, RuleTestSummary } from '../../../../api/contract/rule-tests.js';
import { startTestServer, type CallInit, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
});
after(() => server.stop());

async function ask<T>(
  method: string,
  path: string,
  json?: unknown,
  init: CallInit = {},
): Promise<{ status: number; body: T }> {
  const response = await server.call(path, { session: admin, method, ...(json !== undefined && { json }), ...init });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}

const rulePath = '/system/pipelines/rule';
let made = 0;
async function newRule(body: string): Promise<string> {
  made += 1;
  const answer = await ask<{ id: string }>('POST', rulePath, { source: `rule "tested ${made}" ${body} end` });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.id;
}

test('the result of a rule test contains each expectation, whether it holds, and the actual value', async () => {
  const id = await newRule(`when has_field("n") then
    set_field("double", to_long($message.n) + to_long($message.n));
    remove_field("n");
    drop_message();`);
  const tests = [
    {
      title: 'right',
      message: { n: 21 },
      expected: { matches: true, fields: { double: 42 }, absent: ['n'], dropped: true },
    },
    { title: 'does not match', message: { m: 1 }, expected: { matches: false, absent: ['double'], streams: [] } },
    {
      title: 'wrong',
      message: { n: 21 },
      expected: { fields: { double: 43, other: 'x' }, dropped: false, streams: ['s'] },
    },
  ];
  const { status, body } = await ask<RuleTests>('PUT', `${rulePath}/${id}/tests`, { tests });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.passed, body.failed, body.results.map(({ passed }) => passed)], [2, 1, [true, true, false]]);
  assert.deepEqual(body.results[2]?.differences, [
    { what: 'dropped', field: null, expected: false, actual: true },
    { what: 'streams', field: null, expected: ['s'], actual: [] },
    { what: 'field', field: 'double', expected: 43, actual: 42 },
    { what: 'field', field: 'other', expected: 'x', actual: null },
  ]);
  const kept = await ask<RuleTests>('GET', `${rulePath}/${id}/tests`);
  assert.deepEqual(kept.body.tests, tests);
  const summaries = await ask<RuleTestSummary[]>('GET', '/system/pipelines/rule_tests');
  const summary = summaries.body.find(({ rule_id }) => rule_id === id);
  assert.deepEqual([summary?.passed, summary?.failed], [2, 1]);
});

test('a rule that fails on a message fails its test, unless that is expected', async () => {
  const id = await newRule('when true then set_field("x", base16_decode(to_string($message.message)));');
  const tests = [
    { title: 'fails', message: { message: 'zz' }, expected: {} },
    { title: 'is known to fail', message: { message: 'zz' }, expected: { fails: true } },
    { title: 'decodes', message: { message: '41' }, expected: { fields: { x: 'A' } } },
  ];
  const { body } = await ask<RuleTests>('PUT', `${rulePath}/${id}/tests`, { tests });
  assert.deepEqual(
    body.results.map(({ passed }) => passed),
    [false, true, true],
  );
  assert.match(body.results[0]?.error ?? '', /base16_decode/);
});

test('results follow the rule and the grok patterns that it uses; an unsaved source can be tried', async () => {
  const pattern = await ask<{ id: string; name: string }>('POST', '/system/grok', {
    id: '',
    name: 'TESTEDWORD',
    pattern: 'a+',
  });
  const id = await newRule('when true then set_fields(grok("%{TESTEDWORD:word}", to_string($message.message), true));');
  const tests = [{ title: 'takes the word', message: { message: 'aab' }, expected: { fields: { word: 'aa' } } }];
  assert.equal((await ask<RuleTests>('PUT', `${rulePath}/${id}/tests`, { tests })).body.failed, 0);
  const { id: patternId, name } = pattern.body;
  await ask('PUT', `/system/grok/${patternId}`, { id: patternId, name, pattern: 'b+' });
  assert.equal((await ask<RuleTests>('GET', `${rulePath}/${id}/tests`)).body.failed, 1);
  const source = 'rule "x" when true then set_field("word", "aa"); end';
  const tried = await ask<RuleTestRun>('POST', `${rulePath}/${id}/tests/run`, { source });
  assert.deepEqual([tried.body.passed, tried.body.failed], [1, 0]);
  const broken = await ask<RuleTestRun>('POST', `${rulePath}/${id}/tests/run`, { source: 'rule "x" when' });
  assert.deepEqual([broken.body.passed, broken.body.failed, broken.body.results], [0, 1, []]);
});

test('running rule tests has no side effects, and too many or too large tests are refused', async () => {
  const id = await newRule('when true then metric_counter_inc("tested"); create_message("made");');
  const one = { title: 'a', message: {}, expected: {} };
  assert.equal((await ask<RuleTests>('PUT', `${rulePath}/${id}/tests`, { tests: [one] })).body.passed, 1);
  const metrics = await ask<{ metrics: unknown[] }>('POST', '/system/metrics/multiple', {
    metrics: ['org.graylog.rulemetrics.tested'],
  });
  assert.deepEqual(metrics.body.metrics, []);
  assert.equal((await ask('PUT', `${rulePath}/${id}/tests`, { tests: [one, one] })).status, 400);
  assert.equal((await ask('PUT', `${rulePath}/${id}/tests`, { tests: new Array(51).fill(one) })).status, 400);
  const huge = { ...one, message: { message: 'x'.repeat(1_000_001) } };
  assert.equal((await ask('PUT', `${rulePath}/${id}/tests`, { tests: [huge] })).status, 413);
  assert.equal((await ask('GET', `${rulePath}/0123456789abcdef01234567/tests`)).status, 404);
});

test('the tests of a rule are deleted with the rule', async () => {
  const id = await newRule('when true then');
  const tests = [{ title: 'a', message: {}, expected: {} }];
  await ask('PUT', `${rulePath}/${id}/tests`, { tests });
  await ask('DELETE', `${rulePath}/${id}`);
  const { body } = await ask<RuleTestSummary[]>('GET', '/system/pipelines/rule_tests');
  assert.equal(
    body.some(({ rule_id }) => rule_id === id),
    false,
  );
  assert.equal((await ask('GET', `${rulePath}/${id}/tests`)).status, 404);
});

test('reading rule tests needs permission to read the rule, saving them permission to edit it', async () => {
  const id = await newRule('when true then');
  await ask('PUT', `${rulePath}/${id}/tests`, { tests: [{ title: 'a', message: {}, expected: {} }] });
  const status = async (session: string, method: string, path: string, json?: unknown) =>
    (await ask(method, path, json, { session })).status;
  const { session: reader } = await addPerson(server, admin, 'rule-reader', [`pipeline_rule:read:${id}`]);
  const { session: nobody } = await addPerson(server, admin, 'rule-nobody', []);
  const path = `${rulePath}/${id}/tests`;
  assert.equal(await status(reader, 'GET', path), 200);
  assert.equal(await status(reader, 'POST', `${path}/run`, {}), 200);
  assert.equal(await status(reader, 'PUT', path, { tests: [] }), 403);
  assert.equal(await status(nobody, 'GET', path), 403);
  assert.equal(await status(nobody, 'POST', `${path}/run`, {}), 403);
  const seen = await ask<RuleTestSummary[]>('GET', '/system/pipelines/rule_tests', undefined, { session: nobody });
  assert.deepEqual(seen.body, []);
});
