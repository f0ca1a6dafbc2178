/**
 * A dashboard that is made of a search and not stored yet (screens/search.md §4, §13). The search page hands it to the page
 * `/dashboards/new`: the address carries a key, the tab keeps the dashboard, so that Back and a reload show it again.
 */
import type { ViewDocument } from '../../machines/view/document.js';

const parameter = 'handed';
const prefix = 'log-console.handed-dashboard.';
/** Older ones are forgotten. */
const mostKept = 5;
const kept = new Map<string, ViewDocument>();

/** Keeps a dashboard for the page that opens next. @returns the route of that page */
export function handDashboard(document: ViewDocument): string {
  const key = document.view.id;
  kept.set(key, document);
  for (const old of [...kept.keys()].slice(0, -mostKept)) forget(old);
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(document));
  } catch {
    // The tab has no room for it: it lasts until the page is loaded again.
  }
  return `/dashboards/new?${parameter}=${encodeURIComponent(key)}`;
}

/** The dashboard that an address names; undefined if it names none, or one that this tab does not keep. */
export function handedDashboard(search: string): ViewDocument | undefined {
  const key = new URLSearchParams(search).get(parameter);
  return key === null ? undefined : (kept.get(key) ?? read(key));
}

/** The parameters of an address without the dashboard that was handed over: it is stored now. */
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
    // Nothing was kept.
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
