import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import type { ReactNode, Ref } from 'react';
import { ApiFailure, isOutage } from '../../api/failures.js';
import { useConnection, useDownSince } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Button } from './button.js';
import { hourAndMinute } from './hour-and-minute.js';
import { WarningIcon } from './icons.js';
import { kitTexts } from './texts.js';
import { tokens, type } from './tokens.js';

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
});

export interface OutageLineProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly className?: string;
}

/**
 * Renders a line that shows since when the server has been unreachable; renders nothing while the server is reachable.
 */
export function OutageLine(props: OutageLineProps): ReactNode {
  const since = useDownSince();
  return since === undefined ? null : <Line {...props} since={since} />;
}

function Line({ since, ref, className }: OutageLineProps & { readonly since: number }): ReactNode {
  const styles = useStyles();
  const { availability } = useConnection();
  const { timezone } = useHostElement();
  const failure = useSelector(availability, ({ context }) => context.failure);
  const at = hourAndMinute(since, timezone);
  // A status such as 404 does not mean an outage: a program other than the log server answers at the server's address.
  const status = failure instanceof ApiFailure && !isOutage(failure) ? failure.status : undefined;
  return (
    <div ref={ref} className={mergeClasses(styles.root, className)} role="status">
      <WarningIcon />
      <span>{status === undefined ? kitTexts.unreachable(at) : kitTexts.noServer(at, status)}</span>
      <Button size="small" onClick={() => availability.send({ type: 'retry.requested' })}>
        {kitTexts.tryNow}
      </Button>
    </div>
  );
}
