/** Addresses of the full-screen display of dashboards (spec 2 §4 "Full-screen display"). */

interface WallRequest {
  /** Seconds between page changes. */
  readonly interval: number;
  /** Seconds between refreshes. */
  readonly refresh: number;
  /** Positions of the pages to show, counted from 0, in display order. */
  readonly tabs: readonly number[];
  /** Number of all pages of the dashboard. */
  readonly pages: number;
  /** True plays a sound when there are new alerts. */
  readonly sound?: boolean;
  /** True shows the number of new alerts. */
  readonly badge?: boolean;
}

/**
 * Returns the path of the full-screen display of a dashboard, with its settings in seconds as query parameters. The
 * parameter `tabs` is left out when all pages are shown in their order.
 */
export function tvRoute(viewId: string, wall: WallRequest): string {
  const { interval, refresh, tabs, pages, sound = false, badge = false } = wall;
  const parameters = new URLSearchParams({ interval: String(interval), refresh: String(refresh) });
  const all = tabs.length === pages && tabs.every((position, index) => position === index);
  if (!all) parameters.set('tabs', tabs.join(','));
  if (sound) parameters.set('alertSound', 'true');
  if (badge) parameters.set('alertBadge', 'true');
  return `/dashboards/tv/${encodeURIComponent(viewId)}?${parameters.toString().replaceAll('%2C', ',')}`;
}
