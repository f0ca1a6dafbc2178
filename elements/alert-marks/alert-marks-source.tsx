import { useEffect, useSyncExternalStore } from 'react';
import type { ChartMarks } from '../../api/contract/chart-marks.js';
import { askAlerts } from '../../api/queries/alert-marks.js';
import { askChartMarks } from '../../api/queries/chart-marks.js';
import { isEmbedded } from '../../api/queries/server-root.js';
import { handMarks, marksOf, type AlertMark } from '../../machines/pivot/alert-marks.js';
import { useConnection, useHasAccount } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { alertMarksOf, alertMarksWanted } from '../widgets/alert-marks.js';
import { eventMarksWanted } from '../widgets/marks/event-marks-wanted.js';
import { AlertMarksStore } from './store.js';

/**
 * Provides the alerts and the marks that users have added to the charts of the surrounding element, while the user has
 * switched the alert marks on. Renders nothing.
 */
export function AlertMarksSource(): null {
  const { client, queryClient } = useConnection();
  const hasAccount = useHasAccount();
  const { element } = useHostElement();
  const hasRoute = useHasRoute();
  const wanted = useSyncExternalStore(alertMarksWanted.subscribe, alertMarksWanted.get);
  const events = useSyncExternalStore(eventMarksWanted.subscribe, eventMarksWanted.get);
  useEffect(() => {
    // Guests of embed tokens cannot see alerts.
    if (!wanted || !hasAccount) return;
    let storesMarks = false;
    const store = new AlertMarksStore(async (span, signal) => {
      const byHand = async (): Promise<ChartMarks> => {
        storesMarks = await isEmbedded(client, queryClient);
        if (!storesMarks) return noMarks;
        return askChartMarks(client, queryClient, span);
      };
      const [answer, hand] = await Promise.all([
        askAlerts(client, span, signal, events),
        // If the marks that users have added cannot be loaded, the alerts are shown without them.
        byHand().catch(() => noMarks),
      ]);
      const [alerts, others] = [marksOf(answer), handMarks(hand.marks)];
      const starts = [
        ...(answer.total_events > answer.events.length ? [alerts[0]?.at ?? span.to] : []),
        ...(hand.total > hand.marks.length ? [others.at(-1)?.at ?? span.to] : []),
      ];
      return {
        marks: [...alerts, ...others].sort((left, right) => left.at - right.at),
        ...(starts.length === 0 ? { found: 'all' } : { found: 'latest', knownFrom: Math.max(...starts) }),
      };
    });
    const routeOf = (mark: AlertMark): string | undefined =>
      mark.hand ? undefined : [...(mark.replayable ? [replayOf(mark)] : []), detailsOf(mark)].find(hasRoute);
    const { show, subscribe, marks, askAgain } = store;
    const take = alertMarksOf(element).put({ show, subscribe, marks, askAgain, mayMark: () => storesMarks, routeOf });
    return () => {
      take();
      store.end();
    };
  }, [client, queryClient, element, hasRoute, hasAccount, wanted, events]);
  return null;
}

const noMarks: ChartMarks = { marks: [], total: 0 };

const replayOf = ({ id }: AlertMark): string => `/alerts/${encodeURIComponent(id)}/replay-search`;
/** Returns the route to the alert in the list, where all its details are available. */
const detailsOf = ({ id }: AlertMark): string => `/alerts?${new URLSearchParams({ query: `id:${id}` })}`;
