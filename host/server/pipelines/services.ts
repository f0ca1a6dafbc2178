/** The rest of the server, as far as functions use it. Tests give their own. */
import type { LookupAccess } from './lookup-access.js';
import type { Value } from './values.js';

export interface StreamFacts {
  readonly id: string;
  readonly title: string;
}

export interface InputFacts {
  readonly id: string;
  readonly title: string;
}

/** A compiled grok pattern. */
export interface GrokMatcher {
  /** Captures converted as the pattern says; undefined: no match. */
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
  /** Lookup tables by name. A reply that is a promise is for `CallContext.waitFor`. */
  readonly lookups: LookupAccess;
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
