/** Tests of a pipeline rule: sample messages and the expected result of the rule. The reference server does not have this. */
import { endpoint } from './endpoint.js';
import type { RuleTest, RuleTestsBody, RunRuleTestsBody } from './rule-tests.schema.js';

export type * from './rule-tests.schema.js';

/** A failed expectation. */
export interface RuleTestDifference {
  /** Kind of the expectation. */
  what: 'matches' | 'dropped' | 'streams' | 'fails' | 'field';
  /** Name of the field; null unless `what` is `field`. */
  field: string | null;
  /** Expected value; null when the field must be absent. */
  expected: unknown;
  /** Actual value; null when the field is absent. */
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
  /** Time of the run, ISO 8601. */
  run_at: string;
  passed: number;
  failed: number;
  /** Results in the order of the tests; empty when the source does not parse. */
  results: RuleTestResult[];
}

export interface RuleTests extends RuleTestRun {
  rule_id: string;
  tests: RuleTest[];
}

/** Statistics of one rule with tests. */
export interface RuleTestSummary {
  rule_id: string;
  passed: number;
  failed: number;
  run_at: string;
}

/**
 * Returns the tests of a rule with their results; they are run again when the rule, a grok pattern or the content of a
 * lookup table may have changed.
 */
export const ruleTests = endpoint<{ answer: RuleTests }>()('GET', '/system/pipelines/rule/{ruleId}/tests', {
  needs: 'pipeline_rule:read:{ruleId}',
});
/** Replaces the tests of a rule and runs them. */
export const saveRuleTests = endpoint<{ body: RuleTestsBody; answer: RuleTests }>()(
  'PUT',
  '/system/pipelines/rule/{ruleId}/tests',
  { needs: 'pipeline_rule:edit:{ruleId}' },
);
/** Runs tests on a source without storing anything. */
export const runRuleTests = endpoint<{ body: RunRuleTestsBody; answer: RuleTestRun }>()(
  'POST',
  '/system/pipelines/rule/{ruleId}/tests/run',
  { needs: 'pipeline_rule:read:{ruleId}' },
);
/** Returns statistics of every rule with tests. */
export const ruleTestSummaries = endpoint<{ answer: RuleTestSummary[] }>()('GET', '/system/pipelines/rule_tests', {
  handler: 'only those with pipeline_rule:read:{id}',
});
