/**
 * Passes a new, unsaved dashboard from the search page to `/dashboards/new` (screens/search.md §4, §13): the address
 * contains a key, and the tab's session storage contains the dashboard, so that going back and reloading show it again.
 */
import type { ViewDocument } from '../../machines/view/document.js';

const parameter = 'handed';
const prefix = 'log-console.handed-dashboard.';
/** Maximum number of dashboards stored since the page was loaded; older dashboards are removed. */
const mostKept = 5;
const kept = new Map<string, ViewDocument>();

/**
 * Stores a dashboard for the page of new dashboards.
 * @returns the route of that page, with the key of the dashboard
 */
export function handDashboard(document: ViewDocument): string {
  const key = document.view.id;
  kept.set(key, document);
  for (const old of [...kept.keys()].slice(0, -mostKept)) forget(old);
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(document));
  } catch {
    // When the storage is full or unavailable, the dashboard is lost on a reload.
  }
  return `/dashboards/new?${parameter}=${encodeURIComponent(key)}`;
}

/** Returns the dashboard whose key is in the query string; undefined without a key or when the tab does not have it. */
export function handedDashboard(search: string): ViewDocument | undefined {
  const key = new URLSearchParams(search).get(parameter);
  return key === null ? undefined : (kept.get(key) ?? read(key));
}

/** Removes the stored dashboard, after it was saved, and returns the query string without its key. */
export function withoutHanded(search: string): string {
  const parameters = new URLSearchParams(search);
  const key = parameters.get(parameter);
  if (key !== null) forget(key);
  parameters.delete(parameter);
  return parameters.toString();
}

function forget(key: string): void {
  kept.delete(key);
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // Storage is unavailable, so nothing is stored.
  }
}

function read(key: string): ViewDocument | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as Partial<ViewDocument> | null;
    const isWhole = found?.view?.id === key && found.view.type === 'DASHBOARD' && Array.isArray(found.search?.queries);
    return isWhole ? (found as ViewDocument) : undefined;
  } catch {
    return undefined;
  }
}
