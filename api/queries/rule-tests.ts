/** Tests beside a rule: the stored ones with their results, and a run on the rule as it is written. */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { ruleTests, runRuleTests, saveRuleTests, type RuleTest } from '../contract/rule-tests.js';
import { pipelinesKey } from './pipelines.js';
import { unlessMissing } from './missing.js';

const key = (ruleId: string) => [...pipelinesKey, 'rules', 'tests', ruleId] as const;

/** Null where the server keeps none (a reference server). */
export function ruleTestsQuery(client: Client, ruleId: string) {
  return queryOptions({
    queryKey: key(ruleId),
    queryFn: ({ signal }) => unlessMissing(client.call(ruleTests, { params: { ruleId }, signal }), null),
    retry: false,
  });
}

/** Runs the stored tests on a source that is not stored. */
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

/** Replaces the tests of a rule. */
export function saveRuleTestsMutation(client: Client, queryClient: QueryClient, ruleId: string) {
  return mutationOptions({
    mutationFn: (tests: readonly RuleTest[]) =>
      client.call(saveRuleTests, { params: { ruleId }, body: { tests: [...tests] } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(ruleId) }),
  });
}
