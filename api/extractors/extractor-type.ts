/** Describes a type of extractor for the console. Its behaviour is in `host/server/intake/extractors/types/`. */
import type { Client } from '../client.js';
import type { Config, ConfigPart } from './parts.js';

export type CaptureType = 'number' | 'boolean' | 'date';

export interface TrialResult {
  /** Extracted fields, or one value for the target field. Null: nothing was extracted. */
  readonly found: string | readonly (readonly [name: string, value: string])[] | null;
  /** Types of those fields that are no texts; absent when the type of extractor makes texts only. */
  readonly types?: ReadonlyMap<string, CaptureType>;
  /** The pattern does match, but has no group. */
  readonly groupMissing?: boolean;
}

export interface Trial {
  readonly config: Config;
  /** The text to extract from. */
  readonly text: string;
}

export interface ExtractorTypeDescription {
  /** Name on the wire. */
  readonly type: string;
  readonly label: string;
  readonly parts: readonly ConfigPart[];
  /** The extractor names its target fields itself; such types take no converters. */
  readonly namesItsFields?: true;
  /** Explains a type that has nothing to configure. */
  readonly about?: string;
  /**
   * Applies an unsaved extractor to a text through the tester of its type (contract data-intake tools.*). A type without a tester is
   * tried through the preview of extractors, which reference servers do not have.
   * @throws Error with the reason why the configuration cannot be used
   */
  readonly tryOn?: (client: Client, trial: Trial, signal: AbortSignal) => Promise<TrialResult>;
}

/** An extracted value as the preview shows it: texts as they are, everything else as JSON. */
export const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Limits of the server, for the help of fields that hold a regular expression. */
export const regexLimits =
  'An expression of 50 characters looks at the first 16,000 of a text, one of 200 at the first 4,000; a longer text that they do not decide counts as a failure.';
