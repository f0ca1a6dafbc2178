/** Request bodies of the rule workbench. Only the embedded server has it. */
import { Type, type Static } from '@sinclair/typebox';
import { longestSource } from './pipelines.schema.js';

/** Messages that a rule is tried on at once. */
export const mostSamples = 50;
/** Stored sample sets of one server. */
export const mostSampleSets = 200;
/** In UTF-16 units of all messages of a set, as JSON. */
export const longestSampleSet = 1_000_000;

const Fields = Type.Record(Type.String({ maxLength: 1000 }), Type.Unknown());
const Samples = Type.Array(Fields, { maxItems: mostSamples });

export const WorkbenchRequest = Type.Object({
  /** The rule as it is written, stored or not. */
  source: Type.String({ maxLength: longestSource }),
  /** Fields of each message by name, with `streams` where it is on any. */
  messages: Samples,
  /** The pipeline in which the rule takes the place of the stored one of its title; without it the rule runs alone. */
  pipeline_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
});
export type WorkbenchRequest = Static<typeof WorkbenchRequest>;

export const SampleSetBody = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  messages: Type.Array(Fields, { minItems: 1, maxItems: mostSamples }),
});
export type SampleSetBody = Static<typeof SampleSetBody>;

/** Rules whose hits are counted at once. */
export const mostCountedRules = 8;
/** Messages on which hits are counted. */
export const hitSampleSize = 1000;

export const HitsRequest = Type.Object({
  sources: Type.Array(Type.String({ maxLength: longestSource }), { minItems: 1, maxItems: mostCountedRules }),
  /** Stream whose newest messages are tried; without it those of all streams that the user may read. */
  stream_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  /** Fields that the messages keep, so that a field which is set already counts as set anew; without it all. */
  fields: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 20 })),
});
export type HitsRequest = Static<typeof HitsRequest>;

/** Raw texts that are sent the whole way at once. */
export const mostRawTexts = 20;

export const PathRequest = Type.Object({
  /** Messages as they would come over the network. */
  texts: Type.Array(Type.String({ maxLength: 100_000 }), { minItems: 1, maxItems: mostRawTexts }),
  codec: Type.String({ maxLength: 100 }),
  configuration: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  remote_address: Type.String({ maxLength: 100 }),
  /** The input whose extractors and static fields are used; without it there are none. */
  input_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
});
export type PathRequest = Static<typeof PathRequest>;
