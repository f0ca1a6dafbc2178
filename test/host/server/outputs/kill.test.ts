/** The server is killed repeatedly under load; every acknowledged message arrives at each output, in order. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { outputTypeIds } from '../../../../host/server/outputs/types/index.js';
import { startHttpReceiver } from '../../../http-receiver.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { listeningPort, startInput } from '../../../started-input.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';

/** Number of rounds; `npm run crashes` raises it. */
const rounds = Number(process.env['CRASHES'] ?? 2);
const acknowledgedPerRound = 300;
const senders = 6;

async function ask<T>(server: TestServer, session: string, method: string, path: string, json?: unknown): Promise<T> {
  const answer = await server.call(path, { method, session, ...(json !== undefined && { json }) });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

it('after kill -9 under load every acknowledged message reaches the output', async (context) => {
  const data = await temporaryDirectory(context);
  const receiver = await startHttpReceiver();
  context.after(() => receiver.close());
  const arrived = (): readonly (readonly [sender: number, number: number])[] =>
    receiver.received.flatMap(({ body }) =>
      body
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const { sender, number } = JSON.parse(line) as { sender: number; number: number };
          return [sender, number] as const;
        }),
    );
  const acknowledged = new Set<string>();
  const numbers = Array.from({ length: senders }, () => 0);
  let inputId: string | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startTestServer({ data });
    context.after(() => server.kill());
    const session = await server.login();
    if (inputId === undefined) {
      const entries = [{ id: 'o', title: 'o', type: 'literal', value: `${receiver.url}/out` }];
      await ask(server, session, 'PUT', '/system/urlwhitelist', { entries, disabled: false });
      const configuration = { url: `${receiver.url}/out`, compression: false };
      const { id } = await ask<{ id: string }>(server, session, 'POST', '/system/outputs', {
        title: 'HTTP',
        type: outputTypeIds.http,
        configuration,
      });
      await ask(server, session, 'POST', '/streams/000000000000000000000001/outputs', { outputs: [id] });
      inputId = (await startInput(server, session, inputTypeIds.gelfHttp)).id;
    }
    const port = await listeningPort(server, session, inputId);
    const enough = acknowledged.size + acknowledgedPerRound;
    let killed: Promise<void> | undefined;
    const send = async (_unused: unknown, sender: number) => {
      while (!killed) {
        const number = (numbers[sender] = (numbers[sender] ?? 0) + 1);
        const body = JSON.stringify({ host: 'h', short_message: 'm', _sender: sender, _number: number });
        try {
          const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
          if (answer.status === 202) acknowledged.add(`${sender} ${number}`);
        } catch {
          // The connection broke, so the message is not acknowledged.
        }
        if (acknowledged.size >= enough) killed ??= server.kill();
      }
    };
    await Promise.all(Array.from({ length: senders }, send));
    await killed;
  }
  const last = await startTestServer({ data });
  context.after(() => last.kill());
  const missing = () => {
    const got = new Set(arrived().map(([sender, number]) => `${sender} ${number}`));
    return [...acknowledged].filter((one) => !got.has(one));
  };
  await until('all acknowledged messages have arrived', () => missing().length === 0).catch(() => undefined);
  assert.deepEqual(missing(), []);
  const firsts = new Map<number, number[]>();
  const known = new Set<string>();
  let again = 0;
  for (const [sender, number] of arrived()) {
    if (known.has(`${sender} ${number}`)) {
      again += 1;
      continue;
    }
    known.add(`${sender} ${number}`);
    firsts.set(sender, [...(firsts.get(sender) ?? []), number]);
  }
  for (const order of firsts.values())
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
  console.log(`${acknowledged.size} acknowledged over ${rounds} kills, ${again} sent again`);
});
