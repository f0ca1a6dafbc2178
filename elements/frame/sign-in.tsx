/** Renders the sign-in form that an element shows while nobody is signed in, unless the page prevents it. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { borderColor } from '../kit/border-color.js';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiFailure, reasonOf, TokenUnavailable, Unauthorized } from '../../api/failures.js';
import { Button } from '../kit/button.js';
import { Field } from '../kit/field.js';
import { ErrorIcon, InfoIcon, LockIcon, PersonIcon } from '../kit/icons.js';
import { Input } from '../kit/input.js';
import { PasswordInput } from '../kit/password-input.js';
import { kitTexts } from '../kit/texts.js';
import { tokens, type } from '../kit/tokens.js';
import { useConnection, useDownSince } from '../element/connection-context.js';
import { deepActiveElement } from '../element/document-proxy.js';
import { useEnvironment } from '../element/environment.js';
import { isFocusLost } from '../element/focus-keeper.js';
import { signInTexts } from '../element/texts.js';
import { keepsSession, thisPage } from '../element/framed-session.js';
import { isOfThisPage, originOf, takesPasswordsFor } from '../element/trusted-servers.js';
import { ProviderSignIn } from './provider-sign-in.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
    maxWidth: '360px',
    margin: '0 auto',
    padding: '32px 16px',
  },
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    borderRadius: tokens.radius.control,
    outlineOffset: '8px',
  },
  title: { ...type.sectionTitle },
  subtitle: { color: tokens.text.secondary, ...type.body },
  note: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '8px 10px',
    borderRadius: tokens.radius.control,
    border: `1px solid ${tokens.status.info.border}`,
    backgroundColor: tokens.status.info.background,
    color: tokens.status.info.text,
    ...type.body,
    '& > svg': { flexShrink: 0, marginTop: '1px', fontSize: '16px', color: tokens.status.info.icon },
  },
  // Reserves the space of the line "… is required." below a control, so that the form does not move when the line
  // appears.
  field: { marginBottom: '-12px' },
  room: { paddingBottom: '20px' },
  link: { color: tokens.text.link, whiteSpace: 'nowrap' },
  error: {
    ...borderColor(tokens.status.danger.border),
    backgroundColor: tokens.status.danger.background,
    color: tokens.status.danger.text,
    '& > svg': { color: tokens.status.danger.icon },
  },
});

export interface SignInProps {
  /** True when the page handles sign-in: a note replaces the form. */
  readonly byHost: boolean;
}

export function SignIn({ byHost }: SignInProps): ReactNode {
  const styles = useStyles();
  const { server, usesTokens } = useConnection();
  // Where the page has to give a token and takes no passwords, a viewer can do nothing here.
  const isForPage = usesTokens && !takesPasswordsFor(server);
  if (byHost || isForPage) {
    return (
      <div className={styles.root}>
        <TokenNote fallback={usesTokens ? signInTexts.noToken : signInTexts.byHost} />
      </div>
    );
  }
  return (
    <div className={styles.root}>
      <div>
        <h2 className={styles.title}>{signInTexts.title}</h2>
        <p className={styles.subtitle}>{signInTexts.subtitle}</p>
      </div>
      <TokenNote />
      <SignInForm />
      <ProviderWhereAllowed />
    </div>
  );
}

/**
 * Offers the identity provider only for servers for which the page also takes passwords. The server's answer determines
 * the address that the browser opens, so any other server could lead users to a forged sign-in page.
 */
function ProviderWhereAllowed(): ReactNode {
  const { server } = useConnection();
  return takesPasswordsFor(server) ? <ProviderSignIn /> : null;
}

/** Names the server that the form signs in to, when it is not the page's server. */
function ServerNote(): ReactNode {
  const styles = useStyles();
  const { server } = useConnection();
  if (isOfThisPage(server)) return null;
  const origin = originOf(server);
  return (
    <p className={styles.note} role="note">
      <InfoIcon />
      <span>{takesPasswordsFor(server) ? signInTexts.otherServer(origin) : signInTexts.unlistedServer(origin)}</span>
    </p>
  );
}

/**
 * Shows a note if the session is missing because the page's `getToken` returned no token. Otherwise it shows the text
 * `fallback`, or nothing if `fallback` is absent. While the server is down, the note only says that the content is
 * shown later. The note has no details; the page gets them with `log-auth-required`.
 */
export function TokenNote({ fallback }: { readonly fallback?: string }): ReactNode {
  const styles = useStyles();
  const { session } = useConnection();
  const failure = useSelector(session, ({ context }) => context.failure);
  const isDown = useDownSince() !== undefined;
  if (failure instanceof TokenUnavailable) {
    // While the log server is down, the page's backend cannot get a token; the element recovers by itself afterwards.
    if (isDown) return <p className={styles.note}>{kitTexts.shownLater}</p>;
    return (
      <p className={mergeClasses(styles.note, styles.error)} role="alert">
        <ErrorIcon />
        <span>{signInTexts.noToken}</span>
      </p>
    );
  }
  if (fallback === undefined) return null;
  return (
    <p className={styles.note} role="status">
      <LockIcon />
      <span>{fallback}</span>
    </p>
  );
}

export interface SignInFormProps {
  /**
   * True focuses the username field when the form appears, or the form itself after a lost session. It is set only on a
   * page that shows nothing else: elsewhere the host page controls the focus, unless a control of the page that the
   * form covers had it.
   */
  readonly takesFocus?: boolean;
}

/** Explains why signing in does not work in this frame, and where it does. */
function FramedNote(): ReactNode {
  const styles = useStyles();
  const { framed } = signInTexts;
  return (
    <p className={styles.note} role="note">
      <InfoIcon />
      <span>
        {location.protocol === 'https:' ? framed.https : framed.http}{' '}
        <a className={styles.link} href={location.href} target="_blank" rel="noopener">
          {framed.open}
        </a>
      </span>
    </p>
  );
}

/**
 * Renders a form with name, password and button for the surrounding connection's session. It also explains how the last
 * session ended if it was not ended on this page. Where the browser would drop the session cookie, or the page takes no
 * passwords for the server, a note replaces the form.
 */
export function SignInForm(props: SignInFormProps): ReactNode {
  const { server, hasCookie } = useConnection();
  const [isKept] = useState(() => !hasCookie || keepsSession(thisPage));
  if (!isKept) return <FramedNote />;
  return (
    <>
      <ServerNote />
      {takesPasswordsFor(server) && <Credentials {...props} />}
    </>
  );
}

function Credentials({ takesFocus = false }: SignInFormProps): ReactNode {
  const styles = useStyles();
  const { session } = useConnection();
  const busy = useSelector(session, (state) => state.matches('loggingIn'));
  const failure = useSelector(session, ({ context }) => context.loginFailure);
  const ended = useSelector(session, ({ context }) => context.ended);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  // The alert disappears with the next edit; the next failure is a different object and is shown again.
  const [seen, setSeen] = useState<unknown>();
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const environment = useEnvironment();
  // After a lost session somebody may still be typing, so the form itself takes the focus instead of its first field:
  // the form takes no text, and the Tab key leads to the field.
  const takeFocus = useEffectEvent(() => {
    const left = environment.leftControl;
    const isLost = isFocusLost(document) || deepActiveElement(document) === left;
    if (ended && (takesFocus || left) && isLost) form.current?.focus();
  });
  useEffect(() => {
    takeFocus();
  }, []);
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    setSeen(failure);
  };
  const told = (value: string, label: string) => {
    const error = submitted && value === '' ? kitTexts.required(label) : undefined;
    return { label, error, className: mergeClasses(styles.field, !error && styles.room) };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const empty = username === '' ? 'username' : password === '' ? 'password' : undefined;
    setSubmitted(empty !== undefined);
    setSeen(failure);
    if (empty === undefined) session.send({ type: 'login.submitted', username, password });
    else form.current?.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
  };
  const refused = failure !== undefined && failure !== seen && !busy;
  return (
    <form ref={form} onSubmit={submit} noValidate tabIndex={-1} aria-label={signInTexts.signIn} className={styles.form}>
      {ended && (
        // The note appears in the middle of the user's work, and screen readers announce only an alert at once.
        <p className={styles.note} role="alert">
          <InfoIcon />
          <span>{signInTexts.ended[ended.how]}</span>
        </p>
      )}
      <Field {...told(username, signInTexts.username)} required>
        <Input
          value={username}
          onChange={edit(setUsername)}
          name="username"
          autoComplete="username"
          autoFocus={takesFocus && !ended}
          before={<PersonIcon />}
        />
      </Field>
      <Field {...told(password, signInTexts.password)} required>
        <PasswordInput
          value={password}
          onChange={edit(setPassword)}
          name="password"
          autoComplete="current-password"
          before={<LockIcon />}
        />
      </Field>
      <Button type="submit" appearance="primary" full busy={busy}>
        {busy ? signInTexts.signingIn : signInTexts.signIn}
      </Button>
      {/* The alert comes last, so that the fields and the button keep their position when it appears. */}
      {refused && (
        <p className={mergeClasses(styles.note, styles.error)} role="alert">
          <ErrorIcon />
          <span>{describe(failure)}</span>
        </p>
      )}
    </form>
  );
}

function describe(failure: unknown): string {
  if (failure instanceof Unauthorized) return signInTexts.invalidCredentials;
  if (failure instanceof ApiFailure && failure.status !== undefined)
    return signInTexts.failed(failure.status, failure.serverMessage ?? failure.message);
  return reasonOf(failure);
}
