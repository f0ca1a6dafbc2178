/** Shapes of extractors (contract data-intake, extractors). */
import { Type, type Static } from '@sinclair/typebox';
import type { ExtractorType } from '../extractors/types/index.js';
import type { MetricRate } from './system.schema.js';

export const ConverterRequest = Type.Object({
  type: Type.String(),
  config: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});

/**
 * An extractor to store. Values of enumerations are compared without regard to case. Clients of the reference server
 * send the strategy as `cut_or_copy`, and the converters as an object from types to configurations, or as null.
 * The embedded server leaves out converters of an unknown type or with an invalid configuration.
 */
export const ExtractorRequest = Type.Object(
  {
    title: Type.String({ maxLength: 500 }),
    cursor_strategy: Type.String(),
    source_field: Type.String({ maxLength: 255 }),
    /** Field that receives the result; empty for extractors that determine their target fields themselves. */
    target_field: Type.String({ maxLength: 255 }),
    extractor_type: Type.String(),
    extractor_config: Type.Record(Type.String(), Type.Unknown()),
    converters: Type.Array(ConverterRequest, { maxItems: 50, entries: ['type', 'config'], default: [] }),
    condition_type: Type.String(),
    condition_value: Type.String({ maxLength: 1000 }),
    order: Type.Optional(Type.Integer()),
  },
  { alsoNamed: { cut_or_copy: 'cursor_strategy' } },
);
export type ExtractorRequest = Static<typeof ExtractorRequest>;

/** An unsaved extractor, and texts to which it is applied: values of its source field in stored messages. */
export const ExtractorPreviewBody = Type.Object({
  extractor: ExtractorRequest,
  texts: Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 }),
});
export type ExtractorPreviewBody = Static<typeof ExtractorPreviewBody>;

export interface ExtractorPreview {
  /**
   * Number of texts to which the extractor was applied. It is lower than the number of texts in the request if the time
   * limit was reached.
   */
  tried: number;
  /** Number of texts from which the extractor took a value. */
  matched: number;
  /** Number of texts that the extractor or a converter could not process. */
  failed: number;
  /** Results for the first texts: position of the text in the request, and values by field name. */
  samples: { position: number; fields: Record<string, unknown> }[];
}

/** Order of extractors: the id of the extractor at each position. */
export const ExtractorOrder = Type.Object({ order: Type.Record(Type.String(), Type.String()) });
export type ExtractorOrder = Static<typeof ExtractorOrder>;

export interface ExtractorConverter {
  type: string;
  config: Record<string, unknown>;
}

export interface TimerRate {
  rate: MetricRate | null;
  rate_unit: 'events/second' | null;
  /** Durations in whole microseconds. */
  time: Record<
    'min' | 'max' | 'mean' | 'std_dev' | '95th_percentile' | '98th_percentile' | '99th_percentile',
    number
  > | null;
  duration_unit: 'microseconds' | null;
}

export interface ExtractorMetrics {
  total: TimerRate;
  condition: TimerRate;
  execution: TimerRate;
  converters: TimerRate;
  condition_hits: number;
  condition_misses: number;
}

export interface ExtractorSummary {
  id: string;
  title: string;
  type: ExtractorType;
  cursor_strategy: 'copy' | 'cut';
  source_field: string;
  target_field: string;
  extractor_config: Record<string, unknown>;
  creator_user_id: string;
  converters: ExtractorConverter[];
  condition_type: 'none' | 'string' | 'regex';
  condition_value: string;
  order: number;
  exceptions: number;
  converter_exceptions: number;
  metrics: ExtractorMetrics;
}
