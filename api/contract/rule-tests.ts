/**
 * Endpoints of tests of a pipeline rule; a test is a sample message with the expected result. The reference server has
 * no such tests.
 */
import { endpoint } from './endpoint.js';
import type { RuleTest, RuleTestsBody, RunRuleTestsBody } from './rule-tests.schema.js';

export type * from './rule-tests.schema.js';

/** An expectation of a rule test that the result did not meet. */
export interface RuleTestDifference {
  /** Names the field or the state that the test expects. */
  what: 'matches' | 'dropped' | 'streams' | 'fails' | 'field';
  /** Name of the field; null unless `what` is `field`. */
  field: string | null;
  /** Expected value; null when the field was expected to be absent. */
  expected: unknown;
  /** Actual value; null when the field is absent. */
  actual: unknown;
}

export interface RuleTestResult {
  title: string;
  passed: boolean;
  /** True when the condition of the rule was true for the sample message. */
  matched: boolean;
  differences: RuleTestDifference[];
  /** Text of the first error that the rule had on the sample message; null: it had none. */
  error: string | null;
}

export interface RuleTestRun {
  /** Time of the run, ISO 8601. */
  run_at: string;
  passed: number;
  failed: number;
  /** Results in the order of the tests; empty when the source of the rule does not parse, so that all tests fail. */
  results: RuleTestResult[];
}

export interface RuleTests extends RuleTestRun {
  rule_id: string;
  tests: RuleTest[];
}

/** Numbers of passed and failed tests of one rule. */
export interface RuleTestSummary {
  rule_id: string;
  passed: number;
  failed: number;
  run_at: string;
}

/**
 * Returns the tests of a rule with their results. If the last run was less than 30 seconds ago, and neither the rule
 * nor its tests nor a grok pattern has changed since, the results are those of that run. Otherwise the tests run first.
 */
export const ruleTests = endpoint<{ answer: RuleTests }>()('GET', '/system/pipelines/rule/{ruleId}/tests', {
  needs: 'pipeline_rule:read:{ruleId}',
});
/** Replaces all tests of a rule and runs them. */
export const saveRuleTests = endpoint<{ body: RuleTestsBody; answer: RuleTests }>()(
  'PUT',
  '/system/pipelines/rule/{ruleId}/tests',
  { needs: 'pipeline_rule:edit:{ruleId}' },
);
/** Runs stored or unsaved tests on a stored or unsaved source; nothing is stored. */
export const runRuleTests = endpoint<{ body: RunRuleTestsBody; answer: RuleTestRun }>()(
  'POST',
  '/system/pipelines/rule/{ruleId}/tests/run',
  { needs: 'pipeline_rule:read:{ruleId}' },
);
/** Returns the numbers of passed and failed tests for every rule that has tests. */
export const ruleTestSummaries = endpoint<{ answer: RuleTestSummary[] }>()('GET', '/system/pipelines/rule_tests', {
  handler: 'only those with pipeline_rule:read:{id}',
});
