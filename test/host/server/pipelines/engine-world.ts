/** Creates a pipeline engine with documents in memory and a fixed clock, and helpers that add rules and pipelines. */
import { PipelineEngine } from '../../../../host/server/pipelines/engine.js';
import { functionCatalogue } from '../../../../host/server/pipelines/functions/catalogue.js';
import { noLookupTables } from '../../../../host/server/pipelines/lookup-access.js';
import type { Services, StreamFacts } from '../../../../host/server/pipelines/services.js';
import type { SourceDocument } from '../../../../host/server/pipelines/sources.js';
import type { Suspended } from '../../../../host/server/pipelines/suspension.js';
import type { Log } from '../../../../host/server/log/log.js';
import type { Collection, Documents, FieldValue, IncomingMessage } from '../../../../host/server/store/types.js';

export const instant = Date.parse('2010-07-30T16:03:25.000Z');
export const defaultStream = 'default';

class MemoryCollection<T extends { id: string }> implements Collection<T> {
  #all: readonly T[] = [];

  get(id: string): T | undefined {
    return this.#all.find((one) => one.id === id);
  }
  all(): readonly T[] {
    return this.#all;
  }
  find(matches: (document: T) => boolean): T | undefined {
    return this.#all.find(matches);
  }
  async put(document: T): Promise<void> {
    this.#all = [...this.#all.filter(({ id }) => id !== document.id), document];
  }
  async update(id: string, change: (document: T) => T): Promise<T | undefined> {
    const kept = this.get(id);
    if (kept) await this.put(change(kept));
    return this.get(id);
  }
  async delete(id: string): Promise<boolean> {
    const found = this.get(id) !== undefined;
    this.#all = this.#all.filter((one) => one.id !== id);
    return found;
  }
}

function memoryDocuments(): Documents {
  const collections = new Map<string, unknown>();
  return {
    collection: (name: string) => {
      const known = collections.get(name) ?? new MemoryCollection();
      collections.set(name, known);
      return known;
    },
    // The test double has only the methods that the engine uses.
  } as unknown as Documents;
}

const document = (id: string, title: string, source: string): SourceDocument => ({
  id,
  title,
  description: null,
  source,
  created_at: '',
  modified_at: '',
});

export interface World {
  readonly engine: PipelineEngine;
  readonly suspended: Suspended[];
  readonly lines: string[];
  /** Stores a rule of a condition and actions; its id is its name. */
  rule(name: string, when: string, then?: string): Promise<void>;
  /** Stores a rule by its complete source. */
  source(name: string, source: string): Promise<void>;
  pipeline(name: string, stages: string, streams?: readonly string[]): Promise<void>;
  /** Processes one message and returns the resulting messages. */
  run(
    fields?: Record<string, FieldValue>,
    streams?: readonly string[],
    text?: string,
  ): Promise<readonly IncomingMessage[]>;
}

export const incoming = (
  fields: Record<string, FieldValue> = {},
  streams: readonly string[] = [defaultStream],
): IncomingMessage => ({
  timestamp: instant,
  source: 'test',
  message: 'test',
  fields,
  streams: [...streams],
  inputId: 'input-1',
  receivedAt: instant,
});

export function newWorld(services: Partial<Services> & { readonly all?: readonly StreamFacts[] } = {}): World {
  const { all = [], ...others } = services;
  const suspended: Suspended[] = [];
  const lines: string[] = [];
  const record = (text: string): void => void lines.push(text);
  // The test double has only the methods that the engine uses.
  const log = { error: record, warn: record, info: record } as unknown as Log;
  const engine = new PipelineEngine({
    documents: memoryDocuments(),
    functions: functionCatalogue,
    services: {
      defaultStreamId: defaultStream,
      streams: {
        byId: (id) => all.find((one) => one.id === id),
        byTitle: (title) => all.filter((one) => one.title === title),
      },
      inputs: { running: () => undefined, byTitle: () => undefined },
      lookups: noLookupTables,
      grok: { has: () => false, compile: () => ({ match: () => undefined }) },
      threatSources: () => ({ tor: false, spamhaus: false, abuseCh: false, otx: false }),
      log: { info: record, warn: record },
      ...others,
    },
    nodeId: 'node',
    log,
    isTimed: () => false,
    onSuspended: (one) => suspended.push(one),
    onReleased: (id) => lines.push(`released ${id}`),
    now: () => instant,
  });
  const { sources } = engine;
  return {
    engine,
    suspended,
    lines,
    rule: (name, when, then = '') =>
      sources.rules.put(document(name, name, `rule "${name}" when ${when} then ${then} end`)),
    source: (name, source) => sources.rules.put(document(name, name, source)),
    pipeline: async (name, stages, streams = [defaultStream]) => {
      await sources.pipelines.put(document(name, name, `pipeline "${name}" ${stages} end`));
      for (const id of streams) {
        const before = sources.connections.get(id)?.pipeline_ids ?? [];
        await sources.connections.put({ id, pipeline_ids: [...new Set([...before, name])] });
      }
    },
    run: async (fields, streams, text = 'test') => engine.process([{ ...incoming(fields, streams), message: text }]),
  };
}
