/** The way in by an OpenID Connect provider, where the server has one. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { oidcStartUrl, signInOfferQuery } from '../../api/queries/sign-in.js';
import { useConnection } from '../element/connection-context.js';
import { signInTexts } from '../element/texts.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { PersonIcon } from '../kit/icons.js';
import { tokens, type } from '../kit/tokens.js';

const useStyles = makeStyles({
  or: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    color: tokens.text.tertiary,
    ...type.caption,
    '::before': { content: '""', flexGrow: 1, borderTop: `1px solid ${tokens.border.divider}` },
    '::after': { content: '""', flexGrow: 1, borderTop: `1px solid ${tokens.border.divider}` },
  },
  // The service's name may be long and wraps.
  provider: {
    height: 'auto',
    minHeight: tokens.density.control,
    paddingTop: '5px',
    paddingBottom: '5px',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
});

export interface ProviderSignInProps {
  /**
   * The page is the console's own: it says how the last try went, and goes on to the end of the provider's session after a
   * sign-out. Elements in other pages do neither: the page is not theirs.
   */
  readonly whole?: boolean;
}

export function ProviderSignIn({ whole = false }: ProviderSignInProps): ReactNode {
  const styles = useStyles();
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
  if (!offer) return null;
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
    <>
      {offer.failure !== null && <Alert kind="danger">{offer.failure}</Alert>}
      {offer.oidc && (
        <>
          <div className={styles.or}>{signInTexts.or}</div>
          <Button full icon={<PersonIcon />} className={styles.provider} onClick={go}>
            {signInTexts.provider(offer.oidc.title)}
          </Button>
        </>
      )}
    </>
  );
}
