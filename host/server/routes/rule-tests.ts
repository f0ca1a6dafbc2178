/** Routes of the tests that are stored with a pipeline rule: reading, saving and running them. */
import { RuleTestsBody, RunRuleTestsBody } from '../../../api/contract/rule-tests.schema.js';
import * as endpoints from '../../../api/contract/rule-tests.js';
import { can } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { StoredRuleTests } from '../pipelines/rule-tests.js';
import { readRule, type SourceDocument } from '../pipelines/sources.js';

export function registerRuleTests(
  registry: Registry,
  { documents, pipelines: engine }: Needs<'documents' | 'pipelines'>,
): void {
  const { sources } = engine;
  const stored = new StoredRuleTests(documents, engine);

  /** Returns a rule by its id. @throws NotFoundError when no rule has the id */
  function ruleOf(id: string): SourceDocument {
    const rule = sources.rules.get(id);
    if (!rule) throw new NotFoundError(`Couldn't find rule with ID <${id}>`);
    return rule;
  }

  registry.serve(endpoints.ruleTests, {}, ({ params }) => stored.of(ruleOf(params.ruleId)));
  registry.serve(endpoints.saveRuleTests, { body: RuleTestsBody }, ({ params, body }) =>
    stored.save(ruleOf(params.ruleId), body.tests),
  );
  registry.serve(endpoints.runRuleTests, { body: RunRuleTestsBody }, ({ params, body: { source, tests } }) => {
    const rule = ruleOf(params.ruleId);
    const parsed = source === undefined ? sources.parsedRule(rule) : readRule(source, sources.functions);
    return stored.try(rule.id, parsed, tests);
  });
  registry.serve(endpoints.ruleTestSummaries, {}, ({ user }) =>
    stored.summaries(sources.rules.all().filter(({ id }) => can(user, `pipeline_rule:read:${id}`))),
  );
}
