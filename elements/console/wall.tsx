/**
 * Renders the page of `/dashboards/tv/{id}`: it shows the element `log-tv` instead of the console, with settings from
 * the address (screens/dashboards-sharing-alerts.md §6.6).
 */
import { createElement, useEffect, useRef, useState, type ReactNode } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import { defaultTvSettings } from '../../machines/tv-display.js';
import { readAddress } from '../../machines/view/address.js';
import { readDashboardAddress } from '../../machines/view/dashboard-address.js';
import { useHostElement } from '../element/host-context.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Suspense } from '../kit/suspense.js';
import { AddressedComparison } from './addressed-comparison.js';
import { useDocumentTitle } from './document-title.js';
import type { Router } from './router.js';
import type { ShownProps } from './pages.js';
import { laterTexts } from './later-texts.js';

const Element = lazyPart(async () => {
  await import('../log-tv.js');
  return { LogTv: (attributes: WallAttributes) => createElement('log-tv', attributes) };
}, 'LogTv');

interface WallAttributes {
  readonly 'view-id': string;
  readonly server: string;
  readonly interval: number;
  readonly refresh: number;
  readonly tabs: string | undefined;
  readonly query: string | undefined;
  readonly range: TimeRange | undefined;
  readonly variables: string;
  readonly 'alert-sound': boolean;
  readonly 'alert-badge': boolean;
  readonly theme: string;
  readonly timezone: string;
  readonly 'onlog-page-change': (event: CustomEvent<{ readonly page: string; readonly dashboard: string }>) => void;
}

/**
 * Returns the seconds of a parameter, limited to 1 s to 86,400 s; the default for a missing text or a text that is not
 * a number (screens/dashboards-sharing-alerts.md §6.6).
 */
function secondsOf(text: string | null, defaultMs: number): number {
  const seconds = Number(text ?? '');
  return text === null || text.trim() === '' || !Number.isFinite(seconds)
    ? defaultMs / 1_000
    : Math.min(86_400, Math.max(1, seconds));
}

function isTimeZone(name: string | null): name is string {
  if (!name) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}

/**
 * Lets Escape leave the wall display and open the dashboard at the page that is shown. Returns a function that must be
 * called with the id of each page that is shown.
 */
function useLeaving(router: Router, viewId: string): (page: string) => void {
  const page = useRef<string>(undefined);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const search = page.current === undefined ? '' : `?${new URLSearchParams({ page: page.current })}`;
      router.navigate(`/dashboards/${encodeURIComponent(viewId)}${search}`);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [router, viewId]);
  return (shown) => {
    page.current = shown;
  };
}

export function Wall({ location, router }: ShownProps): ReactNode {
  const host = useHostElement();
  const parameters = new URLSearchParams(location.search);
  const { queryString, timeRange } = readAddress(parameters);
  const { variables } = readDashboardAddress(parameters);
  const tabs = parameters.get('tabs');
  const theme = parameters.get('theme');
  const zone = parameters.get('timezone');
  const [title, setTitle] = useState('');
  useDocumentTitle(title || laterTexts.nav.dashboards);
  const viewId = location.params['viewId'] ?? '';
  const onShown = useLeaving(router, viewId);
  return (
    <Suspense fallback={<Loading />}>
      <AddressedComparison router={router} search={location.search} />
      <Element
        view-id={viewId}
        server={host.server}
        interval={secondsOf(parameters.get('interval'), defaultTvSettings.intervalMs)}
        refresh={secondsOf(parameters.get('refresh'), defaultTvSettings.refreshMs)}
        tabs={tabs !== null && /^\d{1,4}(,\d{1,4})*$/.test(tabs) ? tabs : undefined}
        query={queryString}
        range={timeRange}
        variables={variables}
        alert-sound={parameters.get('alertSound') === 'true'}
        alert-badge={parameters.get('alertBadge') === 'true'}
        theme={theme === 'light' || theme === 'dark' ? theme : host.theme}
        timezone={isTimeZone(zone) ? zone : host.timezone}
        onlog-page-change={({ detail }) => {
          setTitle(detail.dashboard);
          onShown(detail.page);
        }}
      />
    </Suspense>
  );
}
