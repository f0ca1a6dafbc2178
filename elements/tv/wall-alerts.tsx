/**
 * Announces new alerts on a wall display by a sound, shows the number of recent alerts in the window's title, and
 * shows a note while the browser blocks sound.
 */
import { useEffect, useState, type ReactNode } from 'react';
import { askNewAlerts } from '../../api/queries/alert-marks.js';
import { newAlerts, type SeenAlerts } from '../../machines/new-alerts.js';
import { useConnection } from '../element/connection-context.js';
import { Bell } from './bell.js';
import { texts } from './texts.js';
import { TitleBadge } from './title-badge.js';

/** Milliseconds between two requests for new alerts. */
const pollMs = 10_000;
/** Seconds for which an alert counts as recent and is included in the number in the window's title. */
const latestSeconds = 900;
const most = 100;

export interface WallAlertsProps {
  readonly sound: boolean;
  readonly badge: boolean;
  readonly className: string | undefined;
}

export function WallAlerts({ sound, badge, className }: WallAlertsProps): ReactNode {
  const { client, polls } = useConnection();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const bell = sound ? new Bell(setRefused) : undefined;
    const title = badge ? new TitleBadge() : undefined;
    let known: SeenAlerts = { seen: undefined };
    let ended = false;
    let pending = false;
    const look = async (): Promise<void> => {
      // While a request is pending, no other request is sent.
      if (pending) return;
      pending = true;
      try {
        const { events, total_events: total } = await askNewAlerts(client, latestSeconds, most);
        if (ended) return;
        const { fresh, seen } = newAlerts(
          known,
          events.map(({ event }) => event.id),
        );
        known = { seen };
        title?.show(total);
        if (fresh.length > 0) bell?.ring();
      } catch {
        // The wall display shows that the server fails; new alerts are announced after the next successful request.
      } finally {
        pending = false;
      }
    };
    void look();
    const stop = polls.every(pollMs, look);
    return () => {
      ended = true;
      stop();
      bell?.end();
      title?.end();
    };
  }, [client, polls, sound, badge]);
  if (!sound || !refused) return null;
  return (
    <span className={className} role="status">
      {texts.soundRefused}
    </span>
  );
}
