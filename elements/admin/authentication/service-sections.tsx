/** Renders sections of an authentication service: server, user search, and accounts (screens/administration.md A9). */
import { makeStyles } from '@griffel/react';
import { useMemo, type ReactNode } from 'react';
import { authBackendUsersPageQuery, type AuthBackend } from '../../../api/queries/authentication.js';
import { oidcRedirectUrl } from '../../../api/queries/sign-in.js';
import type { UserOverview } from '../../../api/contract/users.js';
import { allows } from '../../../api/permissions.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Chip } from '../../kit/chip.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { EnterpriseNotice } from '../../kit/enterprise-notice.js';
import { EmptyState } from '../../kit/empty-state.js';
import { EntityTable, useEntityList, type EntityColumn } from '../../kit/entity-table/index.js';
import { EditIcon, PersonIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import type { PageProps } from '../../kit/pages.js';
import { type } from '../../kit/tokens.js';
import { useAllRoles } from '../../kit/use-all-roles.js';
import { absolute } from './backend-form.js';
import { routes } from './tabs.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  roles: { display: 'inline-flex', flexWrap: 'wrap', gap: '4px' },
  users: { display: 'grid', gap: '12px', gridTemplateColumns: 'minmax(0, 1fr)' },
  heading: { ...type.sectionTitle },
});

type Rows = readonly (readonly [string, ReactNode])[];
const { details: words, fields } = texts;
const yesNo = (yes: boolean): string => (yes ? words.yes : words.no);
const secret = ({ is_set: isSet }: { readonly is_set: boolean }): string => (isSet ? words.hidden : words.notSet);

export type ServiceSectionsProps = { readonly service: AuthBackend } & Pick<PageProps, 'question' | 'onQuestion'>;

export function ServiceSections({ service, question, onQuestion }: ServiceSectionsProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client } = useConnection();
  const mayReadUsers = usePermission('users:read');
  const mayReadSettings = usePermission('authserviceglobalconfig:read');
  // The server requires both permissions for the accounts of a service.
  const mayUsers = mayReadUsers && mayReadSettings;
  const mayEdit = usePermission(`authservicebackend:edit:${service.id}`) && !host.readonly;
  const edit = (section: string, step: string): ReactNode =>
    mayEdit && <Link route={routes.edit(service.id, step)}>{words.edit(section)}</Link>;
  return (
    <>
      <Columns
        left={
          <Section title={words.server} action={edit(words.server, 'server-configuration')}>
            <Details rows={serverRows(service, absolute(oidcRedirectUrl(client)))} />
          </Section>
        }
        right={
          <>
            <Section title={words.synchronization} action={edit(words.synchronization, 'user-synchronization')}>
              <Details
                rows={[...userRows(service), [fields.roles, <RoleNames key="r" ids={service.default_roles} />]]}
              />
            </Section>
            {service.config.type !== 'oidc' && (
              <Section title={words.groups}>
                <EnterpriseNotice feature={texts.groupFeature} />
              </Section>
            )}
          </>
        }
      />
      {mayUsers && (
        <div className={styles.users}>
          <h2 className={styles.heading}>{words.users}</h2>
          <Users service={service} question={question} onQuestion={onQuestion} />
        </div>
      )}
      {service.config.type !== 'oidc' && (
        <Section title={words.teams}>
          <EnterpriseNotice feature={texts.teamFeature} />
        </Section>
      )}
    </>
  );
}

function serverRows({ title, description, config }: AuthBackend, redirect: string): Rows {
  const named = [
    [fields.title, title],
    [fields.description, description === '' ? words.notSet : description],
  ] as const;
  if (config.type === 'oidc') {
    return [
      ...named,
      [fields.issuer, config.issuer],
      [fields.clientId, config.client_id],
      [fields.clientSecret, secret(config.client_secret)],
      [fields.scopes, config.scopes],
      [fields.redirect, redirect],
    ];
  }
  return [
    ...named,
    [fields.address, config.servers.map(({ host, port }) => `${host}:${port}`).join(', ')],
    [fields.systemUsername, config.system_user_dn === '' ? words.notSet : config.system_user_dn],
    [fields.systemPassword, secret(config.system_user_password)],
    [fields.security, fields.securities[config.transport_security]],
    [fields.verify, yesNo(config.verify_certificates)],
  ];
}

function userRows({ config }: AuthBackend): Rows {
  if (config.type === 'oidc') {
    return [
      [fields.nameClaim, config.user_name_claim],
      [fields.fullNameClaim, config.full_name_claim],
      [fields.emailClaim, config.email_claim],
      [fields.rolesClaim, config.roles_claim === '' ? words.notSet : config.roles_claim],
      ...(config.roles_claim === ''
        ? []
        : [[fields.mappings, <Mappings key="m" mappings={config.role_mappings} />] as const]),
    ];
  }
  return [
    [fields.searchBase, config.user_search_base],
    [fields.searchPattern, config.user_search_pattern],
    [fields.name, config.user_name_attribute],
    [fields.fullName, config.user_full_name_attribute],
    ...(config.type === 'ldap'
      ? ([
          [fields.id, config.user_unique_id_attribute],
          [fields.emails, config.email_attributes.join(', ')],
        ] as const)
      : []),
  ];
}

function useRoleName(): (id: string) => string | undefined {
  const { roles } = useAllRoles();
  return (id) => roles && (roles.find((role) => role.id === id)?.name ?? texts.list.roleMissing);
}

function RoleNames({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const styles = useStyles();
  const nameOf = useRoleName();
  return (
    <span className={styles.roles}>
      {ids.map((id) => (
        <Chip key={id} size="small">
          {nameOf(id) ?? '…'}
        </Chip>
      ))}
    </span>
  );
}

function Mappings({ mappings }: { readonly mappings: readonly { value: string; role_id: string }[] }): ReactNode {
  const styles = useStyles();
  const nameOf = useRoleName();
  return (
    <span className={styles.roles}>
      {mappings.map(({ value, role_id: id }) => (
        <Chip key={`${value} ${id}`} size="small">
          {`${value} → ${nameOf(id) ?? '…'}`}
        </Chip>
      ))}
    </span>
  );
}

const layout: EntityListLayout = {
  displayed: ['username', 'full_name', 'roles'],
  sort: { attributeId: 'full_name', direction: 'asc' },
  perPage: 10,
};
const order = ['username', 'full_name', 'roles'];

function Users({ service, question, onQuestion }: ServiceSectionsProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const navigate = useNavigate();
  const list = useEntityList({
    id: 'authentication-users',
    defaults: layout,
    query: (client, requested) => authBackendUsersPageQuery(client, service.id, requested),
    question,
    onQuestion,
  });
  const nameOf = useRoleName();
  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<UserOverview>>> => ({
      username: { weight: 1 },
      full_name: { weight: 2 },
      roles: {
        weight: 2,
        render: ({ roles }) => (
          <span className={styles.roles}>
            {roles.map((id) => (
              <Chip key={id} size="small">
                {nameOf(id) ?? '…'}
              </Chip>
            ))}
          </span>
        ),
      },
    }),
    [styles, nameOf],
  );
  return (
    <EntityTable
      list={list}
      label={words.users}
      nameOf={({ username }) => username}
      columns={columns}
      order={order}
      search={{ label: words.searchUsers, fields: ['username', 'full_name', 'email'], examples: [] }}
      {...(!host.readonly && {
        rowActions: ({ id, username }: UserOverview) => ({
          buttons: allows(granted, `users:edit:${username}`)
            ? [
                {
                  key: 'edit',
                  label: words.editUser,
                  icon: <EditIcon />,
                  onSelect: () => navigate(`/system/users/edit/${encodeURIComponent(id)}`),
                },
              ]
            : [],
        }),
        actionButtons: 1,
      })}
      empty={() => <EmptyState icon={<PersonIcon />} title={words.noUsers} />}
      failedTitle={words.usersFailed}
      failed={(reason) => reason}
    />
  );
}
