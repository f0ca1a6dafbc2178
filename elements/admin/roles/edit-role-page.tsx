/** Renders a page to edit a role and its users (screens/administration.md A7). */
import type { ReactNode } from 'react';
import type { AuthzRole } from '../../../api/contract/users.js';
import { allows } from '../../../api/permissions.js';
import { useCurrentUser, usePermission } from '../../element/connection-context.js';
import { Columns, Section } from '../../kit/detail-page/index.js';
import { EnterpriseNotice } from '../../kit/enterprise-notice.js';
import type { PageProps } from '../../kit/pages.js';
import { AssignSection } from './assign-section.js';
import { RoleForm } from './role-form.js';
import { PermissionsSection, ProfileSection } from './role-page.js';
import { texts } from './texts.js';
import { WithRole } from './with-role.js';

const { editing: words } = texts;

export function EditRolePage({ params }: PageProps): ReactNode {
  const mayTeams = usePermission('teams:edit');
  return (
    <WithRole roleId={params['roleId'] ?? ''} place="edit" title={words.page} description={words.description}>
      {(role) => (
        <Columns
          left={<Profile role={role} />}
          right={
            <>
              <AssignSection role={role} />
              {mayTeams && (
                <Section title={texts.teams.title}>
                  <EnterpriseNotice feature={texts.teams.feature} />
                </Section>
              )}
            </>
          }
        />
      )}
    </WithRole>
  );
}

function Profile({ role }: { readonly role: AuthzRole }): ReactNode {
  const granted = useCurrentUser()?.permissions ?? [];
  // Only administrators may change a role that grants all permissions.
  const reachesAll = role.permissions.some((permission) => permission.split(':')[0] === '*');
  if (!role.read_only && (!reachesAll || allows(granted, '*'))) return <RoleForm key={role.id} role={role} />;
  return (
    <>
      <ProfileSection role={role} {...(role.read_only && { intro: words.builtIn })} />
      <PermissionsSection role={role} />
    </>
  );
}
