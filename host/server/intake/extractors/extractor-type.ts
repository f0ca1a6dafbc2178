/** What a type of extractor does at intake. Its fields and texts are described in `api/extractors/types`. */
import type { LookupTestResult } from '../../../../api/contract/testers.js';
import type { LookupTestBody } from '../../../../api/contract/testers.schema.js';
import type { ExtractorType } from '../../../../api/extractors/types/index.js';
import type { GrokOptions, PatternOf } from '../../grok/grok.js';
import type { Registry } from '../../http/registry.js';
import type { Config, Extract, LookupTables } from './extraction.js';

interface ExtractorNeeds {
  /** The grok pattern of a name; undefined: there is none. */
  readonly patternOf: PatternOf;
  /** Undefined when there are no lookup tables. */
  readonly tables: LookupTables | undefined;
}

interface TesterNeeds {
  /** Looks a text up in a table. */
  readonly testTable: (body: LookupTestBody) => Promise<LookupTestResult>;
}

export interface ExtractorTypeAtWork {
  readonly type: ExtractorType;
  /** Reads a configuration. @throws ExtractorConfigError, ExtractionError or PatternError when it cannot be used */
  readonly make: (config: Config, needs: ExtractorNeeds) => Extract;
  /** Extractors of this type are made anew when the stored grok patterns change. */
  readonly usesGrokPatterns?: true;
  /**
   * Checks a configuration outside of the event loop, where `make` could block it.
   * @param matchGrok compiles a pattern in the grok thread; rejects with GrokError
   * @returns false: nothing was checked, so `make` has to
   */
  readonly check?: (
    config: Config,
    matchGrok: (pattern: string, options: GrokOptions) => Promise<unknown>,
  ) => Promise<boolean>;
  /** Serves the endpoints that try this type on a text (contract data-intake tools.*). */
  readonly serveTesters?: (registry: Registry, needs: TesterNeeds) => void;
}
