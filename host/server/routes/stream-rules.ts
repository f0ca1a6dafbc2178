/** Routes of stream rules (contract data-intake stream_rules.*). */
import * as endpoints from '../../../api/contract/stream-administration.js';
import { StreamRuleRequest, type StreamRule } from '../../../api/contract/streams.schema.js';
import { can } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import type { StoredEntities } from '../entities/entity-routes.js';
import { BadRequestError, FieldValidationError, NotFoundError } from '../foundation/errors.js';
import type { StreamDocument } from '../intake/index.js';
import { streamRuleTypes, valueProblem } from '../intake/route/stream-rules.js';
import { mostRegexSteps, regexSteps } from '../regex/regex-limits.js';
import type { Registry } from '../http/registry.js';

/** Largest number of rules of one stream. */
const mostRules = 200;

/** Checks the number of rules of a stream. @throws BadRequestError when there would be too many */
function checkRuleCount(count: number): void {
  if (count > mostRules) throw new BadRequestError(`A stream has at most ${mostRules} rules. Make another stream.`);
}

/**
 * Creates the rules of a new stream; they are not stored yet.
 * @throws BadRequestError for too many rules, too large regular expressions or an unknown type; FieldValidationError
 * for a missing or invalid field or value
 */
export function newRules(streamId: string, requests: readonly StreamRuleRequest[]): StreamRule[] {
  checkRuleCount(requests.length);
  const steps = requests.reduce((sum, { type, value }) => sum + (type === 2 ? regexSteps(value ?? '') : 0), 0);
  if (steps > mostRegexSteps) {
    throw new BadRequestError(
      'The regular expressions of the rules are too large together. Add some of the rules later.',
    );
  }
  return requests.map((request) => newRule(streamId, request));
}

/** Ids of the rule types that need no field: 7 (always match), 8 (match input). */
const withoutField = new Set([7, 8]);
/** Ids of the rule types that need no value: 5 (field presence), 7 (always match). */
const withoutValue = new Set([5, 7]);

/**
 * Creates one rule of a stream; it is not stored yet.
 * @throws BadRequestError for an unknown type, FieldValidationError for a missing or invalid field or value
 */
function newRule(streamId: string, request: StreamRuleRequest, id = newEntityId()): StreamRule {
  const { type } = request;
  if (!streamRuleTypes.some((known) => known.id === type)) {
    throw new BadRequestError(`Unknown stream rule type ${type}; it is a number from 1 to 8.`);
  }
  const errors: Record<string, string[]> = {};
  if (!withoutField.has(type) && !request.field?.trim()) errors['field'] = ['Field must be set.'];
  if (!withoutValue.has(type) && !request.value) errors['value'] = ['Value must be set.'];
  else if (request.value) {
    const problem = valueProblem(type, request.value);
    if (problem !== undefined) errors['value'] = [problem];
  }
  if (Object.keys(errors).length > 0) throw new FieldValidationError(errors);
  return {
    id,
    stream_id: streamId,
    type,
    field: request.field ?? null,
    value: request.value ?? null,
    inverted: request.inverted ?? false,
    description: request.description ?? null,
  };
}

export function registerStreamRules(
  registry: Registry,
  { intake: { inputs } }: Needs<'intake'>,
  streams: StoredEntities<StreamDocument>,
): void {
  function requireRule({ rules }: StreamDocument, id: string): StreamRule {
    const rule = rules.find((candidate) => candidate.id === id);
    if (!rule) throw new NotFoundError(`Stream rule <${id}> not found!`);
    return rule;
  }

  const change = (streamId: string, rules: (old: readonly StreamRule[]) => StreamRule[]) =>
    streams.change(streamId, (stream) => ({ ...stream, rules: rules(stream.rules) }));

  registry.serve(endpoints.listStreamRules, {}, ({ params }) => {
    const { rules } = streams.get(params.streamId);
    return { total: rules.length, stream_rules: rules };
  });
  registry.serve(endpoints.streamRuleTypes, {}, () => [...streamRuleTypes]);
  registry.serve(endpoints.getStreamRule, {}, ({ params }) => requireRule(streams.get(params.streamId), params.ruleId));
  registry.serve(endpoints.createStreamRule, { body: StreamRuleRequest }, async ({ params, body }) => {
    streams.mutable(params.streamId);
    const rule = newRule(params.streamId, body);
    await change(params.streamId, (rules) => {
      checkRuleCount(rules.length + 1);
      return [...rules, rule];
    });
    return { streamrule_id: rule.id };
  });
  registry.serve(endpoints.updateStreamRule, { body: StreamRuleRequest }, async ({ params, body }) => {
    requireRule(streams.mutable(params.streamId), params.ruleId);
    const rule = newRule(params.streamId, body, params.ruleId);
    await change(params.streamId, (rules) => rules.map((old) => (old.id === rule.id ? rule : old)));
    return { streamrule_id: rule.id };
  });
  registry.serve(endpoints.deleteStreamRule, {}, async ({ params }) => {
    requireRule(streams.mutable(params.streamId), params.ruleId);
    await change(params.streamId, (rules) => rules.filter(({ id }) => id !== params.ruleId));
    return undefined;
  });
  registry.serve(endpoints.streamRuleInputs, {}, ({ user }) => ({
    inputs: inputs
      .all()
      .filter(({ id }) => can(user, `inputs:read:${id}`))
      .map(({ id, title, type }) => ({ id, title, name: inputs.typeOf(type)?.info.name ?? type })),
  }));
}
