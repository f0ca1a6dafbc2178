/**
 * Routes of pipeline rules: storing, parsing and trying rules, their functions and errors (contract administration
 * rules.*, simulator.*).
 */
import { PageQuery } from '../../../api/contract/list.schema.js';
import * as endpoints from '../../../api/contract/pipelines.js';
import {
  MultipleRulesBody,
  RuleMetricsConfig,
  RuleSourceInput,
  SimulateRuleBody,
  SimulationRequest,
} from '../../../api/contract/pipelines.schema.js';
import { authorize, can, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { streamCollection } from '../intake/index.js';
import { attribute, EntityList, text } from '../lists/entity-list.js';
import { functionDescriptors } from '../pipelines/descriptors.js';
import { ruleMetricsConfig } from '../pipelines/rule-metrics-config.js';
import { simulatePipelines, simulateRule } from '../pipelines/simulation.js';
import { SourceErrors } from '../pipelines/source-errors.js';
import { readRule, type ParsedRule, type SourceDocument } from '../pipelines/sources.js';
import { fieldsToProcess, messageOfFields } from '../pipelines/wire-message.js';
import { newSource, StoredSources } from './pipeline-sources.js';

const list = new EntityList<SourceDocument>(
  [
    text('id', ({ id }) => id),
    text('title', ({ title }) => title),
    text('description', ({ description }) => description ?? ''),
    attribute('created_at', 'Created', 'DATE', ({ created_at }) => created_at, { sortable: true }),
    attribute('modified_at', 'Last modified', 'DATE', ({ modified_at }) => modified_at, { sortable: true }),
  ],
  'title',
  ({ id }) => id,
);

export function registerPipelineRules(
  registry: Registry,
  { documents, pipelines: engine }: Needs<'documents' | 'pipelines'>,
  entities: Entities,
): void {
  const { sources } = engine;
  const streams = streamCollection(documents);
  const config = ruleMetricsConfig(documents);
  const stored = new StoredSources(documents, entities, {
    type: 'rule',
    titleOf: (source) => parsed(source).title,
  });
  const functions = functionDescriptors(sources.functions);

  /** Parses the source of a rule. @throws SourceErrors when it has errors or no title */
  function parsed(source: string): ParsedRule & { readonly title: string } {
    const rule = readRule(source, sources.functions);
    if (rule.title === undefined || rule.errors.length > 0) throw new SourceErrors(rule.errors);
    return { ...rule, title: rule.title };
  }

  registry.serve(endpoints.listRules, {}, () => stored.all().map((one) => sources.ruleAnswer(one)));
  registry.serve(endpoints.pagedRules, { query: PageQuery }, ({ query, user }) => {
    const { items, body } = list.page(stored.all(), query);
    const used = usesOf(items, user);
    return { ...body, rules: items.map((one) => sources.ruleAnswer(one)), context: { used_in_pipelines: used } };
  });

  /** Returns the id of each rule with the pipelines that use the rule and that the user may read. */
  function usesOf(rules: readonly SourceDocument[], user: Caller): Record<string, { id: string; title: string }[]> {
    const byTitle = new Map(rules.map(({ id, title }) => [title, id]));
    const uses = Object.fromEntries(rules.map(({ id }) => [id, [] as { id: string; title: string }[]]));
    for (const pipeline of sources.pipelines.all()) {
      if (!can(user, `pipeline:read:${pipeline.id}`)) continue;
      const names = new Set(sources.parsedPipeline(pipeline).stages.flatMap((stage) => stage.rules));
      for (const name of names) {
        const id = byTitle.get(name);
        if (id !== undefined) uses[id]?.push({ id: pipeline.id, title: pipeline.title });
      }
    }
    return uses;
  }

  registry.serve(endpoints.getRule, {}, ({ params }) => sources.ruleAnswer(stored.get(params.ruleId)));
  registry.serve(endpoints.createRule, { body: RuleSourceInput }, async ({ body, user }) =>
    sources.ruleAnswer(await stored.createFrom(body, user)),
  );
  registry.serve(endpoints.updateRule, { body: RuleSourceInput }, async ({ params, body, user }) =>
    sources.ruleAnswer(await stored.updateFrom(params.ruleId, body, user)),
  );
  registry.serve(endpoints.deleteRule, {}, async ({ params, user }) => {
    await stored.remove(params.ruleId, user);
    return undefined;
  });
  registry.serve(endpoints.parseRule, { body: RuleSourceInput }, ({ body }) => ({
    id: null,
    ...newSource(parsed(body.source).title, body),
    errors: null,
  }));
  registry.serve(endpoints.multipleRules, { body: MultipleRulesBody }, ({ body, user }) => {
    const wanted = new Set(body.rules);
    return stored
      .all()
      .filter(({ id, title }) => wanted.has(title) && can(user, `pipeline_rule:read:${id}`))
      .map((one) => sources.ruleAnswer(one));
  });
  registry.serve(endpoints.ruleFunctions, {}, () => functions);

  registry.serve(endpoints.getRuleMetricsConfig, {}, () => config.get());
  registry.serve(endpoints.updateRuleMetricsConfig, { body: RuleMetricsConfig }, ({ body }) => config.set(body));

  const mayReadMessage = (user: Caller, message: Record<string, unknown>): boolean => {
    const ids = Array.isArray(message['streams']) ? message['streams'].map(String) : [];
    return ids.some((id) => can(user, `streams:read:${id}`));
  };
  registry.serve(endpoints.ruleErrors, {}, ({ params: { ruleId }, user }) => {
    authorize(user, `pipeline_rule:read:${ruleId}`);
    stored.get(ruleId);
    const { total, errors } = engine.errors.of(ruleId);
    return { total, errors: errors.filter(({ message }) => mayReadMessage(user, message)) };
  });
  registry.serve(endpoints.clearRuleErrors, {}, ({ params: { ruleId } }) => {
    stored.get(ruleId);
    engine.errors.clear(ruleId);
    return undefined;
  });

  registry.serve(endpoints.simulateRule, { body: SimulateRuleBody }, ({ body }) =>
    simulateRule(engine, parsed(body.rule_source.source), body.message),
  );
  registry.serve(endpoints.simulatePipelines, { body: SimulationRequest }, ({ body, user }) => {
    const { stream_id, message, input_id } = body;
    authorize(user, 'pipeline_rule:read', `streams:read:${stream_id}`);
    if (!streams.get(stream_id)) throw new NotFoundError(`Couldn't find stream with ID <${stream_id}>`);
    const others = Array.isArray(message['streams']) ? message['streams'].map(String) : [];
    const readable = others.filter((id) => can(user, `streams:read:${id}`));
    const fields = { ...message, streams: readable };
    return simulatePipelines(
      engine,
      messageOfFields(fieldsToProcess(fields), [stream_id], Date.now(), input_id || undefined),
    );
  });
}
