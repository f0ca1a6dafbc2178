/** The rest of the server, as far as functions use it. Tests give their own. */
import type { Value } from './values.js';

export interface StreamFacts {
  readonly id: string;
  readonly title: string;
}

export interface InputFacts {
  readonly id: string;
  readonly title: string;
}

/** Result of a lookup (design lookup-tables 1). Values that are undefined are not there. */
export interface LookupResult {
  readonly single: Value | undefined;
  readonly multi: ReadonlyMap<string, Value> | undefined;
  readonly list: readonly string[] | undefined;
  readonly hasError: boolean;
}

/** A table by its name. What takes time comes as a promise, which `CallContext.waitFor` waits for. */
export interface LookupTableAccess {
  lookup(key: Value): LookupResult | Promise<LookupResult>;
  /** @param ttlMs undefined: the row never expires */
  setValue(key: Value, value: Value, ttlMs: number | undefined): LookupResult | Promise<LookupResult>;
  setStringList(key: Value, values: readonly string[], ttlMs: number | undefined): LookupResult | Promise<LookupResult>;
  addStringList(key: Value, values: readonly string[], keepDuplicates: boolean): LookupResult | Promise<LookupResult>;
  removeStringList(key: Value, values: readonly string[]): LookupResult | Promise<LookupResult>;
  assignTtl(key: Value, ttlMs: number): LookupResult | Promise<LookupResult>;
  clearKey(key: Value): void | Promise<void>;
  /** All lists or values of several keys at once, for `lookup_all`. */
  lookupAll?(keys: readonly Value[]): readonly Value[] | Promise<readonly Value[]>;
}

/** A compiled grok pattern. */
export interface GrokMatcher {
  /** What was captured, converted as the pattern says; undefined: no match. */
  match(text: string): ReadonlyMap<string, Value> | undefined;
}

/** Sources of the threat intelligence configuration that are switched on. */
export interface ThreatSources {
  readonly tor: boolean;
  readonly spamhaus: boolean;
  readonly abuseCh: boolean;
  readonly otx: boolean;
}

export interface Services {
  readonly defaultStreamId: string;
  readonly streams: {
    /** The enabled stream with this id. */
    byId(id: string): StreamFacts | undefined;
    /** Every enabled stream with exactly this title. */
    byTitle(title: string): readonly StreamFacts[];
  };
  readonly inputs: {
    /** The input with this id, if it runs on this node. */
    running(id: string): InputFacts | undefined;
    /** The first input of this title, whatever the case. */
    byTitle(title: string): InputFacts | undefined;
  };
  /** The table of this name; undefined: there is none, or it has not started. */
  readonly lookupTable: (name: string) => LookupTableAccess | undefined;
  readonly grok: {
    has(name: string): boolean;
    /** @throws EvaluationError for a pattern that cannot be compiled */
    compile(pattern: string, onlyNamed: boolean): GrokMatcher;
  };
  readonly threatSources: () => ThreatSources;
  /** Adds to the counter `org.graylog.rulemetrics.<name>`, which is made when it is not there. */
  readonly count: (name: string, by: bigint) => void;
  /** Writes to the server's log. */
  readonly log: {
    info(text: string): void;
    warn(text: string): void;
  };
}
