import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useHostElement } from '../element/host-context.js';
import { formatDate, formatRelative, millisecondsOf, type DateFormat, type Instant } from './format.js';
import { Tooltip } from './tooltip.js';

export interface TimestampProps {
  readonly instant: Instant;
  readonly format?: DateFormat;
}

/** An instant in the element's time zone. */
export function Timestamp({ instant, format = 'default' }: TimestampProps): ReactNode {
  const { timezone } = useHostElement();
  return (
    <time dateTime={formatDate(instant, 'UTC', 'internal')} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatDate(instant, timezone, format)}
    </time>
  );
}

const refreshMs = 10_000;

/** Relative time of an instant, with the exact time in the tooltip. It does not tick in a hidden tab. */
export function RelativeTime({ instant }: { readonly instant: Instant }): ReactNode {
  const { timezone } = useHostElement();
  const [now, setNow] = useState(() => Date.now());
  // The instant may be newer than the last reading of the clock, so the clock is read again.
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
