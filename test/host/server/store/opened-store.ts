/** Opens stores in temporary directories for tests. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createLog } from '../../../../host/server/log/log.js';
import {
  openDocuments,
  openStore,
  reconstruct,
  type StoreLimits,
  type StoreOptions,
  type UnreadableIndex,
} from '../../../../host/server/store/index.js';
import type { Documents, IncomingMessage, MessageStore, StoredIndex } from '../../../../host/server/store/types.js';

export const stream = '000000000000000000000001';
export const base = Date.UTC(2024, 2, 31, 0, 59, 59, 123);

export function message(text: string, fields: IncomingMessage['fields'] = {}, timestamp = base): IncomingMessage {
  return {
    timestamp,
    source: 'web-1',
    message: text,
    fields,
    streams: [stream],
    inputId: 'input-1',
    receivedAt: base + 5,
  };
}

/**
 * Functions that close the resources of a test. One hook calls them, because separate hooks run in order of
 * registration, and a failing hook would prevent the later ones.
 */
const closers = new WeakMap<TestContext, (() => Promise<void>)[]>();

function closersOf(context: TestContext): (() => Promise<void>)[] {
  let own = closers.get(context);
  if (!own) {
    closers.set(context, (own = []));
    context.after(() => closeAll(context));
  }
  return own;
}

/** Closes all stores of a test, because an open store would keep the process alive. */
async function closeAll(context: TestContext): Promise<void> {
  await Promise.all((closers.get(context) ?? []).splice(0).map((close) => close()));
}

/** Directories that a test could not remove because a server, which a later hook stops, still wrote into them. */
const remaining = new Set<string>();
process.once('exit', () => {
  for (const path of remaining) rmSync(path, { recursive: true, force: true });
});

/**
 * Returns a directory that is removed after the stores of the test are closed, because an open store would create files
 * again. It is removed at the end of the process at the latest.
 */
export async function temporaryDirectory(context: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'log-console-store-'));
  closersOf(context);
  remaining.add(path);
  context.after(async () => {
    // A failure here would prevent the hooks that end the servers of the test.
    await rm(path, { recursive: true, force: true }).then(
      () => remaining.delete(path),
      () => undefined,
    );
  });
  return path;
}

/** Returns the store with some methods replaced. */
export const withMethods = (store: MessageStore, methods: Partial<MessageStore>): MessageStore =>
  new Proxy(store, {
    get: (target, name: keyof MessageStore) => {
      const value = methods[name] ?? target[name];
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });

export interface Opened {
  readonly store: MessageStore;
  readonly documents: Documents;
  close(): Promise<void>;
}

/** Opens a store that is closed at the end of the test, if not before. */
export async function open(
  context: TestContext,
  path: string,
  limits: Partial<StoreLimits> = {},
  onUnreadable: (index: UnreadableIndex) => void = () => {},
  setOf: (stream: string) => string | undefined = () => undefined,
  onWide: NonNullable<StoreOptions['onWide']> = () => undefined,
): Promise<Opened> {
  const documents = await openDocuments({ directory: path });
  const store = await openStore({
    directory: path,
    documents,
    nodeId: 'node-1',
    log: createLog('error', () => {}),
    onUnreadable,
    setOf,
    onWide,
    limits: { memoryBytes: 512 * 1024 * 1024, ...limits },
  });
  const close = async (): Promise<void> => {
    await store.close();
    await documents.close();
  };
  closersOf(context).push(close);
  return { store, documents, close };
}

/** Returns every message of every index; the messages of each index are in the order of their ids. */
export async function allMessages(store: MessageStore): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (const index of store.indices())
    for (const row of await store.query(`SELECT * FROM ${index.catalog}.messages ORDER BY id`, []))
      found.push(reconstruct(row, index));
  return found;
}

/** Returns the only index. */
export function onlyIndex(store: MessageStore): StoredIndex {
  const [index, ...others] = store.indices();
  if (!index || others.length > 0) throw new Error(`There are ${store.indices().length} indices`);
  return index;
}
