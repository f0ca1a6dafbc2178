/** Interface of the services of the server that rule functions use. */
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
  /** Returns the captures, converted to the types that the pattern defines; undefined: the text does not match. */
  match(text: string): ReadonlyMap<string, Value> | undefined;
}

/** Sources of threat intelligence; true: the configuration enables the source. */
export interface ThreatSources {
  readonly tor: boolean;
  readonly spamhaus: boolean;
  readonly abuseCh: boolean;
  readonly otx: boolean;
}

export interface Services {
  readonly defaultStreamId: string;
  readonly streams: {
    /** Returns the enabled stream with this id; undefined if there is none. */
    byId(id: string): StreamFacts | undefined;
    /** Returns all enabled streams with exactly this title. */
    byTitle(title: string): readonly StreamFacts[];
  };
  readonly inputs: {
    /** Returns the input with this id; undefined unless it runs on this node. */
    running(id: string): InputFacts | undefined;
    /** Returns the first input with this title, ignoring case; undefined if there is none. */
    byTitle(title: string): InputFacts | undefined;
  };
  /** The lookup tables; functions use `CallContext.waitFor` to wait for a reply that is a promise. */
  readonly lookups: LookupAccess;
  readonly grok: {
    has(name: string): boolean;
    /** Compiles a grok pattern. @throws EvaluationError when the pattern is invalid */
    compile(pattern: string, onlyNamed: boolean): GrokMatcher;
  };
  readonly threatSources: () => ThreatSources;
  /**
   * Adds to the counter `org.graylog.rulemetrics.<name>`. A missing counter is created, unless 10,000 counters exist
   * already.
   */
  readonly count: (name: string, by: bigint) => void;
  /** Writes to the server's log. */
  readonly log: {
    info(text: string): void;
    warn(text: string): void;
  };
}
