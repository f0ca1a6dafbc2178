/** Request bodies for tests of a pipeline rule. The reference server has no such tests. */
import { Type, type Static } from '@sinclair/typebox';
import { longestSource } from './pipelines.schema.js';

/** Maximum number of tests of one rule. */
export const mostRuleTests = 50;
const longestTitle = 200;
const mostFields = 500;
const longestName = 255;

const Fields = Type.Record(Type.String({ maxLength: longestName }), Type.Unknown(), { maxProperties: mostFields });

export const RuleTest = Type.Object({
  title: Type.String({ minLength: 1, maxLength: longestTitle }),
  /**
   * Fields of the sample message by name; `streams` contains ids. `source` and `timestamp` are generated if missing.
   */
  message: Fields,
  expected: Type.Object({
    /** Value that the condition must have; absent: both values are accepted. */
    matches: Type.Optional(Type.Boolean()),
    /** Values that fields must have after the rule ran, by field name. */
    fields: Type.Optional(Fields),
    /** Names of the fields that the message must not have after the rule ran. */
    absent: Type.Optional(Type.Array(Type.String({ maxLength: longestName }), { maxItems: mostFields })),
    dropped: Type.Optional(Type.Boolean()),
    /** Ids of the streams that the message must have after the rule ran, in any order. */
    streams: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: mostFields })),
    /** True if the rule must fail on the message; absent or false: it must not fail. */
    fails: Type.Optional(Type.Boolean()),
  }),
});
export type RuleTest = Static<typeof RuleTest>;

export const RuleTestsBody = Type.Object({ tests: Type.Array(RuleTest, { maxItems: mostRuleTests }) });
export type RuleTestsBody = Static<typeof RuleTestsBody>;

export const RunRuleTestsBody = Type.Object({
  /** Unsaved source of the rule; absent: the stored source is tested. */
  source: Type.Optional(Type.String({ maxLength: longestSource })),
  /** Unsaved tests; absent: the stored tests are run. */
  tests: Type.Optional(Type.Array(RuleTest, { maxItems: mostRuleTests })),
});
export type RunRuleTestsBody = Static<typeof RunRuleTestsBody>;
