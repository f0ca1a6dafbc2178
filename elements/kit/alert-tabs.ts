/** Contains the tabs above the lists of alerts, event definitions and notifications. */
import type { PageTab } from './list-page/index.js';

const tabs = [
  { id: 'alerts', label: 'Alerts & Events', route: '/alerts' },
  { id: 'definitions', label: 'Event Definitions', route: '/alerts/definitions' },
  { id: 'notifications', label: 'Notifications', route: '/alerts/notifications' },
] as const;

export const alertTabs = (shown: (typeof tabs)[number]['id']): readonly PageTab[] =>
  tabs.map(({ id, ...tab }) => ({ ...tab, active: id === shown }));
