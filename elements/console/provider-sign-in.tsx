/** The way in by an OpenID Connect provider, where the server has one; after a sign-out the way to the end of its session. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { oidcStartUrl, signInOfferQuery } from '../../api/queries/authentication.js';
import { useConnection } from '../element/connection-context.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { PersonIcon } from '../kit/icons.js';
import { tokens, type } from '../kit/tokens.js';
import { texts } from './texts.js';

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
});

export function ProviderSignIn(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data: offer } = useQuery(signInOfferQuery(client));
  const signOut = offer?.sign_out;
  useEffect(() => {
    if (signOut && /^https?:/.test(signOut)) window.location.assign(signOut);
  }, [signOut]);
  if (!offer) return null;
  const go = (): void => {
    const { pathname, search, hash } = window.location;
    window.location.assign(oidcStartUrl(client, `${pathname}${search}${hash}`));
  };
  return (
    <>
      {offer.failure !== null && <Alert kind="danger">{offer.failure}</Alert>}
      {offer.oidc && (
        <>
          <div className={styles.or}>{texts.login.or}</div>
          <Button full icon={<PersonIcon />} onClick={go}>
            {texts.login.provider(offer.oidc.title)}
          </Button>
        </>
      )}
    </>
  );
}
