/** Determines the query and time range that override a single widget: set by the host page, refined by the viewer. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import { sameWire } from '../../machines/wire-equality.js';
import { overrideAsked, tellOverride, type DashboardPageActor } from '../dashboard/index.js';
import { useHostElement } from '../element/host-context.js';

/**
 * Applies the override that the host page sets to the widget, and reports the viewer's refinements to the host page.
 * @returns a function that restores the override of the host page; undefined while the widget has that override
 */
export function useWidgetOverride(
  page: DashboardPageActor,
  query: string,
  range: TimeRange | undefined,
): (() => void) | undefined {
  const host = useHostElement();
  const override = useSelector(page, ({ context }) => context.override);
  const [requested, setRequested] = useState(override);
  const latest = useRef(host);
  useEffect(() => {
    latest.current = host;
  });
  /** Override that the host page has set last, or that was last reported to the host page. */
  const reported = useRef(override);
  useEffect(() => {
    const changes = page.subscribe(({ context }) => {
      if (sameWire(context.override ?? {}, reported.current ?? {})) return;
      reported.current = context.override;
      tellOverride(latest.current, context.override);
    });
    return () => changes.unsubscribe();
  }, [page]);
  useEffect(() => {
    const wanted = overrideAsked({ query, range });
    // A refinement by the viewer is reflected to the element's properties and comes back from there unchanged.
    if (sameWire(wanted ?? {}, page.getSnapshot().context.override ?? {})) return;
    setRequested(wanted);
    reported.current = wanted;
    page.send({ type: 'override.changed', override: wanted });
  }, [page, query, range]);
  if (sameWire(requested ?? {}, override ?? {})) return undefined;
  return () => page.send({ type: 'override.changed', override: requested });
}
