/** Constants of a rule are the same for every message, whatever rules do with them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { courseOfRule, tryMessage } from '../../../../host/server/pipelines/evaluator.js';
import { functionCatalogue } from '../../../../host/server/pipelines/functions/catalogue.js';
import { readRule } from '../../../../host/server/pipelines/sources.js';
import { fieldsOfMessage, messageOfFields } from '../../../../host/server/pipelines/wire-message.js';
import { servicesOfTests } from './functions/call.js';

const rooms = { services: servicesOfTests(), newId: () => 'made', now: () => 0 };

test('a map that a rule changes belongs to one message', async () => {
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
