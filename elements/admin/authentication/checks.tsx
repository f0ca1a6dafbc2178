/**
 * Tests the unsaved settings of a service: the connection, and a user's login (screens/administration.md A9.1,
 * sidebar).
 */
import { makeStyles } from '@griffel/react';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';
import {
  testConnectionMutation,
  testLoginMutation,
  type AuthBackendInput,
} from '../../../api/queries/authentication.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Field } from '../../kit/field.js';
import { Fields } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { PasswordInput } from '../../kit/password-input.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  root: { display: 'grid', gap: '8px', gridTemplateColumns: 'minmax(0, 1fr)' },
  part: {
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.subtle,
    minWidth: 0,
  },
  head: {
    padding: '10px 16px',
    cursor: 'pointer',
    borderRadius: '6px',
    ...type.cardTitle,
    ':focus-visible': { ...focusRing },
  },
  body: {
    display: 'grid',
    gap: '12px',
    padding: '4px 16px 16px',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'start',
  },
  wide: { width: '100%', minWidth: 0 },
  text: { color: tokens.text.secondary, ...type.body },
  list: { margin: 0, paddingInlineStart: '18px', overflowWrap: 'anywhere' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    ...type.body,
    '& th, & td': {
      textAlign: 'start',
      verticalAlign: 'top',
      padding: '4px 8px 4px 0',
      borderBottom: `1px solid ${tokens.border.divider}`,
      overflowWrap: 'anywhere',
    },
    '& th': { color: tokens.text.secondary, ...type.caption },
  },
});

const { check: words } = texts;

export interface ChecksProps {
  readonly isProvider: boolean;
  /** Id of the edited service, whose stored secret is used if the form keeps it; undefined for a new service. */
  readonly backendId: string | undefined;
  /** Returns the service as the form describes it now. */
  readonly input: () => AuthBackendInput;
}

export function Checks({ isProvider, backendId, input }: ChecksProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <details open className={styles.part}>
        <summary className={styles.head}>{words.connection}</summary>
        <ConnectionCheck isProvider={isProvider} backendId={backendId} input={input} />
      </details>
      <details open className={styles.part}>
        <summary className={styles.head}>{words.login}</summary>
        {isProvider ? (
          <div className={styles.body}>
            <p className={styles.text}>{words.loginOidc}</p>
          </div>
        ) : (
          <LoginCheck isProvider={false} backendId={backendId} input={input} />
        )}
      </details>
    </div>
  );
}

const request = ({ backendId, input }: ChecksProps) => ({
  ...(backendId !== undefined && { backend_id: backendId }),
  backend_configuration: input(),
});

function ConnectionCheck(props: ChecksProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const testing = useMutation(testConnectionMutation(client));
  return (
    <div className={styles.body}>
      <p className={styles.text}>{props.isProvider ? words.connectionTextOidc : words.connectionText}</p>
      <Button busy={testing.isPending} onClick={() => testing.mutate(request(props))}>
        {words.connectionTest}
      </Button>
      <Outcome testing={testing} />
    </div>
  );
}

function LoginCheck(props: ChecksProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const testing = useMutation(testLoginMutation(client));
  const details = detailsOf(testing.data?.result);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!testing.isPending) testing.mutate({ ...request(props), user_login: { username, password } });
  };
  return (
    <form className={styles.body} onSubmit={submit} noValidate>
      <p className={styles.text}>{words.loginText}</p>
      <div className={styles.wide}>
        <Fields>
          <Field label={words.username}>
            <Input value={username} onChange={setUsername} autoComplete="off" />
          </Field>
          <Field label={words.password}>
            <PasswordInput value={password} onChange={setPassword} autoComplete="new-password" />
          </Field>
        </Fields>
      </div>
      <Button type="submit" busy={testing.isPending} disabled={username.trim() === ''}>
        {words.loginTest}
      </Button>
      <Outcome testing={testing} />
      {details.length > 0 && (
        <table className={styles.table}>
          <ColumnHeads labels={[words.attribute, words.value]} />
          <tbody>
            {details.map(([name, value]) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </form>
  );
}

function detailsOf(result: Readonly<Record<string, unknown>> | undefined): readonly (readonly [string, string])[] {
  const details = result?.['user_details'];
  if (typeof details !== 'object' || details === null) return [];
  return Object.entries(details).map(([name, value]) => [name, String(value)] as const);
}

interface Answer {
  readonly success: boolean;
  readonly message: string;
  readonly errors: readonly string[];
  readonly result: Readonly<Record<string, unknown>>;
}

function Outcome({
  testing,
}: {
  readonly testing: Pick<UseMutationResult<Answer, Error, never>, 'data' | 'error'>;
}): ReactNode {
  const styles = useStyles();
  const { data, error } = testing;
  if (error) {
    const byField = Object.entries(fieldErrorsOf(error) ?? {}).map(([field, text]) => `${field}: ${text}`);
    return (
      <div className={styles.wide}>
        <Alert kind="danger" title={words.failed}>
          <Lines lines={byField.length > 0 ? byField : [reasonOf(error)]} />
        </Alert>
      </div>
    );
  }
  if (!data) return null;
  const { success, message, errors, result } = data;
  const title =
    result['user_exists'] === false
      ? words.missingUser
      : result['login_success'] === false
        ? words.loginFailed
        : message;
  return (
    <div className={styles.wide}>
      <Alert kind={success ? 'success' : 'danger'} title={title}>
        {errors.length > 0 && <Lines lines={errors} />}
      </Alert>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={words.errors}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
