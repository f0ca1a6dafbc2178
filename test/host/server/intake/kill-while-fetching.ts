/** Kills the server repeatedly while it fetches from a broker: every published message is stored at least once. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startTestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { open, temporaryDirectory } from '../store/opened-store.js';

const perBatch = 100;

export interface KilledBroker {
  readonly type: string;
  readonly configuration: Record<string, unknown>;
  /** Environment variables of the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Tells whether the queue exists; messages that are published before are lost. */
  readonly hasQueue: () => Promise<boolean>;
  readonly put: (texts: readonly string[]) => Promise<void>;
  /** Tells whether no message waits in the broker. */
  readonly isDone: () => Promise<boolean>;
}

/** Publishes numbered texts until it is stopped. */
function keepPutting({ put }: KilledBroker) {
  let given = 0;
  let isOver = false;
  const putting = (async () => {
    while (!isOver) {
      await put(Array.from({ length: perBatch }, (_, index) => `number ${given + index}`));
      given += perBatch;
    }
  })();
  // The rejection is handled by the later await; this handler only prevents an unhandled rejection.
  putting.catch(() => undefined);
  return async () => {
    isOver = true;
    await putting;
    return given;
  };
}

/** Returns how often each text is stored. */
async function storedTexts(context: TestContext, data: string): Promise<ReadonlyMap<string, number>> {
  const { store } = await open(context, data);
  await store.settled();
  const found = new Map<string, number>();
  for (const index of store.indices()) {
    const column = index.fields.get('message')?.column;
    for (const row of await store.query(`SELECT ${column} AS message FROM ${index.catalog}.messages`, []))
      found.set(String(row['message']), (found.get(String(row['message'])) ?? 0) + 1);
  }
  return found;
}

/** Kills the server the given number of times while it fetches. @throws AssertionError that names the lost texts */
export async function killWhileFetching(context: TestContext, broker: KilledBroker, rounds: number): Promise<void> {
  const data = await temporaryDirectory(context);
  const started = async () => {
    const server = await startTestServer({ data, environment: broker.environment });
    context.after(() => server.kill());
    const session = await server.login();
    const count = async () => {
      const found = await server.call('/search/universal/relative?query=*&range=0&limit=1', { session });
      return ((await found.json()) as { total_results: number }).total_results;
    };
    return { server, session, count };
  };
  let { server, session, count } = await started();
  const json = { title: 'i', type: broker.type, global: true, configuration: broker.configuration };
  const made = await server.call('/system/inputs', { method: 'POST', session, json });
  assert.equal(made.status, 201, await made.text());
  await until('the queue of the input exists', broker.hasQueue);
  const stopPutting = keepPutting(broker);
  let given: number;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const before = await count();
      await until('the input receives messages', async () => (await count()) > before + 1_000, 150_000);
      await server.kill();
      ({ server, session, count } = await started());
    }
  } finally {
    given = await stopPutting();
  }
  await until('all messages are found', async () => (await count()) >= given && (await broker.isDone()), 150_000);
  let last = -1;
  await until(
    'no further message arrives',
    async () => {
      const now = await count();
      // No signal shows that no message will follow, so the number must be the same after a second.
      const isQuiet = now === last;
      last = now;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return isQuiet;
    },
    150_000,
  );
  await server.stop();
  const found = await storedTexts(context, data);
  const lost = Array.from({ length: given }, (_, index) => `number ${index}`).filter((text) => !found.has(text));
  const twice = [...found.values()].filter((times) => times > 1).length;
  context.diagnostic(`${given} given, ${lost.length} lost, ${twice} more than once, ${rounds} kills`);
  assert.deepEqual(lost, []);
}
