/** Loads the role of a page, sets the page title, and links the details of the role with its form. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuthzRole } from '../../../api/contract/users.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { roleQuery } from '../../../api/queries/roles.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Button } from '../../kit/button.js';
import { DeniedState, EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { EditIcon, TeamIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

export interface WithRoleProps {
  readonly roleId: string;
  readonly place: 'show' | 'edit';
  readonly title: string;
  readonly description: string;
  readonly children: (role: AuthzRole) => ReactNode;
}

export function WithRole({ roleId, place, title, description, children }: WithRoleProps): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const { data: role, error, refetch } = useQuery(roleQuery(client, roleId));
  usePageTitle(role && `${title} ${role.name}`);
  const mayEdit = role !== undefined && !readonly && allows(granted, `roles:edit:${role.name}`);
  const other =
    place === 'edit' ? (
      <Button icon={<TeamIcon />} onClick={() => navigate(routes.show(roleId))}>
        {texts.actions.show}
      </Button>
    ) : (
      mayEdit && (
        <Button icon={<EditIcon />} onClick={() => navigate(routes.edit(roleId))}>
          {texts.actions.editRole}
        </Button>
      )
    );
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageHeader
        title={title}
        {...(role && { name: role.name })}
        description={description}
        {...(role && { actions: other })}
      />
      {role && (place === 'show' || mayEdit) && children(role)}
      {role && place === 'edit' && !mayEdit && (
        <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>
      )}
      {!role && !error && <Loading />}
      {!role && error && <Failed error={error} onRetry={() => void refetch()} />}
    </PageLayout>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  if (error instanceof NotFound) return <EmptyState icon={<TeamIcon />} title={texts.missing} />;
  return <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={onRetry} />;
}
