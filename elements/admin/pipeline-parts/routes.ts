/** Contains the routes of the pages of pipelines and rules. */
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

/** Returns the route of the simulator with the message of a rule's error; `time` is the timestamp of the error. */
export const simulateFailed = (ruleId: string, time: string): string =>
  `${routes.simulator}?${new URLSearchParams({ rule: ruleId, at: time })}`;

/** Returns the route of the page that creates a rule with this name. */
export const newRuleNamed = (name: string): string => `${routes.newRule}?${new URLSearchParams({ name })}`;
