/** The elements `log-pipeline-rules` and `log-rule-workbench` show their pages; the console has an address for each. */
import type { ReactNode } from 'react';
import { Area } from '../../kit/area.js';
import { routes } from '../pipeline-parts/index.js';
import { pipelineRulesPages } from './pages.js';

export const LogPipelineRules = ({ route }: { readonly route: string }): ReactNode => (
  <Area pages={pipelineRulesPages} route={route} />
);

export interface LogRuleWorkbenchProps {
  /** Id of the rule; empty for a new rule. */
  readonly entityId: string;
  /** Route of the displayed page; empty for the page of the rule. */
  readonly route: string;
}

export function LogRuleWorkbench({ entityId, route }: LogRuleWorkbenchProps): ReactNode {
  const own = entityId === '' ? routes.newRule : routes.rule(entityId);
  return <Area pages={pipelineRulesPages} route={route === '' ? own : route} />;
}
