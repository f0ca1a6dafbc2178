/**
 * Creates the services of this server for rules. Streams, inputs and grok patterns are indexed again after a change.
 */
import { entityCollection } from '../documents/kinds.js';
import type { GrokPattern } from '../../../api/contract/grok.js';
import { GrokError } from '../grok/grok.js';
import { defaultStreamId, streamCollection, type StreamDocument } from '../intake/route/streams.js';
import type { Log } from '../log/log.js';
import type { Documents } from '../store/types.js';
import { EvaluationError } from './function.js';
import { ruleGrok } from './grok-values.js';
import type { LookupAccess } from './lookup-access.js';
import type { GrokMatcher, InputFacts, Services, StreamFacts, ThreatSources } from './services.js';

export interface ServerServicesOptions {
  readonly documents: Documents;
  readonly lookups: LookupAccess;
  readonly inputs: {
    /** Returns facts of an input that runs on this node. */
    readonly running: (id: string) => InputFacts | undefined;
    readonly all: () => readonly InputFacts[];
  };
  readonly threatSources: () => ThreatSources;
  readonly log: Log;
}

/** Returns a function that computes a value from a list, and caches it until the list is replaced. */
function ofList<T, Made>(list: () => readonly T[], make: (list: readonly T[]) => Made): () => Made {
  let known: { readonly list: readonly T[]; readonly made: Made } | undefined;
  return () => {
    const now = list();
    if (known?.list !== now) known = { list: now, made: make(now) };
    return known.made;
  };
}

interface StreamIndex {
  readonly byId: ReadonlyMap<string, StreamFacts>;
  readonly byTitle: ReadonlyMap<string, readonly StreamFacts[]>;
}

function streamIndex(streams: readonly StreamDocument[]): StreamIndex {
  const enabled = streams.filter(({ disabled }) => !disabled).map(({ id, title }): StreamFacts => ({ id, title }));
  const byTitle = new Map<string, StreamFacts[]>();
  for (const stream of enabled) byTitle.set(stream.title, [...(byTitle.get(stream.title) ?? []), stream]);
  return { byId: new Map(enabled.map((stream) => [stream.id, stream])), byTitle };
}

/** Largest number of cached compiled patterns. */
const keptPatterns = 500;

class GrokLibrary {
  readonly byName: ReadonlyMap<string, string>;
  readonly #compiled = new Map<string, GrokMatcher>();

  constructor(patterns: readonly GrokPattern[]) {
    this.byName = new Map(patterns.map(({ name, pattern }) => [name, pattern]));
  }

  /** Compiles a grok pattern, or returns it from the cache. @throws EvaluationError when the pattern is invalid */
  compile(pattern: string, onlyNamed: boolean): GrokMatcher {
    const key = `${onlyNamed ? 'n' : 'a'}${pattern}`;
    const known = this.#compiled.get(key);
    if (known) return known;
    if (this.#compiled.size >= keptPatterns) this.#compiled.clear();
    const matcher = this.#compile(pattern, onlyNamed);
    this.#compiled.set(key, matcher);
    return matcher;
  }

  #compile(pattern: string, namedCapturesOnly: boolean): GrokMatcher {
    try {
      return ruleGrok(pattern, (name) => this.byName.get(name), namedCapturesOnly);
    } catch (error) {
      if (error instanceof GrokError) throw new EvaluationError(error.message);
      throw error;
    }
  }
}

export function serverServices(options: ServerServicesOptions): Omit<Services, 'count'> {
  const { documents, lookups, inputs, threatSources, log } = options;
  const streams = streamCollection(documents);
  const streamsNow = ofList(() => streams.all(), streamIndex);
  const patterns = entityCollection<GrokPattern>(documents, 'grok_pattern');
  const grokNow = ofList(
    () => patterns.all(),
    (list) => new GrokLibrary(list),
  );
  const inputsNow = ofList(inputs.all, (list) => {
    const byTitle = new Map<string, InputFacts>();
    for (const input of list) {
      const title = input.title.toLowerCase();
      if (!byTitle.has(title)) byTitle.set(title, input);
    }
    return byTitle;
  });
  return {
    defaultStreamId,
    streams: {
      byId: (id) => streamsNow().byId.get(id),
      byTitle: (title) => streamsNow().byTitle.get(title) ?? [],
    },
    inputs: {
      running: inputs.running,
      byTitle: (title) => inputsNow().get(title.toLowerCase()),
    },
    lookups,
    grok: {
      has: (name) => grokNow().byName.has(name),
      compile: (pattern, onlyNamed) => grokNow().compile(pattern, onlyNamed),
    },
    threatSources,
    log: {
      info: (text) => log.info(text),
      warn: (text) => log.warn(text),
    },
  };
}
