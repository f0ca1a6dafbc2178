/** Describes a type of extractor for the console. Its behaviour is in `host/server/intake/extractors/types/`. */
import type { Client } from '../client.js';
import type { Config, ConfigPart } from './parts.js';

export type CaptureType = 'number' | 'boolean' | 'date';

export interface TrialResult {
  /** Extracted fields, or one value for the target field; null when nothing was extracted. */
  readonly found: string | readonly (readonly [name: string, value: string])[] | null;
  /** Types of extracted fields that are not strings; absent when this extractor type only produces strings. */
  readonly types?: ReadonlyMap<string, CaptureType>;
  /** The pattern matches but has no capture group. */
  readonly groupMissing?: boolean;
}

export interface Trial {
  readonly config: Config;
  /** The text to extract from. */
  readonly text: string;
}

export interface ExtractorTypeDescription {
  /** Name of the type in the API. */
  readonly type: string;
  readonly label: string;
  readonly parts: readonly ConfigPart[];
  /** The extractor names its target fields itself; such types take no converters. */
  readonly namesItsFields?: true;
  /** Explains a type that has nothing to configure. */
  readonly about?: string;
  /**
   * Applies an unsaved extractor to a text through the tester of its type (contract data-intake tools.*). A type
   * without a tester is tested through the extractor preview, which reference servers do not have.
   * @throws Error with the reason why the configuration is invalid
   */
  readonly tryOn?: (client: Client, trial: Trial, signal: AbortSignal) => Promise<TrialResult>;
}

/** Formats an extracted value for the preview: strings unchanged, everything else as JSON. */
export const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Limits that the server sets on regular expressions, for the help text of fields. */
export const regexLimits =
  'An expression of 50 characters looks at the first 16,000 of a text, one of 200 at the first 4,000; a longer text that they do not decide counts as a failure.';
