/** Test doubles: a sink that records appended messages, and documents in memory. */
import type {
  Collection,
  Documents,
  IncomingMessage,
  MessageSink,
  Pressure,
} from '../../../../host/server/store/types.js';

export class RecordingSink implements MessageSink {
  readonly messages: IncomingMessage[] = [];
  pressure: Pressure = 'open';
  appendedBytes = 0;
  loadedBytes = 0;
  /** Promise that each append awaits before it completes. */
  gate: Promise<void> | undefined;
  failure: Error | undefined;
  #open: (() => void)[] = [];
  #watchers: (() => void)[] = [];

  async append(messages: readonly IncomingMessage[]): Promise<void> {
    await this.gate;
    if (this.failure) throw this.failure;
    this.messages.push(...messages);
    for (const watcher of this.#watchers.splice(0)) watcher();
  }

  setPressure(pressure: Pressure): void {
    this.pressure = pressure;
    if (pressure === 'open') for (const resolve of this.#open.splice(0)) resolve();
  }

  /** Number of senders that wait until the pressure is 'open'. */
  get waiting(): number {
    return this.#open.length;
  }

  whenOpen(): Promise<void> {
    return this.pressure === 'open' ? Promise.resolve() : new Promise((resolve) => this.#open.push(resolve));
  }

  /** Resolves with all messages as soon as there are at least `count`. */
  async until(count: number): Promise<readonly IncomingMessage[]> {
    while (this.messages.length < count) await new Promise<void>((resolve) => this.#watchers.push(resolve));
    return this.messages;
  }

  texts(): string[] {
    return this.messages.map(({ message }) => message);
  }
}

class MemoryCollection<T extends { id: string }> implements Collection<T> {
  readonly #documents = new Map<string, T>();
  get = (id: string) => this.#documents.get(id);
  all = () => [...this.#documents.values()];
  find = (matches: (document: T) => boolean) => this.all().find(matches);
  put = async (document: T) => void this.#documents.set(document.id, document);
  delete = async (id: string) => this.#documents.delete(id);
  update = async (id: string, change: (document: T) => T) => {
    const old = this.#documents.get(id);
    if (!old) return undefined;
    const changed = change(old);
    this.#documents.set(id, changed);
    return changed;
  };
}

export function memoryDocuments(): Documents {
  const collections = new Map<string, unknown>();
  return {
    collection<T extends { id: string }>(name: string) {
      const collection = collections.get(name) ?? new MemoryCollection<T>();
      collections.set(name, collection);
      return collection as Collection<T>;
    },
    archive() {
      throw new Error('There are no archives here');
    },
    whileStill: (work) => work(),
    keepFiles: () => () => undefined,
    undoable: (work) => work(),
    close: async () => undefined,
  };
}

/** Waits until a condition holds; a test that hangs here fails by its runner's time limit. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
