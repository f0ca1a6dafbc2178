import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { AlertMark, MarkedSpan } from '../../../../machines/pivot/alert-marks.js';
import { useHostElement } from '../../../element/host-context.js';
import { alertMarksOf, type AlertMarks } from '../../alert-marks.js';

const none: readonly AlertMark[] = [];
const noMarks = () => none;
const noSubscription = () => () => {};

export interface ShownAlerts {
  /** Alerts, events and marks made by hand that are within the chart's range, in time order. */
  readonly alerts: readonly AlertMark[];
  readonly routeOf: AlertMarks['routeOf'];
  readonly mayMark: AlertMarks['mayMark'];
}

/**
 * Registers the time range of a chart and returns its alerts and other marks; none while the marks are off or not
 * loaded.
 *
 * @param span time range of the chart; undefined: the chart shows no alerts
 */
export function useAlertMarks(span: MarkedSpan | undefined): ShownAlerts {
  const { element } = useHostElement();
  const place = alertMarksOf(element);
  const marks = useSyncExternalStore(place.subscribe, place.get);
  const { from, to } = span ?? {};
  useEffect(() => {
    if (from !== undefined && to !== undefined) return marks?.show({ from, to });
  }, [marks, from, to]);
  const all = useSyncExternalStore(marks?.subscribe ?? noSubscription, marks?.marks ?? noMarks);
  return useMemo(
    () => ({
      alerts: from === undefined || to === undefined ? none : all.filter(({ at }) => at >= from && at <= to),
      routeOf: marks?.routeOf ?? (() => undefined),
      mayMark: marks?.mayMark ?? (() => false),
    }),
    [all, from, to, marks],
  );
}
