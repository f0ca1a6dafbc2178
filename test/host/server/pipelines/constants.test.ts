/**
 * Tests that a rule cannot change constants that other messages share, and that dates out of range are errors of the
 * rule.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { courseOfRule, tryMessage } from '../../../../host/server/pipelines/evaluator.js';
import { functionCatalogue } from '../../../../host/server/pipelines/functions/catalogue.js';
import { incomingOf } from '../../../../host/server/pipelines/incoming.js';
import { readRule } from '../../../../host/server/pipelines/sources.js';
import { fieldsOfMessage, messageOfFields } from '../../../../host/server/pipelines/wire-message.js';
import { servicesOfTests } from './functions/call.js';

const rooms = { services: servicesOfTests(), newId: () => 'made', now: () => 0 };

test('a rule that changes a map constant changes it for one message only', async () => {
  const { compiled, errors } = readRule(
    `rule "maps" when true then
      let m = {a: 1};
      map_set(m, to_string($message.k), 2);
      let nested = [{b: 1}];
      map_set(to_map(nested[0]), to_string($message.k), 2);
      let found = regex("(x)", "x");
      map_set(found, to_string($message.k), 2);
      set_field("all", to_string([m, nested, found, map_remove({c: 1, d: 2}, to_string($message.k))]));
    end`,
    functionCatalogue,
  );
  assert.ok(compiled, JSON.stringify(errors));
  const course = courseOfRule({ ...compiled, id: 'rule' });
  for (const k of ['c', 'k2']) {
    const message = messageOfFields({ k }, [], 0);
    await tryMessage(message, { rooms, course: { only: course } });
    const left = k === 'c' ? '{d=2}' : '{c=1, d=2}';
    assert.equal(fieldsOfMessage(message)['all'], `[{a=1, ${k}=2}, [{b=1, ${k}=2}], {0=x, ${k}=2}, ${left}]`);
  }
});

test('a date out of range is an error of its rule, and fields that the rule set before are kept', async () => {
  const { compiled } = readRule(
    'rule "far" when true then set_field("before", 1); set_field("far", now() + years(to_long($message.years))); end',
    functionCatalogue,
  );
  assert.ok(compiled);
  const course = courseOfRule({ ...compiled, id: 'rule' });
  for (const [years, fails] of [
    ['1000', false],
    ['300000', true],
    ['-300000', true],
    ['9999999999', true],
  ] as const) {
    const message = messageOfFields({ years }, [], 0);
    const { failures } = await tryMessage(message, { rooms, course: { only: course } });
    assert.equal(failures.length > 0, fails, years);
    assert.equal(fieldsOfMessage(message)['before'], 1);
  }
});

test('an invalid timestamp is replaced by the current time, and the message gets a processing error', () => {
  const original = { timestamp: 1, source: '', message: '', fields: {}, streams: [], inputId: 'input', receivedAt: 1 };
  for (const [timestamp, kept] of [
    ['2018-01-18T10:42:23.555Z', true],
    ['-000001-01-01T00:00:00.000Z', false],
    ['+012345-01-01T00:00:00.000Z', false],
    ['nonsense', false],
  ] as const) {
    const stored = incomingOf(messageOfFields({ timestamp }, [], 0), original, 777);
    assert.equal(stored.timestamp, kept ? Date.parse(timestamp) : 777, timestamp);
    assert.equal(typeof stored.fields['gl2_processing_error'], kept ? 'undefined' : 'string', timestamp);
  }
});

test('the server limits the number of fields that rules add and the length of their names', async () => {
  const source = `rule "many" when true then
    set_fields({${'x'.repeat(300)}: 1});
    set_fields(to_map(parse_json(to_string($message.json)))); end`;
  const { compiled } = readRule(source, functionCatalogue);
  assert.ok(compiled);
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, index]));
  const message = messageOfFields({ json: JSON.stringify(many) }, [], 0);
  const { failures } = await tryMessage(message, {
    rooms,
    course: { only: courseOfRule({ ...compiled, id: 'rule' }) },
  });
  const names = Object.keys(fieldsOfMessage(message));
  assert.match(failures[0]?.text ?? '', /at most 2000 fields/);
  assert.ok(
    names.length <= 2_003 && names.every((name) => name.length < 256) && names.includes('gl2_processing_error'),
  );
});
