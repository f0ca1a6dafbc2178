/** Declares the pages of pipelines for the console and for `log-pipelines`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const at = '/system/pipelines';
const needs = ['pipeline:read', 'pipeline_connection:read'];

export const pipelinesPages: readonly Page[] = [
  {
    path: at,
    title: 'Pipelines',
    needs,
    Content: lazyPart(() => import('./pipelines-page.js'), 'PipelinesPage'),
  },
  {
    path: `${at}/new`,
    title: 'New Pipeline',
    within: at,
    needs: [...needs, 'pipeline:create'],
    Content: lazyPart(() => import('./new-pipeline-page.js'), 'NewPipelinePage'),
  },
  {
    path: `${at}/:pipelineId`,
    title: 'Pipeline',
    within: at,
    needs: ['pipeline_connection:read'],
    Content: lazyPart(() => import('./pipeline-page.js'), 'PipelinePage'),
  },
];
