/**
 * Form in which `types/` describes the types of extractors to the console; the extraction itself is implemented in
 * `host/server/intake/extractors/types/`.
 */
import type { Client } from '../client.js';
import type { Config, ConfigPart } from './parts.js';

export type CaptureType = 'number' | 'boolean' | 'date';

export interface TrialResult {
  /** Extracted fields, or the value for the target field; null when nothing was extracted. */
  readonly found: string | readonly (readonly [name: string, value: string])[] | null;
  /** Types that a Grok pattern gives to its captures, by field name; fields without an entry are text. */
  readonly types?: ReadonlyMap<string, CaptureType>;
  /** True when the pattern matches but has no capture group. */
  readonly groupMissing?: boolean;
}

export interface Trial {
  readonly config: Config;
  /** Text from which the extractor extracts. */
  readonly text: string;
}

export interface ExtractorTypeDescription {
  /** Name of the extractor's type in the API. */
  readonly type: string;
  readonly label: string;
  readonly parts: readonly ConfigPart[];
  /** True for extractors that name their target fields themselves; they take no converters. */
  readonly namesItsFields?: true;
  /** Text that the console shows for a type without configuration. */
  readonly about?: string;
  /**
   * Applies an unsaved extractor to a text, usually with the server's tester for its type (contract data-intake
   * tools.*). If absent, the extractor preview is used, which reference servers do not have.
   * @throws Error with the reason when the configuration is invalid
   */
  readonly tryOn?: (client: Client, trial: Trial, signal: AbortSignal) => Promise<TrialResult>;
}

/** Formats an extracted value for the preview: a string unchanged, every other value as JSON. */
export const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Text about the server's limits for regular expressions, for the help of fields that contain one. */
export const regexLimits =
  'An expression of 50 characters looks at the first 16,000 of a text, one of 200 at the first 4,000; a longer text that they do not decide counts as a failure.';
