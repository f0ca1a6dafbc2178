/** The addresses of the pages of pipelines and rules. */
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

/** The simulator with a message that a rule failed on. */
export const simulateFailed = (ruleId: string, time: string): string =>
  `${routes.simulator}?${new URLSearchParams({ rule: ruleId, at: time })}`;

/** The page of a new rule that begins with this name. */
export const newRuleNamed = (name: string): string => `${routes.newRule}?${new URLSearchParams({ name })}`;
