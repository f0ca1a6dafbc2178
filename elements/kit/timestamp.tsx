import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useHostElement } from '../element/host-context.js';
import { formatDate, formatRelative, millisecondsOf, type DateFormat, type Instant } from './format.js';
import { Tooltip } from './tooltip.js';

export interface TimestampProps {
  readonly instant: Instant;
  readonly format?: DateFormat;
}

/** Shows an instant in the time zone of the host element. */
export function Timestamp({ instant, format = 'default' }: TimestampProps): ReactNode {
  const { timezone } = useHostElement();
  return (
    <time dateTime={formatDate(instant, 'UTC', 'internal')} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatDate(instant, timezone, format)}
    </time>
  );
}

const refreshMs = 10_000;

/**
 * Shows the time of an instant relative to now, with the exact time in the tooltip. The text is updated every 10
 * seconds, but not while the tab is hidden.
 */
export function RelativeTime({ instant }: { readonly instant: Instant }): ReactNode {
  const { timezone } = useHostElement();
  const [now, setNow] = useState(() => Date.now());
  // A changed instant may be later than `now`, the last reading of the clock; the clock is then read again.
  useLayoutEffect(() => {
    setNow((before) => (before < millisecondsOf(instant) ? Date.now() : before));
  }, [instant]);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip content={formatDate(instant, timezone, 'complete')}>
      <time dateTime={formatDate(instant, 'UTC', 'internal')}>{formatRelative(instant, now)}</time>
    </Tooltip>
  );
}
