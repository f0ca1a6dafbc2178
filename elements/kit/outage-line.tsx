import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { ApiFailure, isOutage } from '../../api/failures.js';
import { useConnection, useDownSince } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Button } from './button.js';
import { hourAndMinute } from './hour-and-minute.js';
import { WarningIcon } from './icons.js';
import { kitTexts } from './texts.js';
import { tokens, type, zIndex } from './tokens.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: '10px',
    rowGap: '4px',
    padding: '4px 16px',
    borderBottom: `1px solid ${tokens.status.warning.border}`,
    backgroundColor: tokens.status.warning.background,
    color: tokens.status.warning.text,
    ...type.body,
    '& > svg': { flexShrink: 0, fontSize: '16px', color: tokens.status.warning.icon },
  },
  // The line stays below the navigation bar of the console.
  sticky: { position: 'sticky', top: '55px', zIndex: zIndex.navBar - 1 },
});

export interface OutageLineProps {
  /** True keeps the line below the console's navigation bar while the page scrolls. */
  readonly sticky?: boolean;
}

/**
 * Renders a line that shows since when the server has been unreachable; renders nothing while the server is reachable.
 */
export function OutageLine({ sticky = false }: OutageLineProps): ReactNode {
  const since = useDownSince();
  return since === undefined ? null : <Line since={since} sticky={sticky} />;
}

function Line({ since, sticky }: { readonly since: number; readonly sticky: boolean }): ReactNode {
  const styles = useStyles();
  const { availability } = useConnection();
  const { timezone } = useHostElement();
  const failure = useSelector(availability, ({ context }) => context.failure);
  const at = hourAndMinute(since, timezone);
  // A status such as 404 does not mean an outage: a program other than the log server answers at the server's address.
  const status = failure instanceof ApiFailure && !isOutage(failure) ? failure.status : undefined;
  return (
    <div className={mergeClasses(styles.root, sticky && styles.sticky)} role="status">
      <WarningIcon />
      <span>{status === undefined ? kitTexts.unreachable(at) : kitTexts.noServer(at, status)}</span>
      <Button size="small" onClick={() => availability.send({ type: 'retry.requested' })}>
        {kitTexts.tryNow}
      </Button>
    </div>
  );
}
