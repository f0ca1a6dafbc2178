/** Renders the login page: the sign-in form beside static bars that resemble log lines (spec 1 §2 "Login layout"). */
import { makeStyles } from '@griffel/react';
import { useHostElement } from '../element/host-context.js';
import { useAuthRequired } from '../frame/auth-required.js';
import { ProviderSignIn } from '../frame/provider-sign-in.js';
import { SignIn, SignInForm, TokenNote } from '../frame/sign-in.js';
import { tokens, type, weight } from '../kit/tokens.js';
import { LoginArtwork } from './login-artwork.js';
import { Mark } from '../kit/mark.js';
import { PublicNotifications } from './public-notifications.js';
import { texts } from './texts.js';
import { version } from './version.js';

const useStyles = makeStyles({
  root: { display: 'flex', minHeight: '100vh', backgroundColor: tokens.surface.card, color: tokens.text.primary },
  form: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    flexGrow: 1,
    flexBasis: '50%',
    padding: '24px 16px 12px',
  },
  // The position of the form's upper edge does not depend on the form's height, so that the form stays in place when an
  // error or further ways to sign in appear.
  column: { width: '100%', maxWidth: '360px', marginBottom: 'auto' },
  // Announcements arrive after the form and scroll within this height.
  news: {
    flex: '0 0 calc(22vh - 16px)',
    width: '100%',
    maxWidth: '360px',
    marginBottom: '16px',
    overflowY: 'auto',
    scrollbarWidth: 'thin',
  },
  brand: { display: 'flex', alignItems: 'center', columnGap: '12px', marginBottom: '32px', ...type.pageTitle },
  foot: { ...type.caption, color: tokens.text.tertiary },
  fields: { display: 'flex', flexDirection: 'column', rowGap: '16px' },
  title: { fontSize: '24px', lineHeight: '32px', fontWeight: weight.semibold, margin: 0 },
  lead: { ...type.control, color: tokens.text.secondary, margin: '4px 0 24px' },
});

export function LoginPage() {
  const styles = useStyles();
  const host = useHostElement();
  // The argument is always true, because this page is shown only while nobody is signed in.
  const byHost = useAuthRequired(true);
  if (byHost) return <SignIn byHost />;
  return (
    <div className={styles.root}>
      <main className={styles.form}>
        <div className={styles.news}>
          <PublicNotifications place="login" />
        </div>
        <div className={styles.column}>
          <div className={styles.brand}>
            <Mark size={34} />
            {texts.product}
          </div>
          <h1 className={styles.title}>{texts.login.title}</h1>
          <p className={styles.lead}>{texts.login.subtitle}</p>
          <div className={styles.fields}>
            <TokenNote />
            <SignInForm takesFocus={host.element.hasAttribute('autofocus')} />
            <ProviderSignIn whole />
          </div>
        </div>
        <div className={styles.foot}>{`${texts.product} ${version}`}</div>
      </main>
      <LoginArtwork />
    </div>
  );
}
