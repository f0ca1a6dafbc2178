/** Request bodies of the rule workbench. Embedded server only. */
import { Type, type Static } from '@sinclair/typebox';
import { longestSource } from './pipelines.schema.js';

/** Maximum number of sample messages in one run. */
export const mostSamples = 50;
/** Maximum number of sample sets that a server stores. */
export const mostSampleSets = 200;
/** Maximum length of a sample set's messages together, as JSON, in UTF-16 units. */
export const longestSampleSet = 1_000_000;

const Fields = Type.Record(Type.String({ maxLength: 1000 }), Type.Unknown());
const Samples = Type.Array(Fields, { maxItems: mostSamples });

export const WorkbenchRequest = Type.Object({
  /** Source of the rule, whether it is stored or not. */
  source: Type.String({ maxLength: longestSource }),
  /** Fields of each sample message by name; `streams` contains the ids of its streams, if it has any. */
  messages: Samples,
  /** Pipeline in which this rule replaces the stored rule with the same title; absent: the rule runs alone. */
  pipeline_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
});
export type WorkbenchRequest = Static<typeof WorkbenchRequest>;

export const SampleSetBody = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  messages: Type.Array(Fields, { minItems: 1, maxItems: mostSamples }),
});
export type SampleSetBody = Static<typeof SampleSetBody>;

/** Maximum number of rules whose hits one request can count. */
export const mostCountedRules = 8;
/** Largest number of messages, the newest ones, on which each rule runs. */
export const hitSampleSize = 1000;

export const HitsRequest = Type.Object({
  sources: Type.Array(Type.String({ maxLength: longestSource }), { minItems: 1, maxItems: mostCountedRules }),
  /** Id of the stream whose messages are used; absent: messages of all streams that the user may read. */
  stream_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  /**
   * Names of the fields that the messages keep; absent: all fields. If a rule sets a field that the messages did not
   * keep, the field counts as added.
   */
  fields: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 20 })),
});
export type HitsRequest = Static<typeof HitsRequest>;

/** Maximum number of raw texts in one request. */
export const mostRawTexts = 20;

export const PathRequest = Type.Object({
  /** Raw messages as an input would receive them over the network. */
  texts: Type.Array(Type.String({ maxLength: 100_000 }), { minItems: 1, maxItems: mostRawTexts }),
  codec: Type.String({ maxLength: 100 }),
  configuration: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  remote_address: Type.String({ maxLength: 100 }),
  /** Id of the input whose extractors and static fields are applied; absent: none are applied. */
  input_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
});
export type PathRequest = Static<typeof PathRequest>;
