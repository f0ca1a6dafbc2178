/** Calls of the endpoints for tests of rules, which the contract lacks, in addition to those in `calls.ts`. */
import type { RuleSource } from '../../api/contract/pipelines.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';

const each = (...permissions: string[]): Rule => ({ kind: 'each', permissions });

export const ruleTestRules: Readonly<Record<string, Rule>> = {
  'GET /system/pipelines/rule/{ruleId}/tests': each('pipeline_rule:read:{ruleId}'),
  'PUT /system/pipelines/rule/{ruleId}/tests': each('pipeline_rule:edit:{ruleId}'),
  'POST /system/pipelines/rule/{ruleId}/tests/run': each('pipeline_rule:read:{ruleId}'),
  'GET /system/pipelines/rule_tests': { kind: 'filtered', permissions: ['pipeline_rule:read:{ruleId}'] },
};

const tests = [{ title: 'conformance', message: { message: 'x' }, expected: { matches: true } }];
let made = 0;

/** Creates a rule with one test. */
const tested =
  (call: { readonly json?: unknown; readonly isShown?: true } = {}): Maker =>
  async (world) => {
    const source = `rule "with tests ${++made}" when true then end`;
    const { id } = await world.ask<RuleSource>('POST', '/system/pipelines/rule', { source });
    const ruleId = id ?? '';
    await world.ask('PUT', `/system/pipelines/rule/${ruleId}/tests`, { tests });
    return { params: { ruleId }, ...('json' in call && { json: call.json }), ...(call.isShown && { shows: ruleId }) };
  };

export const ruleTestCalls: Readonly<Record<string, Maker>> = {
  'GET /system/pipelines/rule/{ruleId}/tests': tested(),
  'PUT /system/pipelines/rule/{ruleId}/tests': tested({ json: { tests } }),
  'POST /system/pipelines/rule/{ruleId}/tests/run': tested({ json: {} }),
  'GET /system/pipelines/rule_tests': tested({ isShown: true }),
};
