/** Declares the pages of pipeline rules for the console, `log-pipeline-rules` and `log-rule-workbench`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const within = '/system/pipelines/rules';
/** Permissions that every page of rules needs; reading a single rule is authorized by the server in addition. */
const needs = ['pipeline:read', 'pipeline_connection:read'];

export const pipelineRulesPages: readonly Page[] = [
  {
    path: within,
    title: 'Pipeline Rules',
    needs: [...needs, 'pipeline_rule:read'],
    Content: lazyPart(() => import('./rules-page.js'), 'RulesPage'),
  },
  {
    path: `${within}/new`,
    title: 'New Pipeline Rule',
    within,
    needs: [...needs, 'pipeline_rule:create'],
    Content: lazyPart(() => import('./rule-page.js'), 'NewRulePage'),
  },
  {
    path: `${within}/:ruleId`,
    title: 'Pipeline Rule',
    within,
    needs,
    Content: lazyPart(() => import('./rule-page.js'), 'RulePage'),
  },
];
