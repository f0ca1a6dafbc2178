/**
 * The disk of each data directory in turn fills up under load. Space is freed once while the server runs, and once
 * after a kill and a restart. Afterwards, each acknowledged message must be found once and reach the output, and each
 * stored event must be notified.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inputTypeIds } from '../../../host/server/intake/types/input-type-ids.js';
import { outputTypeIds } from '../../../host/server/outputs/types/index.js';
import { findMessages } from '../../find-messages.js';
import { freePort } from '../../free-port.js';
import { startHttpReceiver, type HttpReceiver } from '../../http-receiver.js';
import { startTestServer, type TestServer } from '../../server.js';
import { startInput } from '../../started-input.js';
import { until } from '../../until.js';
import { Asking, filtering } from './alerts/definitions.js';

const mebibytes = 48;
const directories = ['outputs', 'notifications', 'journal', 'indices', 'documents'] as const;

/** Mounts a small file system. @returns the reason if it cannot be mounted, otherwise undefined */
function mountSmall(path: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'mounting a small file system needs root on Linux';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'tmpfs', path], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no small file system can be mounted here';
  }
}

/** Fills the disk, block by block at the end. @returns a function that frees the space */
async function fill(path: string): Promise<() => Promise<void>> {
  const { bavail, bsize } = await statfs(path);
  const file = join(path, 'filler');
  await writeFile(file, Buffer.alloc(bavail * bsize, 1)).catch(() => undefined);
  return () => rm(file, { force: true });
}

/** Sends messages one after another until it is stopped. */
function sender(port: number, acknowledged: Set<number>): { stop: () => Promise<void> } {
  let isOver = false;
  const work = (async () => {
    for (let number = acknowledged.size * 2 + Date.now(); !isOver; number += 1) {
      const body = JSON.stringify({ host: 'h', short_message: 'm', _number: number });
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body }).catch(() => undefined);
      if (answer?.status === 202) acknowledged.add(number);
      await new Promise((resolve) => setTimeout(resolve, answer?.status === 202 ? 10 : 100));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await work;
    },
  };
}

/** @returns id of the event definition */
async function setUp(asking: Asking, receiver: HttpReceiver, port: number): Promise<string> {
  const entries = ['out', 'told'].map((id) => ({ id, title: id, type: 'literal', value: `${receiver.url}/${id}` }));
  await asking.ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
  const { id } = await asking.ask<{ id: string }>('POST', '/system/outputs', {
    title: 'HTTP',
    type: outputTypeIds.http,
    configuration: { url: `${receiver.url}/out`, compression: false },
  });
  await asking.ask('POST', '/streams/000000000000000000000001/outputs', { outputs: [id] });
  const { id: notification_id } = await asking.ask<{ id: string }>('POST', '/events/notifications', {
    title: 'Hook',
    description: '',
    config: { type: 'http-notification-v1', url: `${receiver.url}/told`, skip_tls_verification: false },
  });
  const providers = [{ type: 'template-v1', template: '${source.number}', require_values: true }];
  const definition = await asking.create(
    filtering({ query: '_exists_:number', search_within_ms: 10_000, execute_every_ms: 1000 }),
    {
      field_spec: { number: { data_type: 'string', providers } },
      key_spec: ['number'],
      notifications: [{ notification_id, notification_parameters: null }],
    },
  );
  await startInput(asking.server, asking.session, inputTypeIds.gelfHttp, { title: 'Live', port });
  return definition.id;
}

/**
 * Lets the server work on the full disk. No signal shows that all parts have tried to write, so the test waits for a
 * time.
 */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

for (const directory of directories)
  test(
    `a full disk below ${directory} loses no data, whether space is freed with or without a restart`,
    { timeout: 420_000 },
    async (context) => {
      const data = await mkdtemp(join(tmpdir(), 'log-console-full-'));
      const disk = join(data, directory);
      await mkdir(disk, { mode: 0o700 });
      const reason = mountSmall(disk);
      if (reason !== undefined) return context.skip(reason);
      const receiver = await startHttpReceiver();
      let server: TestServer | undefined;
      try {
        const port = await freePort();
        server = await startTestServer({ data });
        let asking = new Asking(server, await server.login());
        const definition = await setUp(asking, receiver, port);
        const acknowledged = new Set<number>();
        let load = sender(port, acknowledged);
        await until('messages are taken', () => acknowledged.size > 50, 60_000);
        let free = await fill(disk);
        await pause(4_000);
        await free();
        const before = acknowledged.size;
        await until('messages are taken again', () => acknowledged.size > before + 50, 60_000);
        free = await fill(disk);
        await pause(3_000);
        await server.kill();
        await load.stop();
        await free();
        server = await startTestServer({ data });
        asking = new Asking(server, await server.login());
        load = sender(port, acknowledged);
        const restarted = acknowledged.size;
        await until('messages are taken after the restart', () => acknowledged.size > restarted + 50, 60_000);
        await load.stop();
        const { session } = asking;
        const running = server;
        const numbers = (path: string): Set<number> =>
          new Set(
            receiver.received
              .filter(({ url }) => url === path)
              .flatMap(({ body }) => body.split('\n').filter((line) => line !== ''))
              .map((line) => (JSON.parse(line) as { number: number }).number),
          );
        const missing = () => {
          const arrived = numbers('/out');
          return [...acknowledged].filter((number) => !arrived.has(number));
        };
        await until('all arrived at the output', () => missing().length === 0, 60_000).catch(() => undefined);
        assert.deepEqual(missing(), []);
        await until(
          'all messages are found',
          async () => (await findMessages(running, session, '_exists_:number')).total >= acknowledged.size,
          60_000,
        );
        const notifiedIds = () =>
          new Set(
            receiver.received
              .filter(({ url }) => url === '/told')
              .map(({ body }) => (JSON.parse(body) as { event: { id: string } }).event.id),
          );
        const stored = async () => {
          const ids: string[] = [];
          for (let page = 1; ; page += 1) {
            const { events } = await asking.events({
              filter: { event_definitions: [definition] },
              per_page: 1000,
              page,
            });
            ids.push(...events.map(({ event }) => event.id));
            if (events.length < 1000) return ids;
          }
        };
        // Definitions catch up with the time for which the server was down, window by window.
        await until('each message made an event', async () => (await stored()).length >= acknowledged.size, 120_000);
        const unreported = async () => {
          const known = notifiedIds();
          return (await stored()).filter((id) => !known.has(id));
        };
        await until('each event is notified', async () => (await unreported()).length === 0, 60_000).catch(
          () => undefined,
        );
        assert.deepEqual(await unreported(), []);
        console.log(`${directory}: ${acknowledged.size} acknowledged, all found, sent on and told`);
      } finally {
        await server?.kill();
        await receiver.close();
        execFileSync('umount', ['-l', disk]);
        await rm(data, { recursive: true, force: true });
      }
    },
  );
