// The server is killed again and again while a definition runs on live messages: each message makes one event.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { EventDefinition } from '../../../../api/contract/event-definitions.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { startTestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { freePort } from '../../../free-port.js';
import { until } from '../../../until.js';
import { Asking, counting, filtering } from './definitions.js';

const data = await mkdtemp(join(tmpdir(), 'log-console-test-'));
after(() => rm(data, { recursive: true, force: true }));

test('each message and each window creates exactly one event although the server is killed repeatedly', async () => {
  const port = await freePort();
  let server = await startTestServer({ data });
  let asking = new Asking(server, await server.login());
  await startInput(server, asking.session, inputTypeIds.gelfHttp, { title: 'Live', port });
  const providers = [{ type: 'template-v1', template: '${source.number}', require_values: true }];
  const each = await asking.create(
    filtering({ query: 'message:live', search_within_ms: 10_000, execute_every_ms: 1000 }),
    {
      field_spec: { number: { data_type: 'string', providers } },
      key_spec: ['number'],
    },
  );
  // The condition is true for every window, with or without messages.
  const expression = { expr: '>=', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 0 } };
  const windows = await asking.create(
    counting({ conditions: { expression }, search_within_ms: 1000, execute_every_ms: 1000 }),
  );
  let sent = 0;
  for (let round = 0; round < 4; round += 1) {
    const ends = performance.now() + 1500 + 700 * round;
    while (performance.now() < ends) {
      const body = JSON.stringify({ version: '1.1', host: 'h', short_message: 'live', _number: `n${sent}` });
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
      if (answer.ok) sent += 1;
    }
    if (round === 3) break;
    await server.kill();
    server = await startTestServer({ data });
    asking = new Asking(server, await server.login());
    await until('the input runs again', async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'OPTIONS' }).catch(() => undefined);
      return answer !== undefined;
    });
  }
  const last = Date.now();
  const passed = ({ id }: EventDefinition) =>
    until(
      'every message was examined',
      async () => {
        const { context } = await asking.ask<{ context: { scheduler: { data: { timerange_from: string } } } }>(
          'GET',
          `/events/definitions/${id}/with-context`,
        );
        return Date.parse(context.scheduler.data.timerange_from) > last;
      },
      60_000,
    );
  // The test waits until no further event can follow.
  await Promise.all([passed(each), passed(windows)]);
  const all = async ({ id }: EventDefinition) => {
    const keys: string[] = [];
    for (let page = 1; ; page += 1) {
      const { events } = await asking.events({ filter: { event_definitions: [id] }, per_page: 1000, page });
      keys.push(...events.map(({ event }) => event.key ?? event.timestamp));
      if (events.length < 1000) return keys;
    }
  };
  const numbers = await all(each);
  assert.equal(new Set(numbers).size, numbers.length, 'no message has two events');
  assert.deepEqual(
    Array.from({ length: sent }, (_, at) => `n${at}`).filter((number) => !numbers.includes(number)),
    [],
    'every message has an event',
  );
  const times = (await all(windows)).map((text) => Date.parse(text)).sort((a, b) => a - b);
  const [first = 0] = times;
  assert.deepEqual(
    times,
    times.map((_, at) => first + 1000 * at),
    'there is one event per second',
  );
  assert.ok(sent > 50 && times.length > 8);
  await server.stop();
});
