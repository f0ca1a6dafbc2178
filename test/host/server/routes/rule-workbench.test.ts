/** The rule workbench runs an unsaved rule on sample messages, alone or in its pipeline, and stores sample sets. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PipelineSource } from '../../../../api/contract/pipelines.js';
import type { RuleHits, SampleSet, WorkbenchAnswer } from '../../../../api/contract/rule-workbench.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';
import { startTestServer, type TestServer } from '../../../server.js';

const at = '/system/pipelines/rule/workbench';
const source = `rule "latency"
when
  has_field("took") and to_string($message.app) == "pay"
then
  set_field("took_ms", to_long($message.took));
  set_field("app", "payments");
  remove_field("took");
end`;

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

const ask = (path: string, method: string, json?: unknown, who = session): Promise<Response> =>
  server.call(path, { method, session: who, ...(json !== undefined && { json }) });
async function run(body: object): Promise<WorkbenchAnswer> {
  const response = await ask(at, 'POST', body);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as WorkbenchAnswer;
}

test('the workbench reports for each message whether it matched, the values of expressions and the changes', async () => {
  const answer = await run({
    source,
    messages: [
      { _id: 'a', message: 'one', app: 'pay', took: '852' },
      { _id: 'b', message: 'two', app: 'shop' },
    ],
  });
  assert.deepEqual(answer.errors, []);
  assert.deepEqual([answer.matched, answer.failed, answer.results.length], [1, 0, 2]);
  const [first, second] = answer.results;
  assert.deepEqual(
    [first?.matched, first?.added, first?.changed, first?.removed],
    [true, { took_ms: 852 }, { app: { before: 'pay', after: 'payments' } }, { took: '852' }],
  );
  const call = source.indexOf('has_field("took")');
  const traceText = (result: typeof first): string | undefined =>
    result?.values.find(({ from, to }) => from === call && to === call + 'has_field("took")'.length)?.text;
  assert.equal(traceText(first), 'true');
  assert.deepEqual([traceText(second), second?.matched, second?.added], ['false', false, {}]);
});

test('the workbench reports position and reason of an error', async () => {
  const failing = 'rule "f"\nwhen true\nthen\n  set_field("a", parse_date(to_string($message.d), "yyyy"));\nend';
  const [result] = (await run({ source: failing, messages: [{ message: 'm', d: 'yesterday' }] })).results;
  const { line, position_in_line: column, reason, from } = result?.error ?? {};
  assert.deepEqual(
    [line, column, from],
    [4, failing.split('\n')[3]?.indexOf('parse_date'), failing.indexOf('parse_date')],
  );
  assert.match(reason ?? '', /^parse_date: .*yesterday/);
});

test('the workbench begins without the errors of an earlier processing of a stored message', async () => {
  const former = { message: 'm', d: 'yesterday', gl2_processing_error: 'an old error' };
  const failing = 'rule "f" when true then set_field("a", parse_date(to_string($message.d), "yyyy")); end';
  const [failed] = (await run({ source: failing, messages: [former] })).results;
  assert.deepEqual(failed?.changed, {});
  assert.match(String(failed?.added['gl2_processing_error']), /yesterday/);
  assert.doesNotMatch(String(failed?.added['gl2_processing_error']), /an old error/);
  const passing = 'rule "f" when not has_field("gl2_processing_error") then set_field("a", 1); end';
  const [passed] = (await run({ source: passing, messages: [former] })).results;
  assert.deepEqual([passed?.added, passed?.changed, passed?.removed], [{ a: 1 }, {}, {}]);
});

test('the workbench returns the errors of a rule that does not parse, and runs nothing', async () => {
  const answer = await run({ source: 'rule "x" when has_feld("a") end', messages: [{ message: 'm' }] });
  assert.deepEqual([answer.errors.map(({ type }) => type), answer.results], [['undeclared_function'], []]);
});

test('the workbench runs the unsaved rule in its pipeline instead of the stored rule', async () => {
  await ask('/system/pipelines/rule', 'POST', { source: 'rule "drop" when has_field("bad") then drop_message(); end' });
  await ask('/system/pipelines/rule', 'POST', { source: 'rule "latency" when false end' });
  const made = await ask('/system/pipelines/pipeline', 'POST', {
    source: 'pipeline "p" stage 0 match pass rule "drop"; stage 1 match either rule "latency"; end',
  });
  const { id } = (await made.json()) as PipelineSource;
  const { results } = await run({
    source,
    pipeline_id: id,
    messages: [
      { message: 'one', app: 'pay', took: '1', bad: 'yes' },
      { message: 'two', app: 'pay', took: '2' },
    ],
  });
  assert.deepEqual(
    results.map(({ matched, dropped, added }) => [matched, dropped, added]),
    [
      [null, true, {}],
      [true, false, { took_ms: 2 }],
    ],
  );
  assert.equal((await ask(at, 'POST', { source, pipeline_id: 'gone', messages: [] })).status, 404);
});

test('the workbench limits the number of messages and the length of reported values', async () => {
  const many = Array.from({ length: 51 }, () => ({ message: 'm' }));
  assert.equal((await ask(at, 'POST', { source, messages: many })).status, 400);
  const long = 'rule "l" when true then set_field("copy", to_string($message.message)); end';
  const [result] = (await run({ source: long, messages: [{ message: 'x'.repeat(10_000) }] })).results;
  assert.equal(String(result?.added['copy']).length, 2001);
});

test('the workbench counts how many of the newest messages a rule matches and changes', async () => {
  await putMessages(server, session, [
    { host: 'a', short_message: 'one', _seen: 'yes' },
    { host: 'b', short_message: 'two' },
  ]);
  const { messages, rules } = (await (
    await ask(`${at}/hits`, 'POST', {
      sources: [
        'rule "all" when true then set_field("seen", "yes"); end',
        'rule "none" when has_field("no_such_field") then set_field("seen", "yes"); end',
        'rule "fails" when true then set_field("a", parse_date("x", to_string($message.source))); end',
        'rule "same" when true then set_field("message", to_string($message.message)); end',
        'rule "broken" when tru end',
      ],
      fields: ['message', 'source'],
    })
  ).json()) as { messages: number; rules: RuleHits[] };
  assert.equal(messages, 2);
  assert.deepEqual(
    rules.map(({ tried, hits, failed, errors }) => [tried, hits, failed, errors.map(({ type }) => type)]),
    [
      [messages, messages, 0, []],
      [messages, 0, 0, []],
      [messages, 0, messages, []],
      [messages, 0, 0, []],
      [0, 0, 0, ['undeclared_variable']],
    ],
  );
  assert.deepEqual(rules[0]?.example, { seen: 'yes' });
  assert.equal((await ask(`${at}/hits`, 'POST', { sources: [] })).status, 400);
});

test('the workbench counts only messages that the user may read', async () => {
  const { session: stranger } = await addPerson(server, session, 'rule-reader', ['pipeline_rule:read']);
  const body = { sources: ['rule "all" when true then set_field("seen", 1); end'] };
  const own = await ask(`${at}/hits`, 'POST', body, stranger);
  assert.equal(((await own.json()) as { messages: number }).messages, 0);
  const named = await ask(`${at}/hits`, 'POST', { ...body, stream_id: '000000000000000000000001' }, stranger);
  assert.equal(named.status, 403);
});

test('sample sets are stored under unique titles', async () => {
  const body = { title: 'Slow', messages: [{ message: 'one', n: 1 }] };
  const made = (await (await ask(`${at}/samples`, 'POST', body)).json()) as SampleSet;
  assert.deepEqual([made.title, made.owner, made.messages], ['Slow', 'admin', body.messages]);
  assert.equal((await ask(`${at}/samples`, 'POST', body)).status, 400);
  const listed = (await (await ask(`${at}/samples`, 'GET')).json()) as { sample_sets: SampleSet[] };
  assert.deepEqual(
    listed.sample_sets.map(({ id }) => id),
    [made.id],
  );
  assert.equal((await ask(`${at}/samples/${made.id}`, 'DELETE')).status, 204);
  assert.equal((await ask(`${at}/samples/${made.id}`, 'DELETE')).status, 404);
});
