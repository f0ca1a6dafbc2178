/** Shows a user: account, settings, shared entities (screens/administration.md A4). */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '../../../api/contract/users.js';
import { firstStartQuery } from '../../../api/queries/first-start.js';
import { allows } from '../../../api/permissions.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { EnterpriseNotice } from '../../kit/enterprise-notice.js';
import { Link } from '../../kit/link.js';
import type { PageProps } from '../../kit/pages.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { timeoutOf } from './checks.js';
import { instantOf, permissionOn } from './people.js';
import { PasswordSection } from './password-section.js';
import { RoleChips } from './role-chips.js';
import { SessionsSection } from './sessions-section.js';
import { SharedSection } from './shared-section.js';
import { newSearchId } from './start-page.js';
import { TelemetrySection } from './telemetry-section.js';
import { texts } from './texts.js';
import { WhySection } from './why-section.js';
import { WithUser } from './with-user.js';
import { entityRoute } from '../../kit/entity-route.js';

const { details: words, form, preferences } = texts;
const yesNo = (yes: boolean): string => (yes ? texts.state.yes : texts.state.no);

export function UserPage({ params }: PageProps): ReactNode {
  return (
    <WithUser userId={params['userId'] ?? ''} place="show" title={words.page} description={words.description}>
      {(user) => <Sections user={user} />}
    </WithUser>
  );
}

function Sections({ user }: { readonly user: User }): ReactNode {
  const me = useCurrentUser();
  const granted = me?.permissions ?? [];
  const mayWhy = me?.id === user.id || allows(granted, permissionOn('permissionsedit', user.username));
  const mayRoles = allows(granted, permissionOn('rolesedit', user.username));
  const mayTeams = allows(granted, `teams:edit:${user.username}`);
  const administrator = allows(granted, '*');
  return (
    <>
      <Columns
        left={
          <>
            <Section title={form.profile}>
              <Details rows={profileOf(user)} />
            </Section>
            {administrator && (
              <Section title={form.settings}>
                <Details rows={settingsOf(user)} />
              </Section>
            )}
            <Section title={preferences.title}>
              <Details rows={preferencesOf(user)} />
            </Section>
          </>
        }
        right={
          <>
            <Alert>{words.sharing}</Alert>
            {mayRoles && (
              <Section title={texts.roles.title}>
                {user.roles.length === 0 ? (
                  <EmptyState title={words.rolesNone} />
                ) : (
                  <RoleChips roles={user.roles} size="medium" />
                )}
              </Section>
            )}
            <RootPassword user={user} />
            {mayTeams && (
              <Section title={texts.teams.title}>
                <EnterpriseNotice feature={texts.teams.feature} />
              </Section>
            )}
            {me?.id === user.id && <TelemetrySection fixed={!user.read_only} />}
            {mayWhy && <WhySection user={user} />}
            <SessionsSection user={user} />
          </>
        }
      />
      <SharedSection user={user} />
    </>
  );
}

/**
 * Renders a form for the password of the signed-in built-in administrator. It is shown only on the embedded server,
 * because only this server stores the password.
 */
function RootPassword({ user }: { readonly user: User }): ReactNode {
  const { client } = useConnection();
  const me = useCurrentUser();
  const own = user.read_only && me?.id === user.id;
  const embedded = useQuery({ ...firstStartQuery(client), enabled: own });
  return own && embedded.data ? <PasswordSection user={user} /> : null;
}

type Rows = readonly (readonly [string, ReactNode])[];

function profileOf(user: User): Rows {
  const last = instantOf(user.last_activity);
  const named = Boolean(user.first_name || user.last_name);
  return [
    [form.username, user.username],
    ...(named
      ? ([
          [form.firstName, user.first_name],
          [form.lastName, user.last_name],
        ] as const)
      : ([[form.fullName, user.full_name]] as const)),
    [form.email, user.email || words.notSet],
    [words.address, user.client_address ?? words.noAddress],
    [words.lastActivity, last === undefined ? words.none : <RelativeTime instant={last} />],
    [words.loggedIn, yesNo(user.session_active)],
    [words.enabled, yesNo(user.account_status === 'enabled')],
  ];
}

function settingsOf(user: User): Rows {
  const { never, amount, unit } = timeoutOf(user.session_timeout_ms);
  const unitName = (form.units as Readonly<Record<number, string>>)[unit] ?? '';
  return [
    [form.timeout, never ? words.timeoutNever : `${amount ?? ''} ${unitName}`],
    [words.service, yesNo(user.service_account)],
    [form.zone, user.timezone ?? words.noZone],
    [words.startPage, <StartPageLink key="start" user={user} />],
  ];
}

function StartPageLink({ user: { startpage } }: { readonly user: User }): ReactNode {
  if (!startpage?.type) return words.noStartPage;
  const { type, id } = startpage;
  const kind = texts.startPage.types[type];
  if (type === 'search' && id === newSearchId) return <Link route="/search">{texts.startPage.newSearch}</Link>;
  const route = entityRoute({ type, id });
  return (
    <>
      {kind}: {route === undefined ? id : <Link route={route}>{id}</Link>}
    </>
  );
}

function preferencesOf({ preferences: stored }: User): Rows {
  const known = (value: boolean | undefined): string => (value === undefined ? words.notSet : yesNo(value));
  return [
    [preferences.autocompletion, known(stored?.enableSmartSearch)],
    [preferences.unfocused, known(stored?.updateUnfocussed)],
    [preferences.searchSidebar, known(stored?.searchSidebarIsPinned)],
    [preferences.dashboardSidebar, known(stored?.dashboardSidebarIsPinned)],
    [preferences.theme, stored?.themeMode ? preferences.themes[stored.themeMode] : words.notSet],
  ];
}
