/**
 * Contains the texts of the lists of saved searches and dashboards, which the search page does not need. Texts quoted
 * by the specs are exact.
 */
import type { View } from '../../api/contract/views.js';
import { isolated } from '../kit/isolated.js';

type ViewType = View['type'];
const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const listTexts = {
  searches: {
    page: 'Saved searches',
    description: 'Saved searches can be run again at any time, by you and by others.',
    newSearch: 'New search',
    search: 'Search saved searches',
    failedTitle: 'Could not load saved searches',
    failed: (status: string): string => `Loading saved searches failed with status: ${status}`,
    none: 'No saved searches have been created yet.',
    noneHelp: 'Save a search on the search page, and it is listed here.',
    sharedHelp: 'Searches that you save or that others share with you are listed here.',
    found: 'No saved searches have been found.',
    open: (title: string): string => `Open ${title}`,
  },
  dashboards: {
    page: 'Dashboards',
    description: 'Dashboards are pages of widgets for the questions you ask every day.',
    documentation: 'Documentation',
    create: 'Create new dashboard',
    search: 'Search dashboards',
    failedTitle: 'Could not load dashboards',
    failed: (status: string): string => `Loading dashboards failed with status: ${status}`,
    none: 'No dashboards have been created yet.',
    noneShared: 'There is no dashboard that you may see.',
    sharedHelp: 'Dashboards that others share with you are listed here.',
    noneHelp: 'A dashboard shows several widgets at once, refreshed by themselves.',
    found: 'No dashboards have been found.',
    requires: 'This dashboard needs what this installation lacks:',
  },
  remove: {
    action: 'Delete',
    searchTitle: 'Delete saved search',
    dashboardTitle: 'Delete dashboard',
    searchesTitle: 'Delete saved searches',
    dashboardsTitle: 'Delete dashboards',
    search: (title: string): string => `You are about to delete saved search: "${isolated(title)}". Are you sure?`,
    dashboard: (title: string): string => `You are about to delete dashboard: "${isolated(title)}". Are you sure?`,
    bulkSearches: (count: number): string =>
      `Do you really want to remove ${count} saved ${plural(count, 'search', 'searches')}?`,
    bulkDashboards: (count: number): string =>
      `Do you really want to remove ${count} ${plural(count, 'dashboard', 'dashboards')}?`,
    succeeded: (title: string): string => `Deleting view "${isolated(title)}" was successful!`,
    failed: (error: string): string => `Deleting view failed: ${error}`,
    failedTitle: 'Could not delete view',
    bulkSucceeded: (count: number, type: ViewType): string =>
      `${count} ${listTexts.remove.named(count, type)} ${plural(count, 'was', 'were')} deleted successfully.`,
    bulkPartly: (failed: number, total: number, type: ViewType): string =>
      `${failed} out of ${total} selected ${listTexts.remove.named(2, type)} could not be deleted.`,
    bulkFailed: (type: ViewType): string => `An error occurred while deleting ${listTexts.remove.named(2, type)}.`,
    named: (count: number, type: ViewType): string =>
      type === 'DASHBOARD' ? plural(count, 'dashboard', 'dashboards') : plural(count, 'saved search', 'saved searches'),
  },
} as const;
