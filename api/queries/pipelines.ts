/**
 * Queries and mutations of pipelines, rules, connections and simulation (contract administration pipelines.*, rules.*,
 * connections.*, simulator.*).
 */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import {
  clearRuleErrors,
  connectToPipeline,
  createPipeline,
  createRule,
  deletePipeline,
  deleteRule,
  getPipeline,
  getRule,
  getRuleMetricsConfig,
  listConnections,
  listPipelines,
  listRules,
  multipleRules,
  pagedPipelines,
  pagedRules,
  parseRule,
  ruleErrors,
  ruleFunctions,
  simulatePipelines,
  simulateRule,
  updatePipeline,
  updateRule,
  updateRuleMetricsConfig,
  type ConnectToPipelineBody,
  type ParseError,
  type PipelineSource,
  type RuleSource,
  type SimulateRuleBody,
  type SimulationRequest,
} from '../contract/pipelines.js';
import { BadRequest } from '../failures.js';
import { parseJson } from '../json.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated } from './polling.js';
import { keepingUnknown } from './keep-unknown.js';

/** Start of the query keys of all data about pipelines, rules and connections. */
export const pipelinesKey = ['pipelines'] as const;

/** Columns of the lists of pipelines and rules, because the endpoints do not describe their attributes. */
const pipelineAttributes: readonly EntityAttribute[] = [
  { id: 'title', title: 'Pipeline', type: 'STRING', sortable: true, searchable: true },
  { id: 'description', title: 'Description', type: 'STRING', searchable: true, hidden: true },
  { id: 'connections', title: 'Connected to Streams', type: 'STRING' },
  { id: 'timeline', title: 'Processing Timeline', type: 'STRING' },
];
const ruleAttributes: readonly EntityAttribute[] = [
  { id: 'title', title: 'Title', type: 'STRING', sortable: true, searchable: true },
  { id: 'description', title: 'Description', type: 'STRING', sortable: true, searchable: true },
  { id: 'created_at', title: 'Created', type: 'DATE', sortable: true },
  { id: 'modified_at', title: 'Last modified', type: 'DATE', sortable: true },
  { id: 'throughput', title: 'Throughput', type: 'STRING' },
  { id: 'errors', title: 'Errors', type: 'STRING' },
  { id: 'pipelines', title: 'Pipelines', type: 'STRING' },
];

/** A pipeline or rule that is stored, so that its id is never null. */
export type Stored<T> = T & { readonly id: string };
export type StoredPipeline = Stored<PipelineSource>;
export interface ListedRule extends RuleSource {
  readonly id: string;
  /** Pipelines that use the rule. */
  readonly usedIn: readonly { readonly id: string; readonly title: string }[];
}
const stored = <T extends { readonly id: string | null }>(one: T): Stored<T> => ({ ...one, id: one.id ?? '' });

/** Reads one page of pipelines in the format of the overview tables. */
export function pipelinePageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'page', query],
    queryFn: async ({ signal }) => {
      const { pipelines, total } = await client.call(pagedPipelines, { query, signal, check: hasList('pipelines') });
      return { elements: pipelines.map(stored), total, attributes: pipelineAttributes };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads one page of rules, each with the pipelines that use it. */
export function rulePageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'rules', 'page', query],
    queryFn: async ({ signal }) => {
      const { rules, total, context } = await client.call(pagedRules, { query, signal, check: hasList('rules') });
      const elements = rules.map(stored).map((rule): ListedRule => ({
        ...rule,
        usedIn: context.used_in_pipelines[rule.id] ?? [],
      }));
      return { elements, total, attributes: ruleAttributes };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads all pipelines that the user may read. */
export function pipelinesQuery(client: Client) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'all'],
    queryFn: async ({ signal }): Promise<readonly StoredPipeline[]> =>
      (await client.call(listPipelines, { signal })).map(stored),
  });
}

export function pipelineQuery(client: Client, pipelineId: string) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'one', pipelineId],
    queryFn: ({ signal }) => client.call(getPipeline, { params: { pipelineId }, signal }),
    staleTime: 0,
  });
}

/** Reads all pipeline rules. */
export function rulesQuery(client: Client) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'rules', 'all'],
    queryFn: async ({ signal }): Promise<readonly Stored<RuleSource>[]> =>
      (await client.call(listRules, { signal })).map(stored),
  });
}

export function ruleQuery(client: Client, ruleId: string) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'rules', 'one', ruleId],
    queryFn: ({ signal }) => client.call(getRule, { params: { ruleId }, signal }),
    staleTime: 0,
  });
}

/** Reads the rules with the given titles; titles of rules that do not exist are missing from the answer. */
export function rulesByTitleQuery(client: Client, titles: readonly string[]) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'rules', 'titles', titles],
    queryFn: async ({ signal }): Promise<readonly Stored<RuleSource>[]> =>
      (await client.call(multipleRules, { body: { rules: [...titles] }, signal })).map(stored),
    placeholderData: keepPreviousData,
  });
}

/** Reads the descriptions of the functions that rules can call. */
export function ruleFunctionsQuery(client: Client) {
  return queryOptions({
    queryKey: ['ruleFunctions'],
    queryFn: ({ signal }) => client.call(ruleFunctions, { signal }),
    ...keptUntilInvalidated,
  });
}

export function connectionsQuery(client: Client) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'connections'],
    queryFn: ({ signal }) => client.call(listConnections, { signal }),
  });
}

/** Reads the latest errors of a rule; null on reference servers, which do not record them. */
export function ruleErrorsQuery(client: Client, ruleId: string) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'rules', 'errors', ruleId],
    queryFn: ({ signal }) => unlessMissing(client.call(ruleErrors, { params: { ruleId }, signal }), null),
    retry: false,
  });
}

export function ruleMetricsConfigQuery(client: Client) {
  return queryOptions({
    queryKey: [...pipelinesKey, 'metricsConfig'],
    queryFn: ({ signal }) => client.call(getRuleMetricsConfig, { signal }),
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: pipelinesKey });

export interface SavedSource {
  /** Id of the pipeline or rule; undefined: it is created. */
  readonly id: string | undefined;
  readonly description: string;
  readonly source: string;
}

/** Members that the server derives from the source and does not accept in a request. */
const serverMembersOfSources = ['id', 'title', 'created_at', 'modified_at', 'stages', 'errors'] as const;

export function savePipelineMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, ...body }: SavedSource) => {
      if (id === undefined) return client.call(createPipeline, { body });
      const params = { pipelineId: id };
      const whole = keepingUnknown(client.call(getPipeline, { params }), body, { serverOnly: serverMembersOfSources });
      return client.call(updatePipeline, { params, body: await whole });
    },
    onSuccess: () => changed(queryClient),
  });
}

export function deletePipelineMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (pipelineId: string) => client.call(deletePipeline, { params: { pipelineId } }),
    onSuccess: () => changed(queryClient),
  });
}

export function saveRuleMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, ...body }: SavedSource) => {
      if (id === undefined) return client.call(createRule, { body });
      const params = { ruleId: id };
      const whole = keepingUnknown(client.call(getRule, { params }), body, { serverOnly: serverMembersOfSources });
      return client.call(updateRule, { params, body: await whole });
    },
    onSuccess: () => changed(queryClient),
  });
}

export function deleteRuleMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (ruleId: string) => client.call(deleteRule, { params: { ruleId } }),
    onSuccess: () => changed(queryClient),
  });
}

export function clearRuleErrorsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (ruleId: string) => client.call(clearRuleErrors, { params: { ruleId } }),
    onSuccess: () => changed(queryClient),
  });
}

/** Connects a pipeline to exactly the given streams, apart from streams that the user may not read. */
export function connectPipelineMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: ConnectToPipelineBody) => client.call(connectToPipeline, { body }),
    onSuccess: () => changed(queryClient),
  });
}

export function ruleMetricsConfigMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (metrics_enabled: boolean) => client.call(updateRuleMetricsConfig, { body: { metrics_enabled } }),
    onSuccess: () => changed(queryClient),
  });
}

/** Returns the parse errors in a 400 answer; undefined when the request failed for another reason. */
export function parseErrorsOf(error: unknown): readonly ParseError[] | undefined {
  if (!(error instanceof BadRequest)) return undefined;
  try {
    const errors = parseJson(error.body ?? '');
    return Array.isArray(errors) ? (errors as readonly ParseError[]) : undefined;
  } catch {
    return undefined;
  }
}

async function errorsOr<T>(
  answer: Promise<T>,
): Promise<{ readonly answer?: T; readonly errors: readonly ParseError[] }> {
  try {
    return { answer: await answer, errors: [] };
  } catch (error) {
    const errors = parseErrorsOf(error);
    if (!errors) throw error;
    return { errors };
  }
}

/** Parses the source of a rule; syntax errors are returned and not thrown. */
export const checkRule = (client: Client, source: string, signal: AbortSignal) =>
  errorsOr(client.call(parseRule, { body: { source }, signal, background: true }));

/** Runs a rule on the text of a message; syntax errors are returned and not thrown. */
export const trySimulateRule = (client: Client, body: SimulateRuleBody, signal: AbortSignal) =>
  errorsOr(client.call(simulateRule, { body, signal }));

/** Runs the pipelines of a stream on a message; nothing is stored. */
export const simulate = (client: Client, body: SimulationRequest, signal: AbortSignal) =>
  client.call(simulatePipelines, { body, signal });
