/** Contains the tabs that the pages of pipelines and rules share (screens/administration.md Part E). */
import type { PageTab } from '../../kit/list-page/index.js';
import { routes } from './routes.js';
import { partTexts } from './texts.js';

export type PipelineTab = 'pipelines' | 'rules' | 'simulator' | 'flow';

export function pipelineTabs(active: PipelineTab): readonly PageTab[] {
  return (['pipelines', 'rules', 'simulator', 'flow'] as const).map((tab) => ({
    label: partTexts.tabs[tab],
    route: routes[tab],
    active: tab === active,
    ...((tab === 'rules' || tab === 'simulator') && { needs: ['pipeline_rule:read'] }),
  }));
}
