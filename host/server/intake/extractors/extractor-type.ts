/**
 * Defines the interface of the extractor types in the intake. `api/extractors/types` describes the types' fields and
 * texts.
 */
import type { LookupTestResult } from '../../../../api/contract/testers.js';
import type { LookupTestBody } from '../../../../api/contract/testers.schema.js';
import type { ExtractorType } from '../../../../api/extractors/types/index.js';
import type { GrokOptions, PatternOf } from '../../grok/grok.js';
import type { Registry } from '../../http/registry.js';
import type { Config, Extract, LookupTables } from './extraction.js';

interface ExtractorNeeds {
  /** Returns the grok pattern of a name; undefined: no pattern has the name. */
  readonly patternOf: PatternOf;
  /** Lookup tables; undefined: no tables exist. */
  readonly tables: LookupTables | undefined;
}

interface TesterNeeds {
  /** Looks up a text in a lookup table and returns the answer of the test endpoint. */
  readonly testTable: (body: LookupTestBody) => Promise<LookupTestResult>;
}

export interface ExtractorTypeAtWork {
  readonly type: ExtractorType;
  /**
   * Compiles a configuration to an extractor.
   * @throws ExtractorConfigError, ExtractionError or RegexError when the configuration is invalid
   */
  readonly make: (config: Config, needs: ExtractorNeeds) => Extract;
  /** True: extractors of this type are compiled again when the stored grok patterns change. */
  readonly usesGrokPatterns?: true;
  /**
   * Checks a configuration without blocking the event loop; absent: `make` is fast enough for the check.
   * @param matchGrok compiles a pattern in the grok thread; rejects with GrokError
   * @returns false: the configuration was not checked, so it must be checked by `make`
   */
  readonly check?: (
    config: Config,
    matchGrok: (pattern: string, options: GrokOptions) => Promise<unknown>,
  ) => Promise<boolean>;
  /** Serves the endpoints that test this type on a text (contract data-intake tools.*). */
  readonly serveTesters?: (registry: Registry, needs: TesterNeeds) => void;
}
