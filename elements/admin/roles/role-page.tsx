/** Shows the permissions and users of a role (screens/administration.md A7). */
import type { ReactNode } from 'react';
import type { AuthzRole } from '../../../api/contract/users.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { EnterpriseNotice } from '../../kit/enterprise-notice.js';
import type { PageProps } from '../../kit/pages.js';
import { HoldersSection } from './holders.js';
import { PermissionGroups } from './permission-groups.js';
import { texts } from './texts.js';
import { WithRole } from './with-role.js';

const { details: words, form } = texts;

export function RolePage({ params }: PageProps): ReactNode {
  return (
    <WithRole roleId={params['roleId'] ?? ''} place="show" title={words.page} description={words.description}>
      {(role) => (
        <Columns
          left={
            <>
              <ProfileSection role={role} />
              <PermissionsSection role={role} />
            </>
          }
          right={
            <>
              <HoldersSection role={role} />
              <Section title={texts.teams.title}>
                <EnterpriseNotice feature={texts.teams.feature} />
              </Section>
            </>
          }
        />
      )}
    </WithRole>
  );
}

/** Renders a section with name and description, read-only. */
export function ProfileSection({ role, intro }: { readonly role: AuthzRole; readonly intro?: string }): ReactNode {
  return (
    <Section title={form.profile} intro={intro}>
      <Details
        rows={[
          [form.name, role.name],
          [form.description, role.description || words.noDescription],
        ]}
      />
    </Section>
  );
}

/** Renders a section with the permissions by resource. */
export function PermissionsSection({ role }: { readonly role: AuthzRole }): ReactNode {
  return (
    <Section title={form.permissions}>
      <PermissionGroups role={role} />
    </Section>
  );
}
