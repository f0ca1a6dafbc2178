/**
 * Request bodies for pipelines and rules (contract administration pipelines.*, rules.*, connections.*, simulator.*).
 */
import { Type, type Static } from '@sinclair/typebox';
import { optionalText } from './nullable.schema.js';

/**
 * Maximum length of a rule's or pipeline's source in UTF-16 units; the longest sources in published content packs have
 * about 30,000 units.
 */
export const longestSource = 262_144;
const longestDescription = 10_000;
/** Maximum number of pipelines that a stream is connected to, and of streams that a pipeline is connected to. */
const mostIds = 1000;

/** A pipeline source to store. The server ignores `id` and `title`, because path and source contain them. */
export const PipelineSourceInput = Type.Object({
  id: optionalText(100),
  title: optionalText(longestSource),
  description: optionalText(longestDescription),
  source: Type.String({ maxLength: longestSource }),
});
export type PipelineSourceInput = Static<typeof PipelineSourceInput>;

export const RuleSourceInput = PipelineSourceInput;
export type RuleSourceInput = Static<typeof RuleSourceInput>;

/** Titles of the rules to return. */
export const MultipleRulesBody = Type.Object({
  rules: Type.Array(Type.String({ maxLength: longestSource }), { maxItems: 10_000 }),
});
export type MultipleRulesBody = Static<typeof MultipleRulesBody>;

/** Maximum length of a message to simulate, in UTF-16 units. */
export const longestSimulatedMessage = 1_000_000;

export const SimulateRuleBody = Type.Object({
  message: Type.String({ maxLength: longestSimulatedMessage }),
  rule_source: RuleSourceInput,
});
export type SimulateRuleBody = Static<typeof SimulateRuleBody>;

export const RuleMetricsConfig = Type.Object({ metrics_enabled: Type.Boolean() });
export type RuleMetricsConfig = Static<typeof RuleMetricsConfig>;

const Ids = Type.Array(Type.String({ maxLength: 100 }), { maxItems: mostIds });

export const ConnectToStreamBody = Type.Object({ stream_id: Type.String({ minLength: 1 }), pipeline_ids: Ids });
export type ConnectToStreamBody = Static<typeof ConnectToStreamBody>;

export const ConnectToPipelineBody = Type.Object({ pipeline_id: Type.String({ minLength: 1 }), stream_ids: Ids });
export type ConnectToPipelineBody = Static<typeof ConnectToPipelineBody>;

export const SimulationRequest = Type.Object({
  stream_id: Type.String({ minLength: 1 }),
  /**
   * Fields of the message by name; the server generates `_id`, `message`, `source` and `timestamp` if they are missing.
   */
  message: Type.Record(Type.String(), Type.Unknown()),
  input_id: optionalText(100),
});
export type SimulationRequest = Static<typeof SimulationRequest>;
