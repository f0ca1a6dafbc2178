/**
 * Queries and mutations of the tests of a pipeline rule: stored tests with their results, and runs on an unsaved
 * source.
 */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { ruleTests, runRuleTests, saveRuleTests, type RuleTest } from '../contract/rule-tests.js';
import { pipelinesKey } from './pipelines.js';
import { unlessMissing } from './missing.js';

const key = (ruleId: string) => [...pipelinesKey, 'rules', 'tests', ruleId] as const;

/** Reads the stored tests of a rule; null on reference servers, which have none. */
export function ruleTestsQuery(client: Client, ruleId: string) {
  return queryOptions({
    queryKey: key(ruleId),
    queryFn: ({ signal }) => unlessMissing(client.call(ruleTests, { params: { ruleId }, signal }), null),
    retry: false,
  });
}

/** Runs the stored tests of a rule on an unsaved source. */
export function ruleTestRunQuery(client: Client, ruleId: string, source: string) {
  return queryOptions({
    queryKey: [...key(ruleId), 'run', source],
    queryFn: ({ signal }) =>
      client.call(runRuleTests, { params: { ruleId }, body: { source }, signal, background: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

/** Replaces all tests of a rule. */
export function saveRuleTestsMutation(client: Client, queryClient: QueryClient, ruleId: string) {
  return mutationOptions({
    mutationFn: (tests: readonly RuleTest[]) =>
      client.call(saveRuleTests, { params: { ruleId }, body: { tests: [...tests] } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(ruleId) }),
  });
}
