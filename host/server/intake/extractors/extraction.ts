/** Common types of extractors and converters (contract data-intake, extractor_types and converter_types). */
import type { FieldValue } from '../../store/types.js';

/** Thrown when a text cannot be split into fields; the message says why. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
}

/** The configuration cannot be used; the message says what is wrong with it. */
export class ExtractorConfigError extends Error {
  override readonly name = 'ExtractorConfigError';
}

/** Half open, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Extracted {
  readonly value: FieldValue;
  /** The field that it goes into; without it, the one that the extractor says. */
  readonly target?: string;
  /** Place in the text that a cut removes. */
  readonly span?: Span;
}

/** Takes a text apart. @throws ExtractionError */
export type Extract = (text: string) => readonly Extracted[];

/** Lookup tables, as far as extractors and converters ask them. */
export interface LookupTables {
  /** Tells whether there is a table of this name; extractors at work do without asking. */
  has(table: string): boolean;
  /** The single value as a text; undefined: nothing was found, or not at once. */
  value(table: string, key: string): string | undefined;
}

export type Config = Readonly<Record<string, unknown>>;
