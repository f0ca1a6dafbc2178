/**
 * Pipelines and rules are stored, connected and simulated over HTTP, process received messages and record their errors.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  ParseError,
  PipelineConnection,
  PipelineSource,
  RuleRunErrors,
  RuleSource,
  SimulatedMessage,
  SimulationResponse,
} from '../../../../api/contract/pipelines.js';
import { findMessages } from '../../../find-messages.js';
import { startTestServer, type CallInit, type TestServer } from '../../../server.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

const defaultStream = '000000000000000000000001';
const eventStream = '000000000000000000000002';
const at = '/system/pipelines';

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
const put = <T>(path: string, json: unknown) => ask<T>(path, { method: 'PUT', json });

async function made<T>(path: string, source: string): Promise<T> {
  const { status, body } = await post<T>(path, { source });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const newRule = (source: string) => made<RuleSource>(`${at}/rule`, source);
const newPipeline = (source: string) => made<PipelineSource>(`${at}/pipeline`, source);
const connect = (pipeline_ids: readonly (string | null)[], stream_id = defaultStream) =>
  post<PipelineConnection>(`${at}/connections/to_stream`, { stream_id, pipeline_ids });

test('the title of a rule is the unique unescaped name in its source; errors are returned as a list', async () => {
  const rule = await newRule('rule "first \\"one\\"" when true then end trailing text');
  assert.deepEqual([rule.title, rule.errors, rule.description], ['first \\"one\\"', null, null]);
  const again = await post<{ message: string }>(`${at}/rule`, { source: 'rule "first \\"one\\"" when false then end' });
  assert.deepEqual([again.status, /already/.test(again.body.message)], [400, true]);
  const wrong = await post<ParseError[]>(`${at}/rule/parse`, { source: 'rule "x"\nwhen\n  has_fild("a")\nthen\nend' });
  assert.equal(wrong.status, 400);
  assert.deepEqual(wrong.body, [
    { type: 'undeclared_function', line: 3, position_in_line: 2, reason: 'Unknown function has_fild in line 3 pos 2' },
  ]);
  const parsed = await post<RuleSource>(`${at}/rule/parse`, { source: 'rule "x" when true then end' });
  assert.deepEqual([parsed.status, parsed.body.id, parsed.body.title], [200, null, 'x']);
  const broken = await post<ParseError[]>(`${at}/pipeline`, { source: 'pipeline "p" stage 0 match end' });
  assert.deepEqual([broken.status, broken.body.map(({ type }) => type)], [400, ['syntax_error']]);
});

test('a rule in a pipeline changes, routes and fails on live messages, and its errors can be read', async () => {
  const { index_set_id } = (await ask<{ index_set_id: string }>(`/streams/${defaultStream}`)).body;
  const stream = { title: 'Routed by rule', index_set_id, rules: [] };
  const { stream_id } = (await post<{ stream_id: string }>('/streams', stream)).body;
  await post(`/streams/${stream_id}/resume`, {});
  const rule = await newRule(
    'rule "greet" when has_field("person") then set_field("greeting", "hello " + to_string($message.person)); route_to_stream(name: "Routed by rule"); set_field("share", 100 / to_long($message.people)); end',
  );
  const pipeline = await newPipeline('pipeline "Greetings" stage 0 match either rule "greet" end');
  assert.deepEqual((await connect([pipeline.id])).body.pipeline_ids, [pipeline.id]);
  await putMessages(server, admin, [
    { host: 'h', short_message: 'all is well', _person: 'ann', _people: 4 },
    { host: 'h', short_message: 'nobody', _person: 'bob', _people: 0 },
    { host: 'h', short_message: 'left alone' },
  ]);
  assert.equal((await findMessages(server, admin, 'greeting:"hello ann" AND share:25')).total, 1);
  assert.equal((await findMessages(server, admin, `streams:${stream_id}`)).total, 2);
  assert.equal((await findMessages(server, admin, '_exists_:gl2_processing_error AND person:bob')).total, 1);
  const { body } = await ask<RuleRunErrors>(`${at}/rule/${rule.id}/errors`);
  assert.deepEqual([body.total, body.errors[0]?.phase, body.errors[0]?.message['person']], [1, 'action', 'bob']);
  const { session: outsider } = await addPerson(server, admin, 'rule reader', ['pipeline_rule:read']);
  const shown = await ask<RuleRunErrors>(`${at}/rule/${rule.id}/errors`, { session: outsider });
  assert.deepEqual(
    [shown.status, shown.body.errors],
    [200, []],
    'errors of messages that the user may not read are hidden',
  );
  const page = await ask<{ context: { used_in_pipelines: object } }>(`${at}/rule/paginated?query=greet`);
  assert.deepEqual(page.body.context.used_in_pipelines, {
    [String(rule.id)]: [{ id: pipeline.id, title: 'Greetings' }],
  });
  const metrics = [`org.graylog.plugins.pipelineprocessor.ast.Rule.${rule.id}.failed`];
  const figures = await post<{ metrics: { metric: { rate: { total: number } } }[] }>('/system/metrics/multiple', {
    metrics,
  });
  assert.equal(figures.body.metrics[0]?.metric.rate.total, 1);
  await ask(`${at}/rule/${rule.id}/errors`, { method: 'DELETE' });
  assert.equal((await ask<RuleRunErrors>(`${at}/rule/${rule.id}/errors`)).body.total, 0);
});

test('simulation returns changes and the trace of each step, and stores nothing', async () => {
  const before = (await findMessages(server, admin, '*')).total;
  const message = { message: 'm', source: 's', person: 'eve', people: 5 };
  const { body } = await post<SimulationResponse>(`${at}/simulate`, {
    stream_id: defaultStream,
    message,
    input_id: '',
  });
  assert.deepEqual(body.messages[0]?.decoration_stats.added_fields, { greeting: 'hello eve', share: 20 });
  const steps = body.simulation_trace.map(({ message: text }) => text.replace(/ .*/, ''));
  assert.deepEqual(steps, [
    'Starting',
    'Message',
    'Enter',
    'Evaluate',
    'Evaluation',
    'Execute',
    'Finished',
    'Completed',
    'Exit',
    'Finished',
  ]);
  const rule_source = { source: 'rule "drop" when true then drop_message(); create_message("made"); end' };
  const one = await post<SimulatedMessage>(`${at}/rule/simulate`, { message: 'text', rule_source });
  assert.deepEqual(
    [one.body.message, one.body.source, one.body.dropped, one.body.created_messages[0]?.['message']],
    ['text', '127.0.0.1', true, 'made'],
  );
  assert.equal((await findMessages(server, admin, '*')).total, before);
});

test('connections to event streams and unknown streams are refused, and are deleted with their pipeline', async () => {
  const pipeline = await newPipeline('pipeline "Short" stage 0 match all end');
  const refused = await post<{ message: string }>(`${at}/connections/to_stream`, {
    stream_id: eventStream,
    pipeline_ids: [],
  });
  assert.deepEqual([refused.status, refused.body.message], [400, 'Cannot connect pipeline to non editable stream']);
  assert.equal((await connect([pipeline.id], '0'.repeat(24))).status, 404);
  assert.equal((await connect(['0'.repeat(24)])).status, 404);
  const changed = await post<PipelineConnection[]>(`${at}/connections/to_pipeline`, {
    pipeline_id: pipeline.id,
    stream_ids: [defaultStream],
  });
  assert.equal(changed.body[0]?.pipeline_ids.includes(String(pipeline.id)), true);
  assert.equal((await ask(`${at}/pipeline/${pipeline.id}`, { method: 'DELETE' })).status, 204);
  const { body } = await ask<PipelineConnection>(`${at}/connections/${defaultStream}`);
  assert.equal(body.pipeline_ids.includes(String(pipeline.id)), false);
});

test('a user who may read one pipeline sees only this one, and keeps hidden connections', async () => {
  const hidden = await newPipeline('pipeline "Hidden" stage 0 match all end');
  const shown = await newPipeline('pipeline "Shown" stage 0 match all end');
  await connect([hidden.id, shown.id]);
  const person = await addPerson(server, admin, 'piper', [
    `pipeline:read:${shown.id}`,
    'pipeline_connection:read',
    'pipeline_connection:edit',
    `streams:read:${defaultStream}`,
  ]);
  const own = { session: person.session };
  const { body } = await ask<PipelineSource[]>(`${at}/pipeline`, own);
  assert.deepEqual(
    body.map(({ title }) => title),
    ['Shown'],
  );
  const emptied = await post<PipelineConnection>(
    `${at}/connections/to_stream`,
    { stream_id: defaultStream, pipeline_ids: [] },
    own,
  );
  assert.deepEqual([emptied.status, emptied.body.pipeline_ids], [200, []]);
  const { body: kept } = await ask<PipelineConnection>(`${at}/connections/${defaultStream}`);
  assert.deepEqual(kept.pipeline_ids, [hidden.id]);
});

test('a user who may read one stream and one pipeline neither sees nor changes connections of others', async () => {
  const { body: streams } = await ask<{ index_set_id: string }>(`/streams/${defaultStream}`);
  const { index_set_id } = streams;
  const { body: other } = await post<{ stream_id: string }>('/streams', {
    title: 'Other',
    description: '',
    index_set_id,
    rules: [],
  });
  const rule = await newRule('rule "beside" when true then set_field("touched_beside", 1); end');
  const hidden = await newPipeline('pipeline "Not yours" stage 0 match all rule "beside" end');
  const shown = await newPipeline('pipeline "Yours" stage 0 match all rule "beside" end');
  await connect([hidden.id, shown.id], other.stream_id);
  await connect([shown.id]);
  const person = await addPerson(server, admin, 'plumber', [
    `pipeline:read:${shown.id}`,
    'pipeline_rule:read',
    'pipeline_connection:read',
    'pipeline_connection:edit',
    `streams:read:${defaultStream}`,
  ]);
  const own = { session: person.session };
  const { body: seen } = await ask<PipelineConnection[]>(`${at}/connections`, own);
  assert.deepEqual(
    seen.map(({ stream_id }) => stream_id),
    [defaultStream],
  );
  const { body: rules } = await ask<{ context: { used_in_pipelines: Record<string, { title: string }[]> } }>(
    `${at}/rule/paginated?per_page=100`,
    own,
  );
  assert.deepEqual(
    rules.context.used_in_pipelines[rule.id ?? '']?.map(({ title }) => title),
    ['Yours'],
  );

  const refused = await post(
    `${at}/connections/to_stream`,
    { stream_id: defaultStream, pipeline_ids: [hidden.id] },
    own,
  );
  assert.equal(refused.status, 403);
  const emptied = await post(`${at}/connections/to_pipeline`, { pipeline_id: shown.id, stream_ids: [] }, own);
  assert.equal(emptied.status, 200);
  const connected = async (stream: string) =>
    (await ask<PipelineConnection>(`${at}/connections/${stream}`)).body.pipeline_ids;
  assert.deepEqual(await connected(defaultStream), []);
  assert.deepEqual(new Set(await connected(other.stream_id)), new Set([hidden.id, shown.id]));

  // A message that names another stream does not run the pipelines of this stream.
  const simulation = { stream_id: defaultStream, message: { message: 'm', streams: [other.stream_id] }, input_id: '' };
  const run = async (init: CallInit) => JSON.stringify((await post(`${at}/simulate`, simulation, init)).body);
  assert.match(await run({}), /touched_beside/);
  assert.doesNotMatch(await run(own), /touched_beside/);
});

test('a decorator runs a pipeline over found messages', async () => {
  await newRule(
    'rule "decorate" when true then set_field("shout", uppercase(to_string($message.message))); create_message("beside"); end',
  );
  const pipeline = await newPipeline('pipeline "Decoration" stage 0 match all rule "decorate" end');
  const decorator = {
    type: 'org.graylog.plugins.pipelineprocessor.PipelineProcessorMessageDecorator',
    config: { pipeline: pipeline.id },
    order: 0,
    stream: null,
  };
  assert.equal((await post('/search/decorators', decorator)).status, 200);
  const { body } = await ask<{ messages: { message: Record<string, unknown>; index: string }[] }>(
    '/search/universal/relative?range=300&decorate=true&query=message:alone',
  );
  assert.equal(
    body.messages.find(({ message }) => message['message'] === 'left alone')?.message['shout'],
    'LEFT ALONE',
  );
  assert.equal(body.messages.find(({ message }) => message['message'] === 'beside')?.index, '[created from decorator]');
});

test('renaming and changing a rule keep its id and creation time, and hostile names are stored as text', async () => {
  const name = '<img src=x onerror=alert(1)>${jndi:x}\u202e';
  const rule = await newRule(`rule "${name}" when true then end`);
  const changed = await put<RuleSource>(`${at}/rule/${rule.id}`, {
    source: 'rule "plain" when true then end',
    description: 'd',
  });
  assert.deepEqual([changed.body.id, changed.body.title, changed.body.created_at], [rule.id, 'plain', rule.created_at]);
  const found = await post<RuleSource[]>(`${at}/rule/multiple`, { rules: ['plain', name, '__proto__'] });
  assert.deepEqual(
    found.body.map(({ title }) => title),
    ['plain'],
  );
  assert.equal((await ask(`${at}/rule/..%2Fx`)).status, 404);
});
