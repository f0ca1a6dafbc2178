/** Renders the sign-in by an OpenID Connect provider, if the server has one. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { oidcStartUrl, signInOfferQuery } from '../../api/queries/sign-in.js';
import { useConnection } from '../element/connection-context.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Part } from '../kit/part.js';

/** Most servers have no provider and the login page must be light, so the button loads on demand. */
const ProviderWay = lazyPart(() => import('./provider-way.js'), 'ProviderWay');

export interface ProviderSignInProps {
  /**
   * True on the console's own page: it shows the failure of the last attempt, and continues to the provider's logout
   * after signing out. Elements on other pages do neither, because the page is not theirs.
   */
  readonly whole?: boolean;
}

export function ProviderSignIn({ whole = false }: ProviderSignInProps): ReactNode {
  const { client, session, hasCookie } = useConnection();
  // The provider redirects back with a cookie; where no cookie carries the session, the sign-in would have no effect.
  const { data: offer } = useQuery({ ...signInOfferQuery(client, whole), enabled: hasCookie });
  const [away, setAway] = useState(false);
  const signOut = offer?.sign_out;
  useEffect(() => {
    if (signOut && /^https?:/.test(signOut)) window.location.assign(signOut);
  }, [signOut]);
  useEffect(() => {
    if (!away) return undefined;
    const back = (): void => session.send({ type: 'validation.requested' });
    window.addEventListener('focus', back);
    return () => window.removeEventListener('focus', back);
  }, [away, session]);
  if (!offer || (offer.failure === null && !offer.oidc)) return null;
  const go = (): void => {
    const { pathname, search, hash } = window.location;
    const url = oidcStartUrl(client, `${pathname}${search}${hash}`);
    // The server only redirects back to its own pages, and providers refuse frames: other pages open a new window.
    if (window.top === window && pathname.startsWith(new URL('.', client.baseUrl).pathname))
      return window.location.assign(url);
    setAway(true);
    window.open(url, '_blank', 'noopener');
  };
  return (
    <Part>
      <ProviderWay failure={offer.failure} title={offer.oidc?.title} onGo={go} />
    </Part>
  );
}
