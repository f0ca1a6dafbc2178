/**
 * A new, unsaved dashboard created from a search (screens/search.md §4, §13). The search page passes it to
 * `/dashboards/new`: the address has a key, the tab's storage has the dashboard, so that Back and a reload show it
 * again.
 */
import type { ViewDocument } from '../../machines/view/document.js';

const parameter = 'handed';
const prefix = 'log-console.handed-dashboard.';
/** Maximum number of stored dashboards; older ones are removed. */
const mostKept = 5;
const kept = new Map<string, ViewDocument>();

/**
 * Stores a dashboard for the next page.
 * @returns the route of that page
 */
export function handDashboard(document: ViewDocument): string {
  const key = document.view.id;
  kept.set(key, document);
  for (const old of [...kept.keys()].slice(0, -mostKept)) forget(old);
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(document));
  } catch {
    // The storage is full or unavailable: then the dashboard is lost on a reload.
  }
  return `/dashboards/new?${parameter}=${encodeURIComponent(key)}`;
}

/** Returns the dashboard of an address; undefined if it has no key, or the tab does not have the dashboard. */
export function handedDashboard(search: string): ViewDocument | undefined {
  const key = new URLSearchParams(search).get(parameter);
  return key === null ? undefined : (kept.get(key) ?? read(key));
}

/** Removes the key of the dashboard from an address, after the dashboard was saved. */
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
    // Storage is unavailable, so there is no dashboard.
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
