/** Requests for tests of a pipeline rule (the reference server does not have this). */
import { Type, type Static } from '@sinclair/typebox';
import { longestSource } from './pipelines.schema.js';

/** Maximum number of tests per rule. */
export const mostRuleTests = 50;
const longestTitle = 200;
const mostFields = 500;
const longestName = 255;

const Fields = Type.Record(Type.String({ maxLength: longestName }), Type.Unknown(), { maxProperties: mostFields });

export const RuleTest = Type.Object({
  title: Type.String({ minLength: 1, maxLength: longestTitle }),
  /** Fields of the sample message by name; missing `source` and `timestamp` are generated, `streams` contains ids. */
  message: Fields,
  expected: Type.Object({
    /** True if the condition must hold, false if it must not; absent: either is accepted. */
    matches: Type.Optional(Type.Boolean()),
    /** Expected field values after the rule ran. */
    fields: Type.Optional(Fields),
    /** Names of fields that must be absent after the rule ran. */
    absent: Type.Optional(Type.Array(Type.String({ maxLength: longestName }), { maxItems: mostFields })),
    dropped: Type.Optional(Type.Boolean()),
    /** Ids of the message's streams after the rule ran, in any order. */
    streams: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: mostFields })),
    /** True if the rule must fail on the message; absent: it must not fail. */
    fails: Type.Optional(Type.Boolean()),
  }),
});
export type RuleTest = Static<typeof RuleTest>;

export const RuleTestsBody = Type.Object({ tests: Type.Array(RuleTest, { maxItems: mostRuleTests }) });
export type RuleTestsBody = Static<typeof RuleTestsBody>;

export const RunRuleTestsBody = Type.Object({
  /** An unsaved source; absent: the stored one. */
  source: Type.Optional(Type.String({ maxLength: longestSource })),
  /** Unsaved tests; absent: the stored ones. */
  tests: Type.Optional(Type.Array(RuleTest, { maxItems: mostRuleTests })),
});
export type RunRuleTestsBody = Static<typeof RunRuleTestsBody>;
