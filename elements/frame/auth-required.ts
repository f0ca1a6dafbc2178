/** Asks the page for a session with `log-auth-required`, and remembers whether the page handles the sign-in. */
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TokenUnavailable } from '../../api/failures.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import type { LogAuthRequiredDetail } from '../element/public-face.js';

/**
 * @param missing true while nobody is signed in
 * @returns whether the page handles the sign-in: it prevented the event's default, or set `auth="host"`
 */
export function useAuthRequired(missing: boolean): boolean {
  const { session, usesTokens } = useConnection();
  const host = useHostElement();
  const failure = useSelector(session, ({ context }) => context.failure);
  const [prevented, setPrevented] = useState(false);
  const ask = useEffectEvent(() => setPrevented(host.health.signedOut(authRequiredDetail(failure, usesTokens))));
  useEffect(() => {
    if (missing) ask();
  }, [missing]);
  return prevented || host.auth === 'host';
}

/**
 * @param failure reason for the missing session
 * @param usesTokens whether the page provides the tokens
 */
function authRequiredDetail(failure: unknown, usesTokens: boolean): LogAuthRequiredDetail {
  return failure instanceof TokenUnavailable
    ? { reason: 'token-unavailable', error: failure.cause }
    : { reason: usesTokens ? 'token-refused' : 'no-session' };
}
