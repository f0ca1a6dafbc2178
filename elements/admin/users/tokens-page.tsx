/** Renders the access tokens of a user: create, show once, delete (screens/administration.md A6). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Token, TokenSummary, User } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { createTokenMutation, deleteTokenMutation, tokensQuery } from '../../../api/queries/tokens.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { StatusBadge } from '../../kit/chip.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { FormBox, useForm } from '../../kit/form/index.js';
import { KeyIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { Loading } from '../../kit/loading.js';
import type { PageProps } from '../../kit/pages.js';
import { SearchBox } from '../../kit/search-box.js';
import { Select } from '../../kit/select.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { permissionOn } from './people.js';
import { useLineStyles } from './line-styles.js';
import { texts } from './texts.js';
import { WithUser } from './with-user.js';

const { tokens: words } = texts;

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(140px, 1fr)',
    gap: '12px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  secret: { display: 'flex', gap: '8px', alignItems: 'center', margin: '8px 0', flexWrap: 'wrap' },
  code: {
    ...type.log,
    padding: '6px 10px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    color: tokens.text.primary,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
  name: { fontWeight: 600 },
  filter: { marginBottom: '12px', maxWidth: '400px' },
});

export function TokensPage({ params }: PageProps): ReactNode {
  return (
    <WithUser userId={params['userId'] ?? ''} place="tokens" title={words.page} description={words.description}>
      {(user) => <Tokens key={user.id} user={user} />}
    </WithUser>
  );
}

function Tokens({ user }: { readonly user: User }): ReactNode {
  const granted = useCurrentUser()?.permissions ?? [];
  const { readonly } = useHostElement();
  const may = (action: string): boolean => allows(granted, permissionOn(action, user.username));
  return (
    <>
      {!readonly && may('tokencreate') && <Create user={user} />}
      <Section title={words.list}>
        {may('tokenlist') ? <List user={user} mayDelete={!readonly && may('tokenremove')} /> : <p>{words.denied}</p>}
      </Section>
    </>
  );
}

const day = 86_400_000;
const lifetimes = { never: undefined, week: 7 * day, month: 30 * day, quarter: 90 * day, year: 365 * day } as const;
type Lifetime = keyof typeof lifetimes;
const lifetimeOptions = (Object.keys(lifetimes) as Lifetime[]).map((value) => ({
  value,
  label: words.expiries[value],
}));

function Create({ user }: { readonly user: User }): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const creating = useMutation(createTokenMutation(client, queryClient, user.id));
  const [created, setCreated] = useState<Token>();
  const form = useForm({
    initial: { name: '', lifetime: 'never' as Lifetime },
    check: ({ name }) => ({ name: name.trim() === '' ? words.nameMissing : undefined }),
    save: ({ name, lifetime }) => {
      const ms = lifetimes[lifetime];
      const expiresAt = ms === undefined ? undefined : new Date(Date.now() + ms).toISOString();
      return creating.mutateAsync({ name: name.trim(), expiresAt });
    },
    onSaved: (token) => {
      setCreated(token);
      form.clear();
    },
  });
  return (
    <Section title={words.create} intro={words.scope}>
      {created ? (
        <Alert
          kind="success"
          title={words.created(created.name)}
          action={<Button onClick={() => setCreated(undefined)}>{words.done}</Button>}
        >
          <p>{words.once}</p>
          <div className={styles.secret}>
            <code className={styles.code}>{created.token}</code>
            <CopyButton text={created.token} label={words.copy} words />
          </div>
        </Alert>
      ) : (
        <FormBox
          form={form}
          submit={words.submit}
          submitting={words.submitting}
          failed={words.failed}
          enabled={form.values.name.trim() !== ''}
        >
          <div className={styles.form}>
            <Field label={words.name} required {...form.field('name')}>
              <Input value={form.values.name} placeholder={words.placeholder} onChange={(name) => form.set({ name })} />
            </Field>
            <Field label={words.expires}>
              <Select
                options={lifetimeOptions}
                value={form.values.lifetime}
                onChange={(lifetime) => form.set({ lifetime })}
              />
            </Field>
          </div>
        </FormBox>
      )}
    </Section>
  );
}

/** Returns a function that matches token names; undefined when the filter is no valid regular expression. */
function matcherOf(filter: string): ((name: string) => boolean) | undefined {
  try {
    const pattern = new RegExp(filter, 'i');
    return (name) => pattern.test(name);
  } catch {
    return undefined;
  }
}

const byLastUse = (one: TokenSummary, other: TokenSummary): number =>
  Date.parse(other.last_access) - Date.parse(one.last_access) || one.name.localeCompare(other.name);

function List({ user, mayDelete }: { readonly user: User; readonly mayDelete: boolean }): ReactNode {
  const styles = useStyles();
  const lines = useLineStyles();
  const { client, queryClient } = useConnection();
  const [filter, setFilter] = useState('');
  const list = useQuery(tokensQuery(client, user.id));
  const deleting = useMutation(deleteTokenMutation(client, queryClient, user.id));
  const { remove } = useDeletion({ texts: words.removal, one: deleting.mutateAsync });
  if (list.isPending) return <Loading />;
  if (list.error) {
    return (
      <ErrorPanel title={words.loadingFailed} errors={[reasonOf(list.error)]} onRetry={() => void list.refetch()} />
    );
  }
  const matches = matcherOf(filter);
  const shown = list.data.filter(({ name }) => matches?.(name) ?? false).sort(byLastUse);
  return (
    <>
      {list.data.length > 0 && (
        <div className={styles.filter}>
          <SearchBox label={words.filter} query={filter} onSearch={setFilter} invalid={!matches} />
        </div>
      )}
      {shown.length === 0 && (
        <EmptyState
          icon={<KeyIcon />}
          title={!matches ? words.badFilter : list.data.length === 0 ? words.none : words.noMatch}
        />
      )}
      <ul>
        {shown.map((token) => (
          <li key={token.id} className={lines.row}>
            <span className={lines.text}>
              <span className={styles.name}>{token.name}</span> <Expiry at={token.expires_at ?? null} />
              <br />
              <LastUse token={token} />
            </span>
            {mayDelete && (
              <Button
                size="small"
                aria-label={`${words.delete} ${token.name}`}
                busy={deleting.isPending && deleting.variables === token.id}
                onClick={() => void remove(token.id, token.name)}
              >
                {deleting.isPending && deleting.variables === token.id ? words.deleting : words.delete}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function LastUse({ token }: { readonly token: TokenSummary }): ReactNode {
  const lines = useLineStyles();
  if (!(Date.parse(token.last_access) > 0)) return <span className={lines.facts}>{words.never}</span>;
  return (
    <span className={lines.facts}>
      {words.used} <RelativeTime instant={token.last_access} />
      {token.last_address != null && ` ${texts.sessions.from(token.last_address)}`}
    </span>
  );
}

function Expiry({ at }: { readonly at: string | null }): ReactNode {
  // Tokens that expire while the page is open are marked at the next visit.
  const [now] = useState(() => Date.now());
  if (at === null) return null;
  const expired = Date.parse(at) <= now;
  return (
    <StatusBadge kind={expired ? 'danger' : 'neutral'}>
      {expired ? words.expired : words.expiring} <RelativeTime instant={at} />
    </StatusBadge>
  );
}
