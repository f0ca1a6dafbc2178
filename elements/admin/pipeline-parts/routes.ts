/** Routes of the pages of pipelines and rules. */
import { routeOf } from '../../kit/pages.js';

const at = '/system/pipelines';

export const routes = {
  pipelines: at,
  newPipeline: `${at}/new`,
  pipeline: (pipelineId: string): string => routeOf(`${at}/:pipelineId`, { pipelineId }),
  rules: `${at}/rules`,
  newRule: `${at}/rules/new`,
  rule: (ruleId: string): string => routeOf(`${at}/rules/:ruleId`, { ruleId }),
  simulator: `${at}/simulate`,
  flow: `${at}/flow`,
} as const;

/** Route of the simulator with a message on which a rule failed. */
export const simulateFailed = (ruleId: string, time: string): string =>
  `${routes.simulator}?${new URLSearchParams({ rule: ruleId, at: time })}`;

/** Route of a new rule with this name. */
export const newRuleNamed = (name: string): string => `${routes.newRule}?${new URLSearchParams({ name })}`;
