/** Common types of extractors and converters (contract data-intake, extractor_types and converter_types). */
import type { FieldValue } from '../../store/types.js';

/** A text cannot be split into fields; the message gives the reason. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
}

/** The configuration is invalid; the message names the problem. */
export class ExtractorConfigError extends Error {
  override readonly name = 'ExtractorConfigError';
}

/** A range in UTF-16 units; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Extracted {
  readonly value: FieldValue;
  /** Target field; absent: the extractor's own target field. */
  readonly target?: string;
  /** Range of the text that a cut removes. */
  readonly span?: Span;
}

/** Extracts values from a text. @throws ExtractionError */
export type Extract = (text: string) => readonly Extracted[];

/** Interface to lookup tables for extractors and converters. */
export interface LookupTables {
  /** Tells whether a table with this name exists; running extractors do not check this. */
  has(table: string): boolean;
  /** Returns the single value as text; undefined: no value was found, or not synchronously. */
  value(table: string, key: string): string | undefined;
}

export type Config = Readonly<Record<string, unknown>>;
