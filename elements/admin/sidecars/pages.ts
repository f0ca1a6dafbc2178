/** Declares the sidecar pages for the console and for `log-sidecars`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const base = '/system/sidecars';
const administering = ['sidecars:read', 'sidecar_collectors:read', 'sidecar_collector_configurations:read'];
const configuring = ['sidecar_collectors:read', 'sidecar_collector_configurations:read'];
const loadForm = () => import('./configuration-form-page.js');
const loadCollectorForm = () => import('./collector-form-page.js');

export const sidecarsPages: readonly Page[] = [
  {
    path: base,
    title: 'Sidecars Overview',
    needs: ['sidecars:read'],
    Content: lazyPart(() => import('./overview-page.js'), 'OverviewPage'),
  },
  {
    path: `${base}/administration`,
    title: 'Collectors Administration',
    needs: administering,
    Content: lazyPart(() => import('./administration-page.js'), 'AdministrationPage'),
  },
  {
    path: `${base}/configuration`,
    title: 'Collectors Configuration',
    needs: configuring,
    Content: lazyPart(() => import('./configuration-page.js'), 'ConfigurationPage'),
  },
  {
    path: `${base}/failuretracking`,
    title: 'Failure Tracking',
    needs: ['sidecars:read'],
    Content: lazyPart(() => import('./failures-page.js'), 'FailuresPage'),
  },
  {
    path: `${base}/configuration/new`,
    title: 'New Collector Configuration',
    needs: [...configuring, 'sidecar_collector_configurations:create'],
    within: `${base}/configuration`,
    Content: lazyPart(loadForm, 'NewConfigurationPage'),
  },
  {
    path: `${base}/configuration/edit/:configurationId`,
    title: 'Collector Configuration',
    needs: configuring,
    within: `${base}/configuration`,
    Content: lazyPart(loadForm, 'EditConfigurationPage'),
  },
  {
    path: `${base}/collector/new`,
    title: 'New Log Collector',
    needs: ['sidecar_collectors:read', 'sidecar_collectors:create'],
    within: `${base}/configuration`,
    Content: lazyPart(loadCollectorForm, 'NewCollectorPage'),
  },
  {
    path: `${base}/collector/edit/:collectorId`,
    title: 'Log Collector',
    needs: ['sidecar_collectors:read'],
    within: `${base}/configuration`,
    Content: lazyPart(loadCollectorForm, 'EditCollectorPage'),
  },
  {
    path: `${base}/:nodeId/status`,
    title: 'Sidecar',
    needs: ['sidecars:read'],
    within: base,
    Content: lazyPart(() => import('./status-page.js'), 'StatusPage'),
  },
];
