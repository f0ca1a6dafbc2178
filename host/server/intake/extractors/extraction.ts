/** Defines common types of extractors and converters (contract data-intake, extractor_types and converter_types). */
import type { FieldValue } from '../../store/types.js';

/** Thrown when an extractor or converter cannot process a text; the message gives the reason. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
}

/** Thrown when the configuration of an extractor or converter is invalid; the message names the problem. */
export class ExtractorConfigError extends Error {
  override readonly name = 'ExtractorConfigError';
}

/** Describes a range of a text in UTF-16 units; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Extracted {
  readonly value: FieldValue;
  /** Target field; absent: the extractor's own target field. */
  readonly target?: string;
  /** Range of the source text that an extractor with the cut strategy removes. */
  readonly span?: Span;
}

/** Extracts values from a text. @throws ExtractionError when the text cannot be processed */
export type Extract = (text: string) => readonly Extracted[];

/** Gives extractors and converters access to the lookup tables. */
export interface LookupTables {
  /** Tells whether a table with this name exists; checked when an extractor is compiled, not for each message. */
  has(table: string): boolean;
  /**
   * Returns the single value of a key as text. Undefined: the table has no such value, or only an asynchronous lookup
   * finds it.
   */
  value(table: string, key: string): string | undefined;
}

export type Config = Readonly<Record<string, unknown>>;
