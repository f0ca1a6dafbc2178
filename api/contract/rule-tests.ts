/** Tests beside a rule: sample messages and what the rule must make of them. The reference has nothing of the kind. */
import { endpoint } from './endpoint.js';
import type { RuleTest, RuleTestsBody, RunRuleTestsBody } from './rule-tests.schema.js';

export type * from './rule-tests.schema.js';

/** One expectation that does not hold. */
export interface RuleTestDifference {
  /** Name of a field, or what else was expected. */
  what: 'matches' | 'dropped' | 'streams' | 'fails' | 'field';
  /** Name of the field; null unless `what` is `field`. */
  field: string | null;
  /** Expected value; null when the field must be absent. */
  expected: unknown;
  /** Null when the field is absent. */
  actual: unknown;
}

export interface RuleTestResult {
  title: string;
  passed: boolean;
  /** True when the condition of the rule held. */
  matched: boolean;
  differences: RuleTestDifference[];
  /** Text of the first error of the rule on the message. */
  error: string | null;
}

export interface RuleTestRun {
  /** ISO 8601. */
  run_at: string;
  passed: number;
  failed: number;
  /** In the order of the tests; empty when the source does not parse. */
  results: RuleTestResult[];
}

export interface RuleTests extends RuleTestRun {
  rule_id: string;
  tests: RuleTest[];
}

/** Figures of one rule with tests. */
export interface RuleTestSummary {
  rule_id: string;
  passed: number;
  failed: number;
  run_at: string;
}

/** Tests of a rule with their results; they run anew when the rule, a grok pattern or what a lookup table answers may have changed. */
export const ruleTests = endpoint<{ answer: RuleTests }>()('GET', '/system/pipelines/rule/{ruleId}/tests', {
  needs: 'pipeline_rule:read:{ruleId}',
});
/** Replaces the tests of a rule and runs them. */
export const saveRuleTests = endpoint<{ body: RuleTestsBody; answer: RuleTests }>()(
  'PUT',
  '/system/pipelines/rule/{ruleId}/tests',
  { needs: 'pipeline_rule:edit:{ruleId}' },
);
/** Runs tests on a source; nothing is stored. */
export const runRuleTests = endpoint<{ body: RunRuleTestsBody; answer: RuleTestRun }>()(
  'POST',
  '/system/pipelines/rule/{ruleId}/tests/run',
  { needs: 'pipeline_rule:read:{ruleId}' },
);
/** Figures of every rule that has tests. */
export const ruleTestSummaries = endpoint<{ answer: RuleTestSummary[] }>()('GET', '/system/pipelines/rule_tests', {
  handler: 'only those with pipeline_rule:read:{id}',
});
