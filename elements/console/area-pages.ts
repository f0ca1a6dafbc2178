/**
 * Contains the table of the pages of all areas, including the lists of saved searches and dashboards, and of plug-in
 * pages.
 */
import { createElement } from 'react';
import { alertsPages } from '../admin/alerts/pages.js';
import { authenticationPages } from '../admin/authentication/pages.js';
import { configurationsPages } from '../admin/configurations/pages.js';
import { contentPacksPages } from '../admin/content-packs/pages.js';
import { enterprisePages } from '../admin/enterprise/pages.js';
import { eventDefinitionsPages } from '../admin/event-definitions/pages.js';
import { extractorsPages } from '../admin/extractors/pages.js';
import { grokPages } from '../admin/grok-patterns/pages.js';
import { indexSetsPages } from '../admin/index-sets/pages.js';
import { inputsPages } from '../admin/inputs/pages.js';
import { loggingPages } from '../admin/logging/pages.js';
import { lookupTablesPages } from '../admin/lookup-tables/pages.js';
import { metricsPages } from '../admin/metrics/pages.js';
import { nodesPages } from '../admin/nodes/pages.js';
import { notificationsPages } from '../admin/notifications/pages.js';
import { outputsPages } from '../admin/outputs/pages.js';
import { overviewPages } from '../admin/overview/pages.js';
import { pipelineRulesPages } from '../admin/pipeline-rules/pages.js';
import { flowPages } from '../admin/pipeline-flow/pages.js';
import { simulatorPages } from '../admin/pipeline-simulator/pages.js';
import { pipelinesPages } from '../admin/pipelines/pages.js';
import { rolesPages } from '../admin/roles/pages.js';
import { sidecarsPages } from '../admin/sidecars/pages.js';
import { streamsPages } from '../admin/streams/pages.js';
import { usersPages } from '../admin/users/pages.js';
import { lazyPart } from '../kit/lazy-part.js';
import type { Page, PageProps } from '../kit/pages.js';
import { createSlot, type Registered } from '../kit/plugins/slots.js';
import { laterTexts } from './later-texts.js';

const PluginPage = lazyPart(() => import('./plugin-page.js'), 'PluginPage');
const loadLists = () => import('../views/pages.js');

export const areaPages: readonly Page[] = [
  { path: '/views', title: laterTexts.nav.savedSearches, Content: lazyPart(loadLists, 'SavedSearchesPage') },
  { path: '/dashboards', title: laterTexts.nav.dashboards, Content: lazyPart(loadLists, 'DashboardsPage') },
  ...alertsPages,
  ...authenticationPages,
  ...configurationsPages,
  ...contentPacksPages,
  ...enterprisePages,
  ...eventDefinitionsPages,
  ...extractorsPages,
  ...grokPages,
  ...indexSetsPages,
  ...inputsPages,
  ...loggingPages,
  ...lookupTablesPages,
  ...metricsPages,
  ...nodesPages,
  ...notificationsPages,
  ...outputsPages,
  ...overviewPages,
  ...pipelineRulesPages,
  ...pipelinesPages,
  ...simulatorPages,
  ...flowPages,
  ...rolesPages,
  ...sidecarsPages,
  ...streamsPages,
  ...usersPages,
];

/** Builds a page from a plug-in's route; its content is the plug-in's element. */
const pluginPage = (part: Registered<'routes'>): Page => ({
  path: part.path,
  title: part.title,
  needs: part.permissions ?? [],
  Content: (props: PageProps) => createElement(PluginPage, { ...props, part }),
});

/** Registry of pages: the console's own pages come first, then the pages of plug-ins. */
export const pageSlot = createSlot('routes', areaPages, ({ path }) => path, pluginPage);
