/** Renders the current time in the zones of user, browser and server, updated every second. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { nodesQuery } from '../../../api/queries/nodes.js';
import { systemQuery } from '../../../api/queries/system.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { formatDate } from '../../kit/format.js';
import { texts } from './texts.js';

const { time: words } = texts;
const tickMs = 1000;

/** Returns the current time, which is not updated in a hidden tab. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function TimeBlock(): ReactNode {
  const { client } = useConnection();
  const { timezone } = useHostElement();
  const username = useCurrentUser()?.username ?? '';
  const mayReadSystem = usePermission('system:read');
  const { data } = useQuery({ ...systemQuery(client), enabled: mayReadSystem });
  const nodes = useQuery({ ...nodesQuery(client), enabled: mayReadSystem });
  const now = useNow();
  // Milliseconds by which the server's clock is ahead of the browser's; 0 if the server does not report its time.
  const seen = nodes.data?.find(({ node_id }) => node_id === data?.node_id)?.last_seen;
  const ahead = seen === undefined ? 0 : Date.parse(seen) - nodes.dataUpdatedAt || 0;
  const inZone = (zone: string, at = now): string => `${formatDate(at, zone, 'withTz')} (${zone})`;
  return (
    <Section title={words.title} intro={words.intro}>
      <Details
        rows={[
          [words.user(username), inZone(timezone)],
          [words.browser, inZone(Intl.DateTimeFormat().resolvedOptions().timeZone)],
          [words.server, data && inZone(data.timezone, now + ahead)],
        ]}
      />
    </Section>
  );
}
