/**
 * Renders a badge with the number of system notifications, polled every 3 s (spec 3 §9). The badge is hidden at zero.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../../api/queries/system.js';
import { useConnection } from '../element/connection-context.js';
import { Link } from '../kit/link.js';
import { tokens, weight } from '../kit/tokens.js';
import { laterTexts } from './later-texts.js';
import { usePageFirst } from './use-page-first.js';

const useStyles = makeStyles({
  badge: {
    minWidth: '20px',
    height: '20px',
    padding: '0 6px',
    boxSizing: 'border-box',
    borderRadius: '10px',
    backgroundColor: tokens.status.danger.solid,
    color: tokens.status.danger.onSolid,
    fontSize: '12px',
    lineHeight: '20px',
    fontWeight: weight.semibold,
    textAlign: 'center',
    textDecorationLine: 'none',
  },
});

export function NotificationBadge() {
  const styles = useStyles();
  const { client } = useConnection();
  const { data } = useQuery({ ...notificationsQuery(client), enabled: usePageFirst() });
  if (!data?.total) return null;
  const label = laterTexts.nav.notifications(data.total);
  return (
    <Link
      route="/system/overview"
      className={styles.badge}
      aria-label={label}
      title={data.notifications.map(({ type: name }) => name).join(', ')}
    >
      {data.total}
    </Link>
  );
}
