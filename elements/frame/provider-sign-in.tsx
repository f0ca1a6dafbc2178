/** The way in by an OpenID Connect provider, where the server has one. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { oidcStartUrl, signInOfferQuery } from '../../api/queries/sign-in.js';
import { useConnection } from '../element/connection-context.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Part } from '../kit/part.js';

/** Most servers have no provider, and the login page must be light. */
const ProviderWay = lazyPart(() => import('./provider-way.js'), 'ProviderWay');

export interface ProviderSignInProps {
  /**
   * The page is the console's own: it says how the last try went, and goes on to the end of the provider's session after a
   * sign-out. Elements in other pages do neither: the page is not theirs.
   */
  readonly whole?: boolean;
}

export function ProviderSignIn({ whole = false }: ProviderSignInProps): ReactNode {
  const { client, session, hasCookie } = useConnection();
  // The provider sends the browser back with a cookie; where cookies do not carry the session it would be of no use.
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
    // The server sends nobody to pages that are not its own, and providers refuse frames: from there it takes another window.
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
