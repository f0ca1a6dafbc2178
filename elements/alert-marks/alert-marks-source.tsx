import { useEffect, useSyncExternalStore } from 'react';
import { askAlerts } from '../../api/queries/alert-marks.js';
import { marksOf, type AlertMark } from '../../machines/pivot/alert-marks.js';
import { useConnection, useHasAccount } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { alertMarksOf, alertMarksWanted } from '../widgets/alert-marks.js';
import { AlertMarksStore } from './store.js';

/** Provides alerts to the charts of the surrounding element if wanted; renders nothing. */
export function AlertMarksSource(): null {
  const { client } = useConnection();
  const hasAccount = useHasAccount();
  const { element } = useHostElement();
  const hasRoute = useHasRoute();
  const wanted = useSyncExternalStore(alertMarksWanted.subscribe, alertMarksWanted.get);
  useEffect(() => {
    // Guests of embed tokens cannot see alerts.
    if (!wanted || !hasAccount) return;
    const store = new AlertMarksStore(async (span, signal) => {
      const answer = await askAlerts(client, span, signal);
      return { marks: marksOf(answer), found: answer.total_events > answer.events.length ? 'latest' : 'all' };
    });
    const routeOf = (mark: AlertMark): string | undefined =>
      [...(mark.replayable ? [replayOf(mark)] : []), detailsOf(mark)].find(hasRoute);
    const { show, subscribe, marks } = store;
    const take = alertMarksOf(element).put({ show, subscribe, marks, routeOf });
    return () => {
      take();
      store.end();
    };
  }, [client, element, hasAccount, hasRoute, wanted]);
  return null;
}

const replayOf = ({ id }: AlertMark): string => `/alerts/${encodeURIComponent(id)}/replay-search`;
/** Route to the alert in the list, where all its details are available. */
const detailsOf = ({ id }: AlertMark): string => `/alerts?${new URLSearchParams({ query: `id:${id}` })}`;
