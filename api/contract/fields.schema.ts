/** Shapes of field lists, query validation and value suggestions (contract search F3, Q1–Q6, X1). */
import { Type, type Static } from '@sinclair/typebox';
import { Parameter } from './searches.schema.js';
import { TimeRange } from './time-range.schema.js';
import { orNull } from './nullable.schema.js';

const streams = Type.Optional(orNull(Type.Array(Type.String())));

export const FieldsRequest = Type.Object({ streams, timerange: Type.Optional(orNull(TimeRange)) });
export type FieldsRequest = Static<typeof FieldsRequest>;

export type FieldProperty = 'numeric' | 'enumerable' | 'full-text-search' | 'compound' | 'decorated';
export interface FieldType {
  name: string;
  type: { type: string; properties: FieldProperty[]; index_names: string[] };
}

export const ValidateRequest = Type.Object({
  query: Type.Optional(orNull(Type.Union([Type.String(), Type.Object({ query_string: Type.String() })]))),
  filter: Type.Optional(orNull(Type.Union([Type.String(), Type.Object({ query_string: Type.String() })]))),
  timerange: Type.Optional(orNull(TimeRange)),
  streams,
  filters: Type.Optional(orNull(Type.Array(Type.Unknown()))),
  parameters: Type.Optional(orNull(Type.Array(Parameter))),
  parameter_bindings: Type.Optional(orNull(Type.Record(Type.String(), Type.Unknown()))),
});
export type ValidateRequest = Static<typeof ValidateRequest>;

export type ExplanationType =
  | 'UNKNOWN_FIELD'
  | 'QUERY_PARSING_ERROR'
  | 'INVALID_OPERATOR'
  | 'UNDECLARED_PARAMETER'
  | 'INVALID_VALUE_TYPE'
  | 'EMPTY_PARAMETER';

export interface Explanation {
  error_type: ExplanationType | string;
  error_title: string;
  error_message: string;
  /**
   * First line of the finding. Lines count from 1, columns from 0. The first and last line and column are null or
   * absent for a finding without a position.
   */
  begin_line?: number | null;
  end_line?: number | null;
  begin_column?: number | null;
  end_column?: number | null;
  related_property?: string | null;
}
export interface ValidationAnswer {
  status: 'OK' | 'WARNING' | 'ERROR';
  /** Findings about the query; absent when there are none. */
  explanations?: Explanation[];
  context?: unknown;
}

export const SuggestRequest = Type.Object({
  field: Type.String(),
  input: Type.String(),
  timerange: Type.Optional(orNull(TimeRange)),
  streams,
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** Definitions of computed fields as JSON texts by the name of the field; only the embedded server reads them. */
  computed_fields: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type SuggestRequest = Static<typeof SuggestRequest>;

export interface Suggestions {
  field: string;
  input: string;
  /**
   * Values of the field that begin with the input, the most frequent first. If there are none, the embedded server
   * suggests similar values; absent when there are none of these either.
   */
  suggestions?: { value: string; occurrence: number; title?: string | null }[];
  /** Number of messages with further values that are not suggested; absent when no value begins with the input. */
  sum_other_docs_count?: number;
  error?: { type: string; reason: string };
}
