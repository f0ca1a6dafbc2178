/** Kills the server in a storm of events repeatedly: each stored event is finally notified. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inputTypeIds } from '../../../../../host/server/intake/types/input-type-ids.js';
import { freePort } from '../../../../free-port.js';
import { startHttpReceiver } from '../../../../http-receiver.js';
import { startTestServer } from '../../../../server.js';
import { startInput } from '../../../../started-input.js';
import { until } from '../../../../until.js';
import { temporaryDirectory } from '../../store/opened-store.js';
import { Asking, filtering } from '../definitions.js';

/** Number of rounds; `npm run crashes` raises it. */
const rounds = Number(process.env['CRASHES'] ?? 2);
/**
 * Number of messages per round. Each message creates an event, and the search for events shows at most 10,000 in all.
 */
const storm = Math.min(200, Math.floor(9_000 / rounds));

it(
  'kill -9 in a storm of events loses no notification of a stored event',
  { timeout: rounds * 60_000 },
  async (context) => {
    const data = await temporaryDirectory(context);
    const receiver = await startHttpReceiver();
    context.after(() => receiver.close());
    const notified = () =>
      receiver.received.map(({ body }) => (JSON.parse(body) as { event: { id: string } }).event.id);
    const port = await freePort();
    let definition = '';
    let sent = 0;
    const start = async () => {
      const server = await startTestServer({ data });
      context.after(() => server.kill());
      return { server, asking: new Asking(server, await server.login()) };
    };
    for (let round = 0; round < rounds; round += 1) {
      const { server, asking } = await start();
      if (round === 0) {
        const entries = [{ id: 'n', title: 'n', type: 'literal', value: `${receiver.url}/told` }];
        await asking.ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
        await startInput(server, asking.session, inputTypeIds.gelfHttp, { title: 'Storm', port });
        const { id: notification_id } = await asking.ask<{ id: string }>('POST', '/events/notifications', {
          title: 'Hook',
          description: '',
          config: { type: 'http-notification-v1', url: `${receiver.url}/told`, skip_tls_verification: false },
        });
        const providers = [{ type: 'template-v1', template: '${source.number}', require_values: true }];
        ({ id: definition } = await asking.create(
          filtering({ query: 'message:storm', search_within_ms: 10_000, execute_every_ms: 1000 }),
          {
            field_spec: { number: { data_type: 'string', providers } },
            key_spec: ['number'],
            notifications: [{ notification_id, notification_parameters: null }],
          },
        ));
      }
      await until('the input runs', async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'OPTIONS' }).catch(() => undefined);
        return answer !== undefined;
      });
      for (let at = 0; at + 20 <= storm; at += 20)
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            const body = JSON.stringify({
              version: '1.1',
              host: 'h',
              short_message: 'storm',
              _number: `n${(sent += 1)}`,
            });
            await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
          }),
        );
      // The kill comes while events of this round are made, or their notifications are sent.
      const before = receiver.received.length;
      await until(
        'the first notifications have arrived',
        () => receiver.received.length > before + (round % 5) * 20,
        60_000,
      );
      await server.kill();
    }
    const { asking } = await start();
    const stored = async (): Promise<string[]> => {
      const ids: string[] = [];
      for (let page = 1; ; page += 1) {
        const { events } = await asking.events({ filter: { event_definitions: [definition] }, per_page: 1000, page });
        ids.push(...events.map(({ event }) => event.id));
        if (events.length < 1000) return ids;
      }
    };
    await until('every message made an event', async () => (await stored()).length === sent, 90_000);
    const events = await stored();
    const missing = (): string[] => {
      const known = new Set(notified());
      return events.filter((id) => !known.has(id));
    };
    // Each round leaves notifications in the queue. The test gives up only when none arrives any more.
    for (let before = Infinity; missing().length > 0 && missing().length < before;) {
      before = missing().length;
      await until('a further event is notified', () => missing().length < before, 60_000).catch(() => undefined);
    }
    assert.deepEqual(missing(), []);
    console.log(
      `${sent} events over ${rounds} kills, all notified, ${notified().length - new Set(notified()).size} of them again`,
    );
  },
);
