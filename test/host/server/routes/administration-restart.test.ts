/** Whatever administration stores is the same after a crash: the answers are compared before and after it. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../server.js';
import { personPassword } from '../people.js';
import { fill } from './administration-entities.js';
import { changeOf, paths, sameMachine } from './administration-paths.js';
import { AnswerRecord, differences, inAnyOrder, shapeOf } from './administration-record.js';

let server: TestServer;
let record: AnswerRecord;

before(async () => {
  server = await startTestServer({ environment: sameMachine });
  record = new AnswerRecord(server);
  record.sessions.set('admin', await server.login());
  await fill(record, (username) => server.login(username, personPassword));
});
after(async () => {
  await server.stop();
  await rm(server.data, { recursive: true, force: true });
});

/**
 * Answers about what a server keeps only while it runs, and about nodes, whose reports it stores late: they report
 * again.
 */
const passing =
  /^\/(system\/(inputstates|loggers|indexer\/indices|lookup\/tables\/[^/]+\/explain)|cluster\/(inputstates|system\/loggers)|sidecar\/(action|overview|configurations\/.*(render|sidecars))|sidecars)/;

test('each answer is the same after the server was killed and has started again', async () => {
  const answers = async (): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    for (const path of paths) {
      if (passing.test(path) || changeOf(`GET ${path}`) === shapeOf) continue;
      const { status, text } = await record.send('admin', `GET ${path}`);
      const readable = record.readable(text);
      const value: unknown = /^[[{]/.test(readable) ? JSON.parse(readable) : readable;
      // Entities without a sort order are in the order of their ids after a start.
      found[path] = { status, value: inAnyOrder(value) };
    }
    return found;
  };
  const before = await answers();
  await server.kill();
  server = await startTestServer({ data: server.data, environment: sameMachine });
  record.moveTo(server);
  assert.deepEqual(differences(before, await answers()), []);
});
