/** Tells the page that nobody is signed in, once per loss of the session, and keeps whether the page answers that itself. */
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TokenUnavailable } from '../../api/failures.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import type { LogAuthRequiredDetail } from '../element/public-face.js';

/**
 * @param missing nobody is signed in
 * @returns whether the form is the page's affair: it prevented the event's default, or `auth="host"` says so
 */
export function useAuthRequired(missing: boolean): boolean {
  const { session } = useConnection();
  const host = useHostElement();
  const failure = useSelector(session, ({ context }) => context.failure);
  const [prevented, setPrevented] = useState(false);
  const ask = useEffectEvent(() =>
    setPrevented(!host.emit('log-auth-required', authRequiredDetail(failure), { cancelable: true })),
  );
  useEffect(() => {
    if (missing) ask();
  }, [missing]);
  return prevented || host.auth === 'host';
}

/** @param failure why nobody is signed in */
export function authRequiredDetail(failure: unknown): LogAuthRequiredDetail {
  return failure instanceof TokenUnavailable
    ? { reason: 'token-unavailable', error: failure.cause }
    : { reason: 'no-session' };
}
