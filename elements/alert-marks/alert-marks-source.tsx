import { useEffect, useSyncExternalStore } from 'react';
import { askAlerts } from '../../api/queries/alert-marks.js';
import { marksOf, type AlertMark } from '../../machines/pivot/alert-marks.js';
import { useConnection, useUsername } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { alertMarksOf, alertMarksWanted } from '../widgets/alert-marks.js';
import { AlertMarksStore } from './store.js';

/** Brings the alerts into the charts of the element around, where they are wanted; shows nothing itself. */
export function AlertMarksSource(): null {
  const { client } = useConnection();
  const username = useUsername();
  const { element } = useHostElement();
  const hasRoute = useHasRoute();
  const wanted = useSyncExternalStore(alertMarksWanted.subscribe, alertMarksWanted.get);
  useEffect(() => {
    // Guests of embed tokens see no alerts; only their names contain a colon.
    if (!wanted || !username || username.startsWith('embed:')) return;
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
  }, [client, element, hasRoute, username, wanted]);
  return null;
}

const replayOf = ({ id }: AlertMark): string => `/alerts/${encodeURIComponent(id)}/replay-search`;
/** In the list of alerts, where it says all of it. */
const detailsOf = ({ id }: AlertMark): string => `/alerts?${new URLSearchParams({ query: `id:${id}` })}`;
