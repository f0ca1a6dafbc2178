/**
 * Kills the server under load repeatedly: acknowledged messages are stored exactly once, and followed files completely.
 */
import assert from 'node:assert/strict';
import { appendFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { inputTypeIds } from '../../../../host/server/intake/types/input-types.js';
import { createIntake } from '../../../../host/server/intake/index.js';
import type { FollowedFile } from '../../../../host/server/intake/transport/follow-file.js';
import { createLog } from '../../../../host/server/log/log.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { listeningPort, startInput, type StartedInput } from '../../../started-input.js';
import { open, temporaryDirectory, type Opened } from '../store/opened-store.js';
import { eventually } from './recording-sink.js';

/** Number of rounds; `npm run crashes` raises it. */
const rounds = Number(process.env['CRASHES'] ?? 4);
const acknowledgedPerRound = 400;
const senders = 8;
/** Returns a line with a time; the server holds the last such line back, because continuation lines may follow. */
const dated = (number: number) => `2026-01-02 03:04:05 INFO line ${number}`;

/** Returns the GELF input with its port. The first round creates the input; later rounds find it by its id. */
async function gelfPort(server: TestServer, id: string | undefined): Promise<StartedInput> {
  const session = await server.login();
  if (id === undefined) return startInput(server, session, inputTypeIds.gelfHttp);
  return { id, port: await listeningPort(server, session, id) };
}

/** Follows the file in this process until its end is durable. */
async function followToTheEnd(path: string, { store, documents }: Opened): Promise<void> {
  const log = createLog('error', () => undefined);
  const intake = await createIntake({ documents, sink: store, nodeId: 'n', log, inputs: false, follow: [path] });
  await intake.start();
  const { size } = await stat(path);
  const positions = documents.collection<FollowedFile>('followed_files');
  await eventually(() => positions.all()[0]?.offset === size);
  await intake.stop();
}

it('kill -9 under load loses no acknowledged message and duplicates none', async (context) => {
  const data = await temporaryDirectory(context);
  const path = join(await temporaryDirectory(context), 'app.log');
  await writeFile(path, '');
  const acknowledged: number[] = [];
  let input: StartedInput | undefined;
  let number = 0;
  let line = 0;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startTestServer({ data, args: ['--follow', path] });
    input = await gelfPort(server, input?.id);
    const { port } = input;
    const until = acknowledged.length + acknowledgedPerRound;
    let killed: Promise<void> | undefined;
    const send = async () => {
      while (!killed) {
        const own = (number += 1);
        try {
          const body = JSON.stringify({ host: 'h', short_message: `number ${own}`, _number: own });
          const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
          if (answer.status === 202) acknowledged.push(own);
        } catch {
          // The connection broke, so the message is not acknowledged.
        }
        if (own % 10 === 0) await appendFile(path, `${dated((line += 1))}\n\tat a.b\n${dated((line += 1))}\n`);
        if (acknowledged.length >= until) killed ??= server.kill();
      }
    };
    await Promise.all(Array.from({ length: senders }, send));
    await killed;
  }
  const opened = await open(context, data);
  await followToTheEnd(path, opened);
  const { store } = opened;
  await store.settled();
  const found = new Map<string, number>();
  for (const index of store.indices()) {
    const column = index.fields.get('message')?.column;
    for (const row of await store.query(`SELECT ${column} AS message FROM ${index.catalog}.messages`, [])) {
      const text = String(row['message']);
      found.set(text, (found.get(text) ?? 0) + 1);
    }
  }
  const lost = acknowledged.filter((own) => !found.has(`number ${own}`));
  assert.deepEqual(lost, []);
  const doubled = [...found].filter(([text, count]) => text.startsWith('number ') && count > 1);
  assert.deepEqual(doubled, []);
  const lines = Array.from({ length: line }, (_, index) => `line ${index + 1}`);
  assert.deepEqual(
    lines.filter((text) => !found.has(text)),
    [],
  );
});
