/** The sign-in form that an element shows itself while nobody is signed in, if the page does not prevent it. */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiFailure, Unauthorized } from '../../api/failures.js';
import { Button } from '../kit/button.js';
import { Field } from '../kit/field.js';
import { ErrorIcon, LockIcon, PersonIcon } from '../kit/icons.js';
import { Input } from '../kit/input.js';
import { PasswordInput } from '../kit/password-input.js';
import { tokens, type } from '../kit/tokens.js';
import { useConnection } from './connection-context.js';
import { signInTexts } from './texts.js';

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
  title: { ...type.sectionTitle },
  subtitle: { color: tokens.text.secondary, ...type.body },
  error: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '8px 10px',
    borderRadius: '4px',
    border: `1px solid ${tokens.status.danger.border}`,
    backgroundColor: tokens.status.danger.background,
    color: tokens.status.danger.text,
    ...type.body,
    '& > svg': { flexShrink: 0, marginTop: '1px', fontSize: '16px', color: tokens.status.danger.icon },
  },
});

export function SignIn(): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div>
        <h2 className={styles.title}>{signInTexts.title}</h2>
        <p className={styles.subtitle}>{signInTexts.subtitle}</p>
      </div>
      <SignInForm />
    </div>
  );
}

/** Name, password, button; drives the session of the connection around. */
export function SignInForm(): ReactNode {
  const styles = useStyles();
  const { session } = useConnection();
  const busy = useSelector(session, (state) => state.matches('loggingIn'));
  const failure = useSelector(session, ({ context }) => context.loginFailure);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  // The alert goes with the next edit; the next failure is another object.
  const [seen, setSeen] = useState<unknown>();
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    setSeen(failure);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && username !== '') session.send({ type: 'login.submitted', username, password });
  };
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      {failure !== undefined && failure !== seen && !busy && (
        <p className={styles.error} role="alert">
          <ErrorIcon />
          <span>{describe(failure)}</span>
        </p>
      )}
      <Field label={signInTexts.username}>
        <Input
          value={username}
          onChange={edit(setUsername)}
          name="username"
          autoComplete="username"
          autoFocus
          required
          before={<PersonIcon />}
        />
      </Field>
      <Field label={signInTexts.password}>
        <PasswordInput
          value={password}
          onChange={edit(setPassword)}
          name="password"
          autoComplete="current-password"
          required
          before={<LockIcon />}
        />
      </Field>
      <Button type="submit" appearance="primary" full busy={busy}>
        {busy ? signInTexts.signingIn : signInTexts.signIn}
      </Button>
    </form>
  );
}

function describe(failure: unknown): string {
  if (failure instanceof Unauthorized) return signInTexts.invalidCredentials;
  if (failure instanceof ApiFailure)
    return signInTexts.failed(failure.status, failure.serverMessage ?? failure.message);
  return signInTexts.failed(undefined, failure instanceof Error ? failure.message : String(failure));
}
